import type { BuildContext, ScratchContext } from '../base/context.ts';
import { canonicalJson, plural } from '../base/text.ts';
import {
  type CompileRequest,
  DEFAULT_TIMEOUT,
  hintsAll,
  withWorkerContext,
} from '../toolchain/workers/pool.ts';
import { hintChoicesSchema } from '../toolchain/workers/protocol.ts';
import type { HintChoice } from '../manifest/terms/kernel.ts';
import { type FoundHints, type HintRequest, NO_HINTS } from '../plan/hint-request.ts';
import type { PlanDraft, Preparation } from '../plan/prepare.ts';
import { type DirectoryStore, loadEntries } from './store/store.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import { largestFirst } from './largest-first.ts';

/** The settings of a search for hints. */
export interface HintSettings extends Pick<CompileRequest, 'manifest' | 'kept'> {
  readonly python?: string | undefined;
  readonly jobs: number;
  readonly timeout?: number | undefined;
}

type HintContext = ScratchContext & Pick<BuildContext, 'now'>;

/** Where answers come from, in this order. */
export interface AnswerSources {
  readonly store: DirectoryStore;
  /** Returns a Python with Triton; undefined if the compiler is not to be asked. */
  readonly python: () => Promise<string | undefined>;
}

/** Finishes a plan with the hints of the store, or of Triton, which is installed if it is needed. */
export async function finishPlan(
  { requests, manifest, finish }: PlanDraft,
  store: DirectoryStore,
  settings: HintSettings,
  context: BuildContext,
): Promise<Preparation> {
  if (requests.length === 0) return finish(NO_HINTS);
  const sources = {
    store,
    python: async () => (await manifestToolchain(manifest, settings.python, context)).python,
  };
  return finish(await findHints(requests, sources, settings, context));
}

/** Finds hints by the key of their request, and stores those of the compiler. */
export async function findHints(
  requests: readonly HintRequest[],
  { store, python }: AnswerSources,
  settings: HintSettings,
  context: HintContext,
): Promise<FoundHints> {
  const keys = requests.map(({ key }) => key);
  const known = await loadEntries(store.hints, keys);
  const left = requests.filter(({ key }) => !known.has(key));
  const compiler = left.length === 0 ? undefined : await python();
  const found =
    compiler === undefined
      ? []
      : await askCompiler(left, store, { ...settings, python: compiler }, context);
  return new Map([...known, ...found]);
}

async function askCompiler(
  requests: readonly HintRequest[],
  store: DirectoryStore,
  {
    manifest,
    python,
    jobs,
    timeout = DEFAULT_TIMEOUT,
    kept,
  }: HintSettings & { readonly python: string },
  context: HintContext,
): Promise<FoundHints> {
  const found = new Map<string, readonly HintChoice[]>();
  const distinct = largestFirst(
    [...new Map(requests.map((request) => [request.key, request])).values()],
    ({ job }) => job.configs[0]?.constants ?? {},
  );
  const start = context.now();
  const outcomes = await withWorkerContext({ python, jobs, timeout, kept }, context, (pool) =>
    hintsAll(
      distinct.map(({ job }, id) => ({ id, ...job })),
      pool,
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const request = distinct[index];
    if (request === undefined) continue;
    // In the order in which the store returns them, so that packages do not differ.
    found.set(request.key, outcome.ok ? sorted(outcome.choices) : []);
    if (outcome.ok) await store.hints.put(request.key, outcome.choices);
    else if (outcome.failure.reason === 'crash' || outcome.failure.reason === 'timeout') {
      context.log.warning({
        message: `${request.kernel.name}: no hints are used, since finding them failed: ${outcome.failure.message}`,
        place: { file: manifest },
        hint: 'List them in `specialisations:`, or set `specialise: listed`.',
      });
    }
  }
  const seconds = (context.now() - start) / 1000;
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
  context.log.info(
    `hints of ${plural(distinct.length, 'kernel')}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`,
  );
  return found;
}

function sorted(choices: readonly HintChoice[]): readonly HintChoice[] {
  return hintChoicesSchema.parse(JSON.parse(canonicalJson(choices)));
}

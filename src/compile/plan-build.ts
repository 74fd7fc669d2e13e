import type { BuildContext } from '../base/context.ts';
import { canonicalJson, plural } from '../base/text.ts';
import { type ChoosePlan, readChoices } from '../plan/choosers.ts';
import { completePlan, draftPlan, type Plan, type PlanDraft } from '../plan/plan.ts';
import { openParts, type Parts, type Shard } from './shard.ts';
import { type DirectoryStore, directoryStore, loadEntries } from './store/store.ts';
import { scopeOf } from './store/baseline.ts';
import { type BuildRequest, planWork, type Work } from './work.ts';
import {
  type CompileRequest,
  DEFAULT_TIMEOUT,
  hintsAll,
  withWorkerContext,
} from '../toolchain/workers/pool.ts';
import { hintChoicesSchema } from '../toolchain/workers/protocol.ts';
import type { HintChoice } from '../manifest/terms/hint.ts';
import type { FoundHints, HintRequest } from '../plan/hint-request.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import { largestFirst } from './compile.ts';

/** The part of a build request that planning reads. */
export interface OpenRequest extends Omit<BuildRequest, 'out' | 'storeLimit'> {
  /** The part of the work to compute; undefined for all of it. */
  readonly shard?: Shard | undefined;
}

/** A planned build, with the store of its results. */
export interface PlannedBuild {
  readonly plan: Plan;
  readonly store: DirectoryStore;
  /** Chooses algos by what is beside the manifest. */
  readonly choose: ChoosePlan;
  /** The results of shards, if the request names some. Their hints are in the store. */
  readonly parts: Parts | undefined;
}

/** Opens the store and plans every variant. @throws as `draftPlan`. */
export async function planBuild(
  request: OpenRequest,
  context: BuildContext,
): Promise<PlannedBuild> {
  const { log } = context;
  const store = directoryStore(request.store, log, context.now);
  const parts = request.results && (await openParts(request.results, context));
  await parts?.copyHints(store);
  const plan = await log.group(
    `Plan ${request.manifest}`,
    async () => {
      const draft = await draftPlan(request, context, async (manifest) => {
        await request.cache?.restore(scopeOf(manifest.package, request), store);
      });
      return finishPlan(draft, store, request, context);
    },
    (prepared) => [prepared.variants.length, 'variant'],
  );
  const { manifest, kernels, variants } = plan;
  log.detail(
    `${plural(kernels.length, 'kernel')}, ${plural(variants.length, 'variant')}, Triton ${manifest.triton}`,
  );
  return { plan, store, choose: await readChoices(request.manifest), parts };
}

/**
 * Plans the test cases of a build too.
 * @throws {Failure} `usage` for cases that are wrong, and choices that do not fit: before
 * compiling, so that the error comes at once.
 */
export async function planCases(
  { plan, choose }: Pick<PlannedBuild, 'plan' | 'choose'>,
  request: OpenRequest,
): Promise<Work> {
  choose(plan, { flags: request.flags });
  return planWork(plan, request.manifest);
}

/** The settings of a search for hints. */
interface HintSettings extends Pick<CompileRequest, 'manifest' | 'kept'> {
  readonly python?: string | undefined;
  readonly jobs: number;
  readonly timeout?: number | undefined;
}

/** Finishes a plan with the hints of the store, or of Triton, which is installed if it is needed. */
export async function finishPlan(
  draft: PlanDraft,
  store: DirectoryStore,
  settings: HintSettings,
  context: BuildContext,
): Promise<Plan> {
  const requests = draft.kernels.flatMap(({ request }) => request ?? []);
  const keys = requests.map(({ key }) => key);
  const stored = await loadEntries(store.hints, keys);
  const missing = requests.filter(({ key }) => !stored.has(key));
  if (missing.length === 0) return completePlan(draft, stored, context);
  const { python } = await manifestToolchain(draft.manifest, settings.python, context);
  const found = await askCompiler(missing, store, { ...settings, python }, context);
  return completePlan(draft, new Map([...stored, ...found]), context);
}

/** Asks the compiler for hints, and stores them. Returns them by the keys of the requests. */
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
  context: BuildContext,
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
  context.log.detail(
    `hints of ${plural(distinct.length, 'kernel')}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`,
  );
  return found;
}

function sorted(choices: readonly HintChoice[]): readonly HintChoice[] {
  return hintChoicesSchema.parse(JSON.parse(canonicalJson(choices)));
}

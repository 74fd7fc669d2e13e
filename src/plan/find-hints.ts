import type { BuildContext } from '../base/context.ts';
import { canonicalJson, plural } from '../base/text.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { HintChoice } from '../manifest/terms/hint.ts';
import { largestFirst } from '../toolchain/job-order.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import {
  DEFAULT_TIMEOUT,
  hintsAll,
  type PoolContext,
  type WorkerLimits,
} from '../toolchain/workers/pool.ts';
import { hintChoicesSchema } from '../toolchain/workers/protocol.ts';
import type { FoundHints } from './hint-request.ts';
import type { HintRequest } from './states.ts';

/** The limits of a search for hints. Without a time limit, that of compiles holds. */
export type HintLimits = Pick<WorkerLimits, 'jobs'> & Partial<Pick<WorkerLimits, 'timeout'>>;

/** Keeps hints, by the keys of their requests. */
export interface HintStore {
  readonly load: (keys: readonly string[]) => Promise<FoundHints>;
  readonly put: (key: string, choices: readonly HintChoice[]) => Promise<void>;
}

/** Answers requests by the store, or else by Triton, which is installed if it is needed. */
export async function findHints(
  requests: readonly HintRequest[],
  { file }: Pick<Manifest, 'file'>,
  store: HintStore,
  limits: HintLimits,
  toolchain: Pick<Toolchain, 'withWorkers'>,
  context: Pick<BuildContext, 'log' | 'now'>,
): Promise<FoundHints> {
  const stored = await store.load(requests.map(({ key }) => key));
  const missing = requests.filter(({ key }) => !stored.has(key));
  if (missing.length === 0) return stored;
  const found = await askCompiler(missing, file, store, limits, toolchain, context);
  return new Map([...stored, ...found]);
}

/** Asks the compiler for hints, and stores them. Returns them by the keys of the requests. */
async function askCompiler(
  requests: readonly HintRequest[],
  manifest: string,
  store: HintStore,
  { jobs, timeout = DEFAULT_TIMEOUT }: HintLimits,
  { withWorkers }: Pick<Toolchain, 'withWorkers'>,
  context: Pick<BuildContext, 'log' | 'now'>,
): Promise<FoundHints> {
  const start = context.now();
  const distinct = [...new Map(requests.map((request) => [request.key, request])).values()];
  const outcomes = await withWorkers({ jobs, timeout }, async (pool) => {
    const first = await answer(distinct, ({ alike }) => alike, pool);
    // Some kernels compile with one of the types only.
    const own = distinct.filter((each) => each.alike.key !== each.key && saysNothing(first, each));
    return new Map([...first, ...(await answer(own, (each) => each, pool))]);
  });
  const found = new Map<string, readonly HintChoice[]>();
  for (const request of distinct) {
    const outcome = outcomes.get(request);
    if (outcome === undefined) continue;
    // In the order in which the store returns them, so that packages do not differ.
    found.set(request.key, outcome.ok ? sorted(outcome.choices) : []);
    if (outcome.ok) await store.put(request.key, outcome.choices);
    else if (outcome.failure.reason === 'crash' || outcome.failure.reason === 'timeout') {
      context.log.warning({
        message: `${request.kernel.name}: no hints are used, since finding them failed: ${outcome.failure.message}`,
        place: { file: manifest },
        hint: 'List them in `specialisations:`, or set `specialise: listed`.',
      });
    }
  }
  const seconds = (context.now() - start) / 1000;
  const cpuSeconds = [...new Set(outcomes.values())].reduce(
    (sum, outcome) => sum + outcome.cpuSeconds,
    0,
  );
  context.log.detail(
    `hints of ${plural(distinct.length, 'kernel')}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`,
  );
  return found;
}

type Outcomes = ReadonlyMap<HintRequest, Awaited<ReturnType<typeof hintsAll>>[number]>;

/** Asks a question for each request, but once only for those with the same key. */
async function answer(
  requests: readonly HintRequest[],
  questionOf: (request: HintRequest) => Pick<HintRequest, 'key' | 'job'>,
  pool: PoolContext,
): Promise<Outcomes> {
  const questions = largestFirst(
    [...new Map(requests.map(questionOf).map((each) => [each.key, each])).values()],
    ({ job }) => job.configs[0]?.constants ?? {},
  );
  const outcomes = await hintsAll(
    questions.map(({ job }, id) => ({ id, ...job })),
    pool,
  );
  const byKey = new Map(
    questions.flatMap(({ key }, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [[key, outcome] as const];
    }),
  );
  return new Map(
    requests.flatMap((request) => {
      const outcome = byKey.get(questionOf(request).key);
      return outcome === undefined ? [] : [[request, outcome] as const];
    }),
  );
}

/** True if a kernel does not compile as it was asked about. */
function saysNothing(outcomes: Outcomes, request: HintRequest): boolean {
  const outcome = outcomes.get(request);
  if (outcome?.ok === false)
    return outcome.failure.reason !== 'crash' && outcome.failure.reason !== 'timeout';
  return outcome?.choices.length === 0;
}

function sorted(choices: readonly HintChoice[]): readonly HintChoice[] {
  return hintChoicesSchema.parse(JSON.parse(canonicalJson(choices)));
}

import type { BuildContext } from '../context.ts';
import type { KernelSource, VariantJob } from './job.ts';
import { digestAll } from './pool.ts';
import { withWorkerContext, type CompileRequest } from './variants.ts';

/** Seconds a kernel file may take to be imported; one that takes longer is left to the compile. */
const TIMEOUT = 120;

/**
 * The digests of the functions that jobs compile, by `functionKey`: of everything in Python that decides a function's
 * code and of nothing else in its file. A function that cannot be covered with certainty has none, nor has one
 * whose file cannot be imported.
 * @throws {Failure} `environment` when Triton cannot be started.
 */
export async function functionDigests(
  jobs: readonly VariantJob[],
  request: Pick<CompileRequest, 'python'>,
  context: BuildContext,
): Promise<ReadonlyMap<string, string>> {
  const functions = [...new Map(jobs.map((job) => [functionKey(job.source), job])).values()];
  // A digest takes a millisecond, so one worker is enough.
  const settings = { python: request.python, jobs: 1, timeout: TIMEOUT };
  const digests = await withWorkerContext(settings, context, (pool) =>
    digestAll(
      functions.map(({ source, target }, id) => ({ id, source, target })),
      pool,
    ),
  );
  return new Map(
    functions.flatMap(({ source }, index) => {
      const digest = digests[index];
      return digest === undefined ? [] : [[functionKey(source), digest] as const];
    }),
  );
}

/** Names a function in a run. */
export function functionKey({ file, function: name }: KernelSource): string {
  return `${file}:${name}`;
}

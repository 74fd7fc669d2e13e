import type { MeasureContext } from './prove/measure/device.ts';
import { readSmokePackage } from './package/cases.ts';
import { measurePackageCalls } from './prove/bench/package-calls.ts';
import { measureBesideJit } from './prove/bench/beside-jit.ts';
import { readJitSetup } from './prove/bench/jit-worker.ts';
import type { BenchRequest } from './prove/bench/request.ts';
import type { BenchResult } from './prove/bench/result.ts';
import { selectTasks } from './prove/bench/tasks.ts';

/**
 * Measures a package on a GPU: each case with each algo. With `jit`, the same kernels through
 * Triton's JIT and the functions of PyTorch take turns with it in one process. What
 * fails is part of the result; see `benchFailure`.
 * @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
 */
export async function bench(request: BenchRequest, context: MeasureContext): Promise<BenchResult> {
  const pkg = await readSmokePackage(request.package);
  const tasks = selectTasks(pkg, request);
  const jit = request.jit ? await readJitSetup(pkg, request, context) : undefined;
  const { package: name, version } = pkg.manifest;
  const measured =
    jit === undefined
      ? await measurePackageCalls(pkg, tasks, request, context)
      : await measureBesideJit(pkg, tasks, request, jit, context);
  return { package: { name, version, folder: pkg.folder }, ...measured };
}

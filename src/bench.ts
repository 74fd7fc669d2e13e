import type { MeasureContext } from './prove/measure/device.ts';
import { readSmokePackage } from './package/read.ts';
import { measureAlone } from './prove/bench/alone.ts';
import { measureBesideJit } from './prove/bench/beside-jit.ts';
import { checkTimes, kernelsIfKnown } from './prove/bench/budgets.ts';
import { readJitSetup } from './prove/bench/jit-worker.ts';
import { measureLaunches } from './prove/bench/launches.ts';
import type { BenchRequest } from './prove/bench/request.ts';
import type { BenchResult } from './prove/bench/result.ts';
import { selectTasks } from './prove/bench/tasks.ts';

/**
 * Measures a package on a GPU: each case with each algo. With `jit`, the same kernels through
 * Triton's JIT and the functions of PyTorch take turns with it in one process. With `launch`, the
 * time of a call on the CPU. What fails and what exceeds a budget is part of the result; see
 * `benchFailure`.
 * @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
 */
export async function bench(request: BenchRequest, context: MeasureContext): Promise<BenchResult> {
  const pkg = await readSmokePackage(request.package);
  const tasks = selectTasks(pkg, request);
  const jit = request.jit ? await readJitSetup(pkg, request, context) : undefined;
  const { package: name, version } = pkg.manifest;
  const measured = request.launch
    ? await measureLaunches(pkg, tasks, request, jit, context)
    : jit === undefined
      ? await measureAlone(pkg, tasks, request, context)
      : await measureBesideJit(pkg, tasks, request, jit, context);
  const kernels = jit?.entries.values() ?? (await kernelsIfKnown(request.manifest, name));
  const budgets = checkTimes(measured, kernels, context.log);
  return { package: { name, version, folder: pkg.folder }, ...measured, ...budgets };
}

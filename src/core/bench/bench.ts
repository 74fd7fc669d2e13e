import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { describeDevice } from '../harness/device.ts';
import { leaseDevice } from '../harness/lease.ts';
import { caseBytes, deviceNeeds } from '../harness/needs.ts';
import { buildProbe } from '../harness/probe.ts';
import { findCompilers, findCudaHeader } from '../harness/tools.ts';
import { readSmokePackage } from '../package/read.ts';
import { measureBesideJit, readJitSetup } from './beside-jit.ts';
import type { BenchRequest } from './request.ts';
import type { BenchResult } from './result.ts';
import { selectTasks } from './tasks.ts';

/**
 * Measures a package on a GPU: each case with each algo. With `jit`, the same kernels through
 * Triton's JIT and the functions of PyTorch take turns with it in one process. What fails is part of
 * the result; see `benchProblems`.
 * @throws {Failure} `usage`, `verification`, `environment` or `no-gpu`.
 */
export async function bench(request: BenchRequest, context: BuildContext): Promise<BenchResult> {
  const pkg = await readSmokePackage(request.package);
  const selected = selectTasks(pkg, request);
  const jit = await readJitSetup(pkg, request, context);
  const folder = await mkdtemp(join(context.scratch, 'triton-aot-bench-'));
  try {
    const compilers = await findCompilers(context.env);
    const cudaInclude = await findCudaHeader(context.env);
    const settings = { compilers, cudaInclude, folder, jobs: request.jobs };
    const probe = await buildProbe(settings, context);
    const kernels = [...new Set(selected.map(({ kernel }) => kernel))];
    const bytes = Math.max(...selected.map((task) => caseBytes(task.case)));
    const needs = deviceNeeds(pkg.manifest.ptxas, kernels, bytes);
    const lease = await leaseDevice(probe, needs, { ...request, wantsSecond: false }, context);
    try {
      const tasks = selectTasks(pkg, request, lease.device);
      const measured = await measureBesideJit(
        tasks,
        { pkg, request, lease, settings, jit },
        context,
      );
      const { name: packageName, version } = {
        name: pkg.manifest.package,
        version: pkg.manifest.version,
      };
      return {
        package: { name: packageName, version, folder: pkg.folder },
        device: describeDevice(lease),
        ...measured,
      };
    } finally {
      await lease.release();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { buildPackageLibrary } from '../harness/build-library.ts';
import { describeDevice } from '../harness/choose-gpu.ts';
import { largestCase, type MeasureContext, withDevice } from '../measure/device.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { type JitSetup, withJitWorker } from './jit-worker.ts';
import type { BenchRequest } from './request.ts';
import type { BenchMeasured, Versions } from './result.ts';
import { differenceNotes, runOf } from './runs.ts';
import { type BenchTask, kernelsOf, selectTasks } from './tasks.ts';

/** Bytes that PyTorch takes in addition to the buffers: its context, the flushes and its own outputs. */
const TORCH = 3 * 2 ** 30;

/**
 * Measures the tasks in Python: the package is loaded as a shared library, so that all contenders
 * have the same process, tensors, stream and events.
 */
export async function measureBesideJit(
  pkg: SmokePackage,
  selected: readonly BenchTask[],
  request: BenchRequest,
  jit: JitSetup,
  context: MeasureContext,
): Promise<BenchMeasured> {
  const { log } = context;
  const measured = kernelsOf(selected);
  const names = measured.map(({ kernel }) => kernel.name);
  const bytes = largestCase(measured) + TORCH;
  return withDevice({ pkg, measured, bytes }, request, context, async ({ lease, tools }) => {
    const library = await log.group('Build the package', () =>
      buildPackageLibrary(pkg, names, tools, context),
    );
    const device = describeDevice(lease);
    const tasks = selectTasks(pkg, request, lease.device);
    const { versions, outcomes } = await log.group(
      `Measure on ${device.name} (${device.uuid})`,
      () => withJitWorker(pkg, tasks, { request, jit, device, library }, context),
      (found) => [found.outcomes.size, 'measurement'],
    );
    const results = tasks.flatMap((task) => {
      const outcome = outcomes.get(task);
      return outcome === undefined ? [] : [{ task, outcome }];
    });
    return {
      device,
      versions,
      runs: results.map(({ task, outcome }) => runOf(task, outcome)),
      notes: [...jit.notes, ...versionNotes(pkg, versions), ...differenceNotes(results)],
    };
  });
}

function versionNotes(
  { manifest: { triton } }: SmokePackage,
  versions: Versions | undefined,
): readonly string[] {
  return versions === undefined || versions.triton === triton
    ? []
    : [`the package was built with Triton ${triton}, the JIT is ${versions.triton}`];
}

import type { MeasureContext } from '../measure/device.ts';
import type { HostTime, MeasuredCall } from '../measure/meter.ts';
import type { SmokePackage } from '../../package/read.ts';
import { measureTasks, withBenchMeter } from './alone.ts';
import { type JitSetup, withJitWorker } from './jit-worker.ts';
import { compare, median } from './rates.ts';
import type { BenchRequest } from './request.ts';
import type { BenchMeasured, LaunchRun } from './result.ts';
import { type BenchOutcome, NOTHING_MEASURED } from './run-worker.ts';
import { type BenchTask, taskLabel } from './tasks.ts';

/** Milliseconds for the rounds of one case with one algo. */
const LAUNCH_MILLISECONDS = 3000;

/**
 * Measures the time of a call on the CPU, with the harness: the package takes turns with the same
 * launch by the driver alone. Afterwards, with `jit`, the JIT in Python.
 */
export async function measureLaunches(
  pkg: SmokePackage,
  tasks: readonly BenchTask[],
  request: BenchRequest,
  jit: JitSetup | undefined,
  context: MeasureContext,
): Promise<BenchMeasured> {
  const timing = { milliseconds: LAUNCH_MILLISECONDS, precision: 0, flush: false };
  return withBenchMeter(pkg, tasks, timing, request, context, async (meter) => {
    const { calls, notes } = await measureTasks(tasks, meter.measureHost, context);
    const ran = tasks.filter((task) => calls.has(task));
    const python =
      jit === undefined
        ? undefined
        : await withJitWorker(pkg, ran, { request, jit, device: meter.device }, context);
    const measured = [...calls].map(([task, call]) => ({ task, call }));
    return {
      device: meter.device,
      versions: python?.versions,
      peaks: undefined,
      runs: [],
      launches: measured.map(({ task, call }) =>
        launchRun(task, call, python?.outcomes.get(task) ?? NOTHING_MEASURED),
      ),
      notes: [...(jit?.notes ?? []), ...notes, ...measured.flatMap(driverNotes)],
    };
  });
}

function launchRun(
  { kernel, case: item, algo }: BenchTask,
  { result }: MeasuredCall<HostTime>,
  { launches, first, faults }: BenchOutcome,
): LaunchRun {
  const time = result.kind === 'time' ? result : undefined;
  const own = time?.package.map((nanoseconds) => nanoseconds / 1000);
  const microseconds = own === undefined || own.length === 0 ? undefined : median(own);
  const ofJit = launches['jit'];
  const jit = ofJit === undefined || ofJit.length === 0 ? undefined : median(ofJit) / 1000;
  return {
    kernel: kernel.name,
    case: item.name,
    algo,
    parameters: kernel.parameters.length + kernel.gridParameters.length,
    microseconds,
    driver: compare(
      own,
      time?.driver.map((nanoseconds) => nanoseconds / 1000),
    ),
    jit:
      jit === undefined || microseconds === undefined
        ? undefined
        : { microseconds: jit, ratio: microseconds / jit },
    first: { ...first, ...(time?.first !== undefined && { package: time.first }) },
    faults: result.kind === 'fault' ? { ...faults, package: result.fault.message } : faults,
  };
}

/** Why there is no launch by the driver alone. */
function driverNotes({
  task,
  call: { result },
}: {
  readonly task: BenchTask;
  readonly call: MeasuredCall<HostTime>;
}): readonly string[] {
  return result.kind === 'time' && result.note !== undefined
    ? [`${taskLabel(task)} has no launch by the driver alone: ${result.note}`]
    : [];
}

import { DEFAULT_TIMING, type TimingSettings } from '../measure/timing.ts';
import { withMeter } from '../measure/measure.ts';
import type { CallTime, HostMeter, MeasuredCall } from '../measure/meter.ts';
import type { MeasureContext } from '../measure/device.ts';
import type { SmokePackage } from '../../package/read.ts';
import type { BenchRequest } from './request.ts';
import type { BenchMeasured } from './result.ts';
import { type BenchOutcome, NOTHING_MEASURED } from './run-worker.ts';
import { runOf } from './runs.ts';
import { type BenchTask, kernelsOf, taskLabel } from './tasks.ts';

/** Measures the tasks with the harness alone: no Python is needed. */
export async function measureAlone(
  pkg: SmokePackage,
  tasks: readonly BenchTask[],
  request: BenchRequest,
  context: MeasureContext,
): Promise<BenchMeasured> {
  return withBenchMeter(pkg, tasks, DEFAULT_TIMING, request, context, async (meter) => {
    const bandwidth = await meter.measureCopy();
    const peaks = bandwidth === undefined ? undefined : { bandwidth, matrix: {} };
    const { calls, notes } = await measureTasks(tasks, meter.measure, context);
    const runs = [...calls].map(([task, call]) => runOf(task, outcomeOf(call), peaks));
    return { device: meter.device, versions: undefined, peaks, runs, launches: [], notes };
  });
}

function outcomeOf({ result }: MeasuredCall): BenchOutcome {
  if (result.kind === 'fault')
    return { ...NOTHING_MEASURED, faults: { package: result.fault.message } };
  return {
    ...NOTHING_MEASURED,
    rounds: { package: [result.microseconds] },
    first: result.first === undefined ? {} : { package: result.first },
  };
}

/** Calls `body` with a meter for the kernels of the tasks, in a group of the log. */
export function withBenchMeter<T>(
  pkg: SmokePackage,
  tasks: readonly BenchTask[],
  timing: TimingSettings,
  request: BenchRequest,
  context: MeasureContext,
  body: (meter: HostMeter) => Promise<T>,
): Promise<T> {
  return withMeter(pkg, kernelsOf(tasks), { ...request, timing }, context, (meter) => {
    const { name, uuid } = meter.device;
    return context.log.group(
      `Measure on ${name} (${uuid})`,
      () => body(meter),
      () => [tasks.length, 'measurement'],
    );
  });
}

type MeasureCases<Time> = (
  kernel: BenchTask['kernel'],
  algo: number,
  cases: readonly BenchTask['case'][],
) => Promise<readonly MeasuredCall<Time>[]>;

/** Measures each algo of each kernel in a process of its own. Returns what ran, in the tasks' order. */
export async function measureTasks<Time = CallTime>(
  tasks: readonly BenchTask[],
  measure: MeasureCases<Time>,
  { log }: Pick<MeasureContext, 'log'>,
): Promise<{
  readonly calls: ReadonlyMap<BenchTask, MeasuredCall<Time>>;
  /** What did not run, since the package has no code for it. */
  readonly notes: readonly string[];
}> {
  const found = new Map<BenchTask, MeasuredCall<Time>>();
  for (const group of algosOf(tasks)) {
    const [first] = group;
    if (first === undefined) continue;
    const calls = await measure(
      first.kernel,
      first.algo,
      group.map((task) => task.case),
    );
    for (const [index, call] of calls.entries()) {
      const task = group[index];
      if (task !== undefined) found.set(task, call);
    }
    log.progress(found.size, tasks.length, `${first.kernel.name} [algo ${first.algo}]`);
  }
  const results = tasks.flatMap((task) => {
    const call = found.get(task);
    return call === undefined ? [] : [{ task, call }];
  });
  const ran = results.filter(({ call }) => call.variant !== undefined);
  const notes = results.flatMap(({ task, call: { variant, result } }) =>
    variant === undefined && result.kind === 'fault'
      ? [`${taskLabel(task)} was not measured: ${result.fault.message}`]
      : [],
  );
  return { calls: new Map(ran.map(({ task, call }) => [task, call])), notes };
}

/** The tasks of each algo of each kernel. */
function algosOf(tasks: readonly BenchTask[]): readonly (readonly BenchTask[])[] {
  const groups = new Map<string, BenchTask[]>();
  for (const task of tasks) {
    const key = `${task.kernel.name} ${task.algo}`;
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

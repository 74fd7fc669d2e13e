import { groupBy } from '../../base/groups.ts';
import type { MeasureContext } from '../measure/device.ts';
import { DEFAULT_TIMING, type MeasuredCall, type Meter, withMeter } from '../measure/meter.ts';
import type { SmokePackage } from '../../package/cases.ts';
import type { BenchRequest } from './request.ts';
import type { BenchMeasured } from './result.ts';
import { NOTHING_MEASURED } from './run-worker.ts';
import type { BenchOutcome } from './wire.ts';
import { runOf } from './runs.ts';
import { type BenchTask, kernelsOf, taskLabel } from './tasks.ts';

/** Measures the tasks with the harness: no Python is needed. */
export async function measurePackageCalls(
  pkg: SmokePackage,
  tasks: readonly BenchTask[],
  request: BenchRequest,
  context: MeasureContext,
): Promise<BenchMeasured> {
  const settings = { ...request, timing: DEFAULT_TIMING };
  return withMeter(pkg, kernelsOf(tasks), settings, context, async (meter) => {
    const { device } = meter;
    const calls = await context.log.group(
      `Measure on ${device.name} (${device.uuid})`,
      () => measureTasks(tasks, meter, context),
      () => [tasks.length, 'measurement'],
    );
    const results = tasks.flatMap((task) => {
      const call = calls.get(task);
      return call === undefined ? [] : [{ task, call }];
    });
    const ran = results.filter(({ call }) => call.variant !== undefined);
    const runs = ran.map(({ task, call }) => runOf(task, outcomeOf(call)));
    // The package has no code for the others.
    const notes = results.flatMap(({ task, call: { variant, result } }) =>
      variant === undefined && result.kind === 'fault'
        ? [`${taskLabel(task)} was not measured: ${result.fault.message}`]
        : [],
    );
    return { device, versions: undefined, runs, notes };
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

/** Measures the tasks of each algo of each kernel together. */
async function measureTasks(
  tasks: readonly BenchTask[],
  meter: Meter,
  { log }: Pick<MeasureContext, 'log'>,
): Promise<ReadonlyMap<BenchTask, MeasuredCall>> {
  const found = new Map<BenchTask, MeasuredCall>();
  const groups = groupBy(tasks, ({ kernel, algo }) => `${kernel.name} [algo ${algo}]`);
  for (const [label, group] of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const cases = group.map((task) => task.case);
    const calls = await meter.measure(first.kernel, first.algo, cases);
    for (const [index, task] of group.entries()) {
      const call = calls[index];
      if (call !== undefined) found.set(task, call);
    }
    log.progress(found.size, tasks.length, label);
  }
  return found;
}

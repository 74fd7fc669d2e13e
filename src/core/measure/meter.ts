import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../base/context.ts';
import { describeTimedCase } from '../harness/case-data.ts';
import { describeDevice, type HarnessDevice } from '../harness/device.ts';
import type { Lease } from '../harness/lease.ts';
import { targetOfRun } from '../harness/needs.ts';
import type { HarnessProblem } from '../harness/problem.ts';
import { runKey, runTasks, type TaskOutcome } from '../harness/run-tasks.ts';
import { testEnvironment } from '../harness/tools.ts';
import type { PackagedKernel, ReadPackage } from '../package/read.ts';
import type { PackagedCase } from '../testdata/document.ts';
import { choicePlanText, type TimingTask, timingPlanText } from './plan-file.ts';
import type { TimingSettings } from './timing.ts';

/** The time of a call by CUDA events. */
export interface CallTime {
  /** The median of all calls, in microseconds. */
  readonly microseconds: number;
  /** The interquartile range, in microseconds. */
  readonly range: number;
  /** How many calls were timed. */
  readonly calls: number;
  /** The lowest and the highest SM clock meanwhile, in MHz; undefined without NVML. */
  readonly clocks: { readonly from: number; readonly to: number } | undefined;
}

/** One case with one algo: how long a call takes, or why it has no time. */
export interface MeasuredCall {
  readonly case: PackagedCase;
  readonly algo: number;
  /** What ran, or was to run; undefined if the package has no code for the call on this GPU. */
  readonly variant: MeasuredVariant | undefined;
  readonly result:
    | ({ readonly kind: 'time' } & CallTime)
    | { readonly kind: 'fault'; readonly fault: HarnessProblem };
}

export interface MeasuredVariant {
  readonly specialisation: number;
  readonly target: string;
  /** The kernel hash. */
  readonly hash: string;
}

/** Times the kernels of a package on a GPU that is locked. */
export interface Meter {
  readonly device: HarnessDevice;
  /** What runs for a case with an algo; undefined if the package has no code for it. */
  readonly variantOf: (
    kernel: PackagedKernel,
    algo: number,
    item: PackagedCase,
  ) => MeasuredVariant | undefined;
  /**
   * Times cases of a kernel with one algo, in a process of its own: a crash or hang is a fault of
   * that algo. After a hang, its other cases are not run. The first call builds the harness.
   */
  readonly measure: (
    kernel: PackagedKernel,
    algo: number,
    cases: readonly PackagedCase[],
  ) => Promise<readonly MeasuredCall[]>;
  /**
   * The algos that the package's own choice takes for cases of a kernel that was measured; undefined
   * for a call without one.
   */
  readonly chosen: (
    kernel: PackagedKernel,
    cases: readonly PackagedCase[],
  ) => Promise<readonly (number | undefined)[]>;
}

/** What a meter uses. */
export interface MeterSettings {
  readonly timing: TimingSettings;
  /** Seconds that the timing of one case with one algo may take. */
  readonly timeout: number;
  readonly pkg: ReadPackage;
  /** Returns the harness, which has the kernels that are measured. */
  readonly build: () => Promise<string>;
  /** A folder for plans and data, which is created. */
  readonly folder: string;
}

/** Returns a meter for a GPU that is locked already. */
export function meterOn(
  lease: Pick<Lease, 'device' | 'driver'>,
  { pkg, build, folder, ...settings }: MeterSettings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Meter {
  const data = join(folder, 'data');
  const described = new Map<PackagedCase, readonly string[]>();
  const linesOf = async (item: PackagedCase): Promise<readonly string[]> => {
    const known = described.get(item);
    if (known !== undefined) return known;
    await mkdir(data, { recursive: true });
    const prefix = join(data, `case${described.size}`);
    const lines = await describeTimedCase(item, prefix, (file) =>
      readFileSync(join(pkg.folder, file)),
    );
    described.set(item, lines);
    return lines;
  };
  const processSettings = async () => ({
    argv: [await build()],
    env: testEnvironment(context.env, [lease.device.uuid]),
    signal: context.signal,
    folder,
    limit: settings.timeout * 1000,
    maxTimeouts: 1,
  });
  return {
    device: describeDevice(lease),
    variantOf: (kernel, algo, item) => callOf(kernel, algo, item, lease.device).variant,
    async measure(kernel, algo, cases) {
      const calls = cases.map((item) => callOf(kernel, algo, item, lease.device));
      const tasks: TimingTask[] = [];
      for (const [id, { item, run, variant }] of calls.entries())
        if (variant !== undefined)
          tasks.push({
            id,
            key: runKey(id),
            lines: await linesOf(item),
            misaligned: run.misaligned,
          });
      const outcomes = await runTasks(tasks, {
        ...(await processSettings()),
        plan: (left) => timingPlanText(kernel.name, algo, left, settings.timing),
      });
      const byId = new Map([...outcomes].map(([{ id }, outcome]) => [id, outcome]));
      return calls.map(({ item, variant, obstacle }, id) => ({
        case: item,
        algo,
        variant,
        result: resultOf(byId.get(id), obstacle),
      }));
    },
    async chosen(kernel, cases) {
      const tasks: TimingTask[] = [];
      for (const [id, item] of cases.entries())
        tasks.push({ id, key: runKey(id), lines: await linesOf(item), misaligned: [] });
      const outcomes = await runTasks(tasks, {
        ...(await processSettings()),
        plan: (left) => choicePlanText(kernel.name, left),
      });
      return tasks.map((task) => outcomes.get(task)?.chosen);
    },
  };
}

type Run = Pick<PackagedCase['runs'][number], 'specialisation' | 'misaligned'>;

/** A call to time: the specialisation that it takes and the variant that runs. */
interface TimedCall {
  readonly item: PackagedCase;
  readonly run: Run;
  readonly variant: MeasuredVariant | undefined;
  /** Why there is no variant. */
  readonly obstacle: string;
}

/** The call of a case with an algo, with aligned pointers if any specialisation takes these. */
function callOf(
  kernel: PackagedKernel,
  algo: number,
  item: PackagedCase,
  capability: { readonly major: number; readonly minor: number },
): TimedCall {
  const [run] = item.runs
    .filter(({ algos }) => algos?.includes(algo) ?? true)
    .toSorted((a, b) => a.misaligned.length - b.misaligned.length);
  if (run === undefined) {
    const none = { specialisation: 0, misaligned: [] };
    const obstacle = `algo ${algo} refuses the call`;
    return { item, run: none, variant: undefined, obstacle };
  }
  const { specialisation } = run;
  const target = targetOfRun(kernel, { algo, specialisation }, capability)?.name;
  const found = kernel.variants.find(
    (each) =>
      each.algo === algo && each.specialisation === specialisation && each.target === target,
  );
  const variant =
    found === undefined ? undefined : { specialisation, target: found.target, hash: found.hash };
  const { major, minor } = capability;
  const obstacle = `algo ${algo} has no cubin for compute capability ${major}.${minor}`;
  return { item, run, variant, obstacle };
}

function resultOf(outcome: TaskOutcome | undefined, obstacle: string): MeasuredCall['result'] {
  if (outcome === undefined) return { kind: 'fault', fault: { kind: 'launch', message: obstacle } };
  const { problems, microseconds, range, calls, clocks } = outcome;
  const [fault] = problems;
  if (fault !== undefined) return { kind: 'fault', fault };
  // A time of 0 is below the resolution of the events: nothing ran.
  if (microseconds === undefined || microseconds <= 0)
    return { kind: 'fault', fault: { kind: 'execution', message: 'the call took no time' } };
  return { kind: 'time', microseconds, range: range ?? 0, calls: calls ?? 0, clocks };
}

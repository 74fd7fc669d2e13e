import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import type { TestPrograms } from '../harness/build-harness.ts';
import { describeTimedCase } from '../harness/case-data.ts';
import { describeDevice, type HarnessDevice } from '../harness/choose-gpu.ts';
import type { Lease } from '../harness/lease.ts';
import type { HarnessProblem } from '../harness/run-program.ts';
import { type HarnessTask, runKey, runTasks, type TaskOutcome } from '../harness/run-tasks.ts';
import { testEnvironment } from '../harness/tools.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import type { PackagedCase } from '../../manifest/values/document.ts';
import {
  choicePlanText,
  copyPlanText,
  type TimedStep,
  timingPlanText,
  type TimingTask,
} from './plan-file.ts';
import { type MeasuredVariant, timedCall } from './timed-call.ts';
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
  /**
   * If this was the first call of the algo in its process: the time from the call to its end on the
   * GPU, in microseconds.
   */
  readonly first?: number | undefined;
}

/** The time of a call on the CPU, in nanoseconds: one number for each round. */
export interface HostTime extends Pick<CallTime, 'first'> {
  readonly package: readonly number[];
  /** The same launch by the driver alone, in turns with the package; empty if that is impossible. */
  readonly driver: readonly number[];
  /** Why it is impossible. */
  readonly note: string | undefined;
}

/** One case with one algo: how long a call takes, or why it has no time. */
export interface MeasuredCall<Time = CallTime> {
  readonly case: PackagedCase;
  readonly algo: number;
  /** What ran, or was to run; undefined if the package has no code for the call on this GPU. */
  readonly variant: MeasuredVariant | undefined;
  readonly result:
    | ({ readonly kind: 'time' } & Time)
    | { readonly kind: 'fault'; readonly fault: HarnessProblem };
}

type Measure<Time> = (
  kernel: PackagedKernel,
  algo: number,
  cases: readonly PackagedCase[],
) => Promise<readonly MeasuredCall<Time>[]>;

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
  readonly measure: Measure<CallTime>;
  /**
   * The algos that the package chooses for cases of a kernel that has a choice; undefined for a call
   * for which it chooses none.
   */
  readonly chosen: (
    kernel: PackagedKernel,
    cases: readonly PackagedCase[],
  ) => Promise<readonly (number | undefined)[]>;
}

/** Also times what calls are compared with. */
export interface HostMeter extends Meter {
  /** As `measure`, for the time of a call on the CPU. */
  readonly measureHost: Measure<HostTime>;
  /** The bytes that a large copy reads and writes in a second; undefined if it fails. */
  readonly measureCopy: () => Promise<number | undefined>;
}

/** Bytes of a copy: more than any cache, and so long that its start does not count. */
export const COPY_BYTES = 512 * 2 ** 20;

type Runner = <Task extends HarnessTask>(
  tasks: readonly Task[],
  plan: (left: readonly Task[]) => string,
) => Promise<ReadonlyMap<Task, TaskOutcome>>;

/** Returns what runs tasks in the harness, which the first tasks build. */
function runnerOf(
  { build, lease: { device }, folder, timeout }: MeterSettings,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): Runner {
  let built: ReturnType<MeterSettings['build']> | undefined;
  return async (tasks, plan) => {
    if (tasks.length === 0) return new Map();
    built ??= build();
    const { harness = '' } = await built;
    return runTasks(tasks, {
      argv: [harness],
      env: testEnvironment(env, [device.uuid]),
      signal,
      folder,
      limit: timeout * 1000,
      maxTimeouts: 1,
      plan,
    });
  };
}

/** What a meter uses. */
export interface MeterSettings {
  readonly pkg: ReadPackage;
  /** The GPU, which is locked. */
  readonly lease: Pick<Lease, 'device' | 'driver'>;
  /** Builds the harness, which has the kernels that are measured. */
  readonly build: () => Promise<Pick<TestPrograms, 'harness'>>;
  /** A folder for plans and data, which exists. */
  readonly folder: string;
  readonly timing: TimingSettings;
  /** Seconds that the timing of one case with one algo may take. */
  readonly timeout: number;
}

/** Returns a meter for a GPU that is locked. `any` is one of the kernels that are measured. */
export function meterOn(
  any: PackagedKernel | undefined,
  settings: MeterSettings,
  context: Pick<RunContext, 'env' | 'signal'>,
): HostMeter {
  const { pkg, lease, folder, timing } = settings;
  const run = runnerOf(settings, context);
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
  const timed =
    <Time>(step: TimedStep, timeOf: (outcome: TaskOutcome) => Time | undefined): Measure<Time> =>
    async (kernel, algo, cases) => {
      const calls = cases.map((item) => timedCall(kernel, algo, item, lease.device));
      const tasks: TimingTask[] = [];
      for (const [id, { item, run: own, variant }] of calls.entries()) {
        if (variant === undefined) continue;
        const lines = await linesOf(item);
        tasks.push({ id, key: runKey(id), lines, misaligned: own.misaligned });
      }
      const outcomes = await run(tasks, (left) =>
        timingPlanText(kernel.name, algo, left, timing, step),
      );
      const byId = new Map([...outcomes].map(([{ id }, outcome]) => [id, outcome]));
      return calls.map(({ item, variant, obstacle }, id) => ({
        case: item,
        algo,
        variant,
        result: resultOf(byId.get(id), obstacle, timeOf),
      }));
    };
  return {
    device: describeDevice(lease),
    variantOf: (kernel, algo, item) => timedCall(kernel, algo, item, lease.device).variant,
    measure: timed('time', callTimeOf),
    measureHost: timed('launch', hostTimeOf),
    async chosen(kernel, cases) {
      const tasks: TimingTask[] = [];
      for (const [id, item] of cases.entries())
        tasks.push({ id, key: runKey(id), lines: await linesOf(item), misaligned: [] });
      const outcomes = await run(tasks, (left) => choicePlanText(kernel.name, left));
      return tasks.map((task) => outcomes.get(task)?.chosen);
    },
    async measureCopy() {
      const task = { key: runKey(0) };
      const outcomes = await run([task], () => copyPlanText(any?.name ?? '', 0, COPY_BYTES));
      const time = outcomes.get(task)?.microseconds;
      return time === undefined || time <= 0 ? undefined : (2 * COPY_BYTES) / (time / 1e6);
    },
  };
}

function resultOf<Time>(
  outcome: TaskOutcome | undefined,
  obstacle: string,
  timeOf: (outcome: TaskOutcome) => Time | undefined,
): MeasuredCall<Time>['result'] {
  if (outcome === undefined) return { kind: 'fault', fault: { kind: 'launch', message: obstacle } };
  const [fault] = outcome.problems;
  if (fault !== undefined) return { kind: 'fault', fault };
  const time = timeOf(outcome);
  return time === undefined
    ? { kind: 'fault', fault: { kind: 'execution', message: 'the call took no time' } }
    : { kind: 'time', ...time };
}

/** A time of 0 is below the resolution of the events: nothing ran. */
function callTimeOf(outcome: TaskOutcome): CallTime | undefined {
  const { microseconds, range, calls, clocks, first } = outcome;
  if (microseconds === undefined || microseconds <= 0) return undefined;
  return { microseconds, range: range ?? 0, calls: calls ?? 0, clocks, first };
}

function hostTimeOf({ host, first, note }: TaskOutcome): HostTime | undefined {
  return host === undefined ? undefined : { ...host, first, note };
}

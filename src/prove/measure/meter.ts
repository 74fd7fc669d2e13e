import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { makeFolder } from '../../base/files.ts';
import { buildTestPrograms, type TestPrograms } from '../harness/build-harness.ts';
import { describeTimedCase } from '../harness/case-data.ts';
import { describeDevice, type HarnessDevice } from '../harness/choose-gpu.ts';
import type { Lease } from '../harness/lease.ts';
import type { HarnessProblem } from '../harness/problem.ts';
import { kernelOn } from '../harness/needs.ts';
import { type HarnessTask, runKey, runTasks, type TaskOutcome } from '../harness/run-tasks.ts';
import { testEnvironment } from '../harness/vendor.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import type { PackagedCase } from '../../manifest/cases/packaged.ts';
import {
  type DeviceSettings,
  largestCase,
  type MeasureContext,
  type MeasuredKernel,
  withDevice,
} from './device.ts';
import { type MeasuredVariant, timedCall } from './timed-call.ts';

/** Says how long and how exactly calls are timed. */
interface TimingSettings {
  /** Milliseconds for each case with each algo. */
  readonly milliseconds: number;
  /**
   * The error of the median, as a share of it, that ends the timing earlier: with a probability of
   * 95 %, the true median is that close.
   */
  readonly precision: number;
  /** True if the L2 cache is flushed before every call. */
  readonly flush: boolean;
}

export const DEFAULT_TIMING: TimingSettings = { milliseconds: 500, precision: 0.01, flush: true };

/** Bytes of GPU memory for flushing the L2 cache: twice that of a large GPU. */
export const FLUSH_BYTES = 512 * 2 ** 20;

/** The time of a call by CUDA events. */
export interface CallTime {
  /** The median of all calls, in microseconds. */
  readonly microseconds: number;
  /** The interquartile range, in microseconds. */
  readonly range: number;
  /** The number of timed calls. */
  readonly calls: number;
  /** The lowest and the highest SM clock during the calls, in MHz; undefined without NVML. */
  readonly clocks: { readonly from: number; readonly to: number } | undefined;
  /**
   * If this was the first call of the algo in its process: the time from the call to its end on the
   * GPU, in microseconds.
   */
  readonly first?: number | undefined;
}

/** One case with one algo: the time of a call, or the reason that it has no time. */
export interface MeasuredCall {
  readonly case: PackagedCase;
  readonly algo: number;
  /** The variant of the call; undefined if the package has no code for the call on this GPU. */
  readonly variant: MeasuredVariant | undefined;
  readonly result:
    | ({ readonly kind: 'time' } & CallTime)
    | { readonly kind: 'fault'; readonly fault: HarnessProblem };
}

/** Times the kernels of a package on a GPU that is locked. */
export interface Meter {
  readonly device: HarnessDevice;
  /** The variant that runs for a case with an algo; undefined if the package has no code for it. */
  readonly variantOf: (
    kernel: PackagedKernel,
    algo: number,
    item: PackagedCase,
  ) => MeasuredVariant | undefined;
  /**
   * Times cases of a kernel with one algo, in a separate process: a crash or hang is a fault of that
   * algo. After a hang, its other cases are not run. The first call builds the harness.
   */
  readonly measure: (
    kernel: PackagedKernel,
    algo: number,
    cases: readonly PackagedCase[],
  ) => Promise<readonly MeasuredCall[]>;
  /**
   * The algos that the package chooses for cases of a kernel that has a choice; undefined for a call
   * for which it chooses none.
   */
  readonly chosen: (
    kernel: PackagedKernel,
    cases: readonly PackagedCase[],
  ) => Promise<readonly (number | undefined)[]>;
}

export interface MeasureSettings extends DeviceSettings {
  readonly timing: TimingSettings;
  /** Seconds that the timing of one case with one algo may take. */
  readonly timeout: number;
}

/**
 * Locks a GPU, and calls `body` with a meter that times kernels of a package on it. Afterwards,
 * nothing of it is left.
 * @throws {Failure} `no-gpu` if there is no usable GPU, `environment` if the package does not
 * compile.
 */
export async function withMeter<T>(
  pkg: ReadPackage,
  measured: readonly MeasuredKernel[],
  settings: MeasureSettings,
  context: MeasureContext,
  body: (meter: Meter) => Promise<T>,
): Promise<T> {
  const bytes = largestCase(measured) + FLUSH_BYTES;
  return withDevice({ pkg, measured, bytes }, settings, context, ({ lease, tools }) => {
    const { vendor } = tools;
    const called = measured.flatMap(({ kernel }) => kernelOn(kernel, vendor) ?? []);
    const contents = { called, compiled: called.map(({ name }) => name), ownTests: new Map() };
    const build = (): Promise<TestPrograms> =>
      context.log.group('Build the harness', () =>
        buildTestPrograms(pkg, contents, tools, context),
      );
    const { timing, timeout } = settings;
    return body(meterOn({ pkg, lease, build, folder: tools.folder, timing, timeout }, context));
  });
}

/** The settings of a meter. */
interface MeterSettings extends Pick<MeasureSettings, 'timing' | 'timeout'> {
  readonly pkg: ReadPackage;
  /** The GPU, which is locked. */
  readonly lease: Pick<Lease, 'device' | 'driver'>;
  /** Builds the harness, which has the kernels that are measured. */
  readonly build: () => Promise<Pick<TestPrograms, 'harness'>>;
  /** A folder for plans and data, which exists. */
  readonly folder: string;
}

/** Returns a meter for a GPU that is locked. */
export function meterOn(
  { pkg, lease: { device, driver }, build, folder, timing, timeout }: MeterSettings,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): Meter {
  let built: ReturnType<MeterSettings['build']> | undefined;
  const run = async (
    tasks: readonly TimingTask[],
    plan: (remaining: readonly TimingTask[]) => string,
  ): Promise<ReadonlyMap<TimingTask, TaskOutcome>> => {
    if (tasks.length === 0) return new Map();
    built ??= build();
    const { harness = '' } = await built;
    return runTasks(tasks, {
      argv: [harness],
      env: testEnvironment(env, [device]),
      signal,
      folder,
      limit: timeout * 1000,
      maxTimeouts: 1,
      plan,
    });
  };
  const data = join(folder, 'data');
  const described = new Map<PackagedCase, readonly string[]>();
  const linesOf = async (item: PackagedCase): Promise<readonly string[]> => {
    const known = described.get(item);
    if (known !== undefined) return known;
    await makeFolder(data);
    const prefix = join(data, `case${described.size}`);
    const lines = await describeTimedCase(item, prefix, (file) =>
      readFileSync(join(pkg.folder, file)),
    );
    described.set(item, lines);
    return lines;
  };
  return {
    device: describeDevice({ device, driver }),
    variantOf: (kernel, algo, item) => timedCall(kernel, algo, item, device).variant,
    async measure(kernel, algo, cases) {
      const calls = cases.map((item) => timedCall(kernel, algo, item, device));
      const tasks: TimingTask[] = [];
      for (const [id, { item, run: own, variant }] of calls.entries()) {
        if (variant === undefined) continue;
        const lines = await linesOf(item);
        tasks.push({ id, key: runKey(id), lines, offsets: own.offsets });
      }
      const outcomes = await run(tasks, (remaining) =>
        timingPlanText(kernel.name, algo, remaining, timing),
      );
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
        tasks.push({ id, key: runKey(id), lines: await linesOf(item), offsets: {} });
      const outcomes = await run(tasks, (remaining) =>
        planText([`kernel ${kernel.name}`], remaining, ({ id }) => `choose ${id}`),
      );
      return tasks.map((task) => outcomes.get(task)?.chosen);
    },
  };
}

function resultOf(outcome: TaskOutcome | undefined, obstacle: string): MeasuredCall['result'] {
  if (outcome === undefined) return { kind: 'fault', fault: { kind: 'launch', message: obstacle } };
  const { problems, microseconds, range, calls, clocks, first } = outcome;
  const [fault] = problems;
  if (fault !== undefined) return { kind: 'fault', fault };
  // A time of 0 is below the resolution of the events: nothing ran.
  if (microseconds === undefined || microseconds <= 0)
    return { kind: 'fault', fault: { kind: 'execution', message: 'the call took no time' } };
  return { kind: 'time', microseconds, range: range ?? 0, calls: calls ?? 0, clocks, first };
}

/** A case to time with an algo. */
interface TimingTask extends HarnessTask {
  readonly id: number;
  /** The lines of the plan file that describe the case. */
  readonly lines: readonly string[];
  readonly offsets: Readonly<Record<string, number>>;
}

/** Returns the plan file of a process that times cases with one algo. */
function timingPlanText(
  kernel: string,
  algo: number,
  tasks: readonly TimingTask[],
  { milliseconds, precision, flush }: TimingSettings,
): string {
  return planText(
    [`kernel ${kernel}`, `timing ${milliseconds} ${precision} ${flush ? 1 : 0}`],
    tasks,
    ({ id, offsets }) => ['time', id, algo, ...Object.entries(offsets).flat()].join(' '),
  );
}

function planText(
  head: readonly string[],
  tasks: readonly TimingTask[],
  step: (task: TimingTask) => string,
): string {
  const lines = [
    ...head,
    ...tasks.flatMap((task) => [`case ${task.id}`, ...task.lines, step(task)]),
    'end',
  ];
  return `${lines.join('\n')}\n`;
}

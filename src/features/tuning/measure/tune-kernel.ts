import type { HarnessDevice } from '../../../prove/harness/choose-gpu.ts';
import type { Path } from '../../../base/errors.ts';
import { plural } from '../../../base/text.ts';
import type { PackagedKernel } from '../../../package/read.ts';
import { canBeTimed, type KernelCases } from '../../../manifest/cases/packaged.ts';
import { readTuning, type Score, type TunedKernel, writeTuning } from '../file.ts';
import type { MeasureContext } from '../../../prove/measure/device.ts';
import type { CallTime, MeasuredCall, Meter } from '../../../prove/measure/meter.ts';
import {
  entryOf,
  earlierScore,
  scoreOf,
  tuningSizes,
  type TuningSize,
  withEntry,
} from './scores.ts';

/** A kernel to measure. */
export interface TuneSubject {
  readonly kernel: PackagedKernel;
  readonly sizes: readonly TuningSize[];
  readonly algos: readonly number[];
  readonly key: readonly string[] | undefined;
}

/**
 * Returns what there is to measure of a kernel, with further cases or without. Only tested algos reach
 * the cases of the test.
 */
export function subjectOf(
  kernel: PackagedKernel,
  item: KernelCases,
  further: KernelCases['proposed'] = [],
): TuneSubject {
  return {
    kernel,
    sizes: tuningSizes(kernel, [...(item.timed ?? item.cases.filter(canBeTimed)), ...further]),
    algos: item.timed === undefined ? item.algos : [...kernel.algos.keys()],
    key: item.key,
  };
}

/** The scores of a kernel, new ones and those that the file had. */
export interface TuneKernelResult {
  readonly kernel: string;
  readonly sizes: readonly TuneSizeResult[];
  /** The numbers of new scores, and of those that the file had. */
  readonly measured: number;
  readonly kept: number;
}

export interface TuneSizeResult {
  /** The case's name, and its path in the manifest. */
  readonly case: string;
  readonly path: Path;
  /** In the order of the algos. Those without code for the GPU have none. */
  readonly scores: readonly Score[];
  /** The bytes that a call moves and the operations it computes, if the manifest says. */
  readonly bytes: number | undefined;
  readonly flops: number | undefined;
}

/** The scores of a package, new ones and those that the file had. */
export interface TuneResult {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
  readonly device: HarnessDevice;
  /** The tuning file. */
  readonly file: string;
  readonly kernels: readonly TuneKernelResult[];
  /** Kernels without cases, and those without code for GPUs of this vendor. */
  readonly untuned: readonly string[];
  readonly seconds: number;
}

/** Measures what the file does not have of a kernel, and writes it after every algo. */
export async function measureKernel(
  { kernel, sizes, algos, key }: TuneSubject,
  meter: Meter,
  triton: string,
  { file, again }: { readonly file: string; readonly again: boolean },
  context: MeasureContext,
  onAlgo: (algo: number) => void,
): Promise<TuneKernelResult> {
  const { device } = meter;
  const old = entryOf((await readTuning(file)) ?? [], kernel.name, device);
  const earlier = old?.device.driver === device.driver && old.triton === triton ? old : undefined;
  let clocks = earlier?.device.clocks;
  const scores = new Map(
    sizes.map((size) => {
      const kept = [...kernel.algos.keys()].flatMap((algo): readonly Score[] => {
        const variant = meter.variantOf(kernel, algo, size.case);
        if (variant === undefined || (again && algos.includes(algo))) return [];
        const score = earlierScore(earlier, size, algo, variant);
        return score === undefined ? [] : [score];
      });
      return [size, new Map(kept.map((score) => [score.algo, score]))] as const;
    }),
  );
  const kept = countOf(scores);
  const save = async (): Promise<void> => {
    const { name, capability, multiprocessors, driver } = device;
    const entry: TunedKernel = {
      kernel: kernel.name,
      device: {
        name,
        capability,
        multiprocessors,
        driver,
        ...(clocks !== undefined && { clocks }),
      },
      triton,
      ...(key !== undefined && { key: [...key] }),
      sizes: sizes.map((size) => ({ values: size.values, scores: inOrder(scores.get(size)) })),
    };
    // Read again: another process may have measured on another GPU since then.
    await writeTuning(file, withEntry((await readTuning(file)) ?? [], entry));
  };
  for (const algo of algos) {
    const missing = sizes.filter(
      (size) =>
        scores.get(size)?.has(algo) !== true &&
        meter.variantOf(kernel, algo, size.case) !== undefined,
    );
    if (missing.length > 0) {
      const calls = await meter.measure(
        kernel,
        algo,
        missing.map((size) => size.case),
      );
      for (const [index, call] of calls.entries()) {
        const score = scoreOf(call);
        const size = missing[index];
        if (size !== undefined && score !== undefined) scores.get(size)?.set(algo, score);
        if (call.result.kind === 'time') clocks = widened(clocks, call.result.clocks);
      }
      await save();
      warnOfFaults(kernel.name, algo, calls, context);
    }
    onAlgo(algo);
  }
  // Even if nothing was measured: this removes sizes and algos that no longer exist.
  await save();
  return {
    kernel: kernel.name,
    sizes: sizes.map((size) => ({
      case: size.case.name,
      path: size.case.path,
      scores: inOrder(scores.get(size)),
      bytes: size.case.bytes,
      flops: size.case.flops,
    })),
    measured: countOf(scores) - kept,
    kept,
  };
}

type Scores = ReadonlyMap<number, Score>;

function countOf(scores: ReadonlyMap<TuningSize, Scores>): number {
  return [...scores.values()].reduce((sum, own) => sum + own.size, 0);
}

function inOrder(scores: Scores | undefined): Score[] {
  return [...(scores?.values() ?? [])].toSorted((a, b) => a.algo - b.algo);
}

function widened(earlier: CallTime['clocks'], seen: CallTime['clocks']): CallTime['clocks'] {
  if (earlier === undefined || seen === undefined) return earlier ?? seen;
  return { from: Math.min(earlier.from, seen.from), to: Math.max(earlier.to, seen.to) };
}

/** Warns about an algo that has no time for some sizes, with the first reason. */
function warnOfFaults(
  kernel: string,
  algo: number,
  calls: readonly MeasuredCall[],
  { log }: Pick<MeasureContext, 'log'>,
): void {
  const faults = calls.flatMap(({ case: { name }, result }) =>
    result.kind === 'fault' ? [{ name, message: result.fault.message }] : [],
  );
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length === 1 ? '' : ` and ${plural(faults.length - 1, 'more size')}`;
  log.warning({
    message: `${kernel}: algo ${algo} is not measured for ${first.name}${more}: ${first.message}`,
    hint: 'It is never chosen for these sizes.',
  });
}

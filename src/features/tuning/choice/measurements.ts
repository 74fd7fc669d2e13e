import { didYouMean, Problems } from '../../../manifest/problems.ts';
import {
  type Argument,
  hintSetOf,
  integersOf,
  type Kernel,
} from '../../../manifest/terms/kernel.ts';
import { parseCapability, runsOn } from '../../../manifest/terms/target.ts';
import { formatArgumentType, integerRange } from '../../../manifest/terms/types.ts';
import { callClasses, classOf } from './classes.ts';
import type { Measurement } from './choose-algos.ts';
import type { MeasuredSize, TunedKernel } from '../file.ts';
import { type CaseCall, refusalOf } from '../../../manifest/cases/call.ts';
import { evaluateCaseGrid } from '../../../manifest/cases/launches.ts';
import { specialisationFor } from '../../../manifest/cases/specialisations.ts';
import type { Variant } from '../../../plan/variants.ts';

/** The measurements that an entry of a tuning file has for the code of a plan. */
export interface PlannedMeasurements {
  readonly measurements: readonly Measurement[];
  readonly scores: number;
  /** The number of scores of other code than the plan's. */
  readonly outdated: number;
  /** The algos that the device has, but that no score is of. */
  readonly unmeasured: readonly number[];
}

const NOTHING: PlannedMeasurements = { measurements: [], scores: 0, outdated: 0, unmeasured: [] };

/**
 * Reads the measurements of a kernel on one device. Algos are recognised by the hashes of the
 * variants that the device runs, so their numbers can change.
 * @param problems bound to the entry
 */
export function readMeasurements(
  entry: TunedKernel,
  kernel: Kernel,
  variants: readonly Variant[],
  problems: Problems,
): PlannedMeasurements {
  checkEntry(entry, kernel, problems);
  if (!problems.isEmpty) return NOTHING;
  const algos = algosByHash(variants, entry.device.capability);
  // The plan has no code for this device: the entry says nothing about it.
  if (algos.size === 0) return NOTHING;
  const scores = entry.sizes.flatMap((size) => size.scores);
  const measured = new Set(scores.map(({ hash }) => algos.get(hash)));
  const present = [...new Set(algos.values())].toSorted((a, b) => a - b);
  return {
    measurements: entry.sizes.flatMap((size) => measurementOf(entry, size, kernel, algos) ?? []),
    scores: scores.length,
    outdated: scores.filter(({ hash }) => !algos.has(hash)).length,
    unmeasured: present.filter((algo) => !measured.has(algo)),
  };
}

/** Formats as `M = 16, N = 32`. */
function describeValues(values: Iterable<readonly [string, bigint | number | string]>): string {
  return [...values].map(([name, value]) => `${name} = ${value}`).join(', ');
}

/** The algos of the variants that a device runs, by kernel hash. Of equal configs, the first. */
function algosByHash(
  variants: readonly Variant[],
  capability: string,
): ReadonlyMap<string, number> {
  const version = parseCapability(capability);
  const nearest = new Map<string, Variant>();
  for (const variant of variants.filter(({ target }) => runsOn(target, version))) {
    const row = `${variant.config} ${variant.specialisation}`;
    const other = nearest.get(row);
    if (other === undefined || variant.target.arch > other.target.arch) nearest.set(row, variant);
  }
  const sorted = [...nearest.values()].toSorted((a, b) => b.config - a.config);
  return new Map(sorted.map(({ hash, config }) => [hash, config]));
}

/** Returns undefined if no algo of the plan has a time. */
function measurementOf(
  { device, key }: TunedKernel,
  { values, scores }: MeasuredSize,
  kernel: Kernel,
  algos: ReadonlyMap<string, number>,
): Measurement | undefined {
  const times = new Map<number, number>();
  const failed = new Set<number>();
  for (const { hash, microseconds, fault } of scores) {
    const algo = algos.get(hash);
    if (algo === undefined) continue;
    if (microseconds !== undefined)
      times.set(algo, Math.min(microseconds, times.get(algo) ?? microseconds));
    // A call that is refused does no harm: the C code falls back to another algo.
    else if (!/refuse/i.test(fault ?? '')) failed.add(algo);
  }
  if (times.size === 0) return undefined;
  const integers = new Map(Object.entries(values).map(([name, each]) => [name, BigInt(each)]));
  const call = callWith(integers);
  const [first = 0] = algos.values();
  const reached = specialisationFor(kernel, first, call);
  if (reached < 0) return undefined;
  return {
    device,
    key: kernel.choiceKey ?? key,
    values: integers,
    blocks: blocksOf(kernel, [...algos.values()], call),
    class: classOf(callClasses(kernel), hintSetOf(kernel, reached), integers),
    times,
    failed,
  };
}

/** Returns how many blocks algos launch, for those that do not refuse the call. */
function blocksOf(
  kernel: Kernel,
  algos: readonly number[],
  call: CaseCall,
): ReadonlyMap<number, bigint> {
  return new Map(
    algos.flatMap((algo) => {
      if (refusalOf(kernel, algo, call) !== undefined) return [];
      const named = { ...call, name: '' };
      const grid = evaluateCaseGrid(kernel, algo, named, new Problems());
      return grid === undefined
        ? []
        : [[algo, grid.reduce((all, axis) => all * axis, 1n)] as const];
    }),
  );
}

function callWith(values: ReadonlyMap<string, bigint>): CaseCall {
  const scalars = [...values].map(
    ([name, value]) => [name, { kind: 'integer', value } as const] as const,
  );
  return { scalars: new Map(scalars), buffers: new Map(), views: new Map() };
}

/** Checks that an entry is of this kernel and has a time for every size. */
function checkEntry(entry: TunedKernel, kernel: Kernel, problems: Problems): void {
  const { device, key = [], sizes } = entry;
  if (!/^[\x20-\x7e]+$/.test(device.name))
    problems.at('device', 'name').add(`\`${device.name}\` is not the name of a GPU`);
  const integers = integersOf(kernel);
  const names = integers.map(({ name }) => name);
  const known = new Set([...names, ...kernel.parameters]);
  for (const [index, name] of key.entries()) {
    if (!known.has(name))
      problems.at('key', index).add(`${kernel.name} has no parameter \`${name}\``, OTHER_KERNEL);
  }
  for (const [index, size] of sizes.entries()) {
    const inSize = problems.at('sizes', index);
    for (const name of Object.keys(size.values).filter((each) => !names.includes(each))) {
      const message = `${kernel.name} has no integer parameter \`${name}\`${didYouMean(name, names)}`;
      inSize.at('values', name).add(message, OTHER_KERNEL);
    }
    for (const argument of integers) checkValue(argument, kernel, size, inSize.at('values'));
    if (!size.scores.some(({ microseconds }) => microseconds !== undefined)) {
      const fault = size.scores.find((score) => score.fault !== undefined)?.fault;
      inSize.add(
        `${kernel.name}: no algo has a time for ${describeValues(Object.entries(size.values))} on ${device.name}${fault === undefined ? '' : `: ${fault}`}`,
        'Correct the kernel and run `triton-aot tune` again, or remove this size.',
      );
    }
  }
}

const OTHER_KERNEL =
  'These are measurements of another kernel. Run `triton-aot tune` again, or remove them.';

function checkValue(
  { name, type }: Argument,
  kernel: Kernel,
  { values }: MeasuredSize,
  problems: Problems,
): void {
  const value = values[name];
  if (value === undefined) {
    problems.add(`${kernel.name}: no value for \`${name}\``, OTHER_KERNEL);
    return;
  }
  const range = type.kind === 'scalar' ? integerRange(type.scalar) : undefined;
  const number = BigInt(value);
  if (range === undefined || (range.from <= number && number <= range.to)) return;
  problems
    .at(name)
    .add(`${kernel.name}: \`${name}\` is ${formatArgumentType(type)} and cannot be ${value}`);
}

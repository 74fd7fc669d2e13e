import { groupBy } from '../../../base/groups.ts';
import {
  type AlgoChoice,
  type AlgoTime,
  type ChoiceTable,
  type ClassChoice,
  decide,
  type TunedDevice,
} from './choice.ts';
import { parseCapability } from '../../../manifest/terms/target.ts';
import { fitTimes, type TimedSize } from './time-model.ts';
import { vendorOf, vendors, vendorTerms } from '../../../manifest/terms/vendor.ts';

/** The times of one size on one device, with algos as they are numbered now. */
export interface Measurement {
  readonly device: {
    readonly name: string;
    readonly capability: string;
    readonly multiprocessors: number;
  };
  /** The parameters that the choice may depend on. Default: all. */
  readonly key: readonly string[] | undefined;
  readonly values: ReadonlyMap<string, bigint>;
  /** The number of blocks that each algo launches. One that refuses the call is not among them. */
  readonly blocks: ReadonlyMap<number, bigint>;
  /** The index of the class of the call. */
  readonly class: number;
  /** In microseconds, by algo. */
  readonly times: ReadonlyMap<number, number>;
  /** The algos that failed. Those that only refused the call are not among them. */
  readonly failed: ReadonlySet<number>;
}

/** Ranks code. The first numbers that differ decide, and lower is better. */
export type Cost = readonly number[];

/** Settings that a choice depends on, in addition to the measurements. */
interface ChoiceSettings {
  /** The names of the kernel's integer parameters, in order. */
  readonly parameters: readonly string[];
  /** For each class of calls, the index of its set of hints. */
  readonly classes: readonly { readonly hints: number }[];
  /**
   * Ranks the code of an algo with a set of hints by what the compiler says of it, for GPUs of one
   * compute capability. Undefined: it was not compiled.
   */
  readonly rank: (algo: number, hints: number, capability: string) => Cost | undefined;
}

/**
 * Chooses algos by the measurements of one kernel: for each device that was measured, for each of
 * their compute capabilities or architectures, and for all others. A device that was not measured gets the choice of
 * the one with the most multiprocessors. The result does not depend on the order of the measurements.
 */
export function chooseAlgos(
  measurements: readonly Measurement[],
  settings: ChoiceSettings,
): Omit<AlgoChoice, 'tuning'> {
  const byName = groupBy(measurements.toSorted(bySize), ({ device }) => device.name);
  const names = [...byName.keys()].toSorted();
  const tables = names.map((name) => makeTable(byName.get(name) ?? [], settings));
  const capabilityOf = (table: number): string =>
    byName.get(names[table] ?? '')?.[0]?.device.capability ?? '';
  const devices = names.map((name, table): TunedDevice => {
    const capability = capabilityOf(table);
    return vendorOf(capability) === 'cuda' ? { name, table } : { name, capability, table };
  });
  const ranked = [...names.keys()].toSorted(
    (a, b) =>
      ageOf(capabilityOf(b)) - ageOf(capabilityOf(a)) ||
      (tables[b]?.multiprocessors ?? 0) - (tables[a]?.multiprocessors ?? 0),
  );
  const capabilities = [...new Set(ranked.map(capabilityOf))].toReversed();
  const ofCapability = capabilities.map((capability): TunedDevice => ({
    capability,
    table: ranked.find((table) => capabilityOf(table) === capability) ?? 0,
  }));
  return { devices: [...devices, ...ofCapability, { table: ranked[0] ?? 0 }], tables };
}

/** Higher for newer GPUs, and higher for those of NVIDIA than for all others. */
function ageOf(capability: string): number {
  const vendor = vendorOf(capability);
  const age = vendorTerms.of(vendor).age(parseCapability(capability));
  return age - 0x1_0000 * vendors().indexOf(vendor);
}

/** Returns the algo that is chosen for a measured size on its device. */
export function chosenFor(
  { devices, tables }: Pick<AlgoChoice, 'devices' | 'tables'>,
  measurement: Measurement,
): number {
  const { device } = measurement;
  const own =
    devices.find(({ name }) => name === device.name) ??
    devices.find(({ capability }) => capability === device.capability) ??
    devices.at(-1);
  const table = tables[own?.table ?? 0];
  return table === undefined ? 0 : decideFor(table, measurement);
}

function decideFor(
  table: Pick<ChoiceTable, 'multiprocessors' | 'length' | 'classes'>,
  { values, blocks, class: ofClass }: Measurement,
): number {
  return decide(table, ofClass, {
    valueOf: (name) => values.get(name) ?? 0n,
    blocksOf: (algo) => blocks.get(algo),
  });
}

function bySize(a: Measurement, b: Measurement): number {
  const [one, other] = [a, b].map(({ values }) => [...values].join(' '));
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

function makeTable(
  measurements: readonly Measurement[],
  { parameters, classes, rank }: ChoiceSettings,
): ChoiceTable {
  const { multiprocessors = 1, capability = '' } = measurements[0]?.device ?? {};
  const ofClass = classes.map((_each, index) =>
    measurements.filter((each) => each.class === index),
  );
  const most = ofClass.reduce((one, other) => (other.length > one.length ? other : one));
  const length = lengthOf(most, varyingParameters(measurements, parameters), multiprocessors);
  const fitted = ofClass.map((own) => fitClass(own, length, multiprocessors));
  const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
  const chosen = classes.map(({ hints }, index): ClassChoice => {
    const own = fitted[index] ?? [];
    const sizes = ofClass[index]?.length ?? 0;
    if (own.length > 0) return { sizes, algos: own };
    // The same code, with rows that are aligned in another way.
    const sibling = fitted.find((each, at) => each.length > 0 && classes[at]?.hints === hints);
    if (sibling !== undefined) return { sizes, algos: sibling };
    const best = bestRanked(all, (algo) => rank(algo, hints, capability));
    const others = fitted.find((each) => each.length > 0) ?? [];
    return { sizes, algos: best === undefined ? others : [{ algo: best, ...UNKNOWN }] };
  });
  const table = { multiprocessors, length, classes: chosen };
  const ratios = measurements.map((each) => {
    const time = each.times.get(decideFor(table, each));
    return time === undefined ? Infinity : time / Math.min(...each.times.values());
  });
  const known = ratios.filter(Number.isFinite);
  const mean = known.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, known.length);
  return { ...table, sizes: measurements.length, mean, worst: Math.max(1, ...known) };
}

/** The model of an algo that is the only one. */
const UNKNOWN = { resident: 1, terms: [] };

/** The parameters that the choice may depend on and that have several values. */
function varyingParameters(
  measurements: readonly Measurement[],
  parameters: readonly string[],
): readonly string[] {
  const allowed = new Set(measurements.flatMap(({ key }) => key ?? parameters));
  return parameters.filter(
    (name) =>
      allowed.has(name) && new Set(measurements.map(({ values }) => values.get(name))).size > 1,
  );
}

/**
 * Returns the parameters whose product explains the times best as the length of a block's loop: none,
 * one, or two of them.
 */
function lengthOf(
  measurements: readonly Measurement[],
  key: readonly string[],
  multiprocessors: number,
): readonly string[] {
  const pairs = key.flatMap((one, index) => key.slice(index + 1).map((other) => [one, other]));
  const algos = candidates(measurements);
  let best: { readonly names: readonly string[]; readonly error: number } | undefined;
  for (const names of [[], ...key.map((name) => [name]), ...pairs]) {
    const error = algos.reduce(
      (sum, algo) =>
        sum + fitTimes(timedSizes(measurements, algo, names), multiprocessors, [1]).error,
      0,
    );
    // Fewer names are better if they say as much.
    if (best === undefined || error < best.error * 0.98) best = { names, error };
  }
  return best?.names ?? [];
}

function fitClass(
  measurements: readonly Measurement[],
  length: readonly string[],
  multiprocessors: number,
): readonly AlgoTime[] {
  return candidates(measurements).map((algo) => ({
    algo,
    ...fitTimes(timedSizes(measurements, algo, length), multiprocessors).model,
  }));
}

function timedSizes(
  measurements: readonly Measurement[],
  algo: number,
  length: readonly string[],
): readonly TimedSize[] {
  return measurements.flatMap(({ times, values, blocks }) => {
    const microseconds = times.get(algo);
    if (microseconds === undefined) return [];
    return {
      microseconds,
      blocks: Number(blocks.get(algo) ?? 0n),
      length: length.reduce((product, name) => product * Number(values.get(name) ?? 0n), 1),
      weight: Math.min(...times.values()) / microseconds,
    };
  });
}

/** The algos with times, in ascending order. One that failed for a size counts only if all did. */
function candidates(measurements: readonly Measurement[]): readonly number[] {
  const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
  const reliable = all.filter((algo) => !measurements.some(({ failed }) => failed.has(algo)));
  return (reliable.length > 0 ? reliable : all).toSorted((a, b) => a - b);
}

/** The algo with the lowest rank, and of equal ones the first; undefined if none has a rank. */
function bestRanked(
  algos: readonly number[],
  rank: (algo: number) => Cost | undefined,
): number | undefined {
  let best: { readonly algo: number; readonly cost: Cost } | undefined;
  for (const algo of algos.toSorted((a, b) => a - b)) {
    const cost = rank(algo);
    if (cost !== undefined && (best === undefined || isLower(cost, best.cost)))
      best = { algo, cost };
  }
  return best?.algo;
}

function isLower(one: Cost, other: Cost): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

import { groupBy } from '../../../base/groups.ts';
import {
  type AlgoChoice,
  type AlgoTime,
  type ChoiceTable,
  type ClassChoice,
  decide,
  type TimeTable,
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

function decideFor(table: TimeTable, { values, blocks, class: ofClass }: Measurement): number {
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
  const rows = rowsOf(
    ofClass,
    varyingParameters(measurements, parameters),
    length,
    multiprocessors,
  );
  const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
  const tables = [true, false].map((isWhole): ChoiceTable => {
    const fitted = ofClass.map((own) => fitClass(own, { length, rows }, multiprocessors, isWhole));
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
    const table = { multiprocessors, length, ...(rows !== undefined && { rows }), classes: chosen };
    return { ...table, ...ratiosOf(table, measurements) };
  });
  // Kernels wait for whole blocks, or for the memory, which all blocks share.
  return tables.reduce((best, table) => (table.mean < best.mean ? table : best));
}

/** The ratios of the chosen algos' times to the best times, of those that the chosen algo has a time for. */
function ratiosOf(
  table: TimeTable,
  measurements: readonly Measurement[],
): Pick<ChoiceTable, 'sizes' | 'mean' | 'worst'> {
  const ratios = measurements.map((each) => {
    const time = each.times.get(decideFor(table, each));
    return time === undefined ? Infinity : time / Math.min(...each.times.values());
  });
  const known = ratios.filter(Number.isFinite);
  const mean = sumOf(known) / Math.max(1, known.length);
  return { sizes: measurements.length, mean, worst: Math.max(1, ...known) };
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
        sum +
        fitTimes(timedSizes(measurements, algo, { length: names }), multiprocessors, QUICK).error,
      0,
    );
    // Fewer names are better if they say as much.
    if (best === undefined || error < best.error * 0.98) best = { names, error };
  }
  return best?.names ?? [];
}

/** One form of the model is enough to compare parameters. */
const QUICK = { candidates: [1] };

/** A parameter is the number of shared rows if it leaves at most this part of the errors. */
const FEWER_ERRORS = 0.85;

/** Returns the parameter that explains the times best as the number of rows that all blocks read, if any does. */
function rowsOf(
  ofClass: readonly (readonly Measurement[])[],
  key: readonly string[],
  length: readonly string[],
  multiprocessors: number,
): string | undefined {
  const errorOf = (rows: string | undefined): number =>
    sumOf(
      ofClass.flatMap((own) =>
        candidates(own).map(
          (algo) => fitTimes(timedSizes(own, algo, { length, rows }), multiprocessors, QUICK).error,
        ),
      ),
    );
  let best: { readonly name?: string; readonly error: number } = {
    error: errorOf(undefined) * FEWER_ERRORS,
  };
  for (const name of key.filter((each) => !length.includes(each))) {
    const error = errorOf(name);
    if (error < best.error) best = { name, error };
  }
  return best.name;
}

/** Fits the models of a class. */
function fitClass(
  measurements: readonly Measurement[],
  parameters: TimeParameters,
  multiprocessors: number,
  isWhole: boolean,
): readonly AlgoTime[] {
  return candidates(measurements).map((algo) => ({
    algo,
    ...fitTimes(timedSizes(measurements, algo, parameters), multiprocessors, { isWhole }).model,
  }));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The parameters that times depend on. */
interface TimeParameters {
  readonly length: readonly string[];
  readonly rows?: string | undefined;
}

function timedSizes(
  measurements: readonly Measurement[],
  algo: number,
  { length, rows }: TimeParameters,
): readonly TimedSize[] {
  return measurements.flatMap(({ times, values, blocks }) => {
    const microseconds = times.get(algo);
    if (microseconds === undefined) return [];
    return {
      microseconds,
      blocks: Number(blocks.get(algo) ?? 0n),
      length: length.reduce((product, name) => product * Number(values.get(name) ?? 0n), 1),
      rows: rows === undefined ? undefined : Number(values.get(rows) ?? 0n),
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

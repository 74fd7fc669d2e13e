import { DEFAULT_KEPT, type KeptAlgos } from '../terms/kernel.ts';
import {
  algoOfBlocks,
  blocksValue,
  lowestRatio,
  type Point,
  SPECIALISATION,
  UNMEASURED,
} from './points.ts';
import { smallestSet } from './smallest-set.ts';
import { algosOf, decide, type DecisionTree, fitTree, MAX_COMPARISONS, ratiosOf } from './tree.ts';
import type { AlgoChoice, ChoiceTable, TunedDevice } from './choice.ts';

/** The times of one size on one device, with algos as they are numbered now. */
export interface Measurement {
  readonly device: { readonly name: string; readonly capability: string };
  /** The parameters that the choice may depend on. Default: all. */
  readonly key: readonly string[] | undefined;
  readonly values: ReadonlyMap<string, bigint>;
  /**
   * The number of blocks that each config launches; undefined if that depends on more than the key.
   */
  readonly blocks: ReadonlyMap<number, bigint> | undefined;
  /** True if the call reaches a specialisation with more hints than the last. */
  readonly isHinted: boolean;
  /** In microseconds, by algo. */
  readonly times: ReadonlyMap<number, number>;
  /** The algos that failed. Those that only refused the call are not among them. */
  readonly failed: ReadonlySet<number>;
}

/** A device on which no algo has a time for all sizes with these values. */
interface Hole {
  readonly device: string;
  readonly values: ReadonlyMap<string, bigint>;
}

/** Settings that a choice depends on, in addition to the measurements. */
interface ChoiceSettings {
  /** The names of the kernel's integer parameters, in order. */
  readonly parameters: readonly string[];
  readonly keep: KeptAlgos;
  /** The index of the last specialisation with more hints than the last one of all. */
  readonly lastHinted: number;
}

/**
 * Chooses algos by the measurements of one kernel: for each device that was measured, for each of
 * their compute capabilities, and for all others. The result does not depend on the order of the
 * measurements.
 */
export function chooseAlgos(
  measurements: readonly Measurement[],
  settings: ChoiceSettings,
): { readonly choice: Omit<AlgoChoice, 'tuning'>; readonly holes: readonly Hole[] } {
  const classes = deviceClasses(measurements);
  const holes: Hole[] = [];
  const tables: ChoiceTable[] = [];
  const indices = new Map<string, number>();
  const devices = classes.map(({ name, capability, isMember }): TunedDevice => {
    const own = measurements.filter(isMember);
    const members = [...new Set(own.map(({ device }) => device.name))].toSorted().join('\n');
    let index = indices.get(members);
    if (index === undefined) {
      const made = makeTable(own, settings);
      if (name !== undefined && made.hole !== undefined)
        holes.push({ device: name, values: made.hole });
      index = tables.push(made.table) - 1;
      indices.set(members, index);
    }
    return { name, capability, table: index };
  });
  return { choice: { devices, tables }, holes };
}

/** Returns the algo that is chosen for a measured size on its device. */
export function chosenFor(
  { devices, tables }: Pick<AlgoChoice, 'devices' | 'tables'>,
  { device, values, blocks, isHinted }: Measurement,
  lastHinted: number,
): number {
  const own =
    devices.find(({ name }) => name === device.name) ??
    devices.find(({ capability }) => capability === device.capability) ??
    devices.at(-1);
  const tree = tables[own?.table ?? 0]?.tree ?? { algo: 0 };
  return decide(tree, (name) => {
    if (name === SPECIALISATION) return BigInt(lastHinted + (isHinted ? 0 : 1));
    const algo = algoOfBlocks(name);
    return (algo === undefined ? values.get(name) : blocks?.get(algo)) ?? 0n;
  });
}

interface DeviceClass extends Omit<TunedDevice, 'table'> {
  readonly isMember: (measurement: Measurement) => boolean;
}

function deviceClasses(measurements: readonly Measurement[]): readonly DeviceClass[] {
  const names = new Set(measurements.map(({ device }) => device.name));
  const capabilities = new Set(measurements.map(({ device }) => device.capability));
  return [
    ...[...names].toSorted().map((name): DeviceClass => ({
      name,
      isMember: ({ device }) => device.name === name,
    })),
    ...[...capabilities]
      .toSorted((a, b) => Number(a) - Number(b))
      .map((capability): DeviceClass => ({
        capability,
        isMember: ({ device }) => device.capability === capability,
      })),
    { isMember: () => true },
  ];
}

function makeTable(
  measurements: readonly Measurement[],
  settings: ChoiceSettings,
): { readonly table: ChoiceTable; readonly hole: ReadonlyMap<string, bigint> | undefined } {
  const { keep } = settings;
  const samples = samplesOf(measurements, settings);
  const { points } = samples;
  const algos = candidates(measurements, points);
  const within = keep === 'all' ? DEFAULT_KEPT : keep;
  const fit = (from: readonly number[]) => {
    const kept = keep === 'all' ? from : smallestSet(points, from, within);
    return fitSpecialisations(samples, kept, within, settings.lastHinted);
  };
  let tree = fit(algos);
  // No measured size may get an algo that has no time for it.
  const everywhere = algos.filter((algo) => points.every((point) => isMeasured(point, algo)));
  if (worstOf(tree, samples) >= UNMEASURED && everywhere.length > 0) tree = fit(everywhere);
  const worst = worstOf(tree, samples);
  const table = { algos: algosOf(tree), sizes: measurements.length, worst, tree };
  const unmeasured = points.find((point) => {
    const [ratio = UNMEASURED] = ratiosOf(tree, [point], samples.names);
    return ratio >= UNMEASURED;
  });
  const hole =
    unmeasured &&
    new Map(samples.keys.map((name, index) => [name, unmeasured.values[index] ?? 0n] as const));
  return { table, hole };
}

/** The sizes of a table. */
interface Samples {
  readonly points: readonly Point[];
  /** The names of the points' values. */
  readonly names: readonly string[];
  /** The first of them: the parameters. */
  readonly keys: readonly string[];
}

/**
 * Fits a tree. Calls without hints run other code, so they get a tree of their own if that of the
 * others is bad for them.
 */
function fitSpecialisations(
  { points, names }: Samples,
  algos: readonly number[],
  within: number,
  lastHinted: number,
): DecisionTree {
  // The last value is the specialisation's, and not for comparing sizes.
  const others = names.slice(0, -1);
  const at = names.length - 1;
  const limit = BigInt(lastHinted);
  const isHinted = ({ values }: Point): boolean => (values[at] ?? 0n) <= limit;
  const hinted = points.filter(isHinted);
  const rest = points.filter((point) => !isHinted(point));
  if (hinted.length > 0 && rest.length > 0) {
    const small = fitTree(hinted, others, algos, within, MAX_COMPARISONS - 1).tree;
    const reachable = Math.max(...rest.map((point) => lowestRatio(point, algos)));
    if (Math.max(...ratiosOf(small, rest, others)) > Math.max(within, reachable)) {
      const large = fitTree(rest, others, algos, within, MAX_COMPARISONS - 1).tree;
      return { value: SPECIALISATION, atMost: limit, small, large };
    }
  }
  return fitTree(points, others, algos, within).tree;
}

function worstOf(tree: DecisionTree, { points, names }: Samples): number {
  return Math.max(...ratiosOf(tree, points, names));
}

/** The parameters that the choice may depend on and that have several values. */
function keyOf(
  measurements: readonly Measurement[],
  parameters: readonly string[],
): readonly string[] {
  const keys = measurements.map(({ key }) => key ?? parameters);
  const allowed = new Set(keys.flat());
  return parameters.filter(
    (name) =>
      allowed.has(name) && new Set(measurements.map(({ values }) => values.get(name))).size > 1,
  );
}

/** Groups measurements with the same values. The ratio of a group is the highest of its members. */
function samplesOf(measurements: readonly Measurement[], settings: ChoiceSettings): Samples {
  const keys = keyOf(measurements, settings.parameters);
  const finest = keys.length < 2 ? undefined : finestAlgo(measurements);
  const groups = new Map<string, Measurement[]>();
  for (const each of measurements) {
    const key = [...keys.map((name) => each.values.get(name)), each.isHinted].join();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const algos = new Set(measurements.flatMap(({ times }) => [...times.keys()]));
  const points = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => ({
      values: [
        ...keys.map((name) => members[0]?.values.get(name) ?? 0n),
        ...(finest === undefined ? [] : [members[0]?.blocks?.get(finest) ?? 0n]),
        BigInt(settings.lastHinted + (members[0]?.isHinted === true ? 0 : 1)),
      ],
      ratios: new Map(
        [...algos].map((algo) => [algo, Math.max(...members.map((each) => timeRatio(each, algo)))]),
      ),
    }));
  const blocks = finest === undefined ? [] : [blocksValue(finest)];
  return { points, names: [...keys, ...blocks, SPECIALISATION], keys };
}

/** The algo with the most blocks, whose number tells sizes apart best. Undefined if one has none. */
function finestAlgo(measurements: readonly Measurement[]): number | undefined {
  if (measurements.some(({ blocks }) => blocks === undefined)) return undefined;
  const totals = new Map<number, bigint>();
  for (const { blocks } of measurements)
    for (const [algo, count] of blocks ?? []) totals.set(algo, (totals.get(algo) ?? 0n) + count);
  const [first] = [...totals].toSorted(([a, x], [b, y]) => (x === y ? a - b : x > y ? -1 : 1));
  return first?.[0];
}

function timeRatio({ times }: Measurement, algo: number): number {
  const time = times.get(algo);
  return time === undefined ? UNMEASURED : time / Math.min(...times.values());
}

/** The algos with times. One that failed for a size counts only if there is a hole without it. */
function candidates(
  measurements: readonly Measurement[],
  points: readonly Point[],
): readonly number[] {
  const all = [...new Set(measurements.flatMap(({ times }) => [...times.keys()]))];
  const reliable = all.filter((algo) => !measurements.some(({ failed }) => failed.has(algo)));
  const isEnough = points.every((point) => reliable.some((algo) => isMeasured(point, algo)));
  return isEnough ? reliable : all;
}

function isMeasured({ ratios }: Point, algo: number): boolean {
  return (ratios.get(algo) ?? UNMEASURED) < UNMEASURED;
}

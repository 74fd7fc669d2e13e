import { z } from 'zod';
import { DEFAULT_KEPT, type KeptAlgos } from '../model/kernel.ts';
import { type Point, UNMEASURED } from './points.ts';
import { smallestSet } from './smallest-set.ts';
import { algosOf, decide, type DecisionTree, fitTree } from './tree.ts';

/** How an algo is chosen by the integers of a call and by its device, as measured. */
export interface AlgoChoice {
  /** The SHA-256 of the file with the measurements. */
  readonly tuning: string;
  /** In the order in which a device is looked up. The last one fits every device. */
  readonly devices: readonly TunedDevice[];
  readonly tables: readonly ChoiceTable[];
}

/** The devices of one name, or else of one compute capability, or else any. */
export interface TunedDevice {
  readonly name?: string | undefined;
  /** Such as `9.0`. */
  readonly capability?: string | undefined;
  /** The index of its table. */
  readonly table: number;
}

/** A choice by the integers of a call. */
export interface ChoiceTable {
  /** The algos that it chooses from. */
  readonly algos: readonly number[];
  /** How many sizes it was made from. */
  readonly sizes: number;
  /** The highest ratio of the chosen algo's time to the best time, over these sizes. */
  readonly worst: number;
  readonly tree: DecisionTree;
}

/** The times of one size on one device, with algos as they are numbered now. */
export interface Measurement {
  readonly device: { readonly name: string; readonly capability: string };
  /** The parameters that the choice may depend on. Default: all. */
  readonly key: readonly string[] | undefined;
  readonly values: ReadonlyMap<string, bigint>;
  /** In microseconds, by algo. */
  readonly times: ReadonlyMap<number, number>;
  /** The algos that failed. Those that only refused the call are not among them. */
  readonly failed: ReadonlySet<number>;
}

/** A device on which no algo has a time for all sizes with these values. */
export interface Hole {
  readonly device: string;
  readonly values: ReadonlyMap<string, bigint>;
}

/**
 * Chooses algos by the measurements of one kernel: for each device that was measured, for each of
 * their compute capabilities, and for all others. The result does not depend on the order of the
 * measurements.
 * @param parameters the names of the kernel's integer parameters, in order
 */
export function chooseAlgos(
  measurements: readonly Measurement[],
  parameters: readonly string[],
  keep: KeptAlgos,
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
      const made = makeTable(own, parameters, keep);
      if (name !== undefined && made.hole !== undefined)
        holes.push({ device: name, values: made.hole });
      index = tables.push(made.table) - 1;
      indices.set(members, index);
    }
    return { name, capability, table: index };
  });
  return { choice: { devices, tables }, holes };
}

/** Whether a choice depends on the device. */
export function dependsOnDevice({ tables }: Pick<AlgoChoice, 'tables'>): boolean {
  return new Set(tables.map(({ tree }) => JSON.stringify(treeJson(tree)))).size > 1;
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
  parameters: readonly string[],
  keep: KeptAlgos,
): { readonly table: ChoiceTable; readonly hole: ReadonlyMap<string, bigint> | undefined } {
  const names = keyOf(measurements, parameters);
  const points = pointsOf(measurements, names);
  const algos = candidates(measurements, points);
  const within = keep === 'all' ? DEFAULT_KEPT : keep;
  const fit = (from: readonly number[]) =>
    fitTree(points, names, keep === 'all' ? from : smallestSet(points, from, within), within);
  let { tree, worst } = fit(algos);
  // No measured size may get an algo that has no time for it.
  const everywhere = algos.filter((algo) => points.every((point) => isMeasured(point, algo)));
  if (worst >= UNMEASURED && everywhere.length > 0) ({ tree, worst } = fit(everywhere));
  const table = { algos: algosOf(tree), sizes: measurements.length, worst, tree };
  const valuesOf = ({ values }: Point) =>
    new Map(names.map((name, index) => [name, values[index] ?? 0n] as const));
  const hole = points.find((point) => {
    const values = valuesOf(point);
    return !isMeasured(
      point,
      decide(tree, (name) => values.get(name) ?? 0n),
    );
  });
  return { table, hole: hole && valuesOf(hole) };
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
function pointsOf(
  measurements: readonly Measurement[],
  names: readonly string[],
): readonly Point[] {
  const groups = new Map<string, Measurement[]>();
  for (const each of measurements) {
    const key = names.map((name) => each.values.get(name)).join();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const algos = new Set(measurements.flatMap(({ times }) => [...times.keys()]));
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => ({
      values: names.map((name) => members[0]?.values.get(name) ?? 0n),
      ratios: new Map(
        [...algos].map((algo) => [algo, Math.max(...members.map((each) => timeRatio(each, algo)))]),
      ),
    }));
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

/** A choice as JSON. Thresholds beyond the integers of JavaScript are text. */
export function choiceJson({ tuning, devices, tables }: AlgoChoice): unknown {
  return {
    tuning,
    devices,
    tables: tables.map(({ tree, worst, ...rest }) => ({
      ...rest,
      worst: Number(worst.toFixed(3)),
      tree: treeJson(tree),
    })),
  };
}

function treeJson(tree: DecisionTree): unknown {
  if ('algo' in tree) return tree;
  const { parameter, atMost, small, large } = tree;
  const isExact = Number.isSafeInteger(Number(atMost));
  return {
    parameter,
    atMost: isExact ? Number(atMost) : String(atMost),
    small: treeJson(small),
    large: treeJson(large),
  };
}

const treeSchema: z.ZodType<DecisionTree> = z.lazy(() =>
  z.union([
    z.object({ algo: z.number().int().nonnegative() }),
    z.object({
      parameter: z.string(),
      atMost: z
        .union([z.number().int(), z.string().regex(/^-?\d+$/)])
        .transform((value) => BigInt(value)),
      small: treeSchema,
      large: treeSchema,
    }),
  ]),
);

/** What `choiceJson` writes. */
export const choiceSchema = z.object({
  tuning: z.string(),
  devices: z.array(
    z.object({
      name: z.string().optional(),
      capability: z.string().optional(),
      table: z.number().int().nonnegative(),
    }),
  ),
  tables: z.array(
    z.object({
      algos: z.array(z.number()),
      sizes: z.number(),
      worst: z.number(),
      tree: treeSchema,
    }),
  ),
});

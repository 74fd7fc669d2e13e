import { z } from 'zod';
import { predict, type TimeModel } from './time-model.ts';
import { vendorOf } from '../../../manifest/terms/vendor.ts';
import type { Vendor } from '../../../manifest/terms/vendor-terms.ts';

/** Describes how a config is chosen by the integers of a call and by its device, as measured. */
export interface AlgoChoice {
  /** The SHA-256 of the file with the measurements. */
  readonly tuning: string;
  /** In the order in which a device is looked up. The last one fits every device. */
  readonly devices: readonly TunedDevice[];
  readonly tables: readonly ChoiceTable[];
}

/**
 * The devices of one name, or else of one compute capability or architecture, or else any. Those with a
 * name have both, but for NVIDIA's.
 */
export interface TunedDevice {
  readonly name?: string | undefined;
  /** Such as `9.0`, or the name of an architecture. */
  readonly capability?: string | undefined;
  /** The index of its table. */
  readonly table: number;
}

/** The times that calls on one device are predicted to take. */
export interface ChoiceTable {
  /** The number of multiprocessors of the device. */
  readonly multiprocessors: number;
  /** The parameters whose product is the length of a block's loop. */
  readonly length: readonly string[];
  /** The parameter that is the number of rows that all blocks read, if the times depend on it. */
  readonly rows?: string | undefined;
  /** For each of the kernel's classes of calls. */
  readonly classes: readonly ClassChoice[];
  /** The number of measured sizes. */
  readonly sizes: number;
  /** The ratio of the chosen algo's time to the best time, over these sizes: the mean, and the highest. */
  readonly mean: number;
  readonly worst: number;
}

/** The algos for one class of calls. If it was not measured, the only one is that with the best code. */
export interface ClassChoice {
  /** The number of measured sizes. */
  readonly sizes: number;
  readonly algos: readonly AlgoTime[];
}

/** The model of an algo's times. */
export interface AlgoTime extends TimeModel {
  readonly algo: number;
}

/** What the predicted times of a table depend on. */
export type TimeTable = Pick<ChoiceTable, 'multiprocessors' | 'length' | 'rows' | 'classes'>;

/** Values of a call. */
interface CallValues {
  readonly valueOf: (parameter: string) => bigint;
  /** The number of blocks that an algo launches; undefined if it refuses the call. */
  readonly blocksOf: (algo: number) => bigint | undefined;
}

/**
 * Returns the algo that is predicted to be the fastest for a call of a class, of those that accept the
 * call. Returns the first one if all refuse it, and 0 if there is none.
 */
export function decide(
  { multiprocessors, length, rows, classes }: TimeTable,
  ofClass: number,
  { valueOf, blocksOf }: CallValues,
): number {
  const product = length.reduce((all, name) => all * Number(valueOf(name)), 1);
  const few = rows === undefined ? undefined : Number(valueOf(rows));
  let best: { readonly algo: number; readonly time: number } | undefined;
  const algos = classes[ofClass]?.algos ?? [];
  for (const { algo, ...model } of algos) {
    const blocks = blocksOf(algo);
    if (blocks === undefined) continue;
    const size = { blocks: Number(blocks), length: product, rows: few };
    const time = predict(model, size, multiprocessors);
    if (best === undefined || time < best.time) best = { algo, time };
  }
  return best?.algo ?? algos[0]?.algo ?? 0;
}

/** The algos that a choice can take, in ascending order. */
export function chosenAlgos({ tables }: Pick<AlgoChoice, 'tables'>): readonly number[] {
  const all = tables.flatMap(({ classes }) => classes.flatMap(({ algos }) => algos));
  return [...new Set(all.map(({ algo }) => algo))].toSorted((a, b) => a - b);
}

/**
 * The part of a choice that is for the devices of a vendor; undefined if none of them was measured. Any
 * other device gets the choice for the newest of those that were.
 */
export function choiceFor(choice: AlgoChoice, vendor: Vendor): AlgoChoice | undefined {
  const own = choice.devices
    .slice(0, -1)
    .filter(({ capability = '' }) => vendorOf(capability) === vendor);
  const newest = own.at(-1);
  if (own.length === choice.devices.length - 1) return choice;
  if (newest === undefined) return undefined;
  const devices = [...own, { table: newest.table }];
  const used = [...new Set(devices.map(({ table }) => table))].toSorted((a, b) => a - b);
  return {
    ...choice,
    devices: devices.map((device) => ({ ...device, table: used.indexOf(device.table) })),
    tables: used.flatMap((table) => choice.tables[table] ?? []),
  };
}

/**
 * The part of a kernel's choice in manifest.json that is for the devices of a vendor; undefined if it has
 * none for them.
 */
export function choiceOn(
  { choice }: { readonly choice?: unknown },
  vendor: Vendor,
): AlgoChoice | undefined {
  return choice === undefined ? undefined : choiceFor(choiceSchema.parse(choice), vendor);
}

/** True if a choice depends on the device. */
export function dependsOnDevice({ tables }: Pick<AlgoChoice, 'tables'>): boolean {
  return tables.length > 1;
}

/** A choice as JSON. */
export function choiceJson({ tables, ...rest }: AlgoChoice): unknown {
  return {
    ...rest,
    tables: tables.map(({ mean, worst, ...table }) => ({
      ...table,
      mean: Number(mean.toFixed(3)),
      worst: Number(worst.toFixed(3)),
    })),
  };
}

const count = z.number().int().nonnegative();

/** Reads what `choiceJson` writes. */
export const choiceSchema = z.object({
  tuning: z.string(),
  devices: z.array(
    z.object({
      // It is in C code.
      name: z
        .string()
        .regex(/^[\x20-\x7e]+$/)
        .optional(),
      capability: z.string().optional(),
      table: count,
    }),
  ),
  tables: z.array(
    z.object({
      multiprocessors: count,
      length: z.array(z.string()),
      rows: z.string().optional(),
      classes: z.array(
        z.object({
          sizes: count,
          algos: z.array(
            z.object({
              algo: count,
              resident: count,
              isWhole: z.boolean().optional(),
              terms: z.array(z.number().nonnegative()),
            }),
          ),
        }),
      ),
      sizes: count,
      mean: z.number(),
      worst: z.number(),
    }),
  ),
});

import { z } from 'zod';
import type { DecisionTree } from './tree.ts';

/** Describes how a config is chosen by the integers of a call and by its device, as measured. */
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
  /** The number of sizes it was made from. */
  readonly sizes: number;
  /** The highest ratio of the chosen algo's time to the best time, over these sizes. */
  readonly worst: number;
  readonly tree: DecisionTree;
}

/** True if a choice depends on the device. */
export function dependsOnDevice({ tables }: Pick<AlgoChoice, 'tables'>): boolean {
  return new Set(tables.map(({ tree }) => JSON.stringify(treeJson(tree)))).size > 1;
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
  const { value, atMost, small, large } = tree;
  const isExact = Number.isSafeInteger(Number(atMost));
  return {
    value,
    atMost: isExact ? Number(atMost) : String(atMost),
    small: treeJson(small),
    large: treeJson(large),
  };
}

const treeSchema: z.ZodType<DecisionTree> = z.lazy(() =>
  z.union([
    z.object({ algo: z.number().int().nonnegative() }),
    z.object({
      value: z.string(),
      atMost: z
        .union([z.number().int(), z.string().regex(/^-?\d+$/)])
        .transform((value) => BigInt(value)),
      small: treeSchema,
      large: treeSchema,
    }),
  ]),
);

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

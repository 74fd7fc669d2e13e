import { z } from 'zod';
import type { Place } from '../base/errors.ts';
import { parseSize } from '../base/text.ts';
import type { Problems } from './problems.ts';
import { NO_HOLES, PLACEHOLDERS, type SchemaHole } from './cases/schema-terms.ts';

/** Lists the limits: upper limits, except `occupancy`, which is a lower limit. */
const BUDGET_KEYS = ['registers', 'spills', 'shared', 'size', 'occupancy'] as const;

export type BudgetKey = (typeof BUDGET_KEYS)[number];

/** The budget of one kernel. */
export interface Budget {
  readonly limits: ReadonlyMap<BudgetKey, BudgetLimit>;
  /** Says whether exceeding a limit is an error. */
  readonly exceeded: 'error' | 'warning';
}

export interface BudgetLimit {
  /** Registers per thread, bytes, or a percentage of the warps that fit. */
  readonly amount: number;
  /** As it is written. */
  readonly text: string;
  readonly place: Place | undefined;
}

const registers = expected('a number of registers per thread, from 1 to 255');
const size = expected('a size such as 48KiB, 512B or 0');
const percentage = expected('a percentage such as 50%, at most 100%');

const sizeSchema = z.union(
  [
    z.literal(0n, size),
    z
      .string(size)
      .regex(/^(0|\d+(\.\d+)? ?[KMGTkmgt]?[Ii]?[Bb])$/, size)
      .refine((text) => parseSize(text) !== undefined, size),
  ],
  size,
);

/** The values of each limit, and what it is. */
const LIMITS: Readonly<Record<BudgetKey, readonly [z.ZodType<bigint | string>, string]>> = {
  registers: [
    // Source: CUDA C++ Programming Guide, "Compute Capabilities".
    z.bigint(registers).min(1n, registers).max(255n, registers),
    'The most registers per thread of any variant.',
  ],
  spills: [sizeSchema, 'The most bytes that a thread of any variant spills.'],
  shared: [sizeSchema, 'The most shared memory per block of any variant.'],
  size: [sizeSchema, 'The most bytes of all cubins of the kernel for one target.'],
  occupancy: [
    z
      .string(percentage)
      .regex(/^\d+(\.\d+)? ?%$/, percentage)
      .refine((text) => Number.parseFloat(text) > 0, percentage)
      .refine((text) => Number.parseFloat(text) <= 100, percentage),
    'The least theoretical occupancy of any variant.',
  ],
};

/** The schema of `budget:`. */
function budgetOf(hole: SchemaHole) {
  const limit = (key: BudgetKey) => {
    const [schema, what] = LIMITS[key];
    return hole(schema.nullable()).optional().describe(`${what} Null: no limit.`);
  };
  return z.strictObject(
    {
      registers: limit('registers'),
      spills: limit('spills'),
      shared: limit('shared'),
      size: limit('size'),
      occupancy: limit('occupancy'),
      exceeded: hole(z.enum(['error', 'warning'], expected('error or warning')))
        .optional()
        .describe('What exceeding a limit is: an `error` (the default) or a `warning`.'),
    },
    { error: `expected a map with ${BUDGET_KEYS.join(', ')} or exceeded` },
  );
}

/** The section in the manifest. A placeholder can replace any value. */
export const budgetSchema = budgetOf(PLACEHOLDERS);

/** The section of one kernel, after the placeholders are filled in. */
const filledBudgetSchema = budgetOf(NO_HOLES);

/** Reads the section of one kernel. The result must not be used if there are problems. */
export function readBudget(
  raw: z.infer<typeof budgetSchema> | undefined,
  problems: Problems,
): Budget {
  const filled = filledBudgetSchema.safeParse(raw ?? {});
  if (!filled.success) problems.addIssues(filled.error.issues, () => []);
  const { exceeded = 'error', ...given } = filled.data ?? {};
  const limits = BUDGET_KEYS.flatMap((key): (readonly [BudgetKey, BudgetLimit])[] => {
    const value = given[key];
    if (value === undefined || value === null) return [];
    const text = String(value);
    const amount = amountOf(key, text);
    return amount === undefined ? [] : [[key, { amount, text, place: problems.at(key).place }]];
  });
  return { limits: new Map(limits), exceeded };
}

/** The message for another value. */
function expected(what: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) => `expected ${what}; found ${shown(input)}`,
  };
}

/** A value of YAML, for messages. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `\`${value}\``;
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a map';
  return typeof value === 'boolean' ? JSON.stringify(value) : Number(value).toString();
}

/** Returns the number of registers, the bytes, or the percentage that a limit is. */
function amountOf(key: BudgetKey, text: string): number | undefined {
  if (key === 'registers') return Number(text);
  return key === 'occupancy' ? Number.parseFloat(text) : parseSize(text);
}

import { z } from 'zod';
import type { Place } from '../base/errors.ts';
import { parseSize } from '../base/text.ts';
import type { Problems } from './problems.ts';
import { NO_HOLES, PLACEHOLDERS, type SchemaHole } from './smoke-schema.ts';

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
  /** Registers per thread, bytes, or a share of the warps that fit. */
  readonly limit: Limit;
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
    const limit = parseLimit(key, text);
    return limit === undefined ? [] : [[key, { limit, text, place: problems.at(key).place }]];
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

/** A number that is compared: how messages name it, its unit, and which change is worse as a rule. */
export interface Measure {
  readonly label: string;
  readonly unit: 'B' | '%' | 'µs' | '';
  readonly worse: 'higher' | 'lower' | undefined;
}

/** The measures that a limit can be for, in a budget or in `fail-on`, the most important first. */
export const LIMITED = {
  spills: { label: 'spills', unit: 'B', worse: 'higher' },
  registers: { label: 'registers', unit: '', worse: 'higher' },
  occupancy: { label: 'occupancy', unit: '%', worse: 'lower' },
  shared: { label: 'shared memory', unit: 'B', worse: 'higher' },
  stack: { label: 'stack', unit: 'B', worse: 'higher' },
  code: { label: 'code', unit: 'B', worse: 'higher' },
  size: { label: 'size', unit: 'B', worse: 'higher' },
  time: { label: 'time', unit: 'µs', worse: 'higher' },
} as const satisfies Readonly<Record<string, Measure>>;

export type LimitedName = keyof typeof LIMITED;

export const LIMITED_NAMES = Object.keys(LIMITED) as readonly LimitedName[];

/** A share of a whole, or an amount in the unit of the measure. */
export type Limit = { readonly percent: number } | { readonly amount: number };

/** Parses `50%` as a share, `48KiB` or `8` as an amount; undefined if the measure has no such limit. */
export function parseLimit(name: LimitedName, text: string): Limit | undefined {
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text)?.[1];
  if (percent !== undefined) return { percent: Number(percent) };
  const { unit } = LIMITED[name];
  const isNumber = unit === '' && /^\d{1,6}$/.test(text);
  const amount = unit === 'B' ? parseSize(text) : isNumber ? Number(text) : undefined;
  return amount === undefined ? undefined : { amount };
}

/** Describes what `parseLimit` accepts, for messages. */
export function limitForm(name: LimitedName): string {
  const example = {
    B: `, or an amount such as \`${name} 64B\``,
    '': `, or a number such as \`${name} 8\``,
  };
  const { unit } = LIMITED[name];
  const amount = unit === 'B' || unit === '' ? example[unit] : '';
  return `a share such as \`${name} 10%\`${amount}`;
}

/** Returns the amount that a limit allows, if its shares are those of `whole`. */
export function amountOf(limit: Limit, whole: number): number {
  return 'percent' in limit ? (whole * limit.percent) / 100 : limit.amount;
}

/** Returns by how much a value is worse than another one; negative if it is better. */
export function worseBy({ worse }: Measure, value: number, than: number): number {
  if (worse === undefined) return 0;
  return worse === 'higher' ? value - than : than - value;
}

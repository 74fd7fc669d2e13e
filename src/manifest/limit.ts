import { parseSize } from '../base/text.ts';

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

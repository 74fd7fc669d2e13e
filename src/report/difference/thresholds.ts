import { Failure, type Place, type Problem } from '../../base/errors.ts';
import { nearest, parseSize, plural } from '../../base/text.ts';
import type { Difference } from './difference.ts';
import { formatTimes, timePlace, variantPlace } from './text.ts';
import { FIGURES, formatChange, formatFigure } from './figures.ts';

/** What can have a threshold. */
const LIMITED = [
  'spills',
  'registers',
  'occupancy',
  'shared',
  'stack',
  'code',
  'size',
  'time',
] as const;
export type LimitedName = (typeof LIMITED)[number];

/** How much worse something may get: a share of what it was, or an amount in its unit. */
export type Limit = { readonly percent: number } | { readonly amount: number };

/** What may get how much worse. What is not listed may change in any way. */
export type Thresholds = ReadonlyMap<LimitedName, Limit>;

/**
 * The thresholds of `regressions`. Spilled registers go to memory and back, and a lower occupancy hides
 * less of the time that memory takes: any of them is worth a look. Another version of a compiler
 * uses a few registers more or less, and a step of the allocation is 8: 10 % is more than that.
 * Times of the same code differ by a few percent from run to run.
 */
export const DEFAULT_THRESHOLDS: Thresholds = new Map<LimitedName, Limit>([
  ['spills', { amount: 0 }],
  ['registers', { percent: 10 }],
  ['occupancy', { amount: 0 }],
  ['shared', { percent: 10 }],
  ['size', { percent: 20 }],
  ['time', { percent: 5 }],
]);

/** The word for the default thresholds. */
const DEFAULTS = 'regressions';

/** What `parseThresholds` accepts, for messages. */
export const THRESHOLDS_FORM = `\`${DEFAULTS}\`, or a list such as \`spills, registers 10%, shared 4KiB, time 5%\` of ${LIMITED.join(', ')}`;

/**
 * Parses thresholds: `regressions` for the default ones, and names with a share (`10%`) or an amount
 * (`8`, `4KiB`); a name alone allows nothing. Later items replace earlier ones.
 * @returns what is wrong, if it is not a list of thresholds.
 */
export function parseThresholds(text: string): Thresholds | { readonly problem: string } {
  const limits = new Map<LimitedName, Limit>();
  for (const item of text.split(',').map((each) => each.trim())) {
    if (item === DEFAULTS) {
      for (const [name, limit] of DEFAULT_THRESHOLDS) limits.set(name, limit);
      continue;
    }
    const [, word = '', rest = ''] = /^([a-z]*)(.*)$/.exec(item) ?? [];
    const name = LIMITED.find((each) => each === word);
    if (name === undefined) {
      const meant = nearest(word, [...LIMITED, DEFAULTS]);
      const hint =
        meant === undefined ? `expected ${THRESHOLDS_FORM}` : `did you mean \`${meant}\`?`;
      return { problem: `unknown threshold \`${item}\`; ${hint}` };
    }
    const limit = parseLimit(name, rest.trim());
    if (limit === undefined)
      return { problem: `invalid threshold \`${item}\`: expected ${formOf(name)}` };
    limits.set(name, limit);
  }
  return limits;
}

function parseLimit(name: LimitedName, text: string): Limit | undefined {
  if (text === '') return { amount: 0 };
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text)?.[1];
  if (percent !== undefined) return { percent: Number(percent) };
  const unit = unitOf(name);
  if (unit === 'B') {
    const amount = parseSize(text);
    return amount === undefined ? undefined : { amount };
  }
  return unit === '' && /^\d{1,6}$/.test(text) ? { amount: Number(text) } : undefined;
}

function unitOf(name: LimitedName): 'B' | '%' | '' | undefined {
  return name === 'time' ? undefined : FIGURES[name].unit;
}

function formOf(name: LimitedName): string {
  const unit = unitOf(name);
  const amount = unit === 'B' ? `, or an amount such as \`${name} 64B\`` : '';
  return `\`${name}\`, a share such as \`${name} 10%\`${unit === '' ? `, or a number such as \`${name} 8\`` : amount}`;
}

/** Something that got worse by more than its threshold. */
export interface Regression {
  readonly kernel: string;
  /** The target and the variant, or the case and the GPU of a time. */
  readonly where: string;
  readonly name: LimitedName;
  /** Such as `registers 168 → 255 (+52 %)`. */
  readonly text: string;
  readonly limit: Limit;
}

/** Returns what got worse by more than the thresholds allow, in the order of the difference. */
export function findRegressions(
  difference: Difference,
  thresholds: Thresholds,
): readonly Regression[] {
  const ofCode = difference.changed.flatMap((variant) =>
    variant.figures.flatMap((change): Regression[] => {
      const name = LIMITED.find((each) => each === change.figure);
      const limit = name && thresholds.get(name);
      const { before, after } = change;
      if (name === undefined || limit === undefined) return [];
      if (typeof before !== 'number' || typeof after !== 'number') return [];
      const increase = FIGURES[change.figure].worse === 'lower' ? before - after : after - before;
      if (!exceeds(limit, increase, before)) return [];
      const text = `${FIGURES[change.figure].label} ${formatChange(change)}`;
      return [{ kernel: variant.kernel, where: variantPlace(variant), name, text, limit }];
    }),
  );
  const limit = thresholds.get('time');
  if (limit === undefined) return ofCode;
  const ofTimes = difference.times.flatMap((time): Regression[] => {
    const { kernel, before, after, isChanged } = time;
    if (!isChanged || !exceeds(limit, after - before, before)) return [];
    const text = `time ${formatTimes(time)}`;
    return [{ kernel, where: timePlace(time), name: 'time', text, limit }];
  });
  return [...ofCode, ...ofTimes];
}

function exceeds(limit: Limit, increase: number, before: number): boolean {
  return increase > ('percent' in limit ? (before * limit.percent) / 100 : limit.amount);
}

/** The most regressions that a failure lists. */
const MOST_LISTED = 50;

/**
 * The failure for regressions; undefined if there are none. `placeOf` returns the place of a kernel
 * in the manifest, if there is one.
 */
export function regressionFailure(
  regressions: readonly Regression[],
  placeOf: (kernel: string) => Place | undefined = () => undefined,
): Failure | undefined {
  if (regressions.length === 0) return undefined;
  const problems = regressions
    .slice(0, MOST_LISTED)
    .map(({ kernel, where, name, text, limit }): Problem => {
      const place = placeOf(kernel);
      const message = `${kernel} (${where}): ${text}${allowed(name, limit)}`;
      return { message, ...(place !== undefined && { place }) };
    });
  const more = regressions.length - MOST_LISTED;
  if (more > 0) problems.push({ message: `… and ${plural(more, 'more regression')}` });
  const [first, ...others] = problems;
  const hint =
    'If the change is intended, raise the threshold in `fail-on`, or record a new baseline.';
  return new Failure('threshold', first === undefined ? [] : [{ ...first, hint }, ...others]);
}

function allowed(name: LimitedName, limit: Limit): string {
  if ('percent' in limit) return `, more than the ${limit.percent} % that \`fail-on\` allows`;
  if (limit.amount === 0) return ', which `fail-on` does not allow';
  return `, more than the ${formatFigure(limit.amount, unitOf(name) ?? '')} that \`fail-on\` allows`;
}

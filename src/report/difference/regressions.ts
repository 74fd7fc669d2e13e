import type { Place } from '../../base/errors.ts';
import { nearest } from '../../base/text.ts';
import { failOverLimits } from '../../compile/budgets.ts';
import { FIGURES, formatChange, formatFigure } from '../../compile/figures.ts';
import {
  amountOf,
  type Limit,
  LIMITED,
  LIMITED_NAMES,
  type LimitedName,
  limitForm,
  parseLimit,
  worseBy,
} from '../../manifest/budget.ts';
import type { Difference } from './difference.ts';
import { type FigureCell, formatTimes, timePlace, variantPlace } from './text.ts';

/** The growth that each measure may have. What is not listed may change in any way. */
export type Thresholds = ReadonlyMap<LimitedName, Limit>;

/** The word for the default thresholds. */
const DEFAULTS = 'regressions';

/**
 * The thresholds of `regressions`. Spilled registers go to memory and back, and a lower occupancy hides
 * less of the time that memory takes: any of them is worth a look. Another version of a compiler
 * uses a few registers more or less, and a step of the allocation is 8: 10 % is more than that.
 * Times of the same code differ by a few percent from run to run.
 */
const DEFAULT_THRESHOLDS: Thresholds = new Map<LimitedName, Limit>([
  ['spills', { amount: 0 }],
  ['registers', { percent: 10 }],
  ['occupancy', { amount: 0 }],
  ['shared', { percent: 10 }],
  ['size', { percent: 20 }],
  ['time', { percent: 5 }],
]);

const THRESHOLDS_FORM = `\`${DEFAULTS}\`, or a list such as \`spills, registers 10%, shared 4KiB, time 5%\` of ${LIMITED_NAMES.join(', ')}`;

/**
 * Parses thresholds: `regressions` for the default ones, and names with a share (`10%`) or an amount
 * (`8`, `4KiB`); a name alone allows nothing. Later items replace earlier ones. Returns the problem
 * if it is not a list of thresholds.
 */
export function parseThresholds(text: string): Thresholds | { readonly problem: string } {
  const limits = new Map<LimitedName, Limit>();
  for (const item of text.split(',').map((each) => each.trim())) {
    if (item === DEFAULTS) {
      for (const [name, limit] of DEFAULT_THRESHOLDS) limits.set(name, limit);
      continue;
    }
    const [, word = '', rest = ''] = /^([a-z]*)(.*)$/.exec(item) ?? [];
    const name = LIMITED_NAMES.find((each) => each === word);
    if (name === undefined) {
      const meant = nearest(word, [...LIMITED_NAMES, DEFAULTS]);
      const hint =
        meant === undefined ? `expected ${THRESHOLDS_FORM}` : `did you mean \`${meant}\`?`;
      return { problem: `unknown threshold \`${item}\`; ${hint}` };
    }
    const amount = rest.trim();
    const limit = amount === '' ? { amount: 0 } : parseLimit(name, amount);
    if (limit === undefined)
      return {
        problem: `invalid threshold \`${item}\`: expected \`${name}\`, ${limitForm(name)}`,
      };
    limits.set(name, limit);
  }
  return limits;
}

/** Something that got worse by more than its threshold. */
export interface Regression {
  readonly kernel: string;
  /** The variant and its target, or the case and the GPU of a time. */
  readonly where: string;
  readonly name: LimitedName;
  /** Such as `registers 168 → 255 (+52 %)`. */
  readonly text: string;
  readonly limit: Limit;
}

/** Returns what got worse by more than the thresholds allow, in the order of the difference. */
export function findRegressions(
  difference: Difference,
  thresholds: Thresholds | undefined = DEFAULT_THRESHOLDS,
): readonly Regression[] {
  const changes = [
    ...difference.changed.flatMap((variant) =>
      variant.figures.map((change) => ({
        name: LIMITED_NAMES.find((each) => each === change.figure),
        kernel: variant.kernel,
        where: variantPlace(variant),
        before: change.before,
        after: change.after,
        text: `${FIGURES[change.figure].label} ${formatChange(change)}`,
      })),
    ),
    ...difference.times.flatMap((time) =>
      time.isChanged
        ? [
            {
              name: 'time' as const,
              kernel: time.kernel,
              where: timePlace(time),
              before: time.before,
              after: time.after,
              text: `time ${formatTimes(time)}`,
            },
          ]
        : [],
    ),
  ];
  return changes.flatMap(({ name, kernel, where, before, after, text }) => {
    const limit = name && thresholds.get(name);
    if (name === undefined || limit === undefined) return [];
    if (typeof before !== 'number' || typeof after !== 'number') return [];
    const isOver = worseBy(LIMITED[name], after, before) > amountOf(limit, before);
    return isOver ? [{ kernel, where, name, text, limit }] : [];
  });
}

/** Returns a key that a regression has in common with the time or the figure that got worse. */
export function keyOf({
  kernel,
  where,
  name,
}: Pick<Regression, 'kernel' | 'where'> & { readonly name: string }): string {
  return `${kernel}\n${where}\n${name}`;
}

/** Returns the same key for a changed figure. */
export function keyOfFigure({ variant, change }: FigureCell): string {
  return keyOf({ kernel: variant.kernel, where: variantPlace(variant), name: change.figure });
}

/**
 * Ends a comparison in which something got worse by more than the thresholds allow. `placeOf` returns
 * the place of a kernel in the manifest, if there is one.
 * @throws {Failure} `threshold` with each regression.
 */
export function failOnRegressions(
  difference: Difference,
  thresholds: Thresholds | undefined,
  placeOf: (kernel: string) => Place | undefined = () => undefined,
): void {
  if (thresholds === undefined) return;
  failOverLimits(
    findRegressions(difference, thresholds).map(({ kernel, where, name, text, limit }, index) => ({
      message: `${kernel} [${where}]: ${text}${allowedText(name, limit)}`,
      place: placeOf(kernel),
      ...(index === 0 && {
        hint: 'If the change is intended, raise the threshold in `fail-on`, or record a new baseline.',
      }),
    })),
  );
}

function allowedText(name: LimitedName, limit: Limit): string {
  if ('percent' in limit) return `, more than the ${limit.percent} % that \`fail-on\` allows`;
  if (limit.amount === 0) return ', which `fail-on` does not allow';
  return `, more than the ${formatFigure(limit.amount, LIMITED[name].unit)} that \`fail-on\` allows`;
}

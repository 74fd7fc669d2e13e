import type { Place } from '../../base/errors.ts';
import { failOverLimits } from '../../compile/budgets.ts';
import { type FigureName, FIGURES, formatChange, worseBy } from '../../compile/figures.ts';
import type { Difference } from './difference.ts';
import { type FigureCell, variantPlace } from './text.ts';

/** The only value of `fail-on`. */
export const REGRESSIONS = 'regressions';

/**
 * How much worse a figure may get, as a share of what it was. Others may change in any way. Spilled
 * registers go to memory and back, and a lower occupancy hides less of the time that memory takes:
 * any of them is worth a look. Another version of a compiler uses a few registers more or less, and a
 * step of the allocation is 8: 10 % is more than that.
 */
const ALLOWED: Readonly<Partial<Record<FigureName, number>>> = {
  spills: 0,
  registers: 0.1,
  occupancy: 0,
  shared: 0.1,
  size: 0.2,
};

/** Something that got worse by more than is allowed. */
interface Regression {
  readonly kernel: string;
  /** The variant and its target. */
  readonly where: string;
  readonly name: FigureName;
  /** Such as `registers 168 → 255 (+52 %)`. */
  readonly text: string;
  /** As a share. */
  readonly allowed: number;
}

/** Returns what got worse by more than is allowed, in the order of the difference. */
export function findRegressions(difference: Difference): readonly Regression[] {
  return difference.changed.flatMap((variant) =>
    variant.figures.flatMap((change) => {
      const { figure: name, before } = change;
      const allowed = ALLOWED[name];
      if (allowed === undefined || typeof before !== 'number') return [];
      if (worseBy(change) <= allowed * before) return [];
      const text = `${FIGURES[name].label} ${formatChange(change)}`;
      return [{ kernel: variant.kernel, where: variantPlace(variant), name, text, allowed }];
    }),
  );
}

/** Returns a key that a regression has in common with the figure that got worse. */
export function keyOf({ kernel, where, name }: Pick<Regression, 'kernel' | 'where' | 'name'>) {
  return `${kernel}\n${where}\n${name}`;
}

/** Returns the same key for a changed figure. */
export function keyOfFigure({ variant, change }: FigureCell): string {
  return keyOf({ kernel: variant.kernel, where: variantPlace(variant), name: change.figure });
}

/**
 * Ends a comparison in which something got worse by more than is allowed. `placeOf` returns the place
 * of a kernel in the manifest, if there is one.
 * @throws {Failure} `threshold` with each regression.
 */
export function failOnRegressions(
  difference: Difference,
  placeOf: (kernel: string) => Place | undefined = () => undefined,
): void {
  const problems = findRegressions(difference).map(({ kernel, where, text, allowed }, index) => ({
    message: `${kernel} [${where}]: ${text}, ${allowed === 0 ? 'which' : `more than the ${100 * allowed} % that`} \`fail-on\` ${allowed === 0 ? 'does not allow' : 'allows'}`,
    place: placeOf(kernel),
    ...(index === 0 && {
      hint: 'If the change is intended, leave out `fail-on` for it, or record a new baseline.',
    }),
  }));
  failOverLimits(problems);
}

import { type Hint, meets } from '../../../manifest/terms/hint.ts';
import { type Argument, hintSetOf, hintSets, type Kernel } from '../../../manifest/terms/kernel.ts';
import { isInteger } from '../../../manifest/terms/types.ts';
import type { AlgoChoice } from './choice.ts';

/**
 * Calls that an algo has the same code for, and whose rows are aligned alike: to 32 bytes, which a GPU
 * reads at once, or to less. Algos are chosen for each class.
 */
export interface CallClass {
  /** The index in `hintSets`. */
  readonly hints: number;
  /** The integers that 16 divides, and not only what their hints say. */
  readonly whole: readonly Argument[];
}

/** The classes of a kernel's calls, the most regular first. The last of a set of hints takes all others. */
export function callClasses(
  kernel: Pick<Kernel, 'arguments' | 'specialisations'>,
): readonly CallClass[] {
  return hintSets(kernel).flatMap((hints, index): readonly CallClass[] => {
    const whole = kernel.arguments.filter(
      ({ type }, at) => isInteger(type) && isWeak(hints[at] ?? 0),
    );
    const others = { hints: index, whole: [] };
    return whole.length === 0 ? [others] : [{ hints: index, whole }, others];
  });
}

/** Returns the index of the class of a call with a set of hints. */
export function classOf(
  classes: readonly CallClass[],
  hints: number,
  values: ReadonlyMap<string, bigint>,
): number {
  return classes.findIndex(
    (each) =>
      each.hints === hints && each.whole.every(({ name }) => meets(values.get(name) ?? 0n, 16)),
  );
}

/** Returns the indices of the specialisations that no measured size reaches on any device. */
export function unmeasuredSpecialisations(
  kernel: Pick<Kernel, 'arguments' | 'specialisations'>,
  { tables }: Pick<AlgoChoice, 'tables'>,
): readonly number[] {
  const classes = callClasses(kernel);
  const measured = new Set(
    tables.flatMap((table) =>
      classes.flatMap(({ hints }, at) => ((table.classes[at]?.sizes ?? 0) > 0 ? [hints] : [])),
    ),
  );
  return [...kernel.specialisations.keys()].filter(
    (index) => !measured.has(hintSetOf(kernel, index)),
  );
}

function isWeak(hint: Hint): boolean {
  return hint > 1 && hint < 16;
}

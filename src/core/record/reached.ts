import type { Hint } from '../model/kernel.ts';
import type { DraftCall } from './drafts.ts';

/** The hints of each argument, in the order of the arguments. */
export type HintLists = ReadonlyMap<string, readonly Hint[]>;

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

/**
 * Counts the specialisations of these hints, and returns the numbers of those that the cases of a
 * smoke test reach. They are numbered as docs/reference/manifest.md says: the most specific first,
 * then in the order of the manifest. A pointer with several hints is also passed unaligned.
 */
export function reachedBy(
  calls: readonly DraftCall[],
  hints: HintLists,
): { readonly all: number; readonly reached: readonly number[] } {
  const names = [...hints.keys()];
  const product = [...hints.values()].reduce<readonly (readonly Hint[])[]>(
    (chosen, own) => chosen.flatMap((before) => own.map((hint) => [...before, hint])),
    [[]],
  );
  const ordered = product.toSorted((a, b) => specificityOf(b) - specificityOf(a));
  const isReached = (chosen: readonly Hint[], call: DraftCall): boolean => {
    const unaligned = names.filter(
      (name, position) =>
        call.buffers.has(name) && chosen[position] === 'none' && (hints.get(name) ?? []).length > 1,
    );
    const taken = ordered.find((each) =>
      names.every((name, position) => holds(each[position] ?? 'none', name, call, unaligned)),
    );
    return taken === chosen;
  };
  const reached = ordered.flatMap((chosen, index) =>
    calls.some((call) => isReached(chosen, call)) ? [index] : [],
  );
  return { all: ordered.length, reached };
}

function specificityOf(hints: readonly Hint[]): number {
  return hints.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}

function holds(
  hint: Hint,
  name: string,
  { scalars }: DraftCall,
  unaligned: readonly string[],
): boolean {
  if (hint === 'none') return true;
  const value = scalars.get(name);
  if (value?.kind !== 'int') return !unaligned.includes(name);
  return hint === 'equal-to-1' ? value.value === 1n : value.value % 16n === 0n;
}

import type { DraftCall, EntryDraft } from './drafts.ts';
import { commonOf } from './integer-facts.ts';
import type { RecordedIntegers } from './recording.ts';

/** Indices as a fill of the manifest. Limits are numbers or expressions. */
export type IndexFill =
  | 'permutation'
  | { readonly values: readonly number[] }
  | {
      readonly uniform: {
        readonly from: number | string;
        readonly to: number | string;
        readonly unique?: true | 'rows';
        readonly sorted?: true | 'rows';
        readonly sentinel?: number;
      };
    };

/** Names for limits that differ from case to case. */
interface LimitNames {
  /** Returns an expression with these values, one for each call of the draft. */
  readonly find: (values: readonly (bigint | undefined)[]) => string | undefined;
  /** Returns a name that each case sets to its value. `end`: `from` or `to`. */
  readonly inCase: (values: readonly bigint[], end: 'from' | 'to') => string;
}

/** Fewer elements are in order by chance. */
const LEAST_SORTED = 4;
const SENTINEL = -1;

/**
 * Describes the elements of a buffer of indices by what they have in common in the calls of the cases; undefined if the
 * recording lacks that of one. Few elements that are the same in all of them are listed.
 */
export function indexFill(
  name: string,
  draft: EntryDraft,
  calls: readonly DraftCall[],
  names: LimitNames,
): IndexFill | undefined {
  const all = calls.map(({ integers }) => integers.get(name));
  const facts = all.filter((each) => each !== undefined);
  const [first, ...others] = facts;
  if (first === undefined || facts.length < calls.length) return undefined;
  const common = others.reduce(commonOf, first);
  const { least, greatest, values } = common;
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(greatest)) return undefined;
  const isOne = least === greatest && common.sentinels === 'none';
  if (isOne) return undefined;
  if (values !== null) return { values };
  const shapes = calls.map(({ buffers }) => buffers.get(name)?.shape ?? []);
  const counts = shapes.map((shape) => shape.reduce((a, b) => a * b, 1));
  const hasSentinels =
    common.sentinels === 'anywhere' || (common.sentinels === 'end' && shapes[0]?.length === 1);
  const isSorted =
    common.sorted !== null && common.sentinels === 'none' && Math.max(...counts) >= LEAST_SORTED;
  const sorted = isSorted ? common.sorted : null;
  const isPermutation = facts.every(
    (each, index) => each.least === 0 && each.greatest === (counts[index] ?? 0) - 1,
  );
  if (isPermutation && common.unique === 'buffer' && !hasSentinels && sorted === null)
    return 'permutation';
  const groups = shapes.map((shape, index) =>
    common.unique === 'rows' ? (shape.at(-1) ?? 1) : (counts[index] ?? 1),
  );
  // Where sentinels are left out, there can be fewer integers than elements.
  const canBeUnique = (from: readonly number[]): boolean =>
    hasSentinels ||
    facts.every((each, index) => each.greatest - (from[index] ?? 0) >= (groups[index] ?? 1) - 1);
  const lowest = facts.map((each) => each.least);
  const unique = common.unique !== null && canBeUnique(lowest) ? common.unique : null;
  // Both hold in the same groups, or only the one that matters more: nothing is written twice.
  const both = unique === null || sorted === null || unique === sorted;
  const limits = limitsOf(facts, draft, calls, names, {
    isExact: both && sorted !== null,
    canRaise: (from) => unique === null || canBeUnique(facts.map(() => from)),
  });
  return {
    uniform: {
      ...limits,
      ...(unique !== null && { unique: unique === 'rows' ? unique : true }),
      ...(both && sorted !== null && { sorted: sorted === 'rows' ? sorted : true }),
      ...(hasSentinels && { sentinel: SENTINEL }),
    },
  };
}

/** Finds limits that are right for every case. */
function limitsOf(
  facts: readonly RecordedIntegers[],
  draft: EntryDraft,
  calls: readonly DraftCall[],
  { find, inCase }: LimitNames,
  {
    isExact,
    canRaise,
  }: {
    /** True if the first and the last element are the limits. */
    readonly isExact: boolean;
    readonly canRaise: (from: number) => boolean;
  },
): { readonly from: number | string; readonly to: number | string } {
  const inDraft = (valueOf: (each: RecordedIntegers) => number) =>
    draft.calls.map((call) => {
      const own = facts[calls.indexOf(call)];
      return own === undefined ? undefined : BigInt(valueOf(own));
    });
  const sizeOf = (more: number): string | undefined => {
    const found = find(inDraft(({ greatest }) => greatest + more));
    if (found === undefined || /^\d+$/.test(found)) return undefined;
    return more === 0 ? found : `${found} - 1`;
  };
  const tops = new Set(facts.map(({ greatest }) => greatest));
  const [top = 0] = tops;
  // Of offsets, the last is a size; of indices, the greatest is one less.
  const bySize = isExact ? (sizeOf(0) ?? sizeOf(1)) : (sizeOf(1) ?? sizeOf(0));
  const isFixed = tops.size === 1;
  const to =
    (isFixed && top < 2 ? undefined : bySize) ??
    (isFixed ? top : inCase(withZeros(inDraft(({ greatest }) => greatest)), 'to'));
  const bottoms = facts.map(({ least }) => least);
  const [lowest, highest] = [Math.min(...bottoms), Math.max(...bottoms)];
  const isCommon = !isExact && highest <= Math.min(...tops) && canRaise(highest);
  if (lowest === highest || isCommon) return { from: highest, to };
  return { from: inCase(withZeros(inDraft(({ least }) => least)), 'from'), to };
}

function withZeros(values: readonly (bigint | undefined)[]): readonly bigint[] {
  return values.map((value) => value ?? 0n);
}

import { groupBy } from '../../base/groups.ts';
import { canonicalJson } from '../../base/text.ts';
import type { ComparedVariant, Settings } from './build.ts';

/** The variants of two builds: those of the same calls, and those that only one of them has. */
interface Matches {
  readonly pairs: readonly (readonly [before: ComparedVariant, after: ComparedVariant])[];
  readonly added: readonly ComparedVariant[];
  readonly removed: readonly ComparedVariant[];
}

/**
 * Matches variants by kernel, target, settings of the algo and condition of the specialisation:
 * numbers of algos and specialisations shift. Of settings and conditions that only one of the builds
 * has, those of the same kernel with the fewest differences are matched.
 */
export function matchVariants(
  before: readonly ComparedVariant[],
  after: readonly ComparedVariant[],
): Matches {
  const algos = matchValues(before, after, ({ algo }) => algo, differingSettings);
  const conditions = matchValues(
    before,
    after,
    ({ specialisation }) => specialisation,
    differingConditions,
  );
  // Variants with the same settings and condition are in the same order.
  const waiting = new Map([...groupBy(after, variantKey)].map(([key, those]) => [key, [...those]]));
  const pairs: [ComparedVariant, ComparedVariant][] = [];
  const removed: ComparedVariant[] = [];
  for (const was of before) {
    const { kernel, target, algo, specialisation } = was;
    const key = canonicalJson([
      kernel,
      target,
      algos.get(canonicalJson([kernel, algo])) ?? algo,
      conditions.get(canonicalJson([kernel, specialisation])) ?? specialisation,
    ]);
    const is = waiting.get(key)?.shift();
    if (is === undefined) removed.push(was);
    else pairs.push([was, is]);
  }
  const matched = new Set(pairs.map(([, is]) => is));
  return { pairs, added: after.filter((each) => !matched.has(each)), removed };
}

function variantKey({ kernel, target, algo, specialisation }: ComparedVariant): string {
  return canonicalJson([kernel, target, algo, specialisation]);
}

/** Returns, by kernel and value before, the value that takes its place, if it is another one. */
function matchValues<T>(
  before: readonly ComparedVariant[],
  after: readonly ComparedVariant[],
  valueOf: (variant: ComparedVariant) => T,
  distance: (before: T, after: T) => number,
): ReadonlyMap<string, T> {
  const keyOfValue = (variant: ComparedVariant): string =>
    canonicalJson([variant.kernel, valueOf(variant)]);
  const [old, now] = [groupBy(before, keyOfValue), groupBy(after, keyOfValue)];
  const added = onlyIn(now, old);
  const matched = new Map<string, T>();
  for (const [kernel, removed] of onlyIn(old, now)) {
    const choices = added.get(kernel) ?? [];
    const nearest = removed
      .flatMap((was, row) =>
        choices.map((is, column) => ({
          was,
          is,
          far: distance(valueOf(was.first), valueOf(is.first)),
          shift: Math.abs(row - column),
        })),
      )
      .toSorted((a, b) => a.far - b.far || a.shift - b.shift);
    const taken = new Set<string>();
    for (const { was, is } of nearest) {
      if (matched.has(was.key) || taken.has(is.key)) continue;
      matched.set(was.key, valueOf(is.first));
      taken.add(is.key);
    }
  }
  return matched;
}

type Values = ReadonlyMap<string, readonly ComparedVariant[]>;

/** Returns, by kernel, the values that the other build does not have, with a variant of each. */
function onlyIn(values: Values, other: Values) {
  return groupBy(
    [...values].flatMap(([key, [first]]) => (first && !other.has(key) ? [{ key, first }] : [])),
    ({ first }) => first.kernel,
  );
}

function differingSettings(before: Settings, after: Settings): number {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).length;
}

function differingConditions(before: string, after: string): number {
  const [old, now] = [before, after].map((text) => text.split(', ').filter((each) => each !== ''));
  const common = old?.filter((each) => now?.includes(each)).length ?? 0;
  return (old?.length ?? 0) + (now?.length ?? 0) - 2 * common;
}

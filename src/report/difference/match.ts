import { canonicalJson } from '../../base/text.ts';
import type { ComparedVariant, Settings } from './compared-build.ts';

/** The variants of two builds: those of the same calls, and those that only one of them has. */
export interface Matches {
  readonly pairs: readonly (readonly [before: ComparedVariant, after: ComparedVariant])[];
  readonly added: readonly ComparedVariant[];
  readonly removed: readonly ComparedVariant[];
}

/**
 * Matches variants by kernel, target, the settings of the algo and the condition of the
 * specialisation: numbers of algos and specialisations shift. If settings or conditions changed,
 * what is left of a kernel on a target is matched where there is only one choice.
 */
export function matchVariants(
  before: readonly ComparedVariant[],
  after: readonly ComparedVariant[],
): Matches {
  const pairs: [ComparedVariant, ComparedVariant][] = [];
  let [removed, added] = [[...before], [...after]];
  const common = commonNames(before, after);
  const settings = ({ kernel, algo }: ComparedVariant): Settings =>
    Object.fromEntries(Object.entries(algo).filter(([name]) => common.get(kernel)?.has(name)));
  const keys: readonly ((variant: ComparedVariant) => unknown)[] = [
    (each) => [...placeOf(each), each.algo, each.specialisation],
    // An option that only one of the builds knows, or that was added to all algos.
    (each) => [...placeOf(each), settings(each), each.specialisation],
    (each) => [...placeOf(each), each.specialisation],
    (each) => [...placeOf(each), settings(each)],
    placeOf,
  ];
  for (const [index, key] of keys.entries()) {
    const groups = grouped(added, key);
    const matched = new Set<ComparedVariant>();
    for (const [name, old] of grouped(removed, key)) {
      const now = groups.get(name) ?? [];
      // Algos with the same settings are in the same order.
      if (index > 0 && (old.length > 1 || now.length > 1)) continue;
      for (const [position, was] of old.entries()) {
        const is = now[position];
        if (is === undefined) continue;
        pairs.push([was, is]);
        matched.add(was).add(is);
      }
    }
    removed = removed.filter((each) => !matched.has(each));
    added = added.filter((each) => !matched.has(each));
  }
  return { pairs, added, removed };
}

function placeOf({ kernel, target }: ComparedVariant): readonly string[] {
  return [kernel, target];
}

/** The names of settings that both builds know, by kernel. */
function commonNames(
  before: readonly ComparedVariant[],
  after: readonly ComparedVariant[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const [old, now] = [namesByKernel(before), namesByKernel(after)];
  return new Map(
    [...now].map(([kernel, names]) => [
      kernel,
      new Set([...names].filter((name) => old.get(kernel)?.has(name))),
    ]),
  );
}

function namesByKernel(
  variants: readonly ComparedVariant[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { kernel, algo } of variants) {
    const own = names.get(kernel) ?? new Set();
    for (const name of Object.keys(algo)) own.add(name);
    names.set(kernel, own);
  }
  return names;
}

function grouped(
  variants: readonly ComparedVariant[],
  key: (variant: ComparedVariant) => unknown,
): ReadonlyMap<string, readonly ComparedVariant[]> {
  const groups = new Map<string, ComparedVariant[]>();
  for (const variant of variants) {
    const name = canonicalJson(key(variant));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [variant]);
    else group.push(variant);
  }
  return groups;
}

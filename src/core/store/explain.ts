import picomatch from 'picomatch';
import { plural } from '../base/text.ts';
import type { HashInputs } from '../plan/kernel-hash.ts';
import type { Variant } from '../plan/variants.ts';
import {
  countDifferences,
  type HashChange,
  hashChanges,
  type HashParts,
  hashParts,
  targetPart,
  variantIdentity,
} from './hash-diff.ts';
import type { History } from './history.ts';

/** Why some variants are not stored: the same for all of them. */
interface Reason {
  readonly text: string;
  readonly variants: readonly Variant[];
}

/** More changes of one variant, users of one file or kernels of one reason than this are only counted. */
const MAX_NAMED = 3;

/** Where a kernel has many variants and none that is the same but for its code, only so many are compared. */
const MAX_COMPARED = 128;

const GONE: HashChange = {
  text: 'nothing changed: the stored result is gone (pruned, or damaged)',
};

/**
 * Why variants are not stored: what their hashes cover that differs from the nearest relative among earlier
 * builds. That is a variant of the same entry point, or else of the same function; with the same target, if there
 * is one; and then the one with the fewest differences. Reasons of many variants come first.
 */
export function explainMisses(missing: readonly Variant[], history: History): readonly Reason[] {
  if (missing.length === 0) return [];
  if (history.size === 0) return [{ text: 'no earlier build is known', variants: missing }];
  const findFamily = familyFinder(history);
  const groups = new Map<string, { found: readonly HashChange[]; variants: Variant[] }>();
  for (const variant of missing) {
    const found = explain(variant, findFamily(variant));
    const key = found.map(({ text }) => text).join(', ');
    const group = groups.get(key) ?? { found, variants: [] };
    group.variants.push(variant);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ found, variants }) => ({
      text: listed(found.map((change) => withUsers(change, variants))),
      variants,
    }))
    .toSorted((a, b) => b.variants.length - a.variants.length);
}

/** The reasons for a log: `12 variants of matmul_fp16, matmul_bf16: matmul.py changed`. */
export function reasonLines(reasons: readonly Reason[], most = 8): readonly string[] {
  const lines = reasons.slice(0, most).map(({ text, variants }) => {
    const kernels = [...new Set(variants.map(({ kernel }) => kernel.name))];
    return `${plural(variants.length, 'variant')} of ${listed(kernels)}: ${text}`;
  });
  const left = reasons.length - lines.length;
  return left > 0 ? [...lines, `… and ${plural(left, 'more reason')}`] : lines;
}

/** Variants of one entry point or function, as an earlier build had them. */
interface Family {
  readonly members: readonly HashParts[];
  readonly byTarget: ReadonlyMap<string, readonly HashParts[]>;
  readonly byOwn: ReadonlyMap<string, HashParts>;
}

function explain(variant: Variant, family: Family | undefined): readonly HashChange[] {
  if (family === undefined) return [{ text: 'new kernel' }];
  const parts = hashParts(variant.inputs);
  const relative = family.byOwn.get(variantIdentity(parts)) ?? nearest(variant, parts, family);
  const found = hashChanges(relative, parts);
  return found.length > 0 ? found : [GONE];
}

function nearest(variant: Variant, parts: HashParts, { members, byTarget }: Family): HashParts {
  const candidates = byTarget.get(targetPart(parts)) ?? members;
  let best: HashParts = new Map();
  let least = Infinity;
  for (const candidate of around(candidates, rankOf(variant))) {
    const away = countDifferences(candidate, parts, least);
    if (away < least) [best, least] = [candidate, away];
  }
  return best;
}

/** Where the variant stands among those of its kernel and target. */
function rankOf({ kernel, config, specialisation }: Variant): number {
  return config * kernel.specialisations.length + specialisation;
}

/** Those that stand near a place, and first the one in the place itself: most likely it is what was edited. */
function around<T>(items: readonly T[], rank: number): readonly T[] {
  const start = Math.min(rank - MAX_COMPARED / 2, items.length - MAX_COMPARED);
  const near = items.slice(Math.max(0, start)).slice(0, MAX_COMPARED);
  return [...items.slice(rank, rank + 1), ...near];
}

/** Finds the variants an earlier build had of the same entry point, or else of the same function. */
function familyFinder(history: History): (variant: Variant) => Family | undefined {
  const byFunction = grouped([...history.values()].flat(), functionOf);
  const families = new Map<readonly HashInputs[], Family>();
  return ({ kernel, inputs }) => {
    const members = history.get(kernel.name) ?? byFunction.get(functionOf(inputs));
    if (members === undefined) return undefined;
    const family = families.get(members) ?? familyOf(members);
    families.set(members, family);
    return family;
  };
}

function familyOf(inputs: readonly HashInputs[]): Family {
  const members = inputs.map(hashParts);
  return {
    members,
    byTarget: grouped(members, targetPart),
    byOwn: new Map(members.map((parts) => [variantIdentity(parts), parts])),
  };
}

function functionOf({ module, function: name }: HashInputs): string {
  return `${module}.${name}`;
}

function grouped<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** A changed file with what uses it besides itself, since its name alone does not tell why it matters. */
function withUsers({ text, file }: HashChange, variants: readonly Variant[]): string {
  if (file === undefined) return text;
  const kernels = [...new Set(variants.map(({ kernel }) => kernel))].filter(
    ({ source }) => source.file !== file,
  );
  if (kernels.length === 0) return text;
  const isNamed = kernels.every(
    ({ depends }) => depends.length > 0 && picomatch.isMatch(file, [...depends], { dot: true }),
  );
  const users = listed([...new Set(kernels.map(({ source }) => source.file))]);
  return isNamed ? `${text} (named in depends)` : `${text} (imported by ${users})`;
}

function listed(items: readonly string[]): string {
  const named = items.slice(0, MAX_NAMED).join(', ');
  return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}

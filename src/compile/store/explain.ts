import picomatch from 'picomatch';
import { plural } from '../../base/text.ts';
import type { HashInputs } from '../../plan/kernel-hash.ts';
import type { Variant } from '../../plan/variants.ts';
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

/** A reason why variants are not in the store. */
export interface MissReason {
  readonly text: string;
  /** The variants this reason applies to. */
  readonly variants: readonly Variant[];
}

/** Longer lists (of changes, files, kernels) are cut to this many items and a count. */
const MAX_NAMED = 3;

/** The most variants of an earlier build that one variant is compared with. */
const MAX_COMPARED = 128;

const GONE: HashChange = {
  text: 'nothing changed, but the stored result is gone (pruned or damaged)',
};

/**
 * Explains why variants are not in the store: how their hash inputs differ from the most similar
 * variant of an earlier build. That is a variant of the same entry point, or else of the same
 * function; with the same target, if there is one; and of these the one with the fewest
 * differences. Reasons that apply to most variants come first.
 */
export function explainMisses(
  missing: readonly Variant[],
  history: History,
): readonly MissReason[] {
  if (missing.length === 0) return [];
  if (history.size === 0) return [{ text: 'no earlier build is known', variants: missing }];
  const findFamily = familyFinder(history);
  const groups = new Map<string, { changes: readonly HashChange[]; variants: Variant[] }>();
  for (const variant of missing) {
    const changes = explain(variant, findFamily(variant));
    const key = changes.map(({ text }) => text).join(', ');
    const group = groups.get(key) ?? { changes, variants: [] };
    group.variants.push(variant);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ changes, variants }) => ({
      text: listed(changes.map((change) => withUsers(change, variants))),
      variants,
    }))
    .toSorted((a, b) => b.variants.length - a.variants.length);
}

/** Formats reasons for a log: `12 variants of matmul_fp16, matmul_bf16: matmul.py changed`. */
export function reasonLines(reasons: readonly MissReason[], most = 8): readonly string[] {
  const lines = reasons.slice(0, most).map(({ text, variants }) => {
    const kernels = [...new Set(variants.map(({ kernel }) => kernel.name))];
    return `${plural(variants.length, 'variant')} of ${listed(kernels)}: ${text}`;
  });
  const left = reasons.length - lines.length;
  return left > 0 ? [...lines, `… and ${plural(left, 'more reason')}`] : lines;
}

/** Variants of one entry point or function in an earlier build. */
interface Family {
  readonly members: readonly HashParts[];
  readonly byTarget: ReadonlyMap<string, readonly HashParts[]>;
  readonly byIdentity: ReadonlyMap<string, HashParts>;
}

function explain(variant: Variant, family: Family | undefined): readonly HashChange[] {
  if (family === undefined) return [{ text: 'new kernel' }];
  const parts = hashParts(variant.inputs);
  const earlier = family.byIdentity.get(variantIdentity(parts)) ?? nearest(variant, parts, family);
  const changes = hashChanges(earlier, parts);
  return changes.length > 0 ? changes : [GONE];
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

/** The position of a variant among those of its kernel and target. */
function rankOf({ kernel, config, specialisation }: Variant): number {
  return config * kernel.specialisations.length + specialisation;
}

/** The items near a position. First the one at it, which is most likely the one edited. */
function around<T>(items: readonly T[], rank: number): readonly T[] {
  const start = Math.min(rank - MAX_COMPARED / 2, items.length - MAX_COMPARED);
  const near = items.slice(Math.max(0, start)).slice(0, MAX_COMPARED);
  return [...items.slice(rank, rank + 1), ...near];
}

/** Finds the variants of an earlier build with the same entry point, or else the same function. */
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
    byIdentity: new Map(members.map((parts) => [variantIdentity(parts), parts])),
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

/** Adds which kernel files use a changed file: its name alone does not say why it matters. */
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

/** Formats as `a, b, c and 2 more`. */
export function listed(items: readonly string[]): string {
  const named = items.slice(0, MAX_NAMED).join(', ');
  return items.length > MAX_NAMED ? `${named} and ${items.length - MAX_NAMED} more` : named;
}

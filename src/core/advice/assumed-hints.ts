import {
  type Argument,
  type Hint,
  integerOf,
  isReachable,
  type Kernel,
  type Specialisation,
} from '../model/kernel.ts';
import type { SmokeCase } from '../model/smoke-case.ts';
import { formatArgumentType, isInteger } from '../model/types.ts';

/** One hint for each argument, in their order. */
export type Hints = readonly Hint[];

/** The first config that a kernel has for its first target. Comparisons are made with it. */
export const COMPARED_CONFIG = 0;

/**
 * Returns the index of the most specific specialisation that calls of the first config can reach.
 * If heuristics are computed, it is the one where most of them hold, as for even sizes.
 */
export function mostSpecific({ configs, specialisations }: Kernel): number | undefined {
  const config = configs[COMPARED_CONFIG];
  if (config === undefined) return undefined;
  const reachable = specialisations.flatMap((specialisation, index) =>
    isReachable(config, specialisation) ? [{ specialisation, index }] : [],
  );
  const [first] = reachable;
  const equal = reachable.filter(({ specialisation }) =>
    sameHints(specialisation.hints, first?.specialisation.hints ?? []),
  );
  return equal.toSorted((a, b) => holding(b.specialisation) - holding(a.specialisation))[0]?.index;
}

export function sameHints(a: Hints, b: Hints): boolean {
  return a.every((hint, index) => hint === b[index]);
}

/** How many heuristics have a value other than 0 or False. */
function holding({ heuristics }: Specialisation): number {
  return [...heuristics.values()].filter((value) => (integerOf(value) ?? 0n) !== 0n).length;
}

/**
 * Returns the hints of calls with well-aligned arguments: pointers and integers divisible by 16,
 * and strides of innermost dimensions equal to 1. If those strides are only guessed, there is a
 * choice of several, and the one with the best code counts.
 * @param given the hints that the manifest has at best
 */
export function assumedHints(kernel: Kernel, given: Hints): readonly Hints[] {
  const assume = (ones: ReadonlySet<string>): Hints =>
    kernel.arguments.map((argument, index) => {
      const own = given[index] ?? 'none';
      if (own === 'equal-to-1' || !canHaveHint(argument)) return own;
      return ones.has(argument.name) ? 'equal-to-1' : 'divisible-by-16';
    });
  const telling = (kernel.smoke?.cases ?? []).filter(isTelling);
  if (telling.length > 0) return [assume(onesIn(telling))];
  const guessed = innermostByName(kernel, given);
  return guessed.size === 0 ? [assume(guessed)] : [assume(guessed), assume(new Set())];
}

/** Whether the JIT specialises a parameter of this type. */
function canHaveHint({ type }: Argument): boolean {
  if (type.kind === 'pointer') return true;
  return isInteger(type) && !['i1', 'u1'].includes(formatArgumentType(type));
}

/** Whether a case has a buffer with more than one element: in others, every stride is 1. */
function isTelling({ buffers }: SmokeCase): boolean {
  return [...buffers.values()].some((buffer) => buffer !== null && buffer.length > 1);
}

/** The integers that are 1 in every case. */
function onesIn(cases: readonly SmokeCase[]): ReadonlySet<string> {
  const names = cases.flatMap(({ scalars }) => [...scalars.keys()]);
  return new Set(names.filter((name) => cases.every((each) => isOne(each, name))));
}

function isOne({ scalars }: SmokeCase, name: string): boolean {
  const scalar = scalars.get(name);
  return scalar?.kind === 'integer' && scalar.value === 1n;
}

/** The last of the strides of each tensor, unless the manifest says which one is 1, or that it is not. */
function innermostByName(kernel: Kernel, given: Hints): ReadonlySet<string> {
  const families = new Map<string, { readonly name: string; readonly hint: Hint }[]>();
  for (const [index, argument] of kernel.arguments.entries()) {
    const family = strideFamily(argument.name);
    if (family === undefined || !canHaveHint(argument) || argument.type.kind === 'pointer')
      continue;
    const member = { name: argument.name, hint: given[index] ?? 'none' };
    families.set(family, [...(families.get(family) ?? []), member]);
  }
  return new Set(
    [...families.values()].flatMap((members) => {
      const last = members.at(-1);
      const isKnown = members.some(({ hint }) => hint === 'equal-to-1');
      return last?.hint !== 'none' || isKnown || members.length < 2 ? [] : [last.name];
    }),
  );
}

/**
 * Returns what the names of all strides of a tensor have in common: `stride_a` for `stride_am`,
 * `x_stride` for `x_stride_0`. Undefined if it is not the name of a stride.
 */
export function strideFamily(name: string): string | undefined {
  if (!/stride/i.test(name)) return undefined;
  const [, front = '', last = ''] = /^(.*stride.*)_(\w*?)$/i.exec(name) ?? [];
  if (front === '') return name.slice(0, -1);
  const isLetters = /stride$/i.test(front) && last.length > 1 && !/^\d+$/.test(last);
  return isLetters ? `${front}_${last.slice(0, -1)}` : front;
}

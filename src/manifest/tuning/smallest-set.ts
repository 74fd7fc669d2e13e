import {
  acceptable,
  type Cost,
  isLower,
  lowestRatio,
  type Point,
  sumOf,
  UNMEASURED,
} from './points.ts';

/** Sets of one size that are tried one by one. With more, algos are added one by one. */
const MAX_SETS = 50_000;

/**
 * Returns the smallest set of algos that has one within `within` × the best for every point, in
 * ascending order. Of several, the set with the fewest missing times, then the lowest worst ratio,
 * then the lowest sum of ratios. It is exact while there are few sets of a size, which is so for
 * small sets of dozens of algos.
 */
export function smallestSet(
  points: readonly Point[],
  algos: readonly number[],
  within: number,
): readonly number[] {
  const sorted = algos.toSorted((a, b) => a - b);
  const needs = distinctNeeds(points.map((point) => acceptable(point, sorted, within)));
  for (let size = 1; size <= sorted.length; size += 1) {
    if (countSets(sorted.length, size) > MAX_SETS) break;
    const found = bestOfSize(points, sorted, needs, size);
    if (found !== undefined) return found;
  }
  return greedySet(points, sorted, needs);
}

type Need = ReadonlySet<number>;

/** The different needs, without those that another one implies. */
function distinctNeeds(lists: readonly (readonly number[])[]): readonly Need[] {
  const needs = new Map(lists.map((list) => [list.join(), new Set(list)] as const));
  const all = [...needs.values()];
  return all.filter(
    (need) => !all.some((other) => other.size < need.size && [...other].every((a) => need.has(a))),
  );
}

function countSets(length: number, size: number): number {
  let count = 1;
  for (let at = 0; at < size; at += 1) count = (count * (length - at)) / (at + 1);
  return count;
}

function bestOfSize(
  points: readonly Point[],
  algos: readonly number[],
  needs: readonly Need[],
  size: number,
): readonly number[] | undefined {
  let best: { readonly set: readonly number[]; readonly cost: Cost } | undefined;
  for (const set of setsOf(algos, size)) {
    if (!needs.every((need) => set.some((algo) => need.has(algo)))) continue;
    const cost = costOf(points, set);
    if (best === undefined || isLower(cost, best.cost)) best = { set, cost };
  }
  return best?.set;
}

/** Lists the subsets of a size in the order of their elements. */
function* setsOf(algos: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, first] of algos.entries())
    for (const rest of setsOf(algos.slice(index + 1), size - 1)) yield [first, ...rest];
}

/** Adds the algo that serves most points until all are served. */
function greedySet(
  points: readonly Point[],
  algos: readonly number[],
  needs: readonly Need[],
): readonly number[] {
  const set: number[] = [];
  const costs = new Map(algos.map((algo) => [algo, costOf(points, [algo])]));
  let open = needs;
  while (open.length > 0) {
    let best: { readonly algo: number; readonly cost: Cost } | undefined;
    for (const algo of algos) {
      const served = open.filter((need) => need.has(algo)).length;
      const cost = [-served, ...(costs.get(algo) ?? [])];
      if (best === undefined || isLower(cost, best.cost)) best = { algo, cost };
    }
    if (best === undefined) break;
    const { algo } = best;
    set.push(algo);
    open = open.filter((need) => !need.has(algo));
  }
  return set.toSorted((a, b) => a - b);
}

function costOf(points: readonly Point[], set: readonly number[]): Cost {
  const lowest = points.map((point) => lowestRatio(point, set));
  const missing = points.reduce(
    (sum, { ratios }) =>
      sum + set.filter((a) => (ratios.get(a) ?? UNMEASURED) >= UNMEASURED).length,
    0,
  );
  return [missing, Math.max(...lowest), sumOf(lowest)];
}

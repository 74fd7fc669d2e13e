import {
  acceptable,
  algoOfBlocks,
  type Cost,
  isLower,
  lowestRatio,
  type Point,
  ratioOf,
  sumOf,
} from './points.ts';

/** A choice of an algo by comparing values of a call. */
export type DecisionTree = DecisionLeaf | DecisionSplit;

interface DecisionLeaf {
  readonly algo: number;
}

interface DecisionSplit {
  /** The name of a parameter, `blocks(ALGO)` or `specialisation()`. */
  readonly value: string;
  readonly atMost: bigint;
  /** The choice for values up to `atMost`. */
  readonly small: DecisionTree;
  /** The choice for greater values. */
  readonly large: DecisionTree;
}

interface FittedTree {
  readonly tree: DecisionTree;
  /** The highest ratio of what it chooses over all points. */
  readonly worst: number;
  readonly cost: Cost;
}

/** The most comparisons that a choice takes. */
export const MAX_COMPARISONS = 8;

/** Times that differ by less count as equal, because measurements vary by about that much. */
export const NOISE = 1.03;

/** The ratios that are tried if a tree within a lower one has too many comparisons. */
const FURTHER = [1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 2, 4, Infinity];

/**
 * Fits a tree with few comparisons and a low worst ratio. The result does not depend on the order
 * of the points.
 * @param points with different values
 * @param names the names of the points' values
 * @param within the ratio that is good enough if not all algos can do better
 * @param comparisons the most that a choice may take
 */
export function fitTree(
  points: readonly Point[],
  names: readonly string[],
  algos: readonly number[],
  within: number,
  comparisons = MAX_COMPARISONS,
): Pick<FittedTree, 'tree' | 'worst'> {
  const reachable = Math.max(...points.map((point) => lowestRatio(point, algos)));
  const first = Math.max(NOISE, Math.min(reachable, within));
  const limit = Math.max(first, reachable);
  let best: FittedTree | undefined;
  for (const tolerance of [first, ...FURTHER.filter((ratio) => ratio > first)]) {
    const grower = growerOf(points, names, algos, tolerance);
    for (const isEven of [false, true]) {
      const tree = grow(grower, grower.items, comparisons, isEven);
      const ratios = ratiosOf(tree, points, names);
      const worst = Math.max(...ratios);
      const size = leavesOf(tree);
      // If all are fast enough, the smaller tree is better, else the faster one.
      const cost = worst <= limit ? [0, size, worst] : [worst, sumOf(ratios), size];
      if (best === undefined || isLower(cost, best.cost)) best = { tree, worst, cost };
    }
    if (best !== undefined && best.worst <= limit) break;
  }
  if (best === undefined) throw new Error('a tree needs points');
  return { tree: best.tree, worst: best.worst };
}

/** Returns the algo that a tree chooses. `valueOf` gives a value by its name. */
export function decide(tree: DecisionTree, valueOf: (name: string) => bigint): number {
  if ('algo' in tree) return tree.algo;
  return decide(valueOf(tree.value) <= tree.atMost ? tree.small : tree.large, valueOf);
}

/** Returns the algos that a tree chooses from, in ascending order. */
export function algosOf(tree: DecisionTree): readonly number[] {
  if ('algo' in tree) return [tree.algo];
  return [...new Set([...algosOf(tree.small), ...algosOf(tree.large)])].toSorted((a, b) => a - b);
}

function leavesOf(tree: DecisionTree): number {
  return 'algo' in tree ? 1 : leavesOf(tree.small) + leavesOf(tree.large);
}

/** The ratios of what a tree chooses for points, whose values have these names. */
export function ratiosOf(
  tree: DecisionTree,
  points: readonly Point[],
  names: readonly string[],
): readonly number[] {
  return points.map((point) => {
    const algo = decide(tree, (name) => point.values[names.indexOf(name)] ?? 0n);
    return ratioOf(point, algo);
  });
}

/** A point, and which of the sets of acceptable algos it has. */
interface Item {
  readonly point: Point;
  readonly kind: number;
}

interface Grower {
  readonly items: readonly Item[];
  /** The names of the values. */
  readonly names: readonly string[];
  readonly algos: readonly number[];
  /** The different sets of acceptable algos. */
  readonly kinds: readonly ReadonlySet<number>[];
  /** The rank of each name: of values that separate points equally well, that with the lowest is compared. */
  readonly order: readonly number[];
}

function growerOf(
  points: readonly Point[],
  names: readonly string[],
  algos: readonly number[],
  tolerance: number,
): Grower {
  const sorted = algos.toSorted((a, b) => a - b);
  const sets = points.map((point) => acceptable(point, sorted, tolerance));
  const texts = [...new Set(sets.map((set) => set.join()))].toSorted();
  return {
    items: points.map((point, index) => ({
      point,
      kind: texts.indexOf(sets[index]?.join() ?? ''),
    })),
    names,
    algos: sorted,
    kinds: texts.map((text) => new Set(text.split(',').map(Number))),
    order: names.map((name, at) =>
      algoOfBlocks(name) === undefined ? new Set(points.map(({ values }) => values[at])).size : 0,
    ),
  };
}

function grow(
  grower: Grower,
  items: readonly Item[],
  depth: number,
  isEven: boolean,
): DecisionTree {
  const counts = grower.kinds.map(
    (_set, kind) => items.filter((each) => each.kind === kind).length,
  );
  const split =
    depth === 0 || impurity(grower, counts) === 0 ? undefined : bestSplit(grower, items, isEven);
  if (split === undefined) return { algo: bestAlgo(grower, items) };
  const { at, atMost } = split;
  const isSmall = ({ point }: Item): boolean => (point.values[at] ?? 0n) <= atMost;
  const small = grow(grower, items.filter(isSmall), depth - 1, isEven);
  const large = grow(
    grower,
    items.filter((item) => !isSmall(item)),
    depth - 1,
    isEven,
  );
  if ('algo' in small && 'algo' in large && small.algo === large.algo) return small;
  return { value: grower.names[at] ?? '', atMost, small, large };
}

/** The algo with the lowest worst ratio, then the lowest sum of ratios, then the lowest number. */
function bestAlgo({ algos }: Grower, items: readonly Item[]): number {
  let best: { readonly algo: number; readonly cost: Cost } | undefined;
  for (const algo of algos) {
    const ratios = items.map(({ point }) => ratioOf(point, algo));
    const cost = [Math.max(...ratios), sumOf(ratios)];
    if (best === undefined || isLower(cost, best.cost)) best = { algo, cost };
  }
  return best?.algo ?? 0;
}

interface Split {
  /** The index of the value. */
  readonly at: number;
  readonly atMost: bigint;
}

/**
 * Finds the comparison after which points are the least mixed. Of equal ones, it takes the number of
 * blocks, which says how busy the GPU is, then the parameter with the fewest values, since others,
 * such as strides, are often computed from it, and then the widest gap between values.
 * @param isEven whether the more mixed side counts first, which gives more even trees
 */
function bestSplit(grower: Grower, items: readonly Item[], isEven: boolean): Split | undefined {
  let best: { readonly split: Split; readonly cost: Cost } | undefined;
  for (const [at, order] of grower.order.entries()) {
    const valueOf = ({ point }: Item): bigint => point.values[at] ?? 0n;
    const sorted = items.toSorted((a, b) => compare(valueOf(a), valueOf(b)));
    const below = grower.kinds.map(() => 0);
    const above = [...below];
    for (const { kind } of sorted) above[kind] = (above[kind] ?? 0) + 1;
    for (const [index, item] of sorted.slice(0, -1).entries()) {
      below[item.kind] = (below[item.kind] ?? 0) + 1;
      above[item.kind] = (above[item.kind] ?? 0) - 1;
      const [from, to] = [valueOf(item), valueOf(sorted[index + 1] ?? item)];
      if (from === to) continue;
      const sides = [impurity(grower, below), impurity(grower, above)] as const;
      const most = isEven ? Math.max(...sides) : 0;
      const cost = [most, sides[0] + sides[1], order, -gapOf(from, to), at];
      if (best !== undefined && !isLower(cost, best.cost)) continue;
      best = { split: { at, atMost: middleOf(from, to) }, cost };
    }
  }
  return best?.split;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Returns how mixed points are: 0 if one config is acceptable for all. Algos are assigned to as
 * many points as possible, one after the other, and the Gini impurity is that of the groups.
 */
function impurity({ kinds, algos }: Grower, counts: readonly number[]): number {
  const left = [...counts];
  const total = left.reduce((sum, count) => sum + count, 0);
  let rest = total;
  let squares = 0;
  while (rest > 0) {
    let [most, chosen] = [0, -1];
    for (const algo of algos) {
      let served = 0;
      for (const [kind, count] of left.entries()) if (kinds[kind]?.has(algo)) served += count;
      if (served > most) [most, chosen] = [served, algo];
    }
    squares += most * most;
    rest -= most;
    for (const kind of left.keys()) if (kinds[kind]?.has(chosen)) left[kind] = 0;
  }
  return total === 0 ? 0 : total - squares / total;
}

/** Returns the distance of two values: their ratio if both are positive. */
function gapOf(from: bigint, to: bigint): number {
  return from < 0n ? Number(to - from) : Number(to + 1n) / Number(from + 1n);
}

/** The geometric mean of two values, so that a size between them gets the choice of the nearer one. */
function middleOf(from: bigint, to: bigint): bigint {
  if (from < 0n) return (from + to) >> 1n;
  const mean = from === 0n ? squareRoot(to + 1n) - 1n : squareRoot(from * to);
  return mean < to ? mean : to - 1n;
}

/** The integer square root. */
function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root -= 1n;
  while ((root + 1n) * (root + 1n) <= value) root += 1n;
  return root;
}

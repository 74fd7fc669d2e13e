import type { Variant } from './variants.ts';

/** A part of a plan that a job of its own can build. */
export interface Shard {
  /** Entry points, in the order of the plan. */
  readonly only: readonly string[];
  readonly variants: number;
}

/** What looking up a stored variant costs, in compiles: next to nothing, but shares of it are even too. */
const STORED_COST = 0.001;

/** Of a kernel with Triton's defaults, 4 warps and 3 stages. */
const USUAL_SIZE = 12;

/**
 * Spreads entry points over so many shards that each takes about as long: the costliest goes first, and always to the
 * shard that has least to do. An entry point is never split, and a shard that would be empty is left out.
 */
export function shardsOf(
  variants: readonly Variant[],
  stored: ReadonlySet<Variant>,
  count: number,
): Shard[] {
  const entryPoints = new Map<string, { variants: number; cost: number }>();
  for (const variant of variants) {
    const { name } = variant.kernel;
    const known = entryPoints.get(name) ?? { variants: 0, cost: 0 };
    const cost = stored.has(variant) ? STORED_COST : costOf(variant);
    entryPoints.set(name, { variants: known.variants + 1, cost: known.cost + cost });
  }
  const shards = Array.from({ length: Math.min(count, entryPoints.size) }, () => ({
    names: new Set<string>(),
    variants: 0,
    cost: 0,
  }));
  for (const [name, work] of [...entryPoints].toSorted(([, a], [, b]) => b.cost - a.cost)) {
    const least = shards.reduce((a, b) => (b.cost < a.cost ? b : a));
    least.names.add(name);
    least.variants += work.variants;
    least.cost += work.cost;
  }
  return shards.map((shard) => ({
    only: [...entryPoints.keys()].filter((name) => shard.names.has(name)),
    variants: shard.variants,
  }));
}

/** One compile, and more of it where there are more warps and stages to generate code for. */
function costOf({ job: { options } }: Variant): number {
  return 1 + (Number(options['num_warps'] ?? 4) * Number(options['num_stages'] ?? 3)) / USUAL_SIZE;
}

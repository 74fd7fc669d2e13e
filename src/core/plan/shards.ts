import type { Variant } from './variants.ts';

/** A part of a plan for one of several jobs. */
export interface Shard {
  /** Names of kernels, in the order of the plan. */
  readonly only: readonly string[];
  readonly variants: number;
}

/** The cost of a stored variant, in compiles. Above 0, so that these are spread evenly too. */
const STORED_COST = 0.001;

/** Warps times stages of a kernel with Triton's defaults. */
const USUAL_SIZE = 12;

/**
 * Divides the kernels into at most `count` shards of about the same cost: the most expensive kernel
 * comes first, and each goes to the shard with the lowest cost so far. A kernel is never split, and
 * no shard is empty.
 */
export function shardsOf(
  variants: readonly Variant[],
  stored: ReadonlySet<Variant>,
  count: number,
): Shard[] {
  const kernels = new Map<string, { variants: number; cost: number }>();
  for (const variant of variants) {
    const { name } = variant.kernel;
    const known = kernels.get(name) ?? { variants: 0, cost: 0 };
    const cost = stored.has(variant) ? STORED_COST : costOf(variant);
    kernels.set(name, { variants: known.variants + 1, cost: known.cost + cost });
  }
  const shards = Array.from({ length: Math.min(count, kernels.size) }, () => ({
    names: new Set<string>(),
    variants: 0,
    cost: 0,
  }));
  for (const [name, work] of [...kernels].toSorted(([, a], [, b]) => b.cost - a.cost)) {
    const least = shards.reduce((a, b) => (b.cost < a.cost ? b : a));
    least.names.add(name);
    least.variants += work.variants;
    least.cost += work.cost;
  }
  return shards.map((shard) => ({
    only: [...kernels.keys()].filter((name) => shard.names.has(name)),
    variants: shard.variants,
  }));
}

/** The cost of a compile, which grows with the warps and stages to generate code for. */
function costOf({ job: { options } }: Variant): number {
  return 1 + (Number(options['num_warps'] ?? 4) * Number(options['num_stages'] ?? 3)) / USUAL_SIZE;
}

import { secondsOf, type WorkItem } from './estimate.ts';

/** The CPU seconds that one shard should take, if the user does not say how many there are. */
const SECONDS_OF_SHARD = 480;

/** The most jobs of a matrix. Source: GitHub, "Actions limits". */
export const MAX_SHARDS = 256;

/** How many shards there should be for this much work. */
export function shardCount(items: readonly WorkItem[]): number {
  return Math.ceil(secondsOf(items) / SECONDS_OF_SHARD);
}

/**
 * Divides work into at most `count` shards of about the same time: the longest result comes first,
 * and each goes to the shard with the shortest time so far. No shard is empty.
 */
export function balance(
  items: readonly WorkItem[],
  count: number,
): readonly (readonly WorkItem[])[] {
  const number = Math.min(Math.max(count, 1), MAX_SHARDS, items.length);
  const shards = Array.from({ length: number }, () => ({ items: [] as WorkItem[], seconds: 0 }));
  const sorted = items.toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
  for (const item of sorted) {
    const least = shards.reduce((a, b) => (isLess(b, a) ? b : a));
    least.items.push(item);
    least.seconds += item.seconds;
  }
  return shards.map((shard) => shard.items);
}

/** With equal times, such as none, the shard with fewer results. */
function isLess(a: Load, b: Load): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.items.length < b.items.length);
}

interface Load {
  readonly items: readonly WorkItem[];
  readonly seconds: number;
}

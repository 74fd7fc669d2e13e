import type { EntryName } from './name.ts';
import type { Pack } from './pack.ts';

/** An index that names more packs than this is replaced: each may cost a call. */
const MOST_PACKS = 5;

/** What a push does: one new pack, besides those that are kept. */
export interface PushPlan {
  readonly kept: readonly Pack[];
  /** The entries of the new pack; none where the remote has everything. */
  readonly added: readonly EntryName[];
}

/** The pack that gives most of what is wanted; one that is already here costs nothing and goes first. */
export function choosePack(
  packs: readonly Pack[],
  wanted: ReadonlySet<EntryName>,
  isHere: (pack: Pack) => boolean,
): Pack | undefined {
  const useful = packs
    .map((pack) => ({ pack, count: countHeld(pack, wanted), here: isHere(pack) ? 1 : 0 }))
    .filter(({ count }) => count > 0);
  const [best] = useful.toSorted(
    (a, b) => b.here - a.here || b.count - a.count || a.pack.bytes - b.pack.bytes,
  );
  return best?.pack;
}

/**
 * What no pack holds goes into a new one. Where that would be one pack too many, or less than half of what the packs
 * hold is still wanted, one with everything wanted replaces them all.
 */
export function planPush(packs: readonly Pack[], wanted: ReadonlySet<EntryName>): PushPlan {
  const held = new Set(packs.flatMap(({ entries }) => [...entries.keys()]));
  const added = [...wanted].filter((name) => !held.has(name));
  if (added.length === 0) return { kept: packs, added };
  const isTooMuch = packs.length + 1 > MOST_PACKS || isMostlyUnwanted(packs, wanted);
  return isTooMuch ? { kept: [], added: [...wanted] } : { kept: packs, added };
}

function countHeld({ entries }: Pack, wanted: ReadonlySet<EntryName>): number {
  let count = 0;
  for (const name of wanted) if (entries.has(name)) count += 1;
  return count;
}

function isMostlyUnwanted(packs: readonly Pack[], wanted: ReadonlySet<EntryName>): boolean {
  let balance = 0;
  for (const { entries } of packs) {
    for (const [name, size] of entries) balance += wanted.has(name) ? size : -size;
  }
  return balance < 0;
}

/** The part that one block takes of a multiprocessor. */
export interface BlockNeeds {
  readonly warps: number;
  /** Of each thread. */
  readonly registers: number;
  /** Static and dynamic, without that of the system. */
  readonly sharedBytes: number;
  /** Of tensor memory. */
  readonly tensorColumns: number;
}

export const OCCUPANCY_LIMITS = [
  'warps',
  'blocks',
  'registers',
  'shared memory',
  'tensor memory',
] as const;

/**
 * The number of blocks of a kernel that a multiprocessor can have at once, and so of warps that it
 * can choose from while others wait for memory.
 */
export interface Occupancy {
  readonly blocks: number;
  /** Of all these blocks. */
  readonly warps: number;
  /** The warps of all these blocks ÷ the most that the multiprocessor can have. */
  readonly share: number;
  /** The resource that is used up first. */
  readonly limit: (typeof OCCUPANCY_LIMITS)[number];
}

/** Returns the occupancy by the numbers of blocks that each resource is enough for. */
export function lowestOccupancy(
  limits: readonly (readonly [Occupancy['limit'], number])[],
  perBlock: number,
  most: number,
): Occupancy {
  const blocks = Math.min(...limits.map(([, number]) => number));
  const [limit] = limits.find(([, number]) => number === blocks) ?? ['warps'];
  const warps = blocks * perBlock;
  return { blocks, warps, share: warps / most, limit };
}

/** Rounds up to a multiple. */
export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

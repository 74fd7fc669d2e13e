import { multiprocessorOf, type Target, WARP_SIZE } from '../../manifest/terms/target.ts';

/** The part that one block takes of a multiprocessor. */
interface BlockNeeds {
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

/** Each warp gets a multiple of so many registers. Source: `cudaOccRegAllocationGranularity`. */
const REGISTER_UNIT = 256;

/** A multiprocessor has so many parts. Source: `cudaOccSubPartitionsPerMultiprocessor`. */
const PARTITIONS = 4;

/**
 * Returns the theoretical occupancy, as cuOccupancyMaxActiveBlocksPerMultiprocessor does, but for
 * tensor memory, which that function does not know. Clusters can lower it further.
 * Source: the CUDA toolkit's cuda_occupancy.h; for tensor memory PTX ISA, "tcgen05.alloc".
 */
export function occupancyOf(target: Target, block: BlockNeeds): Occupancy {
  const most = multiprocessorOf(target);
  const perWarp = roundUp(block.registers * WARP_SIZE, REGISTER_UNIT);
  const warpsByRegisters =
    PARTITIONS * Math.floor(most.registers / PARTITIONS / Math.max(perWarp, REGISTER_UNIT));
  const shared = roundUp(block.sharedBytes + most.reservedSharedBytes, most.sharedUnit);
  const limits: readonly (readonly [Occupancy['limit'], number])[] = [
    ['warps', Math.floor(most.warps / block.warps)],
    ['blocks', most.blocks],
    ['registers', Math.floor(warpsByRegisters / block.warps)],
    ['shared memory', shared === 0 ? Infinity : Math.floor(most.sharedBytes / shared)],
    [
      'tensor memory',
      block.tensorColumns === 0 ? Infinity : Math.floor(most.tensorColumns / block.tensorColumns),
    ],
  ];
  const blocks = Math.min(...limits.map(([, number]) => number));
  const [limit] = limits.find(([, number]) => number === blocks) ?? ['warps'];
  const warps = blocks * block.warps;
  return { blocks, warps, share: warps / most.warps, limit };
}

/**
 * The registers that a launch reserves for a block, which has as many warps in each partition.
 * Source: `regsAssumedPerCTA` in cuda_occupancy.h, "Hardware check".
 */
export function reservedRegisters(perThread: number, warps: number): number {
  return roundUp(perThread * WARP_SIZE, REGISTER_UNIT) * roundUp(warps, PARTITIONS);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

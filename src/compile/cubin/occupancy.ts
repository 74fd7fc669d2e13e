import {
  amdFacts,
  type HipTarget,
  isHip,
  multiprocessorOf,
  type Target,
  warpSizeOf,
} from '../../manifest/terms/target.ts';

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
  if (isHip(target)) return amdOccupancy(target, block);
  const most = multiprocessorOf(target);
  const perWarp = roundUp(block.registers * warpSizeOf(target), REGISTER_UNIT);
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
  return lowest(limits, block.warps, most.warps);
}

/** SIMDs of a compute unit or, on RDNA, of a work group processor. */
const SIMDS = 4;

/** Blocks of several waves on it. Source: `getMaxWorkGroupsPerCU` of LLVM's AMDGPUBaseInfo.cpp. */
const MOST_BLOCKS = { 32: 32, 64: 16 } as const;

/** LDS is given in units of so many bytes. Source: `getLdsDwGranularity`, there. */
const LDS_UNIT = 512;

/**
 * Returns the theoretical occupancy on a compute unit or, on RDNA, a work group processor.
 * Source: `getOccupancyWithWorkGroupSizes` and `getNumWavesPerEUWithNumVGPRs` of LLVM's AMDGPU backend.
 */
function amdOccupancy(target: HipTarget, { warps, registers, sharedBytes }: BlockNeeds): Occupancy {
  const { threads, waves, vgprs, sharedLdsKib } = amdFacts(target);
  const perSimd = Math.floor(vgprs.simd / roundUp(Math.max(registers, 1), vgprs.unit));
  const shared = roundUp(sharedBytes, LDS_UNIT);
  return lowest(
    [
      ['warps', Math.floor((SIMDS * waves) / warps)],
      ['blocks', warps === 1 ? SIMDS * waves : MOST_BLOCKS[threads]],
      ['registers', Math.floor((SIMDS * perSimd) / warps)],
      ['shared memory', shared === 0 ? Infinity : Math.floor((sharedLdsKib * 1024) / shared)],
    ],
    warps,
    SIMDS * waves,
  );
}

function lowest(
  limits: readonly (readonly [Occupancy['limit'], number])[],
  perBlock: number,
  most: number,
): Occupancy {
  const blocks = Math.min(...limits.map(([, number]) => number));
  const [limit] = limits.find(([, number]) => number === blocks) ?? ['warps'];
  const warps = blocks * perBlock;
  return { blocks, warps, share: warps / most, limit };
}

/**
 * The registers that a launch reserves for a block, which has as many warps in each partition.
 * Source: `regsAssumedPerCTA` in cuda_occupancy.h, "Hardware check".
 */
export function reservedRegisters(target: Target, perThread: number, warps: number): number {
  if (isHip(target)) {
    const { threads, vgprs } = amdFacts(target);
    return roundUp(perThread, vgprs.unit) * threads * roundUp(warps, SIMDS);
  }
  return roundUp(perThread * warpSizeOf(target), REGISTER_UNIT) * roundUp(warps, PARTITIONS);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

import { multiprocessorOf } from '../../manifest/terms/nvidia.ts';
import { type BlockNeeds, lowestOccupancy, type Occupancy, roundUp } from './occupancy.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

const WARP = 32;

/** Each warp gets a multiple of so many registers. Source: `cudaOccRegAllocationGranularity`. */
const REGISTER_UNIT = 256;

/** A multiprocessor has so many parts. Source: `cudaOccSubPartitionsPerMultiprocessor`. */
const PARTITIONS = 4;

/**
 * Returns the theoretical occupancy, as cuOccupancyMaxActiveBlocksPerMultiprocessor does, but for
 * tensor memory, which that function does not know. Clusters can lower it further.
 * Source: the CUDA toolkit's cuda_occupancy.h; for tensor memory PTX ISA, "tcgen05.alloc".
 */
export function nvidiaOccupancy(target: CudaTarget, block: BlockNeeds): Occupancy {
  const most = multiprocessorOf(target);
  const perWarp = roundUp(block.registers * WARP, REGISTER_UNIT);
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
  return lowestOccupancy(limits, block.warps, most.warps);
}

/**
 * The registers that a launch reserves for a block, which has as many warps in each partition.
 * Source: `regsAssumedPerCTA` in cuda_occupancy.h, "Hardware check".
 */
export function nvidiaRegisters(perThread: number, warps: number): number {
  return roundUp(perThread * WARP, REGISTER_UNIT) * roundUp(warps, PARTITIONS);
}

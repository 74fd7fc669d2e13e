import { z } from 'zod';
import type { CodeFormat } from '../../compile/cubin/code-formats.ts';
import type { CubinKernel } from '../../compile/cubin/cubin.ts';
import {
  type BlockNeeds,
  lowestOccupancy,
  type Occupancy,
  roundUp,
} from '../../compile/cubin/occupancy.ts';
import { architectureOf } from './architectures.ts';
import { AMD_KERNEL, EM_AMDGPU, readCodeObject } from './code-object.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

const count = z.number().int().nonnegative();

/** Scalar registers of a wave, and the spilled scalar and vector registers. */
const registersSchema = z.object({ sgprs: count, sgprSpills: count, vgprSpills: count });

/** Code objects. Their instructions are not decoded. */
export const CODE_FORMAT: CodeFormat = {
  machine: EM_AMDGPU,
  read: readCodeObject,
  check: checkThreads,
  occupancy,
  registers: (target, perThread, warps) => {
    const { threads, vgprs } = architectureOf(target);
    return roundUp(perThread, vgprs.unit) * threads * roundUp(warps, SIMDS);
  },
  figures: { amd: registersSchema },
  figuresOf: (kernel) => {
    const own = AMD_KERNEL.of(kernel);
    return own === undefined ? {} : { amd: registersSchema.parse(own) };
  },
  spillBytes: (figures) => {
    const own = z.object({ amd: registersSchema }).safeParse(figures).data;
    return 4 * (own?.amd.vgprSpills ?? 0);
  },
};

/** Compares the threads of a wave and of a block with those that the code is compiled for. */
function checkThreads(kernel: CubinKernel, target: Target, warps: number): readonly string[] {
  const compiled = AMD_KERNEL.of(kernel);
  if (compiled === undefined) return [];
  const { waveSize, threads } = compiled;
  const own = architectureOf(target).threads;
  return [
    ...(waveSize === own ? [] : [`the code has waves of ${waveSize} threads, not of ${own}`]),
    ...(threads >= warps * own
      ? []
      : [`the code is for up to ${threads} threads, the launch has ${warps * own}`]),
  ];
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
function occupancy(target: Target, { warps, registers, sharedBytes }: BlockNeeds): Occupancy {
  const { threads, waves, vgprs, sharedLdsKib } = architectureOf(target);
  const perSimd = Math.floor(vgprs.simd / roundUp(Math.max(registers, 1), vgprs.unit));
  const shared = roundUp(sharedBytes, LDS_UNIT);
  return lowestOccupancy(
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

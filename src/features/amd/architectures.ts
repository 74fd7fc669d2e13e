import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** Facts about an AMD architecture. A SIMD is one of the four parts of a compute unit or WGP. */
interface Architecture {
  /** Threads of a wave, which Triton calls a warp. */
  readonly threads: 32 | 64;
  /** LDS that a block can have, and that the blocks on a compute unit share, in KiB. */
  readonly ldsKib: number;
  readonly sharedLdsKib: number;
  /** Waves that a SIMD can have. */
  readonly waves: number;
  /** Vector registers: of a thread at most, of a SIMD for each lane, and the unit of both. */
  readonly vgprs: { readonly thread: number; readonly simd: number; readonly unit: number };
}

/**
 * The AMD architectures that Triton's wheels are tested with, from 3.6.0 on.
 * Source: LLVM's AMDGPUBaseInfo.cpp (`getTotalNumVGPRs`, `getVGPRAllocGranule`, `getMaxWavesPerEU`) and
 * GCNProcessors.td; the LDS is what Triton's `TargetInfo::getSharedMemorySize` allows. The registers of gfx1250, and
 * the unit of the LDS of gfx950 and gfx1250, were not found there: occupancy of these is an estimate.
 */
const ARCHITECTURES: ReadonlyMap<string, Architecture> = new Map([
  ['gfx90a', cdna(64)],
  ['gfx942', cdna(64)],
  ['gfx950', cdna(160)],
  ['gfx1100', rdna()],
  ['gfx1151', rdna()],
  ['gfx1201', rdna()],
  [
    'gfx1250',
    {
      threads: 32,
      ldsKib: 320,
      sharedLdsKib: 320,
      waves: 16,
      vgprs: { thread: 1024, simd: 1024, unit: 16 },
    },
  ],
]);

function cdna(ldsKib: number): Architecture {
  const vgprs = { thread: 512, simd: 512, unit: 8 };
  return { threads: 64, ldsKib, sharedLdsKib: ldsKib, waves: 8, vgprs };
}

function rdna(): Architecture {
  const vgprs = { thread: 256, simd: 1536, unit: 24 };
  return { threads: 32, ldsKib: 64, sharedLdsKib: 128, waves: 16, vgprs };
}

/** The names of the architectures. */
export const NAMES: readonly string[] = [...ARCHITECTURES.keys()];

/** Returns the facts about an AMD target. */
export function architectureOf({ name }: Target): Architecture {
  const facts = ARCHITECTURES.get(name);
  if (facts === undefined) throw new Error(`${name} is not an AMD target`);
  return facts;
}

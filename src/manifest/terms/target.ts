import type { Problems } from '../problems.ts';
import { targetOfGpu } from './gpu-names.ts';

/** A GPU architecture to generate code for. */
export type Target = CudaTarget | HipTarget;

/** The vendor of GPUs, named by the interface of its driver. */
export type Vendor = Target['backend'];

/** All vendors. NVIDIA is first wherever there is an order. */
export const VENDORS = ['cuda', 'hip'] as const satisfies readonly Vendor[];

/** The vendors' names in sentences. */
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = { cuda: 'NVIDIA', hip: 'AMD' };

/** An NVIDIA architecture. */
export interface CudaTarget {
  readonly backend: 'cuda';
  /** The compute capability as one number: 90 for 9.0. */
  readonly arch: number;
  /** The name, such as `sm_90`. */
  readonly name: string;
}

/** An AMD architecture. */
export interface HipTarget {
  readonly backend: 'hip';
  /** AMD's name, such as `gfx942`. */
  readonly arch: string;
  /** The same. */
  readonly name: string;
}

export function isCuda(target: Target): target is CudaTarget {
  return target.backend === 'cuda';
}

export function isHip(target: Target): target is HipTarget {
  return target.backend === 'hip';
}

/** Threads of a warp. */
export function warpSizeOf(target: Target): 32 | 64 {
  return isHip(target) ? amdFacts(target).threads : 32;
}

/** Facts about an architecture. */
interface Architecture {
  /** The first supported Triton version that compiles for it. */
  readonly since: string;
  /** Shared memory that a block can have if its launch asks for it, in KiB. */
  readonly sharedKib: number;
  /**
   * The multiprocessors of its largest GPU, and the limits of one: resident warps and blocks, and shared memory
   * in KiB.
   */
  readonly sm: {
    readonly most: number;
    readonly warps: number;
    readonly blocks: number;
    readonly sharedKib: number;
  };
}

/**
 * The architectures that Triton's NVIDIA backend compiles for.
 * Source of the versions: compiled with each; see docs/background/triton.md. Source of the others:
 * CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
 * `cuda::arch_traits` of CCCL 3.2 (`max_shared_memory_per_block_optin`,
 * `max_warps_per_multiprocessor`, `max_blocks_per_multiprocessor`,
 * `max_shared_memory_per_multiprocessor`). The numbers of multiprocessors are those of NVIDIA's data sheets: Titan
 * RTX, A100, A40, Orin, L40S, H100 SXM, GB200, GB300, Thor, RTX PRO 6000, GB10.
 */
const ARCHITECTURES: ReadonlyMap<number, Architecture> = new Map([
  [75, { since: '3.6.0', sharedKib: 64, sm: { most: 72, warps: 32, blocks: 16, sharedKib: 64 } }],
  [
    80,
    { since: '3.6.0', sharedKib: 163, sm: { most: 108, warps: 64, blocks: 32, sharedKib: 164 } },
  ],
  [86, { since: '3.6.0', sharedKib: 99, sm: { most: 84, warps: 48, blocks: 16, sharedKib: 100 } }],
  [87, { since: '3.6.0', sharedKib: 163, sm: { most: 16, warps: 48, blocks: 16, sharedKib: 164 } }],
  [89, { since: '3.6.0', sharedKib: 99, sm: { most: 142, warps: 48, blocks: 24, sharedKib: 100 } }],
  [
    90,
    { since: '3.6.0', sharedKib: 227, sm: { most: 132, warps: 64, blocks: 32, sharedKib: 228 } },
  ],
  [
    100,
    { since: '3.6.0', sharedKib: 227, sm: { most: 152, warps: 64, blocks: 32, sharedKib: 228 } },
  ],
  [
    103,
    { since: '3.6.0', sharedKib: 227, sm: { most: 160, warps: 64, blocks: 32, sharedKib: 228 } },
  ],
  [
    110,
    { since: '3.8.0', sharedKib: 227, sm: { most: 20, warps: 48, blocks: 24, sharedKib: 228 } },
  ],
  [
    120,
    { since: '3.6.0', sharedKib: 99, sm: { most: 188, warps: 48, blocks: 24, sharedKib: 100 } },
  ],
  [121, { since: '3.6.0', sharedKib: 99, sm: { most: 48, warps: 48, blocks: 24, sharedKib: 100 } }],
]);

/** Facts about an AMD architecture. A SIMD is one of the four parts of a compute unit or WGP. */
interface AmdArchitecture {
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
const AMD_ARCHITECTURES: ReadonlyMap<string, AmdArchitecture> = new Map([
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

function cdna(ldsKib: number): AmdArchitecture {
  const vgprs = { thread: 512, simd: 512, unit: 8 };
  return { threads: 64, ldsKib, sharedLdsKib: ldsKib, waves: 8, vgprs };
}

function rdna(): AmdArchitecture {
  const vgprs = { thread: 256, simd: 1536, unit: 24 };
  return { threads: 32, ldsKib: 64, sharedLdsKib: 128, waves: 16, vgprs };
}

/** Returns the facts about an AMD target. */
export function amdFacts({ arch }: HipTarget): AmdArchitecture {
  const facts = AMD_ARCHITECTURES.get(arch);
  if (facts === undefined) throw new Error(`${arch} is not a target`);
  return facts;
}

/** Every target name a manifest may use. */
export const TARGET_NAMES: readonly string[] = [
  ...[...ARCHITECTURES.keys()].map((arch) => `sm_${arch}`),
  ...AMD_ARCHITECTURES.keys(),
];

/**
 * Parses `sm_90`, `cuda:90`, `gfx942`, `hip:gfx942` or a GPU such as `H100`; undefined if Triton does not
 * compile for it.
 */
export function parseTarget(text: string): Target | undefined {
  const named = targetOfGpu(text) ?? text;
  const amd = /^(?:hip:)?(gfx\w+)$/.exec(named)?.[1];
  if (amd !== undefined)
    return AMD_ARCHITECTURES.has(amd) ? { backend: 'hip', arch: amd, name: amd } : undefined;
  const digits = /^(?:sm_|cuda:)(\d{2,3})$/.exec(named)?.[1];
  const arch = Number(digits);
  return digits !== undefined && ARCHITECTURES.has(arch)
    ? { backend: 'cuda', arch, name: `sm_${digits}` }
    : undefined;
}

/** Says which target a name most likely means: `sm90`, `sm_90a`, `9.0`, `compute_90`, `GFX942`, an old GPU. */
function adviceFor(name: string): string {
  const gpu = targetOfGpu(name);
  if (gpu !== undefined)
    return `${name.trim()} is ${gpu}, which is not one of ${TARGET_NAMES.join(', ')}`;
  const digits = /^(?:(?:sm|cuda|compute|arch)[_: ]?)?(\d{1,2})\.?(\d)[a-z]?$/i
    .exec(name.trim())
    ?.slice(1)
    .join('');
  const amd = /gfx[0-9a-f]+/.exec(name.toLowerCase())?.[0];
  const likely = TARGET_NAMES.find((each) => each === (amd ?? `sm_${digits}`));
  return likely === undefined
    ? `expected a GPU such as H100, or one of ${TARGET_NAMES.join(', ')}`
    : `did you mean \`${likely}\`?`;
}

/** Returns the first supported Triton version that compiles for the target. */
export function firstTritonFor(target: Target): string {
  return isHip(target) ? '3.6.0' : (ARCHITECTURES.get(target.arch)?.since ?? '');
}

/**
 * Returns the compute capabilities a cubin runs on. Up to 8.9, a cubin runs on its major version
 * from its minor version upwards. From 9.0 on, Triton compiles architecture-specific code (sm_90a,
 * …), which runs on one only.
 * Source: CUDA C++ Programming Guide, "Compute capabilities" and "Feature-specific compilation
 * targets".
 */
export function minorRange(target: CudaTarget): { major: number; from: number; to: number } {
  const major = Math.floor(target.arch / 10);
  const from = target.arch % 10;
  return { major, from, to: target.arch >= 90 ? from : 9 };
}

/** The compute capability of a GPU, or AMD's name of its architecture. A GPU runs only code for that. */
export type Capability =
  | { readonly major: number; readonly minor: number }
  | { readonly gfx: string };

/** Reads a compute capability such as `9.0`, or an AMD architecture such as `gfx942`. */
export function parseCapability(text: string): Capability {
  if (vendorOf(text) === 'hip') return { gfx: text };
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return { major, minor };
}

/** Formats what `parseCapability` reads. */
export function capabilityText(capability: Capability): string {
  return 'gfx' in capability ? capability.gfx : `${capability.major}.${capability.minor}`;
}

/** The vendor of a GPU, given what `capabilityText` returns. */
export function vendorOf(capability: string): Vendor {
  return capability.startsWith('gfx') ? 'hip' : 'cuda';
}

/** Formats it for sentences: `compute capability 9.0`, or `gfx942`. */
export function describeCapability(text: string): string {
  return vendorOf(text) === 'hip' ? text : `compute capability ${text}`;
}

/** Names the version of a GPU's driver: `CUDA 13.0` or `HIP 6.4`. */
export function describeDriver(capability: string, version: string): string {
  return `${vendorOf(capability) === 'hip' ? 'HIP' : 'CUDA'} ${version}`;
}

/** The compute capability that a target is compiled for. */
export function capabilityOf({ arch }: Pick<CudaTarget, 'arch'>): {
  readonly major: number;
  readonly minor: number;
} {
  return { major: Math.floor(arch / 10), minor: arch % 10 };
}

/** True if a GPU runs code compiled for the target. */
export function runsOn(target: Target, capability: Capability): boolean {
  if (isHip(target)) return 'gfx' in capability && capability.gfx === target.arch;
  if ('gfx' in capability) return false;
  const { major, minor } = capability;
  const range = minorRange(target);
  return range.major === major && range.from <= minor && minor <= range.to;
}

/**
 * The target whose PTX drivers compile for GPUs that no cubin is for: the oldest one. Undefined if
 * there is none: Triton's PTX for sm_90 and later is architecture-specific (sm_90a, …), and runs
 * where the cubin does.
 * Source: CUDA C++ Programming Guide, "Feature-specific compilation targets"; `sm_arch_from_capability`
 * of Triton 3.6.0 to 3.9.0.
 */
export function ptxTargetOf(targets: readonly Target[]): CudaTarget | undefined {
  return targets
    .filter(isCuda)
    .filter(({ arch }) => arch < 90)
    .toSorted((a, b) => a.arch - b.arch)[0];
}

/** True if a driver can compile PTX of a target for a GPU. */
export function ptxRunsOn({ arch }: CudaTarget, capability: Capability): boolean {
  return 'major' in capability && 10 * capability.major + capability.minor >= arch;
}

/** The most that one block can have on any GPU of a target. */
interface LaunchLimits {
  /** Static and dynamic shared memory, in bytes. */
  readonly sharedBytes: number;
  /** Tensor memory, in columns. */
  readonly tensorColumns: number;
  readonly threads: number;
  readonly registers: number;
  /** Blocks of its cluster. */
  readonly clusterBlocks: number;
}

/**
 * Returns the limits of launches. The generated launcher asks for the shared memory, and for
 * clusters of more than 8 blocks, which not every GPU has.
 * Source of the tensor memory: PTX ISA, "tcgen05.alloc", and the check that Triton's JIT makes. Source
 * of the others: as above; threads, registers and clusters are the same wherever there are any.
 */
export function launchLimits(target: Target): LaunchLimits {
  if (isHip(target)) {
    const { ldsKib, threads, vgprs } = amdFacts(target);
    return {
      sharedBytes: ldsKib * 1024,
      tensorColumns: 0,
      threads: 1024,
      registers: 4 * threads * vgprs.simd,
      clusterBlocks: 1,
    };
  }
  const { arch } = target;
  return {
    sharedBytes: (ARCHITECTURES.get(arch)?.sharedKib ?? 0) * 1024,
    tensorColumns: 512,
    threads: 1024,
    registers: 65_536,
    clusterBlocks: arch >= 90 ? 16 : 1,
  };
}

/** The resources that blocks share on one multiprocessor of a target. Memory in bytes. */
interface Multiprocessor {
  readonly warps: number;
  readonly blocks: number;
  readonly registers: number;
  readonly sharedBytes: number;
  /** The part of it that the system reserves for each block. */
  readonly reservedSharedBytes: number;
  /** A block gets a multiple of so much. */
  readonly sharedUnit: number;
  readonly tensorColumns: number;
}

/**
 * Returns what blocks share on one multiprocessor of a target's own GPUs.
 * Source: as above; of the unit `cudaOccSMemAllocationGranularity` in the CUDA toolkit's
 * cuda_occupancy.h.
 */
export function multiprocessorOf(target: CudaTarget): Multiprocessor {
  const { warps = 0, blocks = 0, sharedKib = 0 } = ARCHITECTURES.get(target.arch)?.sm ?? {};
  const { registers, tensorColumns } = launchLimits(target);
  return {
    warps,
    blocks,
    registers,
    sharedBytes: sharedKib * 1024,
    reservedSharedBytes: target.arch >= 80 ? 1024 : 0,
    sharedUnit: target.arch >= 80 ? 128 : 256,
    tensorColumns,
  };
}

/** Returns the multiprocessors of the largest GPU of a target. */
export function multiprocessorsOf({ arch }: CudaTarget): number {
  return ARCHITECTURES.get(arch)?.sm.most ?? 0;
}

/** Parses target names. Duplicates are problems. */
export function readTargets(names: readonly string[], problems: Problems): readonly Target[] {
  return names.flatMap((name, index) => {
    const target = parseTarget(name);
    if (target === undefined) {
      problems.at(index).add(`unsupported target \`${name}\`; ${adviceFor(name)}`);
      return [];
    }
    if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
      problems.at(index).add(`duplicate target ${target.name}`);
      return [];
    }
    return [target];
  });
}

/** Parses the targets of a kernel, which must be among the manifest's own if it has some. */
export function readKernelTargets(
  names: readonly string[],
  own: readonly Target[] | undefined,
  problems: Problems,
): readonly Target[] {
  const targets = readTargets(names, problems);
  if (own === undefined) return targets;
  const ownNames = own.map(({ name }) => name);
  for (const { name } of targets) {
    if (ownNames.includes(name)) continue;
    const index = names.findIndex((each) => parseTarget(each)?.name === name);
    problems
      .at(index)
      .add(
        `target ${name} is not in the manifest's \`targets\` (${ownNames.join(', ')})`,
        'Add it there or remove it here: a kernel can only leave out targets of the manifest.',
      );
  }
  return targets;
}

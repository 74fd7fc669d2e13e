import TABLE from '../../../python/emulate/aot_emulate/gpus.json' with { type: 'json' };
import type { Capability, CudaTarget, LaunchLimits, Target, VendorTerms } from './vendor-terms.ts';

export function isCuda(target: Target): target is CudaTarget {
  return target.backend === 'cuda';
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
 * The architectures that Triton's NVIDIA backend compiles for, from the table of GPUs that the emulator reads too.
 * Source of the versions: compiled with each; see docs/background/triton.md. Source of the others:
 * CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", and
 * `cuda::arch_traits` of CCCL 3.2 (`max_shared_memory_per_block_optin`,
 * `max_warps_per_multiprocessor`, `max_blocks_per_multiprocessor`,
 * `max_shared_memory_per_multiprocessor`). The numbers of multiprocessors are those of NVIDIA's data sheets.
 */
const ARCHITECTURES: ReadonlyMap<number, Architecture> = new Map(
  TABLE.architectures.map(({ arch, since, sharedKib, sm, gpus }) => [
    arch,
    {
      since,
      sharedKib,
      sm: { ...sm, most: Math.max(...Object.values(gpus).map(([sms = 0]) => sms)) },
    },
  ]),
);

/**
 * The GPUs of each target. Not every target is supported: an error then says which one the GPU has.
 * Source: NVIDIA's page "CUDA GPU Compute Capability".
 */
const GPUS: Readonly<Record<string, readonly string[]>> = {
  ...TABLE.unsupported,
  ...Object.fromEntries(
    TABLE.architectures.map(({ arch, gpus }) => [`sm_${arch}`, Object.keys(gpus)]),
  ),
};

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

/** The compute capability that a target is compiled for. */
export function capabilityOf({ arch }: Pick<CudaTarget, 'arch'>): {
  readonly major: number;
  readonly minor: number;
} {
  return { major: Math.floor(arch / 10), minor: arch % 10 };
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

/**
 * Returns the limits of launches. The generated launcher asks for the shared memory, and for
 * clusters of more than 8 blocks, which not every GPU has.
 * Source of the tensor memory: PTX ISA, "tcgen05.alloc", and the check that Triton's JIT makes. Source
 * of the others: as above; threads, registers and clusters are the same wherever there are any.
 */
function limits({ arch }: CudaTarget): LaunchLimits {
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
  const { registers, tensorColumns } = limits(target);
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

/** The terms of NVIDIA. */
export const NVIDIA: VendorTerms = {
  title: 'NVIDIA',
  driver: 'CUDA',
  isTested: true,
  needs: 'an NVIDIA driver',
  classifier: 'Environment :: GPU :: NVIDIA CUDA',
  code: 'cubin',
  prefixes: ['cu', 'cuda'],
  libraryVariables: [],
  targets: [...ARCHITECTURES.keys()].map((arch) => `sm_${arch}`),
  gpus: GPUS,
  // What drivers and shops add to a GPU's name, and its editions, do not change its target.
  brands: [...TABLE.brands, ...TABLE.editions],
  options: {},
  defaults: {},
  parse: (name) => {
    const digits = /^(?:sm_|cuda:)(\d{2,3})$/.exec(name)?.[1];
    const arch = Number(digits);
    return digits !== undefined && ARCHITECTURES.has(arch)
      ? { backend: 'cuda', arch, name: `sm_${digits}` }
      : undefined;
  },
  // `sm90`, `sm_90a`, `9.0` or `compute_90`.
  meant: (name) => {
    const [, major, minor] =
      /^(?:(?:sm|cuda|compute|arch)[_: ]?)?(\d{1,2})\.?(\d)[a-z]?$/i.exec(name) ?? [];
    return major === undefined ? undefined : `sm_${major}${minor}`;
  },
  since: (target) => ARCHITECTURES.get(own(target).arch)?.since ?? '',
  takesTensors: true,
  warpSize: () => 32,
  limits: (target) => limits(own(target)),
  readCapability: (text) => {
    const [, major, minor] = /^(\d{1,3})\.(\d)$/.exec(text) ?? [];
    return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
  },
  describeCapability: (text) => `compute capability ${text}`,
  targetOf: (capability) => `sm_${capability.replace('.', '')}`,
  age: (capability) => ('major' in capability ? 10 * capability.major + capability.minor : 0),
  runsOn: (target, capability) => {
    if (!('major' in capability)) return false;
    const { major, from, to } = minorRange(own(target));
    return major === capability.major && from <= capability.minor && capability.minor <= to;
  },
};

function own(target: Target): CudaTarget {
  if (!isCuda(target)) throw new Error(`${target.name} is not an NVIDIA target`);
  return target;
}

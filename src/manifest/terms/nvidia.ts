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

/**
 * The GPUs of each target. Not every target is supported: an error then says which one the GPU has.
 * Source: NVIDIA's page "CUDA GPU Compute Capability".
 */
const GPUS = {
  sm_70: ['V100', 'Titan V'],
  sm_75: [
    'T4',
    'RTX 2060',
    'RTX 2070',
    'RTX 2080',
    'GTX 1650',
    'GTX 1660',
    'Titan RTX',
    'Quadro RTX 6000',
    'Quadro RTX 8000',
  ],
  sm_80: ['A100', 'A800', 'A30'],
  sm_86: [
    'A2',
    'A10',
    'A10G',
    'A16',
    'A40',
    'RTX 3050',
    'RTX 3060',
    'RTX 3070',
    'RTX 3080',
    'RTX 3090',
    'RTX A2000',
    'RTX A4000',
    'RTX A5000',
    'RTX A6000',
  ],
  sm_87: ['Orin'],
  sm_89: [
    'L4',
    'L20',
    'L40',
    'L40S',
    'RTX 4050',
    'RTX 4060',
    'RTX 4070',
    'RTX 4080',
    'RTX 4090',
    'RTX 4000 Ada',
    'RTX 5000 Ada',
    'RTX 6000 Ada',
  ],
  sm_90: ['H100', 'H200', 'H800', 'H20', 'GH200'],
  sm_100: ['B200', 'GB200'],
  sm_103: ['B300', 'GB300'],
  sm_110: ['Thor'],
  sm_120: [
    'RTX 5050',
    'RTX 5060',
    'RTX 5070',
    'RTX 5080',
    'RTX 5090',
    'RTX PRO 4000',
    'RTX PRO 4500',
    'RTX PRO 5000',
    'RTX PRO 6000',
  ],
  sm_121: ['GB10', 'DGX Spark'],
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

/** What drivers and shops add to a GPU's name does not change its target. */
const BRANDS = [
  'NVIDIA',
  'GEFORCE',
  'TESLA',
  'JETSON',
  'AGX',
  'TI',
  'SUPER',
  'LAPTOP',
  'NVL',
  String.raw`SXM\d?`,
  'GENERATION',
  'BLACKWELL.*',
];

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
  brands: BRANDS,
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

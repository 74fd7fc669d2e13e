import type { WireConstant } from '../constant.ts';

/**
 * The version of what follows, and part of every kernel hash. Raised, here and in bridge/compile_worker.py,
 * whenever the protocol changes or the same job would give another result.
 */
export const BRIDGE_VERSION = 4;

/** Where a kernel function lives, ready to be imported. */
export interface KernelSource {
  /** Folders put on Python's module path, absolute, most specific first. */
  readonly path: readonly string[];
  /** The module's dotted name below the first of them. */
  readonly module: string;
  readonly file: string;
  readonly function: string;
}

/** The GPU code is generated for, as Triton names it. */
export interface JobTarget {
  readonly backend: string;
  readonly arch: number;
  readonly warpSize: number;
}

/** A kernel function to tell something of by running its file, as the bridge reads it (one JSON line). */
export interface DescribeJob {
  readonly id: number;
  readonly source: KernelSource;
  /** What the file is told when it asks for the GPU, as some do to choose their configs. */
  readonly target: JobTarget;
}

/** One variant to compile, as the bridge reads it (one JSON line). */
export interface CompileJob {
  readonly id: number;
  readonly source: KernelSource;
  /** Every parameter in order, with its Triton type or `constexpr`. */
  readonly signature: readonly (readonly [name: string, type: string])[];
  readonly constants: Readonly<Record<string, WireConstant>>;
  /** Parameters whose value (or address) is known to be divisible by 16. */
  readonly divisibleBy16: readonly string[];
  /** Options of Triton's CUDA backend by name: num_warps, num_stages, … */
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly target: JobTarget;
}

/** A job before a run gives it its number. */
export type VariantJob = Omit<CompileJob, 'id'>;

/** A compiled kernel and what its launcher must know. Sizes are in bytes. */
export interface CompiledKernel {
  readonly cubin: Uint8Array;
  /** The kernel's name inside the cubin. */
  readonly name: string;
  /** The version of the ptxas that assembled it. */
  readonly ptxas: string;
  /** Dynamic shared memory of one block. */
  readonly shared: number;
  /** Warps of one block, warp specialisation included. */
  readonly numWarps: number;
  /** Blocks of one cluster. */
  readonly numCtas: number;
  readonly globalScratch: { readonly size: number; readonly align: number };
  readonly profileScratch: { readonly size: number; readonly align: number };
  readonly launchPdl: boolean;
  readonly launchCooperativeGrid: boolean;
  /**
   * The tensor maps of the tensor descriptors among the parameters, in order; none where the target has no such
   * hardware and the kernel takes each tensor apart.
   */
  readonly tensorMaps: readonly TensorMap[];
}

/** What the driver must be told to encode a tensor map besides the tensor itself. */
export interface TensorMap {
  /** CUtensorMapDataType, CUtensorMapSwizzle. */
  readonly dataType: number;
  readonly swizzle: number;
  /** Bytes of an element. */
  readonly elementSize: number;
  /** Elements of a box, outermost axis first. */
  readonly box: readonly number[];
  /** A mode the launcher knows nothing of, such as im2col. */
  readonly mode?: string | undefined;
}

/** Why a variant did not compile. `line` counts from 1 in `file`. */
export interface CompileFailure {
  readonly reason:
    | 'import'
    | 'function'
    | 'parameters'
    | 'options'
    | 'compile'
    | 'crash'
    | 'timeout';
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** The module that could not be imported, when that is the reason. */
  readonly missingModule?: string | undefined;
}

export type CompileOutcome =
  | {
      readonly ok: true;
      readonly kernel: CompiledKernel;
      /** The function's digest, where it has one (see digest.ts). */
      readonly digest?: string | undefined;
      readonly cpuSeconds: number;
    }
  | { readonly ok: false; readonly failure: CompileFailure; readonly cpuSeconds: number };

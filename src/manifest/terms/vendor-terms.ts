import type { z } from 'zod';

/** The vendor of GPUs, by Triton's name of its backend: `cuda` for NVIDIA. */
export type Vendor = string;

/** A GPU architecture to generate code for. */
export interface Target {
  readonly backend: Vendor;
  /** How Triton names it: 90 for `sm_90`, or the same as the name. */
  readonly arch: number | string;
  /** The name, such as `sm_90`. */
  readonly name: string;
}

/** An NVIDIA architecture. */
export interface CudaTarget extends Target {
  readonly backend: 'cuda';
  /** The compute capability as one number: 90 for 9.0. */
  readonly arch: number;
}

/** The compute capability of a GPU, or another vendor's name of its architecture. */
export type Capability =
  | { readonly major: number; readonly minor: number }
  | { readonly arch: string };

/** The most that one block can have on any GPU of a target. */
export interface LaunchLimits {
  /** Static and dynamic shared memory, in bytes. */
  readonly sharedBytes: number;
  /** Tensor memory, in columns. */
  readonly tensorColumns: number;
  readonly threads: number;
  readonly registers: number;
  /** Blocks of its cluster. */
  readonly clusterBlocks: number;
}

/** A compiler option. */
export interface Option {
  readonly schema: z.ZodType<bigint | boolean | string>;
  readonly since: string;
  /** The only backend that has it. */
  readonly only?: Vendor;
  /** What the compiler is always given, as in Triton's JIT. Without it, Triton's own default applies. */
  readonly default?: OptionValue;
  /** True if cubins then contain line numbers, so that the kernel hash covers them. */
  readonly hasLines?: boolean;
}

/** The value of a compiler option. */
export type OptionValue = number | boolean | string;

/** The terms in which manifests and messages speak of a vendor's GPUs. */
export interface VendorTerms {
  /** The vendor in sentences, and the interface of its driver: `NVIDIA`, `CUDA`. */
  readonly title: string;
  readonly driver: string;
  /** True if this program's own tests run on its GPUs. */
  readonly isTested: boolean;
  /** What users of operators for its GPUs need, and PyPI's classifier for these. */
  readonly needs: string;
  readonly classifier: string;
  /** What the code is that a GPU loads: `cubin`. */
  readonly code: string;
  /** The names that belong to the driver in C begin so, followed by a capital letter. */
  readonly prefixes: readonly string[];
  /** The variables that say where Triton finds the driver's libraries. */
  readonly libraryVariables: readonly string[];
  /** The names of its targets. */
  readonly targets: readonly string[];
  /** The GPUs of each target, by the names people use, and the words that drivers and shops add to these. */
  readonly gpus: Readonly<Record<string, readonly string[]>>;
  readonly brands: readonly string[];
  /** The options that only its compiler has, and the defaults that its compiler has in place of NVIDIA's. */
  readonly options: Readonly<Record<string, Option>>;
  readonly defaults: Readonly<Record<string, OptionValue>>;
  /** Returns the target of a name such as `sm_90` or `cuda:90`; undefined if it is none of its names. */
  readonly parse: (name: string) => Target | undefined;
  /** Returns the name of a target that a wrong name most likely means: `sm_90` for `9.0`. */
  readonly meant: (name: string) => string | undefined;
  /** Returns the first supported Triton version that compiles for a target. */
  readonly since: (target: Target) => string;
  /** True if its code takes tensor descriptors from the host. */
  readonly takesTensors: boolean;
  readonly warpSize: (target: Target) => 32 | 64;
  readonly limits: (target: Target) => LaunchLimits;
  /** Reads a compute capability or the name of an architecture; undefined if it is none of its GPUs. */
  readonly readCapability: (text: string) => Capability | undefined;
  /** Formats it for sentences. */
  readonly describeCapability: (text: string) => string;
  /** Returns the name of the target of a GPU. */
  readonly targetOf: (capability: string) => string;
  /** Returns a number that is higher for newer GPUs, from 0 to 65,535. */
  readonly age: (capability: Capability) => number;
  /** True if a GPU runs code that is compiled for the target. */
  readonly runsOn: (target: Target, capability: Capability) => boolean;
}

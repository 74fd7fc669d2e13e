import type { Extras } from '../../base/slot.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/**
 * A parameter as the kernel reads it: `size` bytes at `offset` bytes after the start of the first.
 */
export interface CubinParameter {
  readonly ordinal: number;
  readonly offset: number;
  readonly size: number;
}

/** A kernel of a cubin. Sizes are in bytes. */
export interface CubinKernel {
  readonly name: string;
  /** In the order of their ordinals, which count from 0 without gaps. */
  readonly parameters: readonly CubinParameter[];
  /** Registers per thread. */
  readonly registers: number;
  /** Stack frame per thread, which holds spilled registers. */
  readonly stackBytes: number;
  /** Shared memory known at compile time. From sm_90 on, 1024 bytes of it belong to the system. */
  readonly staticSharedBytes: number;
  /** The machine code: its own, and that of functions it calls. */
  readonly code: readonly DataView[];
  /** Constants that the code reads, without parameters, and initial values of memory. */
  readonly data: readonly DataView[];
  /** The offset of the parameters in constant bank 0, and their size in bytes. */
  readonly constantBankParameterOffset: number;
  readonly constantBankParameterSize: number;
  /** Figures that only one vendor's code contains. */
  readonly extras: Extras;
}

export interface Cubin {
  /** The architecture's number, 90 for sm_90 and sm_90a, or its name. */
  readonly arch: Target['arch'];
  readonly kernels: readonly CubinKernel[];
}

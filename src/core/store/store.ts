import type { ExpectedOutputs } from '../cases/outputs.ts';
import type { CompiledKernel } from '../compile/job.ts';

/** Where results live by a hash of all that decides them. Losing entries is allowed, giving wrong ones is not. */
export interface Store {
  /** By kernel hash. */
  readonly kernels: Shelf<CompiledKernel>;
  /** What kernels are expected to give, by the key of a case. */
  readonly expected: Shelf<ExpectedOutputs>;
  /** The kernel hash that a finer hash stands for. */
  readonly aliases: Shelf<string>;
}

export interface Shelf<T> {
  get(hash: string): Promise<T | undefined>;
  put(hash: string, value: T): Promise<void>;
}

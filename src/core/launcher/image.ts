import type { CompiledKernel } from '../compile/job.ts';
import type { Target } from '../target.ts';
import type { TensorLayout } from '../tensor-layout.ts';

/** One compiled variant of a kernel, as its launcher needs it. */
export interface Image {
  readonly config: number;
  readonly specialisation: number;
  readonly target: Target;
  readonly compiled: CompiledKernel;
  /** How the kernel takes the tensors among its arguments, in order. */
  readonly tensors: readonly TensorLayout[];
}

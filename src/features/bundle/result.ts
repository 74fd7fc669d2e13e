import { Failure } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import { distinct, type Recorded } from './recorded.ts';
import type { RecordedCompile } from '../../plan/recording.ts';
import type { Filled } from './fill.ts';

export interface BundleResult {
  /** The name for `import`. */
  readonly package: string;
  readonly folder: string;
  readonly wheel: string | undefined;
  readonly image: string | undefined;
  readonly targets: readonly string[];
  /** Compiled kernels, and bytes of all files. */
  readonly entries: number;
  readonly size: number;
  /** Specialisations that `complete` added, and that were too many, by kernel. */
  readonly added: number;
  readonly leftOut: Readonly<Record<string, number>>;
  /** Kernels of torch.compile, which PyTorch keeps itself. */
  readonly inductor: number;
  readonly missing: readonly MissingKernel[];
}

/** A recorded kernel that is not in the bundle. */
interface MissingKernel {
  readonly kernel: string;
  readonly reason: string;
}

/** Returns the recorded kernels that are not compiled. */
export function missingKernels(
  { refused }: Recorded,
  { failed }: Filled,
): readonly MissingKernel[] {
  return distinct([
    ...refused.map((each) => ({ kernel: kernelName(each), reason: each.refused ?? '' })),
    ...failed.map(({ compile, reason }) => ({ kernel: kernelName(compile), reason })),
  ]);
}

function kernelName({
  module,
  function: name,
}: Pick<RecordedCompile, 'module' | 'function'>): string {
  return `${module}:${name}`;
}

/** @throws {Failure} `compile` if a bundle lacks recorded kernels. */
export function checkComplete({ missing, folder }: BundleResult): void {
  if (missing.length === 0) return;
  throw new Failure('compile', {
    message: `${folder} lacks ${plural(missing.length, 'recorded kernel')}`,
    hint: missing.map(({ kernel, reason }) => `${kernel}: ${reason}`).join('\n'),
  });
}

import { Failure } from '../../base/errors.ts';
import { isCuda } from '../../manifest/terms/nvidia.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { PackagedKernel } from '../../package/read.ts';
import { targetsOf } from '../harness/needs.ts';
import type { UnknownOf } from './code.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/**
 * Returns the target whose PTX is executed for a kernel. By default it is the one with the fewest
 * variants that the emulator does not know: of several the first from Ampere on, else the newest before.
 */
export function emulatedTarget(
  kernel: PackagedKernel,
  wanted: CudaTarget | undefined,
  unknownOf: UnknownOf,
): CudaTarget {
  if (wanted !== undefined) return wanted;
  const ranks = targetsOf(kernel)
    .filter(isCuda)
    .map((target) => {
      const variants = kernel.variants.filter((variant) => variant.target === target.name);
      const unknown = variants.filter((variant) => unknownOf(variant) !== undefined).length;
      return { target, unknown, arch: target.arch >= 80 ? target.arch : 1000 - target.arch };
    });
  const [first] = ranks.toSorted((a, b) => a.unknown - b.unknown || a.arch - b.arch);
  if (first === undefined) throw new Error(`${kernel.name} has code for no target`);
  return first.target;
}

/**
 * Parses the target that a request names.
 * @throws {Failure} `usage` if none of the kernels has code for it.
 */
export function wantedTarget(kernels: readonly PackagedKernel[], text: string): CudaTarget {
  const known = new Set(
    kernels
      .flatMap(targetsOf)
      .filter(isCuda)
      .map(({ name }) => name),
  );
  const target = parseTarget(text);
  if (target !== undefined && isCuda(target) && known.has(target.name)) return target;
  throw new Failure('usage', {
    message: `no selected kernel has code for ${text}`,
    hint: `The selected kernels have code for ${[...known].join(', ')}.`,
  });
}

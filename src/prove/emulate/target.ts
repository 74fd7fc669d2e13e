import { Failure } from '../../base/errors.ts';
import { parseTarget, type Target } from '../../manifest/terms/target.ts';
import type { PackagedKernel } from '../../package/read.ts';
import { targetsOf } from '../harness/needs.ts';

/**
 * Returns the target whose PTX is executed for a kernel. By default it is the one with the fewest
 * instructions that only it has: the first from Ampere on, else the newest before.
 */
export function emulatedTarget(kernel: PackagedKernel, wanted: Target | undefined): Target {
  if (wanted !== undefined) return wanted;
  const [target] = targetsOf(kernel).toSorted((a, b) => rankOf(a) - rankOf(b));
  if (target === undefined) throw new Error(`${kernel.name} has code for no target`);
  return target;
}

/**
 * Parses the target that a request names.
 * @throws {Failure} `usage` if none of the kernels has code for it.
 */
export function wantedTarget(kernels: readonly PackagedKernel[], text: string): Target {
  const known = new Set(kernels.flatMap(targetsOf).map(({ name }) => name));
  const target = parseTarget(text);
  if (target !== undefined && known.has(target.name)) return target;
  throw new Failure('usage', {
    message: `no selected kernel has code for ${text}`,
    hint: `The selected kernels have code for ${[...known].join(', ')}.`,
  });
}

function rankOf({ arch }: Target): number {
  return arch >= 80 ? arch : 1000 - arch;
}

import picomatch from 'picomatch';
import { Failure } from '../../base/errors.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';

/**
 * Returns the kernels of a package that globs name; all without globs.
 * @throws {Failure} `usage` if there is none.
 */
export function selectKernels(
  { manifest, folder }: ReadPackage,
  only: readonly string[],
): readonly PackagedKernel[] {
  const isChosen = only.length === 0 ? () => true : picomatch([...only]);
  const chosen = manifest.kernels.filter(({ name }) => isChosen(name));
  if (chosen.length > 0) return chosen;
  throw new Failure('usage', {
    message: `no kernel of the package matches ${only.map((glob) => `\`${glob}\``).join(', ')}`,
    place: { file: folder },
    hint: `Its kernels are ${manifest.kernels.map(({ name }) => name).join(', ')}.`,
  });
}

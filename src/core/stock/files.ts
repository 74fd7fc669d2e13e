import { VERSION } from '../assets.ts';
import { sealPackage, type PackageFiles } from '../package/files.ts';
import { GENERATOR_NAME } from '../package/manifest.ts';
import type { Preparation } from '../prepare.ts';
import { invocationOf } from './invocation.ts';
import type { StockTree } from './tree.ts';

const FORMAT = 1;

/** The tree with a manifest.json that says how each file came about, and its checksums. */
export function stockFiles(
  { manifest, kernels, variants }: Preparation,
  tree: StockTree,
  allowedKnownWrong: readonly string[],
): PackageFiles {
  const { package: name, version, triton, targets } = manifest;
  const description = {
    format: FORMAT,
    generator: { name: GENERATOR_NAME, version: VERSION, mode: 'triton' },
    package: name,
    version,
    triton,
    targets: targets.map((target) => target.name),
    allowedKnownWrong,
    kernels: kernels.map((kernel) => ({
      name: kernel.name,
      source: `${kernel.source.file}:${kernel.source.function}`,
      compiled: variants
        .filter((variant) => variant.kernel === kernel)
        .map((variant) => ({ target: variant.target.name, ...invocationOf(variant) })),
    })),
  };
  return sealPackage(tree, `${JSON.stringify(description, undefined, 2)}\n`);
}

import type { CheckedVariant, Image } from '../abi/check.ts';
import { sha256 } from '../base/text.ts';
import { type RuntimeHeaders, writeHeader, writeUmbrellaHeader } from '../codegen/header.ts';
import { launchedKernels, writeOperators } from '../codegen/operators.ts';
import { type PackCubins, packCubins } from '../codegen/packing.ts';
import { writeSource } from '../codegen/source.ts';
import { hasPtx, hasTensors, type Kernel } from '../model/kernel.ts';
import { consumeFiles } from './build-systems.ts';
import { OPERATORS_FILE, STUB_FILE } from './cmake.ts';
import { type PackageFacts, type PackageFiles, packageManifest } from './manifest.ts';

export const MANIFEST_FILE = 'manifest.json';
export const SUMS_FILE = 'SHA256SUMS';

/**
 * Generates every file of a package and adds `tests`, in the order in which they are written. The
 * text depends on the arguments only: not on paths, time or host.
 */
export function packageFiles(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  headers: RuntimeHeaders,
  tests: PackageFiles = new Map(),
  pack: PackCubins = packCubins,
): PackageFiles {
  const files = new Map(generatedFiles(facts, imagesByKernel(checked), headers, pack));
  for (const [path, content] of tests) {
    if (files.has(path)) throw new Error(`two files of the package are ${path}`);
    files.set(path, content);
  }
  return sealPackage(files, packageManifest(facts, checked));
}

/** Groups the images of a package by their kernels, in their order. */
export function imagesByKernel(
  checked: readonly CheckedVariant[],
): ReadonlyMap<Kernel, readonly CheckedVariant[]> {
  const images = new Map<Kernel, CheckedVariant[]>();
  for (const image of checked) {
    const { kernel } = image.variant;
    const own = images.get(kernel);
    if (own === undefined) images.set(kernel, [image]);
    else own.push(image);
  }
  return images;
}

/** Generates the C code of a package and the files for build systems. */
export function generatedFiles(
  facts: PackageFacts,
  images: ReadonlyMap<Kernel, readonly Image[]>,
  headers: RuntimeHeaders,
  pack: PackCubins = packCubins,
): PackageFiles {
  const kernels = [...images.keys()];
  const name = facts.package;
  const { operators = [] } = facts;
  return new Map<string, string | Uint8Array>([
    [`include/${name}.h`, writeUmbrellaHeader(name, kernels)],
    ...kernels.map((kernel) => {
      const header = writeHeader(facts, kernel, facts.choices?.get(kernel.name));
      return [`include/${name}/${kernel.name}.h`, header] as const;
    }),
    [`include/${name}/aot_cuda.h`, headers.cuda],
    [`include/${name}/aot_driver.h`, headers.driver],
    ['src/aot_launch.h', headers.launch],
    ...(facts.embed === 'raw' ? [] : ([['src/aot_inflate.h', headers.inflate]] as const)),
    ...(kernels.some(hasPtx) ? ([['src/aot_ptx.h', headers.ptx]] as const) : []),
    ...(kernels.some(hasTensors)
      ? ([
          [`include/${name}/aot_tensor.h`, headers.tensor],
          ['src/aot_pass_tensor.h', headers.passTensor],
        ] as const)
      : []),
    ...[...images].map(([kernel, own]) => {
      const choice = facts.choices?.get(kernel.name);
      const source = writeSource(facts, kernel, own, choice, facts.embed, pack);
      return [`src/${kernel.name}.c`, source] as const;
    }),
    ...(operators.length === 0
      ? []
      : ([
          [OPERATORS_FILE, writeOperators(facts, operators, kernels)],
          ['ops/aot_ops.h', headers.operators],
        ] as const)),
    [STUB_FILE, headers.stub],
    ...consumeFiles(facts, kernels, launchedKernels(operators, kernels)),
  ]);
}

/** Adds the checksums and, last, the manifest: if it exists, the package is complete. */
export function sealPackage(files: PackageFiles, manifest: string): PackageFiles {
  const sums = [...files, [MANIFEST_FILE, manifest] as const]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => `${sha256(content)}  ${path}\n`)
    .join('');
  return new Map([...files, [SUMS_FILE, sums], [MANIFEST_FILE, manifest]]);
}

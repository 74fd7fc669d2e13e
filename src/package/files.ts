import type { CheckedVariant, Image } from '../compile/cubin/check.ts';
import { groupBy } from '../base/groups.ts';
import { sha256 } from '../base/text.ts';
import { writeHeader, writeUmbrellaHeader } from './c/header.ts';
import { type Pack, packCode } from './c/packing.ts';
import { writeSource } from './c/source.ts';
import { cSourcePath, kernelFor, runtimeText, vendorFiles, vendorsOf } from './c/vendor.ts';
import { hasPtx, hasTensors, type Kernel } from '../manifest/terms/kernel.ts';
import { consumeFiles, STUB_FILE } from './build-systems.ts';
import { MANIFEST_FILE, SUMS_FILE } from './layout.ts';
import { type FileContent, MadeFiles, makersOf } from './made-files.ts';
import type { PackageFacts } from './facts.ts';
import { type PackageFiles, packageManifest } from './manifest.ts';
import { packageParts } from './parts.ts';

/**
 * Generates every file of a package and adds `tests`, in the order in which they are written. The
 * text depends on the arguments only: not on paths, time or host.
 * @param manifest the text of `packageManifest`
 * @param pack compresses code
 */
export function packageFiles(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  tests: PackageFiles = new Map(),
  manifest: string = packageManifest(facts, checked),
  pack: Pack = packCode,
): PackageFiles {
  const generated = generatedFiles(facts, imagesByKernel(checked), pack);
  return sealPackage(MadeFiles.join(generated, tests), manifest);
}

/** Groups the images of a package by their kernels, in their order. */
function imagesByKernel(
  checked: readonly CheckedVariant[],
): ReadonlyMap<Kernel, readonly CheckedVariant[]> {
  return groupBy(checked, ({ variant }) => variant.kernel);
}

/** Returns the images of each C source with code. */
export function imagesBySource(
  checked: readonly CheckedVariant[],
): readonly (readonly CheckedVariant[])[] {
  return [...imagesByKernel(checked)].flatMap(([kernel, own]) =>
    vendorsOf(kernel).map((vendor) => imagesOf(own, vendor)),
  );
}

function imagesOf<Own extends Image>(images: readonly Own[], vendor: string): readonly Own[] {
  return images.filter(({ target }) => target.backend === vendor);
}

/** Generates the C code of a package and the files for build systems. */
function generatedFiles(
  facts: PackageFacts,
  images: ReadonlyMap<Kernel, readonly Image[]>,
  pack: Pack = packCode,
): PackageFiles {
  const kernels = [...images.keys()];
  const name = facts.package;
  const vendors = [...new Set(kernels.flatMap(vendorsOf))];
  const first = new Map([[`include/${name}.h`, writeUmbrellaHeader(name, kernels)]]);
  const interfaces = new MadeFiles(
    kernels.map((kernel) => [
      `include/${name}/${kernel.name}.h`,
      () => writeHeader(facts, kernel, facts.choosers?.get(kernel.name)),
    ]),
  );
  const runtime = new Map<string, string>([
    ...runtimeFiles(`include/${name}`, ['aot_cuda.h', 'aot_driver.h', 'aot_gpu.h']),
    ...vendors.flatMap((vendor) => vendorFiles(vendor, 'include', `include/${name}`)),
    ...runtimeFiles(`include/${name}`, kernels.some(hasTensors) ? ['aot_tensor.h'] : []),
    ...runtimeFiles('src', ['aot_find.h', 'aot_image.h', 'aot_launch.h', 'aot_cuda_launch.h']),
    ...vendors.flatMap((vendor) => vendorFiles(vendor, 'src')),
    ...runtimeFiles('src', [
      ...(facts.embed === 'raw' ? [] : ['aot_inflate.h']),
      ...(kernels.some(hasPtx) ? ['aot_ptx.h'] : []),
      ...(kernels.some(hasTensors) ? ['aot_pass_tensor.h'] : []),
    ]),
  ]);
  const sources = new MadeFiles(
    [...images].flatMap(([kernel, own]) =>
      vendorsOf(kernel).map((vendor) => {
        const chooser = facts.choosers?.get(kernel.name)?.on(vendor);
        const here = imagesOf(own, vendor);
        return [
          cSourcePath(kernel, vendor),
          () => writeSource(facts, kernelFor(kernel, vendor), here, chooser, facts.embed, pack),
        ] as const;
      }),
    ),
  );
  const others = new Map<string, FileContent>([
    ...packageParts.parts.flatMap(({ files }) => files?.(facts, kernels) ?? []),
    [STUB_FILE, runtimeText('libcuda_stub.c')],
    ...consumeFiles(facts, kernels),
  ]);
  return MadeFiles.join(first, interfaces, runtime, sources, others);
}

/** Returns files of the runtime in a folder of the package. */
function runtimeFiles(
  folder: string,
  files: readonly string[],
): readonly (readonly [path: string, text: string])[] {
  return files.map((file) => [`${folder}/${file}`, runtimeText(file)]);
}

/** Adds the checksums and, last, the manifest. */
export function sealPackage(files: PackageFiles, manifest: string): PackageFiles {
  const sums = new Map([[MANIFEST_FILE, sha256(manifest)]]);
  // Files are made once: those before the checksums are known then.
  const noted = makersOf(files).map(([path, make]) => {
    const made = (): FileContent => {
      const content = make();
      sums.set(path, sha256(content));
      return content;
    };
    return [path, made] as const;
  });
  const write = (): string => {
    for (const [path, make] of noted) if (!sums.has(path)) make();
    const lines = [...sums].map(([path, hash]) => [path, `${hash}  ${path}\n`] as const);
    return lines
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, line]) => line)
      .join('');
  };
  return new MadeFiles([...noted, [SUMS_FILE, write], [MANIFEST_FILE, () => manifest]]);
}

import { dirname, resolve } from 'node:path';
import type { CheckedBuild } from '../compile/check-variants.ts';
import type { CheckedVariant } from '../compile/cubin/check.ts';
import { VERSION } from '../base/assets.ts';
import type { BuildContext } from '../base/context.ts';
import type { DirectoryStore } from '../compile/store/store.ts';
import { casesFiles, type PackedCases } from '../compile/expected/pack-cases.ts';
import { roundingOf } from '../compile/expected/tolerance.ts';
import { keptStreams } from './c/kept-streams.ts';
import type { Pack } from './c/packing.ts';
import { imagesBySource, packageFiles } from './files.ts';
import { writePackage } from './folder.ts';
import type { PackageFacts } from './facts.ts';
import { type PackageFiles, packageManifest, readLicenses } from './manifest.ts';
import { packageParts } from './parts.ts';
import { sbomFiles } from './sbom.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { BuildRequest } from '../compile/work.ts';

/** Writes the package. */
export async function writeBuiltPackage(
  built: CheckedBuild,
  store: DirectoryStore,
  toolchain: Toolchain,
  request: Pick<BuildRequest, 'out' | 'timeout'>,
  context: BuildContext,
): Promise<void> {
  const { plan, choosers, checked, cases } = built;
  const { out } = request;
  const byTools: PackageFiles[] = [];
  for (const { toolFiles } of packageParts.parts)
    if (toolFiles !== undefined)
      byTools.push(await toolFiles(built, store, toolchain, request, context));
  await context.log.group(`Write the package to ${out}`, async () => {
    const { manifest, packages } = plan;
    const kernels = [...new Set(checked.map(({ variant }) => variant.kernel.name))];
    const facts: PackageFacts = {
      package: manifest.package,
      version: manifest.version,
      license: manifest.license,
      embed: manifest.embed,
      tritonVersion: manifest.triton,
      generatorVersion: VERSION,
      builtFrom: manifest.document.sha256,
      sourceLicenses: await readLicenses(checked, resolve(dirname(manifest.file))),
      packages,
      choosers,
      extras: new Map(packageParts.parts.flatMap(({ facts: of }) => of?.(plan, kernels) ?? [])),
    };
    const sources = manifest.embed === 'raw' ? [] : imagesBySource(checked);
    const streams = await keptStreams(sources, store.files);
    await writePackage(out, await filesOf(facts, checked, cases, byTools, streams.pack), context);
    await streams.save();
  });
}

async function filesOf(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  cases: PackedCases,
  byTools: readonly PackageFiles[],
  pack: Pack,
): Promise<PackageFiles> {
  const manifest = packageManifest(facts, checked);
  const further = new Map([
    ...casesFiles(cases, roundingOf(checked)),
    ...(await sbomFiles(facts, checked, manifest)),
    ...byTools.flatMap((files) => [...files]),
  ]);
  return packageFiles(facts, checked, further, manifest, pack);
}

import { dirname, resolve } from 'node:path';
import type { CheckedBuild } from '../compile/check-variants.ts';
import type { CheckedVariant } from '../compile/cubin/check.ts';
import { VERSION } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { casesFiles, type PackedCases } from '../compile/expected/pack-cases.ts';
import { roundingOf } from '../compile/expected/tolerance.ts';
import { packageFiles } from './files.ts';
import { writePackage } from './folder.ts';
import type { PackageFacts } from './facts.ts';
import { type PackageFiles, packageManifest, readLicenses } from './manifest.ts';
import { packageParts } from './parts.ts';
import { sbomFiles } from './sbom.ts';
import type { BuildRequest } from '../compile/work.ts';

/** Writes the package. */
export async function writeBuiltPackage(
  { plan, choosers, checked, cases }: CheckedBuild,
  { manifest: manifestFile, out }: Pick<BuildRequest, 'manifest' | 'out'>,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
): Promise<void> {
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
      sourceLicenses: await readLicenses(checked, resolve(dirname(manifestFile))),
      packages,
      choosers,
      extras: new Map(packageParts.parts.flatMap(({ facts: of }) => of?.(plan, kernels) ?? [])),
    };
    await writePackage(out, await filesOf(facts, checked, cases), context);
  });
}

async function filesOf(
  facts: PackageFacts,
  checked: readonly CheckedVariant[],
  cases: PackedCases,
): Promise<PackageFiles> {
  const manifest = packageManifest(facts, checked);
  const further = new Map([
    ...casesFiles(cases, roundingOf(checked)),
    ...(await sbomFiles(facts, checked, manifest)),
  ]);
  return packageFiles(facts, checked, further, manifest);
}

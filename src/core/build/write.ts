import { dirname, join, resolve } from 'node:path';
import { VERSION } from '../assets.ts';
import { casesFiles, type PackedCases } from '../cases/package.ts';
import { readLauncherHeaders } from '../launcher/headers.ts';
import type { LinkedVariant } from '../link.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { packageFiles, type PackageFiles } from '../package/files.ts';
import { writePackage } from '../package/folder.ts';
import type { PackageFacts } from '../package/manifest.ts';
import { sbomFiles } from '../package/sbom.ts';
import { readLicenses } from '../package/sources.ts';
import { casesOfPart, joinParts, splitByTarget, type Part } from '../package/split.ts';
import type { BuildRequest } from './request.ts';

/** Writes the package, or one for each target, and gives the folders of what it wrote. */
export async function writePackages(
  manifest: Manifest,
  linked: readonly LinkedVariant[],
  cases: PackedCases,
  { manifest: file, out, split = false }: BuildRequest,
): Promise<readonly string[]> {
  const facts: PackageFacts = {
    package: manifest.package,
    version: manifest.version,
    license: manifest.license,
    tritonVersion: manifest.triton,
    generatorVersion: VERSION,
    sourceLicenses: await readLicenses(linked, resolve(dirname(file))),
  };
  if (!split) {
    await writePackage(out, await filesOf(facts, linked, cases));
    return [out];
  }
  const parts: (readonly [Part, PackageFiles])[] = [];
  for (const part of splitByTarget(linked)) {
    const own = { ...facts, part: part.target };
    parts.push([part, await filesOf(own, part.linked, casesOfPart(cases, part))]);
  }
  await writePackage(out, joinParts(parts));
  return parts.map(([{ target }]) => join(out, target));
}

async function filesOf(
  facts: PackageFacts,
  linked: readonly LinkedVariant[],
  cases: PackedCases,
): Promise<PackageFiles> {
  const headers = await readLauncherHeaders();
  const further = new Map([...casesFiles(cases), ...(await sbomFiles(facts, linked))]);
  return packageFiles(facts, linked, headers, further);
}

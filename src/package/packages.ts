import { dirname, join, resolve } from 'node:path';
import type { CheckedBuild } from '../compile/check-variants.ts';
import { type CheckedVariant, rankByCode } from '../compile/cubin/check.ts';
import { VERSION } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { casesFiles, type PackedCases } from '../compile/expected/pack-cases.ts';
import { roundingOf } from '../compile/expected/tolerance.ts';
import { packageFiles } from './files.ts';
import { operatorsOf } from './operators.ts';
import { writePackage } from './folder.ts';
import { type PackageFacts, type PackageFiles, packageManifest, readLicenses } from './manifest.ts';
import { sbomFiles } from './sbom.ts';
import { planChoices } from '../plan/choices.ts';
import type { TuningFile } from '../manifest/tuning/file.ts';
import { casesOfPart, joinParts, splitByTarget } from './split.ts';
import type { BuildRequest } from '../compile/work.ts';

/** Writes the package, or one per target. Returns the folder of each. */
export async function writePackages(
  build: CheckedBuild,
  tuning: TuningFile | undefined,
  request: PackageRequest,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
): Promise<readonly string[]> {
  const what = request.split === true ? 'a package for each target' : 'the package';
  return context.log.group(
    `Write ${what} to ${request.out}`,
    () => writeParts(build, tuning, request, context),
    (written) => [written.length, 'package'],
  );
}

type PackageRequest = Pick<BuildRequest, 'manifest' | 'out' | 'split'>;

async function writeParts(
  { plan: { manifest, operators, packages }, checked, cases }: CheckedBuild,
  tuning: TuningFile | undefined,
  request: PackageRequest,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
): Promise<readonly string[]> {
  const { out, split = false } = request;
  const facts: PackageFacts = {
    package: manifest.package,
    version: manifest.version,
    license: manifest.license,
    embed: manifest.embed,
    tritonVersion: manifest.triton,
    generatorVersion: VERSION,
    sourceLicenses: await readLicenses(checked, resolve(dirname(request.manifest))),
    packages,
  };
  // Each part chooses among its own algos, and has the operators that need only its kernels.
  const ofPart = (here: PackageFacts, images: readonly CheckedVariant[]): PackageFacts => {
    const variants = images.map(({ variant }) => variant);
    const kernels = [...new Set(variants.map(({ kernel }) => kernel))];
    const names = kernels.map(({ name }) => name);
    return {
      ...here,
      choices: planChoices(tuning, { kernels, variants, manifest }, { rankOf: rankByCode(images) })
        .choices,
      operators: operatorsOf(operators, names),
    };
  };
  if (!split) {
    await writePackage(out, await filesOf(ofPart(facts, checked), checked, cases), context);
    return [out];
  }
  const parts = await Promise.all(
    splitByTarget(checked).map(async (part) => {
      const files = await filesOf(
        ofPart({ ...facts, part: part.target }, part.checked),
        part.checked,
        casesOfPart(cases, part),
      );
      return [part, files] as const;
    }),
  );
  await writePackage(out, joinParts(parts), context);
  return parts.map(([{ target }]) => join(out, target));
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

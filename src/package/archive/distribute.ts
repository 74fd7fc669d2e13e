import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure, isSystemError } from '../../base/errors.ts';
import { reasonOf } from '../../base/faults.ts';
import { makeFolder } from '../../base/files.ts';
import { makeScratch, removeFolder } from '../../base/leftovers.ts';
import { MANIFEST_FILE, SUMS_FILE } from '../layout.ts';
import { type ReadPackage, readPackage } from '../read.ts';
import {
  ALL_ENDINGS,
  copyEvidence,
  copySbom,
  type DistributionFile,
  distributionStem,
  type PackageDistribution,
  packPackage,
  writeSums,
} from './distribution.ts';

/**
 * Writes the release files of each package to `out`: an archive (reproducible to the byte), SBOM,
 * evidence, and a file with their checksums. `packages` are their folders. Replaces or removes the files of an earlier distribution of the
 * same name; attestations and all other files stay.
 * @throws {Failure} `usage` if a folder has no package, two packages would have the same file
 * names, or one is too large; `verification` if one is damaged; `environment` if `out` cannot be
 * written.
 */
export async function distribute(
  packages: readonly string[],
  out: string,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<readonly PackageDistribution[]> {
  const read: ReadPackage[] = [];
  for (const folder of packages) read.push(await readPackage(folder));
  return distributeRead(read, out, context);
}

/** Like `distribute`, for packages that have already been read and checked. */
export async function distributeRead(
  packages: readonly ReadPackage[],
  out: string,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<readonly PackageDistribution[]> {
  checkStems(packages);
  try {
    await makeFolder(out);
    const distributions: PackageDistribution[] = [];
    for (const pkg of packages) distributions.push(await distributeOne(pkg, out, context));
    return distributions;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure(
      'environment',
      { message: `cannot write the distribution: ${reasonOf(error)}`, place: { file: out } },
      { cause: error },
    );
  }
}

/** Writes all files to a folder in `out` first, which a later run removes if this one is killed. */
async function distributeOne(
  pkg: ReadPackage,
  out: string,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<PackageDistribution> {
  const fresh = await makeScratch(out, 'pack');
  try {
    const described = [
      await packPackage(pkg, fresh, context),
      ...(await copySbom(pkg, fresh)),
      ...(await copyEvidence(pkg, fresh, context)),
    ];
    const written = [...described, await writeSums(distributionStem(pkg), described, fresh)];
    const files = written.map((each) => ({ ...each, file: join(out, each.name) }));
    for (const { name, file } of files) await rename(join(fresh, name), file);
    await removeStale(pkg, files, out);
    return { pkg, stem: distributionStem(pkg), files };
  } finally {
    await removeFolder(fresh);
  }
}

function checkStems(packages: readonly ReadPackage[]): void {
  const problems = packages.flatMap((pkg, index) => {
    const twin = packages
      .slice(0, index)
      .find((other) => distributionStem(other) === distributionStem(pkg));
    if (twin === undefined) return [];
    return [
      {
        message: `the packages in ${twin.folder} and ${pkg.folder} have the same name and version: both would be written to ${distributionStem(pkg)}.*`,
        hint: 'Give them different names or versions in their manifests, or leave one out.',
      },
    ];
  });
  if (problems.length > 0) throw new Failure('usage', problems);
}

/** Removes files of an earlier distribution that would be taken for part of this one. */
async function removeStale(
  pkg: ReadPackage,
  files: readonly DistributionFile[],
  out: string,
): Promise<void> {
  const fresh = new Set(files.map(({ name }) => name));
  for (const ending of ALL_ENDINGS) {
    const name = `${distributionStem(pkg)}.${ending}`;
    if (!fresh.has(name)) await rm(join(out, name), { force: true });
  }
}

/**
 * Returns the package folders in `folder`: itself, or those directly below it.
 * @throws {Failure} `usage` if there is none.
 */
export async function findPackages(folder: string): Promise<readonly string[]> {
  if (isPackage(folder)) return [folder];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const packages = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .map((name) => join(folder, name))
    .filter(isPackage);
  if (packages.length > 0) return packages;
  throw new Failure('usage', {
    message: `no package found: there is no ${MANIFEST_FILE} in this folder or directly below it`,
    place: { file: folder },
    hint: 'Build a package with `triton-aot build`, or give the path of its folder.',
  });
}

/** Returns true for a folder that is a package, or was one: it can lack its manifest. */
function isPackage(folder: string): boolean {
  return [MANIFEST_FILE, SUMS_FILE].some((name) => existsSync(join(folder, name)));
}

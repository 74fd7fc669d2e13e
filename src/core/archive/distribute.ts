import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../base/context.ts';
import { Failure, isSystemError } from '../base/errors.ts';
import { MANIFEST_FILE } from '../package/files.ts';
import { type ReadPackage, readPackage } from '../package/read.ts';
import {
  ALL_ENDINGS,
  copyEvidence,
  copySbom,
  type Distribution,
  type DistributionFile,
  distributionStem,
  packPackage,
  writeSums,
} from './distribution.ts';
import type { ArchiveFormat } from './pack.ts';

/** How packages become distributions. */
interface DistributeSettings {
  readonly formats: readonly ArchiveFormat[];
  /** The folder everything is written to; it is made where it is not there. */
  readonly out: string;
}

interface DistributeRequest extends DistributeSettings {
  /** The folders of packages. */
  readonly packages: readonly string[];
}

/**
 * Makes of each package what goes to others: archives that are the same to the byte wherever they are made, its SBOM,
 * what is proven of it, and the checksums of these. What `out` has of an earlier distribution of the same name is
 * replaced, or removed; attestations and everything else there stay.
 * @throws {Failure} `usage` where there is no package, where two would have the same names, or where one is too large;
 * `verification` where one is damaged; `environment` where `out` cannot be written.
 */
export async function distribute(
  { packages, ...settings }: DistributeRequest,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<readonly Distribution[]> {
  const read: ReadPackage[] = [];
  for (const folder of packages) read.push(await readPackage(folder));
  return distributeRead(read, settings, context);
}

/** Does so with packages that have been read, and so checked, already. Throws as `distribute`. */
export async function distributeRead(
  packages: readonly ReadPackage[],
  { formats, out }: DistributeSettings,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<readonly Distribution[]> {
  checkStems(packages);
  try {
    await mkdir(out, { recursive: true });
    const distributions: Distribution[] = [];
    for (const pkg of packages) distributions.push(await distributeOne(pkg, formats, out, context));
    return distributions;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure(
      'environment',
      { message: `the distribution cannot be written: ${String(error)}`, place: { file: out } },
      { cause: error },
    );
  }
}

async function distributeOne(
  pkg: ReadPackage,
  formats: readonly ArchiveFormat[],
  out: string,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<Distribution> {
  const archives = await packPackage(pkg, formats, out, context);
  const described = [...archives, ...(await copySbom(pkg, out)), ...(await copyEvidence(pkg, out))];
  const files = [...described, await writeSums(pkg, described, out)];
  await removeStale(pkg, files, out);
  return { pkg, stem: distributionStem(pkg), files };
}

function checkStems(packages: readonly ReadPackage[]): void {
  const problems = packages.flatMap((pkg, index) => {
    const twin = packages
      .slice(0, index)
      .find((other) => distributionStem(other) === distributionStem(pkg));
    if (twin === undefined) return [];
    return [
      {
        message: `two packages would both be ${distributionStem(pkg)}: those in ${twin.folder} and ${pkg.folder}`,
        hint: 'Give them different names or versions in their manifests, or leave one out.',
      },
    ];
  });
  if (problems.length > 0) throw new Failure('usage', problems);
}

/** What is left of an earlier distribution would be taken for part of this one. */
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
 * The folders of packages that a folder stands for: itself, or those directly below it, such as `build --split` leaves.
 * @throws {Failure} `usage` where there is none.
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
    message: `there is no package here: ${MANIFEST_FILE} is neither in this folder nor in one directly below it`,
    place: { file: folder },
    hint: 'Build one with `triton-aot build`, or name the folder of one.',
  });
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, MANIFEST_FILE));
}

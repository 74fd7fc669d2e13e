import type { BuildContext } from '../context.ts';
import { findPackages } from '../distribution/distribute.ts';
import { Failure, type Problem } from '../errors.ts';
import type { ReadPackage } from '../package/read.ts';
import { checkBeside, checkRepacked } from './archive.ts';
import type { Check } from './finding.ts';
import { inspectPackage } from './inspect.ts';
import { isArchive, withPackage } from './opened.ts';
import type { VerifyRequest } from './request.ts';
import { compareWithSources } from './sources.ts';

/** What holds of a package. */
export interface VerifyResult {
  readonly pkg: ReadPackage;
  readonly checks: readonly Check[];
}

/**
 * Checks a package by itself: its files, its cubins and the C functions around them, its evidence. Needs neither GPU
 * nor Python.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` with everything that
 * does not hold.
 */
export async function verifyPackage(folder: string, context: BuildContext): Promise<VerifyResult> {
  const { pkg, findings } = await inspectPackage(folder, context);
  const problems = findings.flatMap((finding) => finding.problems);
  if (problems.length > 0) throw new Failure('verification', problems);
  return { pkg, checks: findings.map(({ check }) => check) };
}

/** What holds of a package, and what does not. */
export interface Verification extends VerifyResult {
  readonly problems: readonly Problem[];
}

/**
 * Checks a package, those directly below a folder, or the one in an archive, each by itself and against what it was
 * built from, as the request says.
 * @throws {Failure} where one cannot be looked into, and what a build throws.
 */
export async function verify(
  request: VerifyRequest,
  context: BuildContext,
): Promise<readonly Verification[]> {
  const path = request.package;
  const paths = (await isArchive(path)) ? [path] : await findPackages(path);
  const verified: Verification[] = [];
  for (const each of paths) verified.push(await verifyOne({ ...request, package: each }, context));
  return verified;
}

async function verifyOne(request: VerifyRequest, context: BuildContext): Promise<Verification> {
  return withPackage(request.package, context, async (folder, archive) => {
    const { pkg, findings } = await inspectPackage(folder, context);
    const all = [...findings, ...(await compareWithSources(pkg, request, context))];
    if (archive !== undefined) all.push(checkBeside(archive));
    if (archive !== undefined && request.rebuild !== undefined)
      all.push(await checkRepacked(pkg, archive, context));
    const problems = all.flatMap((finding) => finding.problems);
    return {
      // Inside an archive it has lain in a folder that is about to go.
      pkg: { ...pkg, folder: request.package },
      checks: all.map(({ check }) => check),
      problems: archive === undefined ? problems : problems.map(archive.shown),
    };
  });
}

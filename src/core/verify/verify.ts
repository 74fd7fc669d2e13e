import { findPackages } from '../archive/distribute.ts';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { sha256 } from '../base/text.ts';
import { parseManifest, readManifestText, type ReadPackage } from '../package/read.ts';
import type { BuildSelection } from '../plan/prepare.ts';
import { checkArchiveName, checkRepacked, isArchive, withPackage } from './archive.ts';
import { checkEvidence, checkFiles, checkSbom } from './files.ts';
import type { Check, CheckFinding } from './finding.ts';
import { checkInterface } from './interface.ts';
import { compareWithSources } from './sources.ts';
import { fullManifestSchema, type FullPackage } from './variant.ts';

/** What holds of a package. */
interface VerifyResult {
  readonly pkg: ReadPackage;
  readonly checks: readonly Check[];
}

/**
 * Checks a package by itself: its files, its cubins and the C functions around them, its evidence. Needs neither GPU
 * nor Python.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` with everything that
 * does not hold.
 */
export async function verifyPackage(
  folder: string,
  context: Pick<RunContext, 'signal'>,
): Promise<VerifyResult> {
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
    if (archive !== undefined) all.push(checkArchiveName(archive));
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

export interface VerifyRequest {
  /** The folder of a package, or its archive. */
  readonly package: string;
  /** What it should have been built from; undefined where that is not to be looked at. */
  readonly sources: SourceComparison | undefined;
  /** Whether it is to be built once more and compared to the byte, and how. */
  readonly rebuild: RebuildSettings | undefined;
}

export interface SourceComparison {
  readonly selection: BuildSelection;
  /** Whether the user names the manifest: otherwise it is only looked at where it is of this package. */
  readonly isNamed: boolean;
}

export interface RebuildSettings {
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
}

/** A package with all that was found in it, right and wrong. */
interface PackageInspection {
  readonly pkg: FullPackage;
  readonly findings: readonly CheckFinding[];
}

/**
 * Checks a package by itself: what holds and what does not.
 * @throws {Failure} `usage` where there is no package that this version reads, `verification` where it is too damaged
 * to be looked into.
 */
export async function inspectPackage(
  folder: string,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<PackageInspection> {
  const text = await readManifestText(folder);
  const manifestSha256 = sha256(text);
  const manifest = parseManifest(text, folder, fullManifestSchema);
  const findings: CheckFinding[] = [];
  for (const check of [checkFiles, checkInterface, checkEvidence, checkSbom]) {
    findings.push(await check(folder, manifest, manifestSha256));
    signal.throwIfAborted();
  }
  return { pkg: { folder, manifest, manifestSha256 }, findings };
}

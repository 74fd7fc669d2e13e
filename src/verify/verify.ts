import { findPackages } from '../package/archive/distribute.ts';
import type { BuildContext, RunContext } from '../base/context.ts';
import type { Problem } from '../base/errors.ts';
import { sha256 } from '../base/text.ts';
import {
  packageDigest,
  parseManifest,
  readManifestText,
  type ReadPackage,
} from '../package/read.ts';
import { checkArchiveContents, checkRepacked, isArchive, withPackage } from './archive.ts';
import { checkEvidence, checkFiles, checkSbom } from '../package/verify/files.ts';
import type { Check, CheckFinding, VerifyRequest } from '../package/verify/finding.ts';
import { checkGenerated } from '../package/verify/generated.ts';
import { checkInterface } from '../package/verify/interface.ts';
import { compareWithSources } from './sources.ts';
import { fullManifestSchema, type FullPackage } from '../package/verify/variant.ts';

/** A package, the checks made of it, and the problems they found. */
export interface Verification {
  readonly pkg: ReadPackage;
  readonly checks: readonly Check[];
  readonly problems: readonly Problem[];
}

/**
 * Checks a package, all packages directly below a folder, or the package in an archive. Compares it
 * with its sources and rebuilds it, as requested.
 * @throws {Failure} if a package cannot be read, and what a build throws.
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
    const all = [...findings];
    if (request.strict === true) all.push(await checkGenerated(folder));
    all.push(...(await compareWithSources(pkg, request, context)));
    if (archive !== undefined) all.push(await checkArchiveContents(archive));
    if (archive !== undefined && request.rebuild !== undefined)
      all.push(await checkRepacked(pkg, archive, context));
    const problems = all.flatMap((finding) => finding.problems);
    return {
      // The folder of an unpacked archive is about to be removed.
      pkg: { ...pkg, folder: request.package },
      checks: all.map(({ check }) => check),
      problems: archive === undefined ? problems : problems.map(archive.shown),
    };
  });
}

/** A package with the findings of all checks. */
interface PackageInspection {
  readonly pkg: FullPackage;
  readonly findings: readonly CheckFinding[];
}

/**
 * Checks a package folder. Problems are part of the result.
 * @throws {Failure} `usage` if there is no package that this version can read, `verification` if it
 * is too damaged to check.
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
  const packageSha256 = await packageDigest(folder);
  return { pkg: { folder, manifest, manifestSha256, packageSha256 }, findings };
}

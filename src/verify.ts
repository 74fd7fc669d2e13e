import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackages } from './package/archive/distribute.ts';
import type { BuildContext, RunContext } from './base/context.ts';
import { Failure, type Problem } from './base/errors.ts';
import { makeScratch } from './base/leftovers.ts';
import { build } from './build.ts';
import type { BuildSelection } from './plan/prepare.ts';
import { plural, sha256 } from './base/text.ts';
import {
  packageDigest,
  parseManifest,
  readManifestText,
  type ReadPackage,
} from './package/read.ts';
import {
  checkArchiveContents,
  checkRepacked,
  isArchive,
  withPackage,
} from './package/verify/archive.ts';
import { checkEvidence, checkFiles, checkSbom } from './package/verify/files.ts';
import {
  type Check,
  type CheckFinding,
  checkResult,
  type RebuildSettings,
  skippedCheck,
  type VerifyRequest,
} from './package/verify/finding.ts';
import { checkGenerated } from './package/verify/generated.ts';
import { checkInterface } from './package/verify/interface.ts';
import { differences, selectionFor } from './package/verify/differences.ts';
import { checkSources, obstacleTo } from './package/verify/sources.ts';
import { fullManifestSchema, type FullPackage } from './package/verify/variant.ts';

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

/**
 * Compares a package with its sources, if they are available, and rebuilds it if requested.
 * @throws {Failure} `usage` if a rebuild is requested and there is no manifest of this package.
 */
export async function compareWithSources(
  pkg: FullPackage,
  { sources, rebuild }: VerifyRequest,
  context: BuildContext,
): Promise<readonly CheckFinding[]> {
  if (sources === undefined) return [skippedCheck('sources', 'not compared with the sources')];
  const { selection } = sources;
  const obstacle = await obstacleTo(pkg, sources);
  if (obstacle !== undefined && rebuild === undefined)
    return [skippedCheck('sources', `not compared with the sources: ${obstacle}`)];
  if (obstacle !== undefined) {
    throw new Failure('usage', {
      message: `cannot rebuild the package: ${obstacle}`,
      hint: 'Give the path of the manifest that it was built from with --manifest.',
    });
  }
  const drift = await checkSources(pkg, selection, context);
  if (rebuild === undefined) return [drift];
  if (drift.problems.length > 0)
    return [drift, skippedCheck('rebuilt', 'not rebuilt: the sources have changed')];
  return [drift, await checkRebuilt(pkg, { ...selection, ...rebuild }, context)];
}

/**
 * Builds a package again, with an empty store, and compares every byte. Needs what a build needs.
 */
async function checkRebuilt(
  pkg: FullPackage,
  request: BuildSelection & RebuildSettings,
  context: BuildContext,
): Promise<CheckFinding> {
  const scratch = await makeScratch(context.scratch, 'rebuild');
  const { part } = pkg.manifest;
  const out = join(scratch, 'aot');
  try {
    await build(
      {
        ...selectionFor(pkg, request),
        out,
        split: part !== undefined,
        store: join(scratch, 'store'),
        storeLimit: Number.MAX_SAFE_INTEGER,
        allowKnownWrong: [],
        advice: false,
      },
      context,
    );
    const rebuilt = part === undefined ? out : join(out, part);
    const { files, problems } = await differences(pkg.folder, rebuilt);
    return checkResult(
      'rebuilt',
      `building again gives the same ${plural(files, 'file')}, byte for byte`,
      problems,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from './base/context.ts';
import type { Problem } from './base/errors.ts';
import { makeScratch } from './base/leftovers.ts';
import { canonicalJson, plural } from './base/text.ts';
import { build } from './build.ts';
import type { BuildRequest } from './compile/work.ts';
import { findPackages } from './package/archive/distribute.ts';
import type { ReadPackage } from './package/read.ts';
import {
  checkArchiveContents,
  checkRepacked,
  isArchive,
  withPackage,
} from './package/verify/archive.ts';
import { differences } from './package/verify/differences.ts';
import { checkEvidence, checkFiles, checkSbom } from './package/verify/files.ts';
import {
  type Check,
  type CheckFinding,
  checkResult,
  skippedCheck,
} from './package/verify/finding.ts';
import { checkInterface } from './package/verify/interface.ts';
import { openPackage, type VerifiedPackage } from './package/verify/package.ts';
import type { BuildSelection } from './plan/selection.ts';

/** A package to check, and how to build it again. */
interface VerifyRequest {
  /** The folder of a package or of packages, or an archive. */
  readonly package: string;
  /** The sources, and the store with results of earlier builds; undefined for no rebuild. */
  readonly rebuild?: RebuildRequest | undefined;
}

type RebuildRequest = BuildSelection & Pick<BuildRequest, 'store' | 'jobs' | 'timeout'>;

/** A package, the checks made of it, and the problems they found. */
export interface Verification {
  readonly pkg: ReadPackage;
  readonly checks: readonly Check[];
  readonly problems: readonly Problem[];
}

/**
 * Checks a package, all packages directly below a folder, or the package in an archive. Builds each
 * again and compares every byte, if requested.
 * @throws {Failure} if a package cannot be read or is too damaged to check, and what a build throws.
 */
export async function verify(
  request: VerifyRequest,
  context: BuildContext,
): Promise<readonly Verification[]> {
  const path = request.package;
  const paths = (await isArchive(path)) ? [path] : await findPackages(path);
  const verified: Verification[] = [];
  for (const each of paths) verified.push(await verifyOne(each, request.rebuild, context));
  return verified;
}

async function verifyOne(
  path: string,
  rebuild: RebuildRequest | undefined,
  context: BuildContext,
): Promise<Verification> {
  return withPackage(path, context, async (folder, archive) => {
    const pkg = await openPackage(folder);
    const findings: CheckFinding[] = [];
    for (const check of [checkFiles, checkInterface, checkEvidence, checkSbom]) {
      findings.push(await check(pkg));
      context.signal.throwIfAborted();
    }
    findings.push(await checkRebuilt(pkg, rebuild, context));
    if (archive !== undefined) findings.push(await checkArchiveContents(archive));
    if (archive !== undefined && rebuild !== undefined)
      findings.push(await checkRepacked(pkg, archive, context));
    const problems = findings.flatMap((finding) => finding.problems);
    return {
      // The folder of an unpacked archive is about to be removed.
      pkg: { ...pkg, folder: path },
      checks: findings.map(({ check }) => check),
      problems: archive === undefined ? problems : problems.map(archive.shown),
    };
  });
}

/** Builds a package again in a temporary folder and compares every byte. Needs what a build needs. */
async function checkRebuilt(
  { folder, manifest: packaged }: VerifiedPackage,
  rebuild: RebuildRequest | undefined,
  context: BuildContext,
): Promise<CheckFinding> {
  if (rebuild === undefined)
    return skippedCheck('rebuilt', 'not built again: --manifest names the sources');
  const scratch = await makeScratch(context.scratch, 'rebuild');
  const out = join(scratch, 'aot');
  try {
    await build(
      {
        ...rebuild,
        out,
        storeLimit: Number.MAX_SAFE_INTEGER,
        anew: true,
      },
      context,
    );
    const { files, problems } = await differences(folder, out);
    const text = `building again gives the same ${plural(files, 'file')}, byte for byte`;
    if (problems.length === 0) return checkResult('rebuilt', text);
    const { manifest } = await openPackage(out);
    const hint = remedyFor(packaged, manifest);
    return checkResult(
      'rebuilt',
      text,
      problems.map((problem, index) => (index === 0 ? { ...problem, hint } : problem)),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Manifest = VerifiedPackage['manifest'];

/** Returns the hint for a package that a build does not give, with what differs in manifest and sources. */
function remedyFor(packaged: Manifest, built: Manifest): string {
  const changed = changesOf(packaged, built);
  const why =
    changed.length === 0
      ? 'The manifest and the sources are the same'
      : `Changed since: ${changed.join(', ')}`;
  return `${why}. Give the --targets, --only and --triton of the build, and use the same version of triton-aot on the same type of machine.`;
}

/** Says what differs: the version of Triton, targets, files, kernels, and what the manifest says of each. */
function changesOf(before: Manifest, after: Manifest): readonly string[] {
  const hashes = new Map(before.sources?.map(({ path, sha256 }) => [path, sha256]));
  const files = (after.sources ?? []).filter(({ path, sha256 }) => hashes.get(path) !== sha256);
  const [old, now] = [before, after].map(({ triton, kernels }) => ({
    Triton: triton,
    targets: kernels.flatMap(({ variants }) => variants.map(({ target }) => target)),
    kernels: kernels.map((kernel) => kernel.name),
  }));
  const settings = (['Triton', 'targets', 'kernels'] as const).flatMap((key) => {
    const [from, to] = [old, now].map((each) => [...new Set([each?.[key]].flat())].join(', '));
    return from === to ? [] : `${key} ${from} -> ${to}`;
  });
  const ofKernels = after.kernels.flatMap((kernel) => {
    const same = before.kernels.find(({ name }) => name === kernel.name);
    if (same === undefined) return [];
    const keys = (['parameters', 'algos', 'requires', 'specialisations'] as const).filter(
      (key) => canonicalJson(kernel[key] ?? []) !== canonicalJson(same[key] ?? []),
    );
    return keys.map((key) => `${key} of ${kernel.name}`);
  });
  const most = 8;
  const all = [...settings, ...files.map(({ path }) => path), ...ofKernels];
  return all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all;
}

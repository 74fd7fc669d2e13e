import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { distributeRead, findPackages } from '../../package/archive/distribute.ts';
import type {
  Distribution,
  DistributionFile,
  PackageDistribution,
} from '../../package/archive/distribution.ts';
import type { ScratchContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
import {
  type BundleDistribution,
  distributeBundle,
} from '../../package/bundle/distribute-bundle.ts';
import { readBundle, type ReadBundle } from '../../package/bundle/read-bundle.ts';
import { readReplays } from '../../package/bundle/replays.ts';
import { readPackage, type ReadPackage } from '../../package/read.ts';
import {
  missingEvidence,
  type RequiredEvidence,
  unknownTargets,
} from '../../prove/smoke/evidence.ts';
import type { Attestation } from '../attestation.ts';
import { MAX_DOWNLOAD_BYTES } from '../api.ts';

/**
 * With `true`, a published release becomes `latest`; with `legacy` GitHub decides by date and version.
 */
export const LATEST_MODES = ['true', 'false', 'legacy'] as const;
export type LatestMode = (typeof LATEST_MODES)[number];

/** A package or bundle with its files for a release. */
export type Released = PackageDistribution | BundleDistribution;

/** The packages and bundles to publish, and the release. */
export interface PublishRequest {
  /** Folders: each is a package, or has packages directly below it. */
  readonly packages: readonly string[];
  /** Wheels of bundles, or folders with wheels of bundles directly below them. */
  readonly bundles: readonly string[];
  /** A folder with what programs wrote while they ran with the bundles, at any depth. */
  readonly replays: string | undefined;
  readonly tag: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  readonly require: RequiredEvidence;
  /** Keeps the release a draft. */
  readonly draft: boolean;
  /** For a new release; decided by the tag if left out. */
  readonly prerelease: boolean | undefined;
  readonly latest: LatestMode | undefined;
  /** The title of a new release; the tag if left out. */
  readonly name: string | undefined;
  /** The text of a new release; describes the packages and how to verify them if left out. */
  readonly notes: string | undefined;
  /**
   * The workflow that signs, `owner/name/.github/workflows/FILE`, if it is not one of the repository
   * but a reusable one of another.
   */
  readonly signerWorkflow?: string | undefined;
  /** Attests the archives of a package, or a wheel; undefined if nothing is attested. */
  readonly attest: ((distribution: Distribution) => Promise<Attestation>) | undefined;
}

/**
 * Packs the packages, and checks the bundles, in a folder that exists while `work` runs. Sends no
 * request to GitHub.
 * @throws {Failure} `verification` for packages and bundles that are damaged or lack evidence, `usage`
 * if there are none, or their files cannot be files of one release.
 */
export async function withDistributions<T>(
  request: PublishRequest,
  context: ScratchContext,
  work: (distributions: readonly Released[], folder: string) => Promise<T>,
): Promise<T> {
  checkRequest(request);
  const found = await Promise.all(request.packages.map((folder) => findPackages(folder)));
  const folders = found.flat();
  const packages = await Promise.all(folders.map((folder) => readPackage(folder)));
  const problems = await evidenceProblems(packages, request.require);
  if (problems.length > 0) throw new Failure('verification', problems);
  const out = await makeScratch(context.scratch, 'publish');
  try {
    const packed = await context.log.group(
      'Pack',
      () => distributeRead(packages, out, context),
      (all) => [all.length, 'package'],
    );
    const distributions = [...packed, ...(await checkBundles(request, out, context))];
    checkFiles(distributions.flatMap(({ files }) => files));
    return await work(distributions, out);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function checkRequest({ packages, bundles, replays }: PublishRequest): void {
  if (packages.length + bundles.length === 0)
    throw new Failure('usage', { message: 'there is neither a package nor a bundle to publish' });
  if (replays !== undefined && bundles.length === 0)
    throw new Failure('usage', {
      message: 'replays are of bundles, and there is no bundle to publish',
      hint: 'Set `bundles` (`--bundle`) too.',
    });
}

/** Checks each file of the bundles, and takes the replays that are of exactly these. */
async function checkBundles(
  { bundles: paths, replays: folder }: PublishRequest,
  out: string,
  context: ScratchContext,
): Promise<readonly BundleDistribution[]> {
  if (paths.length === 0) return [];
  const check = async (): Promise<readonly BundleDistribution[]> => {
    const bundles: ReadBundle[] = [];
    for (const wheel of (await Promise.all(paths.map(findWheels))).flat()) {
      const scratch = join(out, `bundle-${bundles.length}`);
      await mkdir(scratch);
      bundles.push(await readBundle(wheel, scratch, context.signal));
      await rm(scratch, { recursive: true, force: true });
    }
    const replays =
      folder === undefined ? undefined : await readReplays(folder, bundles, context.log);
    return Promise.all(
      bundles.map((bundle) => distributeBundle(bundle, replays?.get(bundle) ?? [], out)),
    );
  };
  return context.log.group('Check the bundles', check, (all) => [all.length, 'bundle']);
}

/** Returns a wheel, or the wheels directly in a folder. */
async function findWheels(path: string): Promise<readonly string[]> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) return [path];
  const wheels = (await readdir(path)).filter((name) => name.endsWith('.whl')).toSorted();
  if (wheels.length > 0) return wheels.map((name) => join(path, name));
  throw new Failure('usage', {
    message: 'no bundle found: there is no wheel in this folder',
    place: { file: path },
    hint: 'Make one with `triton-aot bundle --wheel`.',
  });
}

async function evidenceProblems(
  packages: readonly ReadPackage[],
  need: RequiredEvidence,
): Promise<readonly Problem[]> {
  const missing = await Promise.all(packages.map((pkg) => missingEvidence(pkg, need)));
  const unknown = unknownTargets(packages, need).map((target) => ({
    message: `\`require-targets\` names ${target}, but no package has code for it`,
    hint: 'Build for it, or remove it from `require-targets`.',
  }));
  return [...unknown, ...missing.flat()];
}

function checkFiles(files: readonly DistributionFile[]): void {
  const problems = [
    // Source: GitHub's REST API, "Upload a release asset".
    ...files
      .filter(({ name }) => !/^[A-Za-z0-9][\w.+-]*$/.test(name))
      .map(({ name }) => ({
        message: `GitHub would rename \`${name}\``,
        hint: 'Use only letters, digits, `.`, `+` and `-` in `version` of the manifest.',
      })),
    ...files
      .filter(({ size }) => size >= MAX_DOWNLOAD_BYTES)
      .map(({ name, size }) => ({
        message: `\`${name}\` has ${size} bytes; the limit for a file of a release is ${MAX_DOWNLOAD_BYTES}`,
        hint: 'Build for fewer targets.',
      })),
  ];
  const twins = files.filter(({ name }, at) => files.findIndex((one) => one.name === name) < at);
  for (const { name } of twins)
    problems.push({ message: `there are two files \`${name}\``, hint: 'Leave one out.' });
  if (problems.length > 0) throw new Failure('usage', problems);
}

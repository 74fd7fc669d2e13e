import { rm } from 'node:fs/promises';
import { distributeRead, findPackages } from '../../package/archive/distribute.ts';
import type { Distribution, DistributionFile } from '../../package/archive/distribution.ts';
import type { ArchiveFormat } from '../../package/archive/pack.ts';
import type { ScratchContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
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

/** The packages to publish, and the release. */
export interface PublishRequest {
  /** Folders: each is a package, or has packages directly below it. */
  readonly packages: readonly string[];
  readonly tag: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  readonly formats: readonly ArchiveFormat[];
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
  /** Attests the archives of a package; undefined if nothing is attested. */
  readonly attest: ((distribution: Distribution) => Promise<Attestation>) | undefined;
}

/**
 * Packs the packages into a folder that exists while `work` runs. Sends no request to GitHub.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` if there
 * are none, or their archives cannot be files of one release.
 */
export async function withDistributions<T>(
  request: PublishRequest,
  context: ScratchContext,
  work: (distributions: readonly Distribution[], folder: string) => Promise<T>,
): Promise<T> {
  const found = await Promise.all(request.packages.map((folder) => findPackages(folder)));
  const folders = found.flat();
  const packages = await Promise.all(folders.map((folder) => readPackage(folder)));
  const problems = await evidenceProblems(packages, request.require);
  if (problems.length > 0) throw new Failure('verification', problems);
  const out = await makeScratch(context.scratch, 'publish');
  try {
    const settings = { formats: request.formats, out };
    const distributions = await context.log.group(
      'Pack',
      () => distributeRead(packages, settings, context),
      (packed) => [packed.length, 'package'],
    );
    checkFiles(distributions.flatMap(({ files }) => files));
    return await work(distributions, out);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
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
        hint: 'Build a separate package for each target with `split`.',
      })),
  ];
  if (problems.length > 0) throw new Failure('usage', problems);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { distributeRead, findPackages } from '../../core/archive/distribute.ts';
import type { Distribution, DistributionFile } from '../../core/archive/distribution.ts';
import type { ArchiveFormat } from '../../core/archive/pack.ts';
import type { ScratchContext } from '../../core/base/context.ts';
import { Failure, type Problem } from '../../core/base/errors.ts';
import { readPackage, type ReadPackage } from '../../core/package/read.ts';
import {
  missingEvidence,
  type RequiredEvidence,
  unknownTargets,
} from '../../core/smoke/evidence.ts';
import type { Attestation } from '../attestation.ts';
import { MAX_DOWNLOAD_BYTES } from '../download.ts';
import type { LatestMode } from './release.ts';

/** What is to be published, and how. */
export interface PublishRequest {
  /** Folders: each a package, or one with packages directly below it. */
  readonly packages: readonly string[];
  readonly tag: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  readonly formats: readonly ArchiveFormat[];
  readonly require: RequiredEvidence;
  /** Whether a draft stays one. */
  readonly draft: boolean;
  /** Of a release that is not there yet; what the tag says when left out. */
  readonly prerelease: boolean | undefined;
  readonly latest: LatestMode | undefined;
  /** Of a release that is not there yet, as below; the tag when left out. */
  readonly name: string | undefined;
  /** What the packages are and how to verify them, when left out. */
  readonly notes: string | undefined;
  /** Signs what the archives are; undefined: nothing does. */
  readonly attest: ((distribution: Distribution) => Promise<Attestation>) | undefined;
}

/**
 * Packs what is to be published into a folder that is there while `work` runs. Nothing is asked of GitHub.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` where there are none, or
 * what they become cannot be files of one release.
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
  const out = await mkdtemp(join(context.scratch, 'publish-'));
  try {
    const settings = { formats: request.formats, out };
    const distributions = await context.log.group('Pack', () =>
      distributeRead(packages, settings, context),
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
    message: `no package has code for ${target}, which is required to have run`,
    hint: 'Build for it, or take it out of `require-targets`.',
  }));
  return [...unknown, ...missing.flat()];
}

function checkFiles(files: readonly DistributionFile[]): void {
  const names = files.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = [
    ...twice.map((name) => ({
      message: `two packages would both be \`${name}\` in the release`,
      hint: 'Give them different names or versions in their manifests.',
    })),
    // Source: GitHub's REST API, "Upload a release asset".
    ...names
      .filter((name) => !/^[A-Za-z0-9][\w.+-]*$/.test(name))
      .map((name) => ({
        message: `GitHub would keep \`${name}\` under another name`,
        hint: 'Use letters, digits, `.`, `+` and `-` only in `version` of the manifest.',
      })),
    ...files
      .filter(({ size }) => size >= MAX_DOWNLOAD_BYTES)
      .map(({ name, size }) => ({
        message: `\`${name}\` has ${size} bytes; a release takes files below ${MAX_DOWNLOAD_BYTES}`,
        hint: 'Give each target a package of its own: `split`.',
      })),
  ];
  if (problems.length > 0) throw new Failure('usage', problems);
}

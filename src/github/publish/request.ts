import { rm } from 'node:fs/promises';
import type { Distribution, DistributionFile } from '../../package/archive/distribution.ts';
import type { ScratchContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeScratch } from '../../base/leftovers.ts';
import type { RequiredEvidence } from '../../prove/smoke/evidence.ts';
import type { Attestation } from '../attestation.ts';
import { MAX_DOWNLOAD_BYTES } from '../download.ts';
import { packReleasedPackages, readReleasedPackages } from './packages.ts';
import { type Given, type Released, releaseKinds } from './released.ts';

/**
 * With `true`, a published release becomes `latest`; with `legacy` GitHub decides by date and version.
 */
export const LATEST_MODES = ['true', 'false', 'legacy'] as const;
export type LatestMode = (typeof LATEST_MODES)[number];

/** What to publish, and the release. */
export interface PublishRequest {
  /** Folders: each is a package, or has packages directly below it. */
  readonly packages: readonly string[];
  /** What else to publish. */
  readonly others: Given;
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
 * Writes the files of the release to a folder that exists while `work` runs. Sends no request to GitHub.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, `usage` if there is
 * nothing to publish, or the files cannot be files of one release.
 */
export async function withDistributions<T>(
  request: PublishRequest,
  context: ScratchContext,
  work: (distributions: readonly Released[], folder: string) => Promise<T>,
): Promise<T> {
  checkRequest(request);
  const packages = await readReleasedPackages(request);
  const out = await makeScratch(context.scratch, 'publish');
  try {
    const distributions = [...(await packReleasedPackages(packages, out, context))];
    for (const kind of releaseKinds.parts)
      distributions.push(...(await kind.distribute(request.others, out, context)));
    checkFiles(distributions.flatMap(({ files }) => files));
    return await work(distributions, out);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function checkRequest({ packages, others }: PublishRequest): void {
  const kinds = releaseKinds.parts;
  if (packages.length > 0 || kinds.some(({ paths }) => (others[paths.name] ?? []).length > 0))
    return;
  const names = ['package', ...kinds.map(({ name }) => name)].map((name) => `a ${name}`);
  throw new Failure('usage', {
    message: `there is ${names.length > 1 ? 'neither' : 'not'} ${names.join(' nor ')} to publish`,
  });
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

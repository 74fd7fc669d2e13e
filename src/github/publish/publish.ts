import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import type { Distribution, DistributionFile } from '../../core/archive/distribution.ts';
import type { RunContext, ScratchContext } from '../../core/base/context.ts';
import { sha256 } from '../../core/base/text.ts';
import type { Timeouts } from '../http.ts';
import { type Repository, retryAsWhole } from '../rest.ts';
import { listAssets, type ReleaseFile } from './assets.ts';
import { releaseNotes } from './notes.ts';
import { attestationName, planRelease, type ReleasePlan } from './plan.ts';
import {
  createDraft,
  deleteRelease,
  type Draft,
  findReleaseByTag,
  publishDraft,
  type ReleaseRecord,
  releaseTitle,
  withRepository,
} from './release.ts';
import { type PublishRequest, withDistributions } from './request.ts';
import { type PublishedFile, uploadFiles } from './upload.ts';

/** A release as it stands after publishing. */
export interface Published {
  readonly repository: string;
  readonly tag: string;
  readonly id: number;
  /** For people. */
  readonly url: string;
  /** Whether everyone sees it; else it is a draft. */
  readonly isPublished: boolean;
  readonly distributions: readonly Distribution[];
  readonly files: readonly Omit<PublishedFile, 'file'>[];
  /** Of what was attested this time. */
  readonly attestationUrls: readonly string[];
}

/**
 * Brings packages to the release of a tag, and publishes it when it has all of them. What is there already is kept, so
 * it may be called again after whatever went wrong.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, and where the release has other files
 * under the same names or cannot take more; `usage` and `environment` where GitHub refuses, or cannot be reached.
 */
export async function publishRelease(
  request: PublishRequest,
  context: ScratchContext,
  timeouts?: Timeouts,
): Promise<Published> {
  return withDistributions(request, context, (distributions, folder) =>
    withRepository(
      request,
      context,
      (home) => publish({ request, distributions, folder, home }, context),
      timeouts,
    ),
  );
}

interface Publication {
  readonly request: PublishRequest;
  readonly distributions: readonly Distribution[];
  /** Where files can be written. */
  readonly folder: string;
  readonly home: Repository;
}

async function publish(
  publication: Publication,
  context: Pick<RunContext, 'env' | 'log'>,
): Promise<Published> {
  const { request, distributions, home } = publication;
  const { tag, repository, attest, draft, latest } = request;
  const { log } = context;
  const found = await findReleaseByTag(home, tag);
  const plan = await planRelease(home, found, distributions, attest !== undefined);
  const release = found ?? (await openRelease(home, await draftOf(publication, context)));
  const signed = await sign(publication, plan);
  const uploaded = await log.group(`Upload to ${releaseTitle(home, tag)}`, () =>
    uploadFiles(home, release, [...plan.lacking, ...signed.files], log),
  );
  const isLast = release.draft && !draft;
  const last = isLast
    ? await retryAsWhole(home, (once) => publishDraft(once, release, latest))
    : release;
  const files = [
    ...plan.there.map((asset) => ({ asset, isNew: false })),
    ...uploaded.map(({ asset, isNew }) => ({ asset, isNew })),
  ];
  return {
    repository,
    tag,
    id: last.id,
    url: last.html_url,
    isPublished: !last.draft,
    distributions,
    files: files.toSorted((a, b) => (a.asset.name < b.asset.name ? -1 : 1)),
    attestationUrls: signed.urls,
  };
}

/** Signs what the release has no signature of, and writes that to files beside the archives. */
async function sign(
  { request: { attest }, folder }: Publication,
  { unattested }: ReleasePlan,
): Promise<{ readonly files: readonly DistributionFile[]; readonly urls: readonly string[] }> {
  const files: DistributionFile[] = [];
  const urls: string[] = [];
  // Nothing is to be signed where nobody signs.
  if (attest === undefined) return { files, urls };
  for (const distribution of unattested) {
    const attestation = await attest(distribution);
    const name = attestationName(distribution);
    const file = join(folder, name);
    const text = attestation.lines.map((line) => `${line}\n`).join('');
    await writeFile(file, text);
    const size = Buffer.byteLength(text);
    files.push({ kind: 'attestation', name, file, size, sha256: sha256(text) });
    urls.push(...attestation.urls);
  }
  return { files, urls };
}

async function draftOf(
  { request, distributions }: Publication,
  { env }: Pick<RunContext, 'env'>,
): Promise<Draft> {
  const { tag, repository, name, notes, prerelease } = request;
  const isOwn = repository === env['GITHUB_REPOSITORY'];
  return {
    tag,
    name: name ?? tag,
    notes: notes ?? (await releaseNotes(request, distributions, env['GITHUB_REPOSITORY'])),
    isPrerelease: prerelease ?? isPrerelease(tag),
    // Of another repository's commits nothing is known.
    commit: isOwn ? env['GITHUB_SHA'] : undefined,
  };
}

/** What publishing would do. */
export interface Preview {
  readonly repository: string;
  readonly tag: string;
  readonly release: 'none' | 'draft' | 'published';
  readonly there: readonly ReleaseFile[];
  readonly lacking: readonly Omit<DistributionFile, 'file'>[];
}

/** Everything of `publishRelease` that changes nothing, with the same failures. */
export async function previewRelease(
  request: PublishRequest,
  context: ScratchContext,
): Promise<Preview> {
  return withDistributions(request, context, (distributions) =>
    withRepository(request, context, async (home) => {
      const { repository, tag } = request;
      const found = await findReleaseByTag(home, tag);
      const { there, lacking } = await planRelease(home, found, distributions, false);
      const named = lacking.map(({ file: _file, ...shown }) => shown);
      const release = found?.draft === true ? 'draft' : 'published';
      return { repository, tag, release: found ? release : 'none', there, lacking: named };
    }),
  );
}

/**
 * Whether a tag names a version before a release, such as `v1.2.0-rc.1`. In a repository with several packages the
 * version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
 */
function isPrerelease(tag: string): boolean {
  const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
  return version !== undefined && (semver.prerelease(version)?.length ?? 0) > 0;
}

/**
 * The release for a tag, or a new draft for it. Jobs that make one at the same time all go on with the oldest, and the
 * others remove theirs.
 */
async function openRelease(home: Repository, draft: Draft): Promise<ReleaseRecord> {
  let own: ReleaseRecord | undefined;
  return retryAsWhole(home, async (once) => {
    let release = await findReleaseByTag(once, draft.tag);
    if (release === undefined) {
      own = await createDraft(once, draft);
      release = (await findReleaseByTag(once, draft.tag)) ?? own;
    }
    if (own !== undefined && own.id !== release.id) await discard(once, own);
    return release;
  });
}

/** What somebody has put files to is not ours alone any more. */
async function discard(home: Repository, release: ReleaseRecord): Promise<void> {
  if ((await listAssets(home, release)).length === 0) await deleteRelease(home, release);
}

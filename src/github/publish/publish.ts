import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../core/context.ts';
import type { Distribution, DistributionFile } from '../../core/distribution/distribution.ts';
import { sha256 } from '../../core/hash.ts';
import { attempt, type Home } from './home.ts';
import { withHome } from './access.ts';
import { openRelease } from './draft.ts';
import { releaseNotes } from './notes.ts';
import { attestationName, planRelease, type Plan } from './plan.ts';
import { withDistributions } from './preparation.ts';
import type { PublishRequest } from './request.ts';
import { isPrerelease } from './tag.ts';
import { uploadFiles, type PublishedFile } from './upload.ts';
import { findRelease, nameOf, publishDraft, type Draft } from './record.ts';
import type { Patience } from '../request.ts';

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
  context: BuildContext,
  patience?: Patience,
): Promise<Published> {
  return withDistributions(request, context, (distributions, folder) =>
    withHome(
      request,
      context,
      (home) => publish({ request, distributions, folder, home }, context),
      patience,
    ),
  );
}

interface Publication {
  readonly request: PublishRequest;
  readonly distributions: readonly Distribution[];
  /** Where files can be written. */
  readonly folder: string;
  readonly home: Home;
}

async function publish(publication: Publication, context: BuildContext): Promise<Published> {
  const { request, distributions, home } = publication;
  const { tag, repository, attest, draft, latest } = request;
  const { log } = context;
  const found = await findRelease(home, tag);
  const plan = await planRelease(home, found, distributions, attest !== undefined);
  const release = found ?? (await openRelease(home, await draftOf(publication, context)));
  const signed = await sign(publication, plan);
  const uploaded = await log.group(`Upload to ${nameOf(home, tag)}`, () =>
    uploadFiles(home, release, [...plan.lacking, ...signed.files], log),
  );
  const isLast = release.draft && !draft;
  const last = isLast
    ? await attempt(home, (once) => publishDraft(once, release, latest))
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
  { unattested }: Plan,
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
  { env }: BuildContext,
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

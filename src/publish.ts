import type { DistributionFile } from './package/archive/distribution.ts';
import type { RunContext, ScratchContext } from './base/context.ts';
import { type Repository, retryAsWhole, type Timeouts } from './github/api.ts';
import { type PublishedFile, uploadFiles } from './github/publish/assets.ts';
import { sign, verifyExisting } from './github/publish/attested.ts';
import { draftOf } from './github/publish/draft.ts';
import { planRelease } from './github/publish/plan.ts';
import {
  findReleaseByTag,
  openRelease,
  publishDraft,
  type ReleaseFile,
  releaseTitle,
  withRepository,
} from './github/publish/release.ts';
import type { Released } from './github/publish/released.ts';
import { type PublishRequest, withDistributions } from './github/publish/request.ts';

/** A release after publishing. */
export interface Published {
  readonly repository: string;
  readonly tag: string;
  readonly id: number;
  /** The release's page. */
  readonly url: string;
  /** False for a draft. */
  readonly isPublished: boolean;
  readonly distributions: readonly Released[];
  /** Set if the workflow that signed is one of another repository. */
  readonly signerWorkflow?: string | undefined;
  readonly files: readonly PublishedFile[];
  /** The attestations made now. */
  readonly attestationUrls: readonly string[];
}

/**
 * Uploads packages, and what features add, to the release of a tag, and publishes the release once it has
 * all of them.
 * Existing files are kept, so it can be called again after any failure.
 * @throws {Failure} `verification` for packages that are damaged or lack evidence, and if the release
 * has different files with the same names or takes no more files; `usage` and `environment`
 * if GitHub rejects a request or cannot be reached.
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

/** The changes that publishing would make; `publish --dry-run --json` prints it. */
export interface Preview {
  readonly repository: string;
  readonly tag: string;
  readonly release: 'none' | 'draft' | 'published';
  /** Files that it has already. */
  readonly there: readonly ReleaseFile[];
  /** Files that would be uploaded. */
  readonly lacking: readonly Omit<DistributionFile, 'file'>[];
}

/** Does the part of `publishRelease` that changes nothing, with the same failures. */
export async function previewRelease(
  request: PublishRequest,
  context: ScratchContext,
): Promise<Preview> {
  return withDistributions(request, context, (distributions) =>
    withRepository(request, context, async (home) => {
      const { repository, tag } = request;
      const found = await findReleaseByTag(home, tag);
      const plan = await planRelease(home, found, distributions, false);
      const lacking = plan.missing.map(({ file: _file, ...shown }) => shown);
      const release = found?.draft === true ? 'draft' : 'published';
      const state = found ? release : 'none';
      return { repository, tag, release: state, there: plan.present, lacking };
    }),
  );
}

interface Publication {
  readonly request: PublishRequest;
  readonly distributions: readonly Released[];
  /** For new files. */
  readonly folder: string;
  readonly home: Repository;
}

async function publish(
  publication: Publication,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
): Promise<Published> {
  const { request, distributions, home, folder } = publication;
  const { tag, repository, attest, draft, latest, signerWorkflow } = request;
  const found = await findReleaseByTag(home, tag);
  const plan = await planRelease(home, found, distributions, attest !== undefined);
  for (const each of plan.attested) await verifyExisting(each, folder, home, request, context);
  const release = found ?? (await openRelease(home, draftOf(request, distributions, context.env)));
  const signed = await sign(plan.unattested, folder, attest);
  const uploaded = await context.log.group(
    `Upload to ${releaseTitle(home, tag)}`,
    () => uploadFiles(home, release, [...plan.missing, ...signed.files], context.log),
    (files) => [files.length, 'file'],
  );
  const last =
    release.draft && !draft
      ? await retryAsWhole(home, (once) => publishDraft(once, release, latest))
      : release;
  const files = [...plan.present.map((asset) => ({ asset, isNew: false })), ...uploaded];
  return {
    repository,
    tag,
    id: last.id,
    url: last.html_url,
    isPublished: !last.draft,
    distributions,
    files: files.toSorted((a, b) => (a.asset.name < b.asset.name ? -1 : 1)),
    attestationUrls: signed.urls,
    signerWorkflow,
  };
}

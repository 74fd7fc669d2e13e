import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { RunContext } from '../../base/context.ts';
import {
  listAll,
  PERMISSION,
  type Repository,
  request,
  requestIfThere,
  retryAsWhole,
  type Timeouts,
  withAccess,
} from '../api.ts';
import type { DistributionFile } from '../../package/archive/distribution.ts';
import { assetSchema } from '../release-assets.ts';
import type { Draft } from './draft.ts';
import type { LatestMode, PublishRequest } from './request.ts';

/** Runs `work` with the repository of the release, like `withAccess`. */
export function withRepository<T>(
  { repository, tag, token }: PublishRequest,
  context: Pick<RunContext, 'env' | 'signal'>,
  work: (home: Repository) => Promise<T>,
  timeouts?: Timeouts,
): Promise<T> {
  const task = { verb: 'publish', what: releaseTitle({ repository }, tag), token } as const;
  return withAccess(task, context, (access) => work({ ...access, repository }), timeouts);
}

/** Source: GitHub's REST API, "Releases". Older servers do not report `immutable`. */
const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  immutable: z.boolean().nullish(),
  html_url: z.string(),
  upload_url: z.string(),
});

/** A release, as the API returns it. */
export type ReleaseRecord = Readonly<z.infer<typeof releaseSchema>>;

const fileSchema = assetSchema.extend({ id: z.number(), browser_download_url: z.string() });

/** A file of a release, as the API returns it. */
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

/** Returns what requests about releases have in common. */
function about<T>(home: Repository, tag: string, path: string, schema: z.ZodType<T>) {
  const url = `/repos/${home.repository}${path}`;
  return { url, what: releaseTitle(home, tag), permission: PERMISSION, schema };
}

/** Returns the name of a release in messages. */
export function releaseTitle({ repository }: Pick<Repository, 'repository'>, tag: string): string {
  return `the release ${tag} of ${repository}`;
}

/**
 * Finds the published release with a tag, otherwise the oldest draft for it, so that jobs that
 * publish at the same time choose the same one.
 */
export async function findReleaseByTag(
  home: Repository,
  tag: string,
): Promise<ReleaseRecord | undefined> {
  const byTag = { ...about(home, tag, '/releases/tags/{tag}', releaseSchema), values: { tag } };
  const published = await requestIfThere(byTag, home);
  if (published !== undefined) return published;
  // Drafts have no tag yet: they are only in the list, and only for tokens that may write.
  const all = await listAll(about(home, tag, '/releases', releaseSchema), home);
  const [first] = all
    .filter((release) => release.tag_name === tag)
    .toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
  return first;
}

/**
 * Finds the release for a tag, or creates a draft. If several jobs create one at the same time, all
 * continue with the oldest, and the others delete theirs.
 */
export async function openRelease(home: Repository, draft: Draft): Promise<ReleaseRecord> {
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

async function createDraft(home: Repository, draft: Draft): Promise<ReleaseRecord> {
  const { tag, name, notes, isPrerelease, commit } = draft;
  const values = {
    tag_name: tag,
    name,
    body: notes,
    draft: true,
    prerelease: isPrerelease,
    // Naming a commit can need more permissions than using an existing tag.
    ...(commit !== undefined && !(await hasTag(home, tag)) && { target_commitish: commit }),
  };
  const creation = about(home, tag, '/releases', releaseSchema);
  return request({ ...creation, method: 'POST', values }, home);
}

async function hasTag(home: Repository, tag: string): Promise<boolean> {
  const reference = about(home, tag, '/git/ref/tags/{tag}', z.unknown());
  return (await requestIfThere({ ...reference, values: { tag } }, home)) !== undefined;
}

/** Deletes a draft, unless another job has uploaded files to it. */
async function discard(home: Repository, release: ReleaseRecord): Promise<void> {
  if ((await listAssets(home, release)).length > 0) return;
  const deletion = about(home, release.tag_name, `/releases/${release.id}`, z.unknown());
  await requestIfThere({ ...deletion, method: 'DELETE' }, home);
}

/** Publishes a draft. May be repeated. */
export async function publishDraft(
  home: Repository,
  { id, tag_name: tag }: ReleaseRecord,
  latest: LatestMode | undefined,
): Promise<ReleaseRecord> {
  const values = { draft: false, ...(latest !== undefined && { make_latest: latest }) };
  const change = about(home, tag, `/releases/${id}`, releaseSchema);
  return request({ ...change, method: 'PATCH', values }, home);
}

export async function listAssets(
  home: Repository,
  { id, tag_name: tag }: ReleaseRecord,
): Promise<readonly ReleaseFile[]> {
  const list = about(home, tag, `/releases/${id}/assets`, fileSchema);
  return listAll({ ...list, what: `the list of files of ${list.what}` }, home);
}

/**
 * Uploads a file, once. After an error that is not a `Failure` the file may still be there: list
 * the assets before another attempt.
 */
export async function uploadAsset(
  home: Repository,
  { upload_url: template }: ReleaseRecord,
  { name, file, size }: DistributionFile,
): Promise<ReleaseFile> {
  // The template has the form `…/assets{?name,label}`.
  const uploads = new URL(template.replace(/\{[^}]*\}$/, ''));
  uploads.searchParams.set('name', name);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
  const values = { data: createReadStream(file), headers };
  const subject = { what: `\`${name}\``, permission: PERMISSION, schema: fileSchema };
  return request({ ...subject, method: 'POST', url: uploads.href, values, uploads }, home);
}

export async function deleteAsset(home: Repository, { name, url }: ReleaseFile): Promise<void> {
  const subject = { what: `\`${name}\``, permission: PERMISSION, schema: z.unknown() };
  await requestIfThere({ ...subject, method: 'DELETE', url }, home);
}

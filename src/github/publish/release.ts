import { z } from 'zod';
import type { RunContext } from '../../base/context.ts';
import {
  deleteIfThere,
  listAll,
  PERMISSION,
  queryIfThere,
  type Repository,
  type Timeouts,
  withAccess,
  write,
} from '../api.ts';
import type { LatestMode, PublishRequest } from './request.ts';

/** Runs `work` with the repository of the release, like `withAccess`. */
export function withRepository<T>(
  { repository, tag, token }: PublishRequest,
  context: Pick<RunContext, 'env' | 'signal'>,
  work: (home: Repository) => Promise<T>,
  timeouts?: Timeouts,
): Promise<T> {
  const task = { verb: 'publish', what: releaseTitle({ repository }, tag), token } as const;
  return withAccess(task, context, (access) => work({ repository, access }), timeouts);
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

/** A release to create. */
export interface Draft {
  readonly tag: string;
  readonly name: string;
  readonly notes: string;
  readonly isPrerelease: boolean;
  /** The commit at which publishing the release creates the tag if it does not exist. */
  readonly commit: string | undefined;
}

/**
 * Finds the published release with a tag, otherwise the oldest draft for it, so that jobs that
 * publish at the same time choose the same one.
 */
export async function findReleaseByTag(
  home: Repository,
  tag: string,
): Promise<ReleaseRecord | undefined> {
  const { access } = home;
  const what = releaseTitle(home, tag);
  const common = { what, permission: PERMISSION, schema: releaseSchema };
  const releases = `/repos/${home.repository}/releases`;
  const byTag = { ...common, url: `${releases}/tags/{tag}`, values: { tag } };
  const published = await queryIfThere(byTag, access);
  if (published !== undefined) return published;
  // Drafts have no tag yet: they are only in the list, and only for tokens that may write.
  const all = await listAll({ ...common, url: releases }, access);
  const [first] = all
    .filter((release) => release.tag_name === tag)
    .toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
  return first;
}

export async function createDraft(home: Repository, draft: Draft): Promise<ReleaseRecord> {
  const { tag, name, notes, isPrerelease, commit } = draft;
  const what = releaseTitle(home, tag);
  const values = {
    tag_name: tag,
    name,
    body: notes,
    draft: true,
    prerelease: isPrerelease,
    // Naming a commit can need more permissions than using an existing tag.
    ...(commit !== undefined && !(await hasTag(home, tag)) && { target_commitish: commit }),
  };
  const url = `/repos/${home.repository}/releases`;
  return write({ method: 'POST', url, values, what }, releaseSchema, home.access);
}

/** Publishes a draft. May be repeated. */
export async function publishDraft(
  home: Repository,
  { id, tag_name: tag }: ReleaseRecord,
  latest: LatestMode | undefined,
): Promise<ReleaseRecord> {
  const values = { draft: false, ...(latest !== undefined && { make_latest: latest }) };
  const url = `/repos/${home.repository}/releases/${id}`;
  const what = releaseTitle(home, tag);
  return write({ method: 'PATCH', url, values, what }, releaseSchema, home.access);
}

export async function deleteRelease(
  home: Repository,
  { id, tag_name }: ReleaseRecord,
): Promise<void> {
  const url = `/repos/${home.repository}/releases/${id}`;
  await deleteIfThere(url, releaseTitle(home, tag_name), home.access);
}

async function hasTag(home: Repository, tag: string): Promise<boolean> {
  const url = `/repos/${home.repository}/git/ref/tags/{tag}`;
  const what = releaseTitle(home, tag);
  const request = { url, values: { tag }, what, permission: PERMISSION, schema: z.unknown() };
  return (await queryIfThere(request, home.access)) !== undefined;
}

/** Returns the name of a release in messages. */
export function releaseTitle({ repository }: Pick<Repository, 'repository'>, tag: string): string {
  return `the release ${tag} of ${repository}`;
}

import { z } from 'zod';
import type { RunContext } from '../../core/base/context.ts';
import type { Timeouts } from '../http.ts';
import {
  deleteIfThere,
  listAll,
  PERMISSION,
  queryIfThere,
  type Repository,
  repositoryUrl,
  write,
} from '../rest.ts';
import { withAccess } from '../session.ts';
import type { PublishRequest } from './request.ts';

/** Does `work` with the repository that is published to, as `withAccess` does. */
export function withRepository<T>(
  { repository, tag, token }: PublishRequest,
  context: Pick<RunContext, 'env' | 'signal'>,
  work: (home: Repository) => Promise<T>,
  timeouts?: Timeouts,
): Promise<T> {
  const errand = { named: releaseTitle({ repository }, tag), done: 'published', token } as const;
  return withAccess(errand, context, (access) => work({ repository, access }), timeouts);
}

/** Source: GitHub's REST API, "Releases". Older servers know nothing of immutable ones. */
const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  immutable: z.boolean().nullish(),
  html_url: z.string(),
  upload_url: z.string(),
});

/** A release as its repository has it. */
export type ReleaseRecord = Readonly<z.infer<typeof releaseSchema>>;

/** A release that is to be. */
export interface Draft {
  readonly tag: string;
  readonly name: string;
  readonly notes: string;
  readonly isPrerelease: boolean;
  /** Where the tag is made when the release is published, unless it is there. */
  readonly commit: string | undefined;
}

/** Whether a published release becomes the one that is `latest`; GitHub chooses by date and version with `legacy`. */
export const LATEST_MODES = ['true', 'false', 'legacy'] as const;
export type LatestMode = (typeof LATEST_MODES)[number];

/** The published release with a tag, or else the oldest draft for it: all who publish at once agree on that one. */
export async function findReleaseByTag(
  home: Repository,
  tag: string,
): Promise<ReleaseRecord | undefined> {
  const { access } = home;
  const what = releaseTitle(home, tag);
  const asked = { what, permission: PERMISSION };
  const url = repositoryUrl(home, `releases/tags/${encodeURIComponent(tag)}`);
  const published = await queryIfThere({ ...asked, url, schema: releaseSchema }, access);
  if (published !== undefined) return published.body;
  // Drafts have no tag yet: they are only in the list, and there only for those who may write.
  const listed = repositoryUrl(home, 'releases');
  const all = await listAll({ ...asked, url: listed, schema: z.array(releaseSchema) }, access);
  const [first] = all
    .filter((release) => release.tag_name === tag)
    .toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
  return first;
}

export async function createDraft(home: Repository, draft: Draft): Promise<ReleaseRecord> {
  const { tag, name, notes, isPrerelease, commit } = draft;
  const what = releaseTitle(home, tag);
  const value = {
    tag_name: tag,
    name,
    body: notes,
    draft: true,
    prerelease: isPrerelease,
    // Naming a commit can take more permissions than using a tag.
    ...(commit !== undefined && !(await hasTag(home, tag)) && { target_commitish: commit }),
  };
  const url = repositoryUrl(home, 'releases');
  const content = { kind: 'json', value } as const;
  return write({ method: 'POST', url, content }, releaseSchema, what, home.access);
}

/** Makes a draft a release for everyone. May be repeated. */
export async function publishDraft(
  home: Repository,
  { id, tag_name: tag }: ReleaseRecord,
  latest: LatestMode | undefined,
): Promise<ReleaseRecord> {
  const value = { draft: false, ...(latest !== undefined && { make_latest: latest }) };
  const url = repositoryUrl(home, `releases/${id}`);
  const content = { kind: 'json', value } as const;
  return write(
    { method: 'PATCH', url, content },
    releaseSchema,
    releaseTitle(home, tag),
    home.access,
  );
}

export async function deleteRelease(
  home: Repository,
  { id, tag_name }: ReleaseRecord,
): Promise<void> {
  await deleteIfThere(
    repositoryUrl(home, `releases/${id}`),
    releaseTitle(home, tag_name),
    home.access,
  );
}

async function hasTag(home: Repository, tag: string): Promise<boolean> {
  const url = repositoryUrl(home, `git/ref/tags/${encodeURIComponent(tag)}`);
  const asked = { url, what: releaseTitle(home, tag), permission: PERMISSION, schema: z.unknown() };
  return (await queryIfThere(asked, home.access)) !== undefined;
}

/** How a release is called in messages. */
export function releaseTitle({ repository }: Pick<Repository, 'repository'>, tag: string): string {
  return `the release ${tag} of ${repository}`;
}

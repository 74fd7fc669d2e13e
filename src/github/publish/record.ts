import { z } from 'zod';
import { addressOf, change, list, PERMISSION, remove, type Home } from './home.ts';
import { queryIfThere } from '../query.ts';

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
export async function findRelease(home: Home, tag: string): Promise<ReleaseRecord | undefined> {
  const { access } = home;
  const what = nameOf(home, tag);
  const asked = { what, permission: PERMISSION };
  const url = addressOf(home, `releases/tags/${encodeURIComponent(tag)}`);
  const published = await queryIfThere({ ...asked, url, schema: releaseSchema }, access);
  if (published !== undefined) return published.body;
  // Drafts have no tag yet: they are only in the list, and there only for those who may write.
  const listed = addressOf(home, 'releases');
  const all = await list({ ...asked, url: listed, schema: z.array(releaseSchema) }, access);
  const [first] = all
    .filter((release) => release.tag_name === tag)
    .toSorted((a, b) => Number(a.draft) - Number(b.draft) || a.id - b.id);
  return first;
}

export async function createDraft(home: Home, draft: Draft): Promise<ReleaseRecord> {
  const { tag, name, notes, isPrerelease, commit } = draft;
  const what = nameOf(home, tag);
  const value = {
    tag_name: tag,
    name,
    body: notes,
    draft: true,
    prerelease: isPrerelease,
    // Naming a commit can take more permissions than using a tag.
    ...(commit !== undefined && !(await hasTag(home, tag)) && { target_commitish: commit }),
  };
  const url = addressOf(home, 'releases');
  const content = { kind: 'json', value } as const;
  return change({ method: 'POST', url, content }, releaseSchema, what, home.access);
}

/** Makes a draft a release for everyone. May be repeated. */
export async function publishDraft(
  home: Home,
  { id, tag_name: tag }: ReleaseRecord,
  latest: LatestMode | undefined,
): Promise<ReleaseRecord> {
  const value = { draft: false, ...(latest !== undefined && { make_latest: latest }) };
  const url = addressOf(home, `releases/${id}`);
  const content = { kind: 'json', value } as const;
  return change({ method: 'PATCH', url, content }, releaseSchema, nameOf(home, tag), home.access);
}

export async function deleteRelease(home: Home, { id, tag_name }: ReleaseRecord): Promise<void> {
  await remove(addressOf(home, `releases/${id}`), nameOf(home, tag_name), home.access);
}

async function hasTag(home: Home, tag: string): Promise<boolean> {
  const url = addressOf(home, `git/ref/tags/${encodeURIComponent(tag)}`);
  const asked = { url, what: nameOf(home, tag), permission: PERMISSION, schema: z.unknown() };
  return (await queryIfThere(asked, home.access)) !== undefined;
}

/** How a release is called in messages. */
export function nameOf({ repository }: Pick<Home, 'repository'>, tag: string): string {
  return `the release ${tag} of ${repository}`;
}

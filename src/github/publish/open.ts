import semver from 'semver';
import type { Environment } from '../../base/process.ts';
import type { Distribution } from '../../package/archive/distribution.ts';
import { type Repository, retryAsWhole } from '../api.ts';
import { listAssets } from './assets.ts';
import { releaseNotes } from './notes.ts';
import {
  createDraft,
  deleteRelease,
  type Draft,
  findReleaseByTag,
  type ReleaseRecord,
} from './release.ts';
import type { PublishRequest } from './request.ts';

/** Returns the draft to create if there is no release. */
export async function draftOf(
  request: PublishRequest,
  distributions: readonly Distribution[],
  env: Environment,
): Promise<Draft> {
  const { tag, repository, name, notes, prerelease } = request;
  const isOwn = repository === env['GITHUB_REPOSITORY'];
  return {
    tag,
    name: name ?? tag,
    notes: notes ?? (await releaseNotes(request, distributions, env['GITHUB_REPOSITORY'])),
    isPrerelease: prerelease ?? isPrerelease(tag),
    // GITHUB_SHA is a commit of the workflow's own repository.
    commit: isOwn ? env['GITHUB_SHA'] : undefined,
  };
}

/**
 * True if a tag names a prerelease version, such as `v1.2.0-rc.1`. In a repository with several
 * packages the version may follow a name: `attention/v1.2.0-rc.1`, `attention-1.2.0-rc.1`.
 */
function isPrerelease(tag: string): boolean {
  const [, version] = /(?:^|[/@_-])v?(\d+\.\d+\.\d+\S*)$/.exec(tag) ?? [];
  return version !== undefined && (semver.prerelease(version)?.length ?? 0) > 0;
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

/** Deletes a draft, unless another job has uploaded files to it. */
async function discard(home: Repository, release: ReleaseRecord): Promise<void> {
  if ((await listAssets(home, release)).length === 0) await deleteRelease(home, release);
}

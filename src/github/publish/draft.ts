import { attempt, type Home } from './home.ts';
import { listFiles } from './files.ts';
import {
  createDraft,
  deleteRelease,
  findRelease,
  type Draft,
  type ReleaseRecord,
} from './record.ts';

/**
 * The release for a tag, or a new draft for it. Jobs that make one at the same time all go on with the oldest, and the
 * others remove theirs.
 */
export async function openRelease(home: Home, draft: Draft): Promise<ReleaseRecord> {
  let own: ReleaseRecord | undefined;
  return attempt(home, async (once) => {
    let release = await findRelease(once, draft.tag);
    if (release === undefined) {
      own = await createDraft(once, draft);
      release = (await findRelease(once, draft.tag)) ?? own;
    }
    if (own !== undefined && own.id !== release.id) await discard(once, own);
    return release;
  });
}

/** What somebody has put files to is not ours alone any more. */
async function discard(home: Home, release: ReleaseRecord): Promise<void> {
  if ((await listFiles(home, release)).length === 0) await deleteRelease(home, release);
}

import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { lstat, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { entryFile, entryName, type EntryName } from '../../../src/compile/store/entry.ts';
import { listStore, pruneStore } from '../../../src/compile/store/prune.ts';

const NOW = Date.UTC(2030, 0, 31);
const DAY = 24 * 60 * 60 * 1000;
const NAMES = Array.from({ length: 10 }, (_, index) => entryName('kernel', sha256(`${index}`)));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prune-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a file of 100 bytes that was last used so many days ago. */
async function place(file: string, days: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.alloc(100));
  const used = new Date(NOW - days * DAY);
  await utimes(file, used, used);
}

/** Ten entries of 100 bytes: the first was used today, the last nine days ago. */
async function fill(): Promise<void> {
  for (const [days, name] of NAMES.entries()) await place(entryFile(folder, name), days);
}

async function kept(): Promise<number[]> {
  const files = await listStore(folder);
  return NAMES.flatMap((name, index) =>
    files.some(({ role }) => role.kind === 'entry' && role.name === name) ? [index] : [],
  );
}

const prune = (limit: number, used: readonly EntryName[] = []) =>
  pruneStore(folder, limit, new Set(used), NOW);

describe('pruning', () => {
  it('removes the least recently used entries until the store is 10 % below the limit', async () => {
    await fill();
    expect(await prune(600)).toEqual({ entries: 5, bytes: 500 });
    expect(await kept()).toEqual([0, 1, 2, 3, 4]);
  });

  it('removes nothing at the limit, and down to 10 % below it above', async () => {
    await fill();
    expect(await prune(1000)).toEqual({ entries: 0, bytes: 0 });
    expect(await kept()).toHaveLength(10);
    // 10 % below the limit is what eight entries and the history have.
    await place(join(folder, 'v2/history/0123456789abcdef.json.gz'), 0);
    expect(await prune(1000)).toEqual({ entries: 2, bytes: 200 });
  });

  it('keeps what this run used, even if old or above the limit', async () => {
    await fill();
    await prune(300, NAMES.slice(7));
    expect(await kept()).toEqual([7, 8, 9]);
    await prune(0, NAMES.slice(7));
    expect(await kept()).toEqual([7, 8, 9]);
  });

  it.each(['part', 'tmp'])('removes partial files (.%s) older than a day', async (suffix) => {
    const [name = NAMES[0] as EntryName] = NAMES;
    const old = `${entryFile(folder, name)}.one.${suffix}`;
    const fresh = `${entryFile(folder, name)}.two.${suffix}`;
    await place(old, 2);
    await place(fresh, 1);
    expect(await prune(0)).toEqual({ entries: 0, bytes: 100 });
    expect(await readdir(dirname(old))).toEqual([`${name}.two.${suffix}`]);
  });

  it('counts what other processes removed: many at once remove no more than one', async () => {
    await fill();
    await Promise.all(Array.from({ length: 5 }, () => prune(600)));
    expect(await kept()).toEqual([0, 1, 2, 3, 4]);
  });

  it('skips what it cannot remove and what does not belong to the store', async () => {
    await fill();
    const [newest = NAMES[0] as EntryName, , oldest = NAMES[2] as EntryName] = NAMES;
    // A folder in the place of an entry.
    await rm(entryFile(folder, oldest));
    await mkdir(join(entryFile(folder, oldest), 'inside'), { recursive: true });
    const foreign = join(dirname(entryFile(folder, newest)), 'README');
    await place(foreign, 1000);
    await prune(0);
    expect(await kept()).toEqual([]);
    expect((await lstat(foreign)).isFile()).toBe(true);
  });

  it('does nothing if there is no store', async () => {
    expect(await pruneStore(join(folder, 'none'), 0, new Set(), NOW)).toEqual({
      entries: 0,
      bytes: 0,
    });
  });
});

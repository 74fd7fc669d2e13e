import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { baselineFile, readBaseline, writeBaseline } from '../../../src/compile/store/baseline.ts';
import {
  copyDigest,
  EMPTY_COPY,
  readBaselineCopy,
  readCopy,
  type StoreCopy,
  writeBaselineCopy,
  writeCopy,
} from '../../../src/compile/store/copy.ts';
import { entryFile, type EntryName, entryName } from '../../../src/compile/store/entry.ts';
import { timesFile, writeTimes } from '../../../src/compile/store/times.ts';
import { type DirectoryStore, directoryStore } from '../../../src/compile/store/store.ts';
import { silentLog } from '../../support/silent-log.ts';
import { scopeOf } from '../../../src/plan/selection.ts';

const SCOPE = scopeOf('demo', { targets: ['sm_90'] });
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => entryName('failure', sha256(name))) as [
  EntryName,
  EntryName,
  EntryName,
  EntryName,
];
const NOW = Date.UTC(2030, 0, 31);

let base = '';
let copy = '';
let from: DirectoryStore;
let to: DirectoryStore;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'copy-'));
  copy = join(base, 'copy');
  [from, to] = [openStore('from'), openStore('to')];
});
afterEach(() => rm(base, { recursive: true }));

function openStore(name: string): DirectoryStore {
  return directoryStore(join(base, name), silentLog, () => NOW);
}

/** Adds an entry that was last used so many days ago. Returns its bytes. */
async function put({ failures, directory }: DirectoryStore, name: EntryName, days: number) {
  await failures.put(name.slice(0, 64), { message: 'x'.repeat(100 * days) });
  const file = entryFile(directory, name);
  const used = new Date(NOW - days * 24 * 60 * 60 * 1000);
  await utimes(file, used, used);
  return (await stat(file)).size;
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

describe('a copy of a store', () => {
  it('has what the build used, with the times of use and of the results', async () => {
    const sizes = [await put(from, A, 3), await put(from, B, 5)];
    await writeTimes(from.directory, SCOPE.package, new Map());
    const times = timesFile(from.directory, SCOPE.package);
    const bytes = (sizes[0] ?? 0) + (sizes[1] ?? 0) + (await sizeOf(times));
    const written = await writeCopy(copy, SCOPE, from, EMPTY_COPY, 0);
    expect(written).toEqual({ entries: new Set([A, B]), bytes });

    // What others put there counts for its size, and does not get into the store.
    await writeFile(join(copy, 'README'), '1234');
    await symlink('/etc/hostname', join(copy, C));
    await mkdir(join(copy, D));
    expect(await readCopy(copy, SCOPE, to)).toEqual({ entries: new Set([A, B]), bytes: bytes + 4 });
    const names = [A, B].map((name) => join(name.slice(0, 2), name));
    const files = (await readdir(dirname(dirname(entryFile(to.directory, A))), { recursive: true }))
      .filter((name) => name.includes('.'))
      .toSorted();
    expect(files).toEqual([...names, join('history', basename(times))].toSorted());
    expect((await stat(entryFile(to.directory, A))).mtimeMs).toBe(
      (await stat(entryFile(from.directory, A))).mtimeMs,
    );
  });

  it('does not replace what the store has', async () => {
    await put(from, A, 1);
    await writeCopy(copy, SCOPE, from, EMPTY_COPY, 0);
    const own = await put(to, A, 7);
    await readCopy(copy, SCOPE, to);
    expect(await to.sizeOf(A)).toBe(own);
  });

  it('is not written if an earlier one has all that was used', async () => {
    await put(from, A, 1);
    await put(from, B, 1);
    const earlier = (...names: EntryName[]): StoreCopy => ({ entries: new Set(names), bytes: 0 });
    expect(await writeCopy(copy, SCOPE, from, earlier(A, B, C), 0)).toBeUndefined();
    expect(existsSync(copy)).toBe(false);
    expect(await writeCopy(copy, SCOPE, from, earlier(A, C), 0)).toBeDefined();
  });

  it('keeps what the earlier one had up to its limit, the last used first', async () => {
    const earlier = { entries: new Set([B, C, D, A]), bytes: 0 };
    const old = openStore('from');
    await put(old, B, 9);
    const newer = await put(old, C, 2);
    const used = (await put(from, A, 1)) + (await put(from, entryName('failure', sha256('e')), 1));
    const left = async (limit: number): Promise<[readonly EntryName[], number | undefined]> => {
      await rm(copy, { recursive: true, force: true });
      const written = await writeCopy(copy, SCOPE, from, earlier, limit);
      expect(await readdir(copy)).toEqual([...(written?.entries ?? [])].toSorted());
      return [[B, C, D].filter((name) => written?.entries.has(name)), written?.bytes];
    };
    expect(await left(used + newer - 1)).toEqual([[], used]);
    expect(await left(used + newer)).toEqual([[C], used + newer]);
    // D is no longer in the store.
    expect((await left(1e9))[0]).toEqual([B, C]);
  });

  it('has a name that depends on its entries only', () => {
    const names = [
      [A, B],
      [B, A],
      [A, C],
    ].map((entries, bytes) => copyDigest({ entries: new Set(entries), bytes }));
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });
});

describe('a copy of a recorded build', () => {
  const record = (store: DirectoryStore, time: number): Promise<void> =>
    writeBaseline(baselineFile(store.directory, SCOPE), { time, manifest: { time } });
  const timeIn = async (store: DirectoryStore): Promise<number | undefined> =>
    (await readBaseline(baselineFile(store.directory, SCOPE)))?.time;

  it('is written if it is another one', async () => {
    expect(await writeBaselineCopy(copy, SCOPE, from, undefined)).toBeUndefined();
    await record(from, 5);
    const written = await writeBaselineCopy(copy, SCOPE, from, undefined);
    const bytes = await sizeOf(baselineFile(from.directory, SCOPE));
    expect(written).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{32}$/), bytes });
    expect(await writeBaselineCopy(join(base, 'other'), SCOPE, from, written)).toBeUndefined();
    expect(existsSync(join(base, 'other'))).toBe(false);
    expect(await readBaselineCopy(copy, SCOPE, to)).toEqual(written);
  });

  it('is added to the store if it is newer', async () => {
    await mkdir(copy);
    expect(await readBaselineCopy(copy, SCOPE, to)).toBeUndefined();
    await record(from, 5);
    await writeBaselineCopy(copy, SCOPE, from, undefined);
    for (const [known, newest] of [
      [undefined, 5],
      [4, 5],
      [6, 6],
    ] as const) {
      if (known !== undefined) await record(to, known);
      await readBaselineCopy(copy, SCOPE, to);
      expect(await timeIn(to)).toBe(newest);
    }
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../src/base/context.ts';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import { type EntryName, entryName } from '../../../src/compile/store/entry.ts';
import { remoteNames } from '../../../src/compile/store/remote-names.ts';
import { openRemoteSync, type RemoteSync } from '../../../src/compile/store/remote.ts';
import { type DirectoryStore, directoryStore } from '../../../src/compile/store/store.ts';
import { expectGolden } from '../../support/golden.ts';
import { silentLog } from '../../support/silent-log.ts';
import { type FolderRemote, folderRemote } from './folder-remote.ts';

let root = '';
let remote: FolderRemote;
let warnings: Problem[] = [];
const log: Log = { ...silentLog, warning: (problem) => warnings.push(problem) };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'remote-'));
  await mkdir(join(root, 'remote'));
  await mkdir(join(root, 'scratch'));
  remote = folderRemote(join(root, 'remote'));
  warnings = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const hashOf = (text: string | number): string => sha256(`kernel ${text}`);
const nameOf = (text: string | number): EntryName => entryName('kernel', hashOf(text));

function kernel(text: string | number) {
  return {
    cubin: Uint8Array.from(Buffer.alloc(500, `${text}`)),
    name: 'k',
    ptxas: '13.0',
    shared: 0,
    numWarps: 4,
    numCtas: 1,
    globalScratch: { size: 0, align: 1 },
    profileScratch: { size: 0, align: 1 },
    tensorMemory: 0,
    launchPdl: false,
    launchCooperativeGrid: false,
    tensorMaps: [],
    accesses: [],
  };
}

/** One run on a machine: its store, and the synchronisation of what it plans. */
function machine(
  name: string,
  plan: readonly (string | number)[],
  selection: unknown = 'all',
): { readonly store: DirectoryStore; readonly sync: RemoteSync } {
  const store = directoryStore(join(root, name), log, Date.now);
  const scope = { platform: 'linux', arch: 'x64', package: 'demo' };
  const names = remoteNames({ ...scope, selection, plan: plan.map(nameOf) });
  return { store, sync: openRemoteSync(store, remote, names, join(root, 'scratch'), log) };
}

/** A whole run: pulls missing results, builds the rest, pushes everything. Returns what was built. */
async function run(
  name: string,
  plan: readonly (string | number)[],
  selection?: unknown,
): Promise<(string | number)[]> {
  const { store, sync } = machine(name, plan, selection);
  const missing: (string | number)[] = [];
  for (const each of plan) {
    if ((await store.kernels.get(hashOf(each))) === undefined) missing.push(each);
  }
  const pulled = await sync.pull(missing.map(nameOf));
  const built = missing.filter((each) => !pulled.has(nameOf(each)));
  for (const each of built) await store.kernels.put(hashOf(each), kernel(each));
  await sync.push(store.used);
  await sync.close();
  return built;
}

const shownWarnings = (): string =>
  warnings
    .map(formatProblem)
    .join('\n')
    .replaceAll(/[0-9a-f]{16,}/g, '…');
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
const remoteFiles = async (part: string): Promise<string[]> =>
  (await remote.names()).filter((name) => name.includes(part));

describe('a run', () => {
  it('finds what another machine saved, with two calls to save and two to restore', async () => {
    expect(await run('a', ['x', 'y'])).toEqual(['x', 'y']);
    expect(remote.calls.map((call) => call.replace(/[0-9a-f]{16,}/g, '#'))).toEqual([
      'restore triton-aot-1-linux-x64-demo-index-#-#-,triton-aot-1-linux-x64-demo-index-#-,triton-aot-1-linux-x64-demo-index-',
      'save triton-aot-1-linux-x64-demo-pack-#',
      'save triton-aot-1-linux-x64-demo-index-#-#-#',
    ]);
    remote.calls.length = 0;
    expect(await run('b', ['x', 'y'])).toEqual([]);
    expect(remote.calls.map((call) => call.split(' ')[0])).toEqual(['restore', 'restore']);
    expect(await directoryStore(join(root, 'b'), log, Date.now).kernels.get(hashOf('x'))).toEqual(
      kernel('x'),
    );
    expect(warnings).toEqual([]);
    expect(await readdir(join(root, 'scratch'))).toEqual([]);
  });

  it('makes no call if the store has everything', async () => {
    await run('a', ['x', 'y']);
    remote.calls.length = 0;
    expect(await run('a', ['x', 'y'])).toEqual([]);
    expect(remote.calls).toEqual([]);
  });

  it('makes as many calls for 1,000 variants as for two', async () => {
    await run('a', numbers(0, 1000));
    expect(remote.calls).toHaveLength(3);
    remote.calls.length = 0;
    expect(await run('b', numbers(0, 1000))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
  });

  it('with one changed kernel restores the others and saves only the new one', async () => {
    await run('a', numbers(0, 20));
    expect(await run('b', [...numbers(0, 19), 'changed'])).toEqual(['changed']);
    const packs = await remoteFiles('-pack-');
    const sizes = await Promise.all(
      packs.map(async (name) => (await readFile(join(remote.folder, name))).length),
    );
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 5);
    // The new index lists both packs.
    expect(await run('c', [...numbers(0, 19), 'changed'])).toEqual([]);
    expect(await run('d', numbers(0, 20))).toEqual([]);
  });

  it('restores only packs with missing entries, those with most of them first', async () => {
    await run('a', numbers(0, 10));
    await run('a', numbers(0, 15));
    await run('a', numbers(0, 16));
    remote.calls.length = 0;
    const { sync } = machine('b', numbers(0, 16));
    const wanted = [...numbers(10, 14), 3].map(nameOf);
    expect(await sync.pull(wanted)).toEqual(new Set(wanted));
    expect(remote.calls).toHaveLength(3);
    const packs = await remoteFiles('-pack-');
    expect(remote.calls.slice(1)).toEqual([`restore ${packs[1]}`, `restore ${packs[0]}`]);
    // A restored pack is used again.
    await sync.pull([nameOf(14), nameOf(4)]);
    expect(remote.calls).toHaveLength(3);
    expect(sync.traffic().restoredBytes).toBeGreaterThan(15 * 500);
    await sync.close();
  });

  it('replaces all packs by one if there would be more than five', async () => {
    for (const end of [4, 5, 6, 7, 8]) await run('a', numbers(0, end));
    expect(await remoteFiles('-pack-')).toHaveLength(5);
    await run('a', numbers(0, 9));
    remote.calls.length = 0;
    expect(await run('b', numbers(0, 9))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
  });

  it('replaces packs if less than half of their content is wanted', async () => {
    await run('a', numbers(0, 10));
    await run('a', numbers(7, 11));
    remote.calls.length = 0;
    expect(await run('b', numbers(7, 11))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
    // The old plan still starts from its own index.
    expect(await run('c', numbers(0, 10))).toEqual([]);
  });

  it('prefers the index of its own selection', async () => {
    await run('a', numbers(0, 10), 'first shard');
    await run('b', numbers(10, 20), 'second shard');
    expect(await run('c', [...numbers(0, 9), 'changed'], 'first shard')).toEqual(['changed']);
  });

  it('may save the same results at the same time as others', async () => {
    const built = await Promise.all(['a', 'b', 'c'].map((name) => run(name, ['x', 'y'])));
    expect(built).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ]);
    expect(await remote.names()).toHaveLength(2);
    expect(await run('d', ['x', 'y'])).toEqual([]);
  });

  it('pulls again for names it learns later', async () => {
    const first = machine('a', ['x', 'y']);
    await first.sync.pull([nameOf('x'), nameOf('y')]);
    for (const name of ['x', 'y']) await first.store.kernels.put(hashOf(name), kernel(name));
    await first.sync.push(first.store.used);
    remote.calls.length = 0;
    const { store, sync } = machine('b', ['changed']);
    expect((await sync.pull([nameOf('changed')])).size).toBe(0);
    for (const name of ['x', 'y']) {
      await sync.pull([nameOf(name)]);
      expect(await store.kernels.get(hashOf(name))).toEqual(kernel(name));
    }
    await sync.close();
    await first.sync.close();
    expect(remote.calls).toHaveLength(2);
  });
});

describe('a damaged remote', () => {
  /** Changes the newest file of a kind. */
  async function change(part: string, how: (content: Buffer) => Uint8Array): Promise<string> {
    const name = (await remoteFiles(part)).at(-1) ?? '';
    const file = join(remote.folder, name);
    await writeFile(file, how(await readFile(file)));
    return name;
  }

  const flip = (at: number) => (content: Buffer) => {
    const index = at < 0 ? content.length + at : at;
    content[index] = (content[index] ?? 0) ^ 1;
    return content;
  };

  it.each<[what: string, part: string, how: (content: Buffer) => Uint8Array]>([
    ['a pack with a bit flipped in its body', '-pack-', flip(-10)],
    ['a pack with a bit flipped in its head', '-pack-', flip(100)],
    ['a truncated pack', '-pack-', (content) => content.subarray(0, -1)],
    ['an empty pack', '-pack-', () => Buffer.alloc(0)],
    ['a foreign pack', '-pack-', (content) => Buffer.alloc(content.length, 'tar')],
    ['an index with a bit flipped', '-index-', flip(100)],
    ['a truncated index', '-index-', (content) => content.subarray(0, -1)],
    ['an empty index', '-index-', () => Buffer.alloc(0)],
    ['a foreign index', '-index-', () => Buffer.from('{"format":2,"packs":[]}\n')],
  ])(
    'with %s causes one warning, and everything is built and saved again',
    async (_what, part, how) => {
      await run('a', ['x', 'y', 'z']);
      const name = await change(part, how);
      expect(await run('b', ['x', 'y', 'z', 'new'])).toEqual(['x', 'y', 'z', 'new']);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.message).toContain(name);
      expectGolden(shownWarnings());
      expect(await run('c', ['x', 'y', 'z', 'new'])).toEqual([]);
      expect(warnings).toHaveLength(1);
    },
  );

  it('with several damaged packs causes one warning', async () => {
    await run('a', numbers(0, 4));
    await run('a', numbers(0, 6));
    for (const name of await remoteFiles('-pack-')) await writeFile(join(remote.folder, name), 'x');
    expect(await run('b', numbers(0, 6))).toEqual(numbers(0, 6));
    expect(warnings).toHaveLength(1);
    expectGolden(shownWarnings());
  });

  it('without a listed pack has its entries built and saved again', async () => {
    await run('a', ['x', 'y']);
    const [pack = ''] = await remoteFiles('-pack-');
    await rm(join(remote.folder, pack));
    expect(await run('b', ['x', 'y'])).toEqual(['x', 'y']);
    expect(warnings).toEqual([]);
    expect(await run('c', ['x', 'y'])).toEqual([]);
  });

  it('with a wrong entry in a valid pack is still used for the other entries', async () => {
    const { store, sync } = machine('a', ['x', 'y']);
    await sync.pull([nameOf('x')]);
    await store.kernels.put(hashOf('x'), kernel('x'));
    await store.kernels.put(hashOf('y'), kernel('y'));
    // Returns y under the name of x.
    const liar: DirectoryStore = { ...store, read: () => store.read(nameOf('y')) };
    const scope = { platform: 'linux', arch: 'x64', package: 'demo' };
    const names = remoteNames({ ...scope, selection: 'all', plan: ['x', 'y'].map(nameOf) });
    const lying = openRemoteSync(liar, remote, names, join(root, 'scratch'), log);
    await lying.pull([nameOf('none')]);
    await lying.push([nameOf('x'), nameOf('y')]);
    expect(await run('b', ['x', 'y'])).toEqual(['x']);
    expect(warnings).toHaveLength(1);
    expect(await run('c', ['x', 'y'])).toEqual([]);
  });

  it('that returns a file of another name causes a warning', async () => {
    await run('a', ['x']);
    const sound = remote;
    remote = {
      ...sound,
      restore: async (prefixes, file) => {
        const name = await sound.restore(prefixes, file);
        return name?.includes('-pack-') === true ? `${name}0` : name;
      },
    };
    expect(await run('b', ['x'])).toEqual(['x']);
    expect(warnings).toHaveLength(1);
  });
});

describe('a failure to save', () => {
  it('of a pack means that no index of it is saved', async () => {
    const calls: string[] = [];
    remote = { ...remote, save: async (name) => calls.push(name) === 0 };
    const { store, sync } = machine('a', ['x']);
    await sync.pull([nameOf('x')]);
    await store.kernels.put(hashOf('x'), kernel('x'));
    await sync.push(store.used);
    expect(calls).toEqual([expect.stringContaining('-pack-')]);
    expect(sync.traffic()).toEqual({ restoredBytes: 0, savedBytes: 0 });
  });

  it('of any kind, such as no folder for temporary files, causes a warning', async () => {
    await rm(join(root, 'scratch'), { recursive: true });
    expect(await run('a', ['x'])).toEqual(['x']);
    expect(warnings).toHaveLength(1);
    expectGolden(shownWarnings().replace(/mkdtemp '.*'/, "mkdtemp '…'"));
  });
});

describe('names', () => {
  it('are at most 512 characters long, also for a long package name', () => {
    const names = remoteNames({
      platform: 'linux',
      arch: 'x64',
      package: 'p'.repeat(1000),
      selection: [],
      plan: [],
    });
    const all = [names.index(sha256('')), names.pack(sha256('')), ...names.indexPrefixes];
    for (const name of all) expect(name.length).toBeLessThanOrEqual(512);
  });
});

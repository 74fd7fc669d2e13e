import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '../../../src/core/base/context.ts';
import type { Problem } from '../../../src/core/base/errors.ts';
import { sha256 } from '../../../src/core/base/text.ts';
import { type EntryName, entryName } from '../../../src/core/store/entry.ts';
import { remoteNames } from '../../../src/core/store/remote-names.ts';
import { openRemoteSync, type RemoteSync } from '../../../src/core/store/remote.ts';
import { type DirectoryStore, directoryStore } from '../../../src/core/store/store.ts';
import { type FolderRemote, folderRemote } from './folder-remote.ts';

let root = '';
let remote: FolderRemote;
let warnings: Problem[] = [];
const log: Log = { ...silentLog, warning: (problem) => warnings.push(problem) };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'exchange-'));
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
    launchPdl: false,
    launchCooperativeGrid: false,
    tensorMaps: [],
  };
}

/** One run on a machine: its store, and the exchange for what it plans. */
function machine(
  name: string,
  plan: readonly (string | number)[],
  selection: unknown = 'all',
): { readonly store: DirectoryStore; readonly exchange: RemoteSync } {
  const store = directoryStore(join(root, name), log, Date.now);
  const scope = { platform: 'linux', arch: 'x64', package: 'demo' };
  const names = remoteNames({ ...scope, selection, plan: plan.map(nameOf) });
  return { store, exchange: openRemoteSync(store, remote, names, join(root, 'scratch'), log) };
}

/** A whole run: pull what is missing, make the rest, push everything. Gives what had to be made. */
async function run(
  name: string,
  plan: readonly (string | number)[],
  selection?: unknown,
): Promise<(string | number)[]> {
  const { store, exchange } = machine(name, plan, selection);
  const missing: (string | number)[] = [];
  for (const each of plan) {
    if ((await store.kernels.get(hashOf(each))) === undefined) missing.push(each);
  }
  const pulled = await exchange.pull(missing.map(nameOf));
  const made = missing.filter((each) => !pulled.has(nameOf(each)));
  for (const each of made) await store.kernels.put(hashOf(each), kernel(each));
  await exchange.push(store.used);
  await exchange.close();
  return made;
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);
const remoteFiles = async (part: string): Promise<string[]> =>
  (await remote.names()).filter((name) => name.includes(part));

describe('a run', () => {
  it('finds on a new machine what another saved, with two calls to save and two to restore', async () => {
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

  it('with everything in the directory makes no call at all', async () => {
    await run('a', ['x', 'y']);
    remote.calls.length = 0;
    expect(await run('a', ['x', 'y'])).toEqual([]);
    expect(remote.calls).toEqual([]);
  });

  it('of 1,000 variants makes as few calls as one of two', async () => {
    await run('a', numbers(0, 1000));
    expect(remote.calls).toHaveLength(3);
    remote.calls.length = 0;
    expect(await run('b', numbers(0, 1000))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
  });

  it('with one kernel changed takes its siblings and saves the new one alone', async () => {
    await run('a', numbers(0, 20));
    expect(await run('b', [...numbers(0, 19), 'changed'])).toEqual(['changed']);
    const packs = await remoteFiles('-pack-');
    const sizes = await Promise.all(
      packs.map(async (name) => (await readFile(join(remote.folder, name))).length),
    );
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 5);
    // The new index names both packs.
    expect(await run('c', [...numbers(0, 19), 'changed'])).toEqual([]);
    expect(await run('d', numbers(0, 20))).toEqual([]);
  });

  it('asks for packs only that hold what it misses, those with most of it first', async () => {
    await run('a', numbers(0, 10));
    await run('a', numbers(0, 15));
    await run('a', numbers(0, 16));
    remote.calls.length = 0;
    const { exchange } = machine('b', numbers(0, 16));
    const wanted = [...numbers(10, 14), 3].map(nameOf);
    expect(await exchange.pull(wanted)).toEqual(new Set(wanted));
    expect(remote.calls).toHaveLength(3);
    const packs = await remoteFiles('-pack-');
    expect(remote.calls.slice(1)).toEqual([`restore ${packs[1]}`, `restore ${packs[0]}`]);
    // And a pack that is here serves again.
    await exchange.pull([nameOf(14), nameOf(4)]);
    expect(remote.calls).toHaveLength(3);
    expect(exchange.traffic().restoredBytes).toBeGreaterThan(15 * 500);
    await exchange.close();
  });

  it('replaces all packs by one when there would be more than five', async () => {
    for (const end of [4, 5, 6, 7, 8]) await run('a', numbers(0, end));
    expect(await remoteFiles('-pack-')).toHaveLength(5);
    await run('a', numbers(0, 9));
    remote.calls.length = 0;
    expect(await run('b', numbers(0, 9))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
  });

  it('leaves packs behind of which less than half is still wanted', async () => {
    await run('a', numbers(0, 10));
    await run('a', numbers(7, 11));
    remote.calls.length = 0;
    expect(await run('b', numbers(7, 11))).toEqual([]);
    expect(remote.calls).toHaveLength(2);
    // Who has the old plan still starts from its own index.
    expect(await run('c', numbers(0, 10))).toEqual([]);
  });

  it('starts from the index of its own selection before that of another', async () => {
    await run('a', numbers(0, 10), 'first shard');
    await run('b', numbers(10, 20), 'second shard');
    expect(await run('c', [...numbers(0, 9), 'changed'], 'first shard')).toEqual(['changed']);
  });

  it('may save the same at the same time as others', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map((name) => run(name, ['x', 'y'])));
    expect(made).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ]);
    expect(await remote.names()).toHaveLength(2);
    expect(await run('d', ['x', 'y'])).toEqual([]);
  });

  it('pulls again what it learns of later, as a kernel from its alias', async () => {
    const first = machine('a', ['x']);
    await first.exchange.pull([nameOf('x')]);
    await first.store.kernels.put(hashOf('x'), kernel('x'));
    await first.store.aliases.put(sha256('finer'), hashOf('x'));
    await first.exchange.push(first.store.used);
    remote.calls.length = 0;
    const { store, exchange } = machine('b', ['changed']);
    expect((await exchange.pull([nameOf('changed')])).size).toBe(0);
    await exchange.pull([entryName('alias', sha256('finer'))]);
    const alias = await store.aliases.get(sha256('finer'));
    expect(alias).toBe(hashOf('x'));
    await exchange.pull([nameOf('x')]);
    expect(await store.kernels.get(alias ?? '')).toEqual(kernel('x'));
    await exchange.close();
    await first.exchange.close();
    expect(remote.calls).toHaveLength(2);
  });
});

describe('what does not check out', () => {
  /** Changes the newest file of that kind. */
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
  ])('%s costs one warning, and everything is made and saved again', async (_what, part, how) => {
    await run('a', ['x', 'y', 'z']);
    const name = await change(part, how);
    expect(await run('b', ['x', 'y', 'z', 'new'])).toEqual(['x', 'y', 'z', 'new']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toContain(name);
    expect(await run('c', ['x', 'y', 'z', 'new'])).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('is one warning also where several packs are wrong', async () => {
    await run('a', numbers(0, 4));
    await run('a', numbers(0, 6));
    for (const name of await remoteFiles('-pack-')) await writeFile(join(remote.folder, name), 'x');
    expect(await run('b', numbers(0, 6))).toEqual(numbers(0, 6));
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/does not check out.*\(and 1 more\)$/),
    ]);
  });

  it('is dropped where a pack has gone: what it held is made and saved again', async () => {
    await run('a', ['x', 'y']);
    const [pack = ''] = await remoteFiles('-pack-');
    await rm(join(remote.folder, pack));
    expect(await run('b', ['x', 'y'])).toEqual(['x', 'y']);
    expect(warnings).toEqual([]);
    expect(await run('c', ['x', 'y'])).toEqual([]);
  });

  it('is an entry in a sound pack that is something else, and the good ones beside it are used', async () => {
    const { store, exchange } = machine('a', ['x', 'y']);
    await exchange.pull([nameOf('x')]);
    await store.kernels.put(hashOf('x'), kernel('x'));
    await store.kernels.put(hashOf('y'), kernel('y'));
    // One that lies: it hands out y under the name of x.
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

  it('is a file of another name', async () => {
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

describe('a remote that does not keep', () => {
  it('a pack gets no index of it', async () => {
    const calls: string[] = [];
    remote = { ...remote, save: async (name) => calls.push(name) === 0 };
    const { store, exchange } = machine('a', ['x']);
    await exchange.pull([nameOf('x')]);
    await store.kernels.put(hashOf('x'), kernel('x'));
    await exchange.push(store.used);
    expect(calls).toEqual([expect.stringContaining('-pack-')]);
    expect(exchange.traffic()).toEqual({ restoredBytes: 0, savedBytes: 0 });
  });

  it('anything at all, as with no room for temporary files, costs a warning', async () => {
    await rm(join(root, 'scratch'), { recursive: true });
    expect(await run('a', ['x'])).toEqual(['x']);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the cache is not used'),
    ]);
  });
});

describe('names', () => {
  it('are at most 512 characters long, whatever the package is called', () => {
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

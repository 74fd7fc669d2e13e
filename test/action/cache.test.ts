import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CacheClient, openCache } from '../../src/action/cache.ts';
import type { CacheMode } from '../../src/action/build-inputs.ts';
import type { Problem } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/text.ts';
import { baselineFile, readBaseline, writeBaseline } from '../../src/compile/store/baseline.ts';
import { entryFile, entryName } from '../../src/compile/store/entry.ts';
import { type DirectoryStore, directoryStore } from '../../src/compile/store/store.ts';
import { fakeContext } from '../package/verify/context.ts';
import { failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

const SCOPE = { package: 'math', targets: ['sm_90'], only: undefined, triton: undefined };
const OTHER_SCOPE = { ...SCOPE, targets: ['sm_80'] };
const [A, B, C] = ['a', 'b', 'c'].map((name) => sha256(name)) as [string, string, string];
const ENV = { ACTIONS_CACHE_URL: 'http://localhost/', GITHUB_EVENT_NAME: 'push' };

let folder: string;
let stores: number;
let warnings: Problem[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'));
  stores = 0;
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true }));

interface FakeService extends CacheClient {
  /** The keys of its entries, the oldest first. */
  readonly keys: string[];
  folderOf(key: string): string;
}

/** Keeps entries as folders. */
function fakeService(): FakeService {
  const keys: string[] = [];
  const folderOf = (key: string): string => join(folder, 'service', key);
  return {
    keys,
    folderOf,
    async restore(to, prefixes) {
      for (const prefix of prefixes) {
        const key = keys.findLast((each) => each.startsWith(prefix));
        if (key === undefined) continue;
        await cp(folderOf(key), to, { recursive: true, verbatimSymlinks: true });
        return key;
      }
      return undefined;
    },
    async save(from, key) {
      await cp(from, folderOf(key), { recursive: true, preserveTimestamps: true });
      if (!keys.includes(key)) keys.push(key);
      return true;
    },
  };
}

/** A job on a machine of its own: it restores, finds and makes results, and saves. */
async function job(
  service: CacheClient,
  hashes: readonly string[],
  { mode = 'auto', scope = SCOPE, limits }: JobSettings = {},
) {
  const store = freshStore();
  const context = {
    ...fakeContext(),
    env: ENV,
    scratch: folder,
    log: { ...silentLog, warning: (problem: Problem) => warnings.push(problem) },
  };
  const seconds = { restore: 60, save: 60, bytes: 1e9, ...limits };
  const cache = await openCache(mode, context, service, seconds);
  await cache.store?.restore(scope, store);
  const found: string[] = [];
  for (const hash of hashes) {
    if ((await store.failures.get(hash)) !== undefined) found.push(hash);
    else await store.failures.put(hash, { message: 'x'.repeat(1000) });
  }
  await cache.store?.save(scope, store);
  return { cache, store, found };
}

interface JobSettings {
  readonly mode?: CacheMode;
  readonly scope?: typeof SCOPE;
  readonly limits?: Readonly<Partial<Record<'restore' | 'save' | 'bytes', number>>>;
}

function freshStore(): DirectoryStore {
  return directoryStore(join(folder, `store-${++stores}`), silentLog, Date.now);
}

describe("GitHub's cache", () => {
  it('gives the next machine what a build has made, and saves only what is new', async () => {
    const service = fakeService();
    expect((await job(service, [A, B])).found).toEqual([]);
    expect(service.keys).toHaveLength(1);
    const again = await job(service, [A, B]);
    expect(again.found).toEqual([A, B]);
    expect(again.cache.traffic().restored).toBeGreaterThan(2000);
    expect(again.cache.traffic().saved).toBe(0);
    expect(service.keys).toHaveLength(1);
    expect((await job(service, [B, C])).found).toEqual([B]);
    // The entry has what earlier builds used too.
    expect((await job(service, [A, B, C])).found).toEqual([A, B, C]);
    expect(service.keys).toHaveLength(2);
    expect(warnings).toEqual([]);
    expect(existsSync(join(folder, 'triton-aot-store-3'))).toBe(false);
  });

  it('prefers what the same selection has saved, and otherwise takes the newest', async () => {
    const service = fakeService();
    await job(service, [A]);
    expect((await job(service, [A, B], { scope: OTHER_SCOPE })).found).toEqual([A]);
    expect((await job(service, [A, B])).found).toEqual([A]);
  });

  it('keeps to its limit: what the build used stays', async () => {
    const service = fakeService();
    await job(service, [A, B]);
    await job(service, [B, C], { limits: { bytes: 2000 } });
    expect((await readdir(service.folderOf(service.keys[1] ?? ''))).toSorted()).toEqual(
      [B, C].map((hash) => entryName('failure', hash)).toSorted(),
    );
  });

  it('saves nothing with `read`, and neither restores nor saves with `off`', async () => {
    const service = fakeService();
    await job(service, [A], { mode: 'read' });
    expect(service.keys).toEqual([]);
    await job(service, [A]);
    expect((await job(service, [A], { mode: 'read' })).found).toEqual([A]);
    expect((await job(service, [A], { mode: 'off' })).found).toEqual([]);
  });

  it('is not trusted: links and foreign files are ignored, and entries are checked', async () => {
    const service = fakeService();
    await job(service, [A]);
    const entry = service.folderOf(service.keys[0] ?? '');
    await writeFile(join(entry, entryName('failure', A)), 'planted');
    await writeFile(join(entry, 'README'), 'planted');
    await symlink('/etc/hostname', join(entry, entryName('failure', B)));
    const { found, store } = await job(service, [A]);
    expect(found).toEqual([]);
    expect(existsSync(entryFile(store.directory, entryName('failure', B)))).toBe(false);
    expect(existsSync(join(store.directory, 'README'))).toBe(false);
  });

  it('does not replace what the store has', async () => {
    const service = fakeService();
    await job(service, [A]);
    const entry = service.folderOf(service.keys[0] ?? '');
    await writeFile(join(entry, entryName('failure', A)), 'planted');
    const store = freshStore();
    await store.failures.put(A, { message: 'own' });
    const cache = await openCache('auto', { ...fakeContext(), env: ENV, scratch: folder }, service);
    await cache.store?.restore(SCOPE, store);
    expect(await store.failures.get(A)).toEqual({ message: 'own' });
  });

  it('has the recorded build in an entry of its own, and the newer one wins', async () => {
    const service = fakeService();
    const context = { ...fakeContext(), env: ENV, scratch: folder };
    const record = async (time: number): Promise<void> => {
      const store = freshStore();
      await writeBaseline(baselineFile(store.directory, SCOPE), { time, manifest: { time } });
      await (await openCache('auto', context, service)).store?.save(SCOPE, store);
    };
    await record(1000);
    await job(service, [A]);
    await record(2000);
    expect(service.keys.map((key) => key.split('-')[6])).toEqual(['baseline', 'store', 'baseline']);
    const { store } = await job(service, [A]);
    const file = baselineFile(store.directory, SCOPE);
    expect(await readBaseline(file)).toMatchObject({ time: 2000 });
    await writeBaseline(file, { time: 3000, manifest: {} });
    await (await openCache('auto', context, service)).store?.restore(SCOPE, store);
    expect(await readBaseline(file)).toMatchObject({ time: 3000 });
  });
});

describe("GitHub's cache that fails", () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it('causes a warning, and an error only if it is required', async () => {
    const service = { ...fakeService(), save: () => Promise.resolve(false) };
    (await job(service, [A])).cache.requireSaved();
    const reason = "cannot save to GitHub's cache: it did not keep the entry";
    expect(warnings).toMatchObject([{ message: reason }]);
    const { cache } = await job(service, [A], { mode: 'required' });
    expect(await failureOf(() => cache.requireSaved())).toContain(reason);
  });

  it('is given up if restoring takes too long, and not asked again', async () => {
    const service = { ...fakeService(), restore: never };
    const { found, cache } = await job(service, [A], { limits: { restore: 0.05 } });
    expect([found, cache.traffic()]).toEqual([[], { restored: 0, saved: 0 }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "cannot restore from GitHub's cache: it took more than 0.05 s",
      "cannot save to GitHub's cache: an earlier request is still waiting for it",
    ]);
    expect(service.keys).toEqual([]);
  });

  it('is given up if saving takes too long', async () => {
    await job({ ...fakeService(), save: never }, [A], { limits: { save: 0.05 } });
    expect(warnings).toMatchObject([
      { message: "cannot save to GitHub's cache: it took more than 0.05 s" },
    ]);
  });
});

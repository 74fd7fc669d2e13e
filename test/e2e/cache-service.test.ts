import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Header } from 'tar';
import { cacheProcess, type CacheTimeouts } from '../../src/action/cache-process.ts';
import { cacheRemote } from '../../src/action/cache.ts';
import type { Problem } from '../../src/base/errors.ts';
import { type Environment, findExecutable } from '../../src/base/process.ts';
import type { Remote } from '../../src/compile/store/remote-names.ts';
import { ROOT } from '../support/command.ts';
import { type Hurried, hurried } from '../support/hurried.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { silentLog } from '../support/silent-log.ts';
import type { CacheEntry } from '../support/results-service/cache.ts';

// The committed dist/cache-client.js with the real library, started as the action does.

const MAIN = 'refs/heads/main';
const PULL_REQUEST = { ref: 'refs/pull/7/merge', reads: [MAIN] };
const LARGE = randomBytes(5_000_000);

let folder: string;
let quick: Hurried;
/** A large entry that the library saved. */
let saved: readonly CacheEntry[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-service-'));
  quick = await hurried();
  await using service = await startResultsService();
  await job(service.env).keep('a-1', LARGE);
  saved = service.entries;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await quick[Symbol.asyncDispose]();
});

interface Job extends Remote {
  readonly warnings: Problem[];
  readonly notices: Problem[];
  /** Restores to a new file and returns the name and the content. */
  fetch(...prefixes: string[]): Promise<readonly [string, string] | undefined>;
  /** Saves content under a name. */
  keep(name: string, content: string | Uint8Array): Promise<boolean>;
}

/** The file of an entry, as in src/action/cache-client.ts. */
const ENTRY_FILE = 'triton-aot-store-2';

let files = 0;
const freshFile = (): string => join(folder, `file-${++files}`);

/** A job's own view of the cache. */
function job(env: Environment, timeouts?: Partial<CacheTimeouts>): Job {
  const [warnings, notices]: [Problem[], Problem[]] = [[], []];
  const ask = cacheProcess({
    env: { PATH: process.env['PATH'], ...env, ...quick.env },
    signal: new AbortController().signal,
    scratch: folder,
    log: silentLog,
    timeouts: { call: 30, restore: 60, save: 60, limit: 10, ...timeouts },
    program: join(ROOT, 'dist/cache-client.js'),
  });
  const remote = cacheRemote({ restores: true, saves: true }, ask, {
    warning: (problem) => warnings.push(problem),
    notice: (problem) => notices.push(problem),
    loss: () => undefined,
  });
  return {
    ...remote,
    warnings,
    notices,
    async fetch(...prefixes) {
      const file = freshFile();
      const name = await remote.restore(prefixes, file);
      if (name === undefined) expect(existsSync(file)).toBe(false);
      return name === undefined ? undefined : [name, await readFile(file, 'latin1')];
    },
    async keep(name, content) {
      const file = freshFile();
      await writeFile(file, content);
      return remote.save(name, file);
    },
  };
}

/** Entries as the library saves them: text by name, the oldest first. */
async function savedAs(texts: Readonly<Record<string, string>>): Promise<readonly CacheEntry[]> {
  const entries = Object.entries(texts).map(async ([key, text], index) => {
    const content = await archiveOf(ENTRY_FILE, 'file', text);
    return saved.map((entry) => ({ ...entry, id: index + 1, key, created: index, content }));
  });
  return (await Promise.all(entries)).flat();
}

const namesOf = ({ requests }: ResultsService): string[] => requests.map(({ name }) => name);

describe.each([false, true])('the cache (as from Azure: %s)', (azure) => {
  it('returns exactly what was saved', async () => {
    await using service = await startResultsService({ azure });
    const main = job(service.env);
    expect(await main.fetch('a-')).toBeUndefined();
    expect(await main.keep('a-1', LARGE)).toBe(true);
    const [name, text = ''] = (await main.fetch('a-')) ?? [];
    expect(name).toBe('a-1');
    expect(Buffer.from(text, 'latin1').equals(LARGE)).toBe(true);
    expect(namesOf(service).slice(0, 5)).toEqual([
      'GetCacheEntryDownloadURL',
      'CreateCacheEntry',
      'PUT cache/1',
      'FinalizeCacheEntryUpload',
      'GetCacheEntryDownloadURL',
    ]);
    expect([main.warnings, main.notices]).toEqual([[], []]);
  });

  it.each([
    ['breaks off', { kind: 'truncate' }],
    ['is refused', { kind: 'status', status: 503 }],
    ['is reset', { kind: 'reset' }],
  ] as const)('warns of a download that %s, and leaves no file', async (_what, fault) => {
    await using service = await startResultsService({ azure, entries: saved });
    const main = job(service.env);
    service.fail(/^(GET|HEAD) cache/, fault);
    expect(await main.fetch('a-')).toBeUndefined();
    expect(main.warnings).toHaveLength(1);
  });

  it.each([
    ['never begins', { kind: 'silence' }],
    ['takes too long', { kind: 'slow', bytesPerSecond: 1000 }],
  ] as const)('gives up a download that %s', async (_what, fault) => {
    await using service = await startResultsService({ azure, entries: saved });
    const main = job(service.env, { restore: 2 });
    service.fail(/^(GET|HEAD) cache/, fault);
    const start = performance.now();
    expect(await main.fetch('a-')).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(5000);
    expect(main.warnings).toHaveLength(1);
  });

  it('rejects an entry that is damaged, and warns', async () => {
    await using service = await startResultsService({ azure, entries: saved });
    const main = job(service.env);
    service.fail('GET', { kind: 'flip' });
    expect(await main.fetch('a-')).toBeUndefined();
    expect(main.warnings).toHaveLength(1);
  });
});

describe.each(['github', 'act'] as const)('version 1 of the service (of %s)', (cacheV1) => {
  it('keeps and returns files, and finds no others', async () => {
    await using service = await startResultsService({ cacheV1 });
    const { ACTIONS_RUNTIME_TOKEN: token, ...open } = service.env;
    const main = job(cacheV1 === 'act' ? open : { ...open, ACTIONS_RUNTIME_TOKEN: token ?? '' });
    expect(await main.fetch('a-')).toBeUndefined();
    expect(await main.keep('a-1', LARGE)).toBe(true);
    const [name, text = ''] = (await main.fetch('b-', 'a-')) ?? [];
    expect([name, Buffer.from(text, 'latin1').equals(LARGE)]).toEqual(['a-1', true]);
    expect(await main.fetch('b-')).toBeUndefined();
    expect(new Set(namesOf(service).map((request) => request.split('/')[0]))).toEqual(
      new Set(['v1 GET cache', 'v1 POST caches', 'v1 PATCH caches', 'GET cache']),
    );
    expect([main.warnings, main.notices]).toEqual([[], []]);
  });

  it('has names that exist already', async () => {
    await using service = await startResultsService({ cacheV1, entries: saved });
    const main = job(service.env);
    expect(await main.keep('a-1', LARGE)).toBe(true);
    expect([service.entries.length, main.warnings]).toEqual([1, []]);
  });

  it.each([
    ['v1 POST caches', { kind: 'status', status: 503 }],
    ['v1 PATCH', { kind: 'status', status: 400 }],
    ['v1 PATCH', { kind: 'reset' }],
    ['v1 POST caches/', { kind: 'status', status: 500 }],
  ] as const)('that fails to save (%s: %j) causes a warning', async (request, fault) => {
    await using service = await startResultsService({ cacheV1 });
    service.fail(request, fault);
    const main = job(service.env);
    expect(await main.keep('a-1', 'one')).toBe(false);
    expect(main.warnings).toHaveLength(1);
    expect(service.entries).toEqual([]);
  });

  it('that fails to restore causes a warning', async () => {
    await using service = await startResultsService({ cacheV1, entries: saved });
    service.fail('v1 GET', { kind: 'status', status: 503 });
    const main = job(service.env);
    expect(await main.fetch('a-')).toBeUndefined();
    expect(main.warnings).toHaveLength(1);
  });
});

describe('an entry that another job has filled', () => {
  it.each([
    ['an absolute path', '/tmp/triton-aot-test-escaped', 'file'],
    ['a path out of the folder', '../triton-aot-test-escaped', 'file'],
    ['a link', ENTRY_FILE, 'link'],
    ['a folder', ENTRY_FILE, 'folder'],
  ] as const)('with %s writes nothing outside of its folder', async (_what, name, kind) => {
    const content = await archiveOf(name, kind);
    const entries = saved.map((entry) => ({ ...entry, content }));
    await using service = await startResultsService({ entries });
    const main = job(service.env);
    const fetched = await main.fetch('a-');
    expect(fetched?.[1]).toBe(kind === 'file' ? 'foreign' : undefined);
    expect(main.warnings).toHaveLength(kind === 'file' ? 0 : 1);
    expect(existsSync('/tmp/triton-aot-test-escaped')).toBe(false);
    expect(existsSync(join(folder, 'triton-aot-test-escaped'))).toBe(false);
  });
});

/** An archive with one member of this name, as the library expects it. */
async function archiveOf(
  path: string,
  kind: 'file' | 'link' | 'folder',
  text = 'foreign',
): Promise<Buffer> {
  const header = new Header({
    path,
    mode: 0o644,
    size: kind === 'file' ? text.length : 0,
    type: ({ file: 'File', link: 'SymbolicLink', folder: 'Directory' } as const)[kind],
    ...(kind === 'link' && { linkpath: '/etc/hostname' }),
  });
  header.encode();
  const body = kind === 'file' ? [Buffer.from(text.padEnd(512, '\0'))] : [];
  const tar = Buffer.concat([header.block ?? Buffer.alloc(0), ...body, Buffer.alloc(1024)]);
  const file = freshFile();
  await writeFile(file, tar);
  // The library chooses the compression by the tools that the machine has.
  const hasZstd = (await findExecutable('zstd', process.env)) !== undefined;
  return execFileSync(hasZstd ? 'zstd' : 'gzip', ['-c', file]);
}

describe('a machine without GNU tar', () => {
  it('does not use the cache, since an entry could write any file', async () => {
    await using service = await startResultsService();
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'tar'), '#!/bin/sh\necho bsdtar 3.7.2\n', { mode: 0o755 });
    for (const path of [bin, join(folder, 'none')]) {
      const main = job({ ...service.env, PATH: path });
      expect(await main.fetch('a-')).toBeUndefined();
      expect(main.warnings).toMatchObject([
        { message: "cannot use GitHub's cache: GNU tar is not on PATH" },
      ]);
    }
    expect(service.requests).toEqual([]);
  });
});

describe('names', () => {
  it('are found by the first prefix that has a match, newest first', async () => {
    const entries = await savedAs({ 'a-1': 'a-1', 'a-2': 'a-2', 'b-1': 'b-1' });
    await using service = await startResultsService({ entries });
    const main = job(service.env);
    expect(await main.fetch('a-', 'b-')).toEqual(['a-2', 'a-2']);
    expect(await main.fetch('c-', 'b-')).toEqual(['b-1', 'b-1']);
    expect(await main.fetch('a-1')).toEqual(['a-1', 'a-1']);
    expect(main.warnings).toEqual([]);
  });

  it('of a pull request are not visible to main, but those of main are visible to it', async () => {
    const entries = await savedAs({ 'a-1': 'of main' });
    await using service = await startResultsService({ entries });
    const [main, request] = [job(service.env), job(service.envOf(PULL_REQUEST))];
    expect(await request.fetch('a-')).toEqual(['a-1', 'of main']);
    expect(await request.keep('a-2', 'of the request')).toBe(true);
    expect(await main.fetch('a-2')).toBeUndefined();
    expect(await request.fetch('a-')).toEqual(['a-2', 'of the request']);
  });

  it('that exist already count as saved', async () => {
    await using service = await startResultsService({ entries: saved });
    const main = job(service.env);
    expect(await main.keep('a-1', LARGE)).toBe(true);
    expect([service.entries.length, main.warnings]).toEqual([1, []]);
  });

  it('that another job is saving do not count as saved yet, without a warning', async () => {
    await using service = await startResultsService();
    service.fail('PUT', { kind: 'silence' });
    const slow = job(service.env, { save: 10 });
    const main = job(service.env);
    const saving = slow.keep('a-1', 'one');
    for (let waits = 0; waits < 900 && !namesOf(service).includes('PUT cache/1'); waits += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(namesOf(service)).toContain('PUT cache/1');
    expect(await main.keep('a-1', 'one')).toBe(false);
    expect(main.warnings).toEqual([]);
    expect(await saving).toBe(false);
    expect(slow.warnings).toMatchObject([{ message: expect.stringContaining('more than 10 s') }]);
  });

  it('can be saved by two jobs at the same time', async () => {
    await using service = await startResultsService();
    const [one, other] = [job(service.env), job(service.env)];
    const kept = await Promise.all([one.keep('a-1', 'same'), other.keep('a-1', 'same')]);
    expect(kept).toContain(true);
    expect(service.entries).toHaveLength(1);
    expect([...one.warnings, ...other.warnings]).toEqual([]);
  });
});

describe('a service that fails', () => {
  it.each([
    ['answers 503', { kind: 'status', status: 503 }, 'Failed to make request after 5 attempts'],
    [
      'limits requests for long',
      { kind: 'status', status: 429, retryAfter: 17 },
      'status 429\\), and asks to wait 17 s',
    ],
    ['resets connections', { kind: 'reset' }, 'ECONNRESET'],
    ['breaks answers off', { kind: 'truncate' }, 'the connection ended early'],
    ['is silent', { kind: 'silence' }, 'no answer within'],
    ['answers with something else', { kind: 'replace', body: Buffer.from('<html>') }, 'after 5'],
  ] as const)('and %s gets one request and causes one warning', async (_what, fault, reason) => {
    await using service = await startResultsService();
    service.fail(/Cache/, fault);
    // Only silence is waited for: the others must not depend on how fast this machine is.
    const main = job(service.env, { call: fault.kind === 'silence' ? 3 : 30 });
    expect(await main.fetch('a-')).toBeUndefined();
    const { length } = service.requests;
    expect(await main.fetch('b-')).toBeUndefined();
    expect(await main.keep('a-1', 'one')).toBe(false);
    expect(service.requests).toHaveLength(length);
    expect(main.warnings).toEqual([
      {
        message: expect.stringMatching(`^cannot use GitHub's cache: .*${reason}`),
        hint: 'Kernels that are not in the store are compiled.',
      },
    ]);
  });

  it('once gets a second request', async () => {
    await using service = await startResultsService();
    service.fail(/Cache/, { kind: 'status', status: 503 }, { nth: 1 });
    const main = job(service.env);
    expect(await main.keep('a-1', 'one')).toBe(true);
    expect(main.warnings).toEqual([]);
  });

  it('to confirm an upload is asked whether the entry is there', async () => {
    await using service = await startResultsService();
    service.fail('Finalize', { kind: 'reset' }, { done: true });
    const main = job(service.env);
    expect(await main.keep('a-1', 'one')).toBe(true);
    expect(main.warnings).toEqual([]);
  });

  it.each([
    ['PUT', { kind: 'status', status: 500 }],
    ['PUT', { kind: 'truncate' }],
    ['PUT', { kind: 'reset' }],
    ['PUT', { kind: 'silence' }],
    ['Finalize', { kind: 'status', status: 500 }],
    ['Finalize', { kind: 'silence' }],
  ] as const)('to save (%s: %j) causes a warning', async (request, fault) => {
    await using service = await startResultsService();
    service.fail(request, fault);
    const main = job(service.env, { save: 3 });
    expect(await main.keep('a-1', 'one')).toBe(false);
    expect(main.warnings).toHaveLength(1);
    expect(service.entries).toEqual([]);
  });

  it('and limits uploads causes a warning and gets no more of them', async () => {
    await using service = await startResultsService({ cacheLimits: { uploadsPerMinute: 1 } });
    const main = job(service.env);
    expect(await main.keep('a-1', 'one')).toBe(true);
    expect(await main.keep('a-2', 'two')).toBe(false);
    expect(await main.keep('a-3', 'three')).toBe(false);
    expect(namesOf(service).filter((name) => name === 'CreateCacheEntry')).toHaveLength(2);
    expect(main.warnings).toMatchObject([{ message: expect.stringContaining('status 429') }]);
  });

  it.each([undefined, 'github'] as const)(
    'for too many requests gets the same one again after the time it names (version 1: %s)',
    async (cacheV1) => {
      await using service = await startResultsService(cacheV1 && { cacheV1 });
      const limit = { kind: 'status', status: 429, retryAfter: 1 } as const;
      service.fail(/^(CreateCacheEntry|v1 POST caches)$/, limit, { nth: 1 });
      const main = job(service.env);
      const start = performance.now();
      expect(await main.keep('a-1', 'one')).toBe(true);
      expect(performance.now() - start).toBeGreaterThan(1000);
      expect([main.warnings, service.entries.length]).toEqual([[], 1]);
    },
  );
});

describe('the library', () => {
  it('is loaded only by the process of the cache', () => {
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const text = readFileSync(join(ROOT, 'dist', file), 'utf8');
      for (const [, name = ''] of text.matchAll(/^import .* from "\.\/(.+)";$/gm)) load(name);
    };
    for (const entry of ['main.js', 'smoke.js', 'cli.js']) load(entry);
    expect([...loaded]).not.toContain('actions-cache.js');
    expect([...loaded]).not.toContain('azure.js');
    load('cache-client.js');
    expect([...loaded]).toContain('actions-cache.js');
  });
});

describe('a token', () => {
  it('that may only read restores, and gets a notice at the first file to save', async () => {
    await using service = await startResultsService({
      entries: await savedAs({ 'a-1': 'one' }),
    });
    const reader = job(service.envOf({ cache: 'read' }));
    expect(await reader.fetch('a-')).toEqual(['a-1', 'one']);
    expect(await reader.keep('a-2', 'two')).toBe(false);
    expect(await reader.keep('a-3', 'three')).toBe(false);
    expect(namesOf(service).filter((name) => name === 'CreateCacheEntry')).toHaveLength(1);
    expect(reader.warnings).toEqual([]);
    expect(reader.notices).toMatchObject([
      { message: expect.stringContaining("may not save to GitHub's cache: cache write denied") },
    ]);
  });

  it('without any scope gets a notice for each operation', async () => {
    await using service = await startResultsService({ job: { cache: 'none' } });
    const nobody = job(service.env);
    expect(await nobody.fetch('a-')).toBeUndefined();
    expect(await nobody.keep('a-1', 'one')).toBe(false);
    expect([nobody.warnings.length, nobody.notices.length]).toEqual([0, 2]);
  });
});

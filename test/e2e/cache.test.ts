import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { type Hurried, hurried } from '../support/hurried.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import type { CacheEntry } from '../support/results-service/cache.ts';
import { act, type Acted, type ActSettings } from '../support/runner.ts';
import { tritonPython } from '../support/triton.ts';

const MAIN = 'refs/heads/main';
const PULL_REQUEST = { ref: 'refs/pull/7/merge', reads: [MAIN] };
const PUSH = { name: 'push', payload: {} };

const pullRequestOf = (head: string): NonNullable<ActSettings['event']> => ({
  name: 'pull_request',
  payload: {
    pull_request: {
      head: { repo: { full_name: head } },
      base: { repo: { full_name: 'we/kernels' } },
    },
  },
});

const COPY = `import triton
import triton.language as tl
from helper import twice


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = twice(offsets) < twice(n)
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)
`;
/** Two kernels with all hints and without a smoke test, which build faster. */
const MANIFEST = `package: vector_add
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
    source: vector_add.py:add_kernel
    signature: "*fp32:16, *fp32:16, *fp32:16, i64:16, 1024"
    grid: [cdiv(n, BLOCK)]
  copy:
    source: copies.py:copy
    signature: "*fp32:16, *fp32:16, i32:16, 128"
    grid: cdiv(n, BLOCK)
`;

const HELPER = `import triton


@triton.jit
def twice(x):
    return x * 2
`;

const DOWNLOADS = ['GetCacheEntryDownloadURL', 'GET'];
const MISSES = ['GetCacheEntryDownloadURL', 'GetCacheEntryDownloadURL'];
const UPLOADS = ['CreateCacheEntry', 'PUT', 'FinalizeCacheEntryUpload'];

describe("the action with GitHub's cache", () => {
  let space: Workspace;
  let machines = 0;
  let quick: Hurried;
  /** A build on a machine and a cache with nothing, its requests, and what it saved and wrote. */
  let cold: Acted;
  let first: readonly string[];
  let entries: readonly CacheEntry[];
  let sums: string;
  beforeAll(async () => {
    quick = await hurried();
    space = await checkout();
    await using service = await startResultsService();
    [cold, first] = await requestsOf(service, () => build(service.env));
    ({ entries } = service);
    sums = await checksums();
    await space.remove();
  });
  afterAll(async () => {
    await quick[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    space = await checkout();
  });
  afterEach(() => space.remove());

  const checkout = async (): Promise<Workspace> => {
    const made = await workspace({
      'kernels.yaml': MANIFEST,
      'copies.py': COPY,
      'helper.py': HELPER,
    });
    await cp(join(ROOT, 'examples/vector-add/vector_add.py'), join(made.folder, 'vector_add.py'));
    return made;
  };

  /**
   * Builds on a machine that has Triton and nothing compiled, as a hosted runner with a tool cache.
   */
  const build = (
    env: Readonly<Record<string, string>>,
    { inputs = {}, event = PUSH }: ActSettings = {},
  ): Promise<Acted> =>
    act(space, 'main', {
      inputs: { jobs: '2', smoke: 'off', ...inputs },
      env: { ...env, ...quick.env, TRITON_AOT_STORE: join(space.folder, `store-${++machines}`) },
      event,
    });

  const counts = ({ outputs }: Acted): readonly unknown[] =>
    ['cache-hit', 'compiled', 'cached'].map((name) => outputs[name]);

  const requestsOf = async (
    service: ResultsService,
    body: () => Promise<Acted>,
  ): Promise<readonly [Acted, readonly string[]]> => {
    const { length } = service.requests;
    const acted = await body();
    const names = service.requests.slice(length).map(({ name }) => name.split(' ')[0] ?? '');
    return [acted, names];
  };

  /** In bytes: of the only file in the archive that an entry is. */
  const fileSize = ({ id, content }: CacheEntry): number => {
    const archive = join(space.folder, `.entry-${id}`);
    writeFileSync(archive, content);
    return execFileSync('tar', ['-xOf', archive]).length;
  };

  const checksums = (): Promise<string> => readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8');

  it('compiles once: the next machine restores three files and installs no Triton', async () => {
    expect(cold).toMatchObject({ code: 0, stderr: '' });
    expect(counts(cold)).toEqual(['false', '2', '0']);
    // The index and the history are asked for; the history, the pack and the index are saved.
    expect(first).toEqual([...MISSES, ...UPLOADS, ...UPLOADS, ...UPLOADS]);
    expect(cold.outputs['restored-bytes']).toBe('0');
    const saved = entries.reduce((sum, entry) => sum + fileSize(entry), 0);
    expect(cold.outputs['saved-bytes']).toBe(String(saved));

    await using service = await startResultsService({ entries });
    const [hit, second] = await requestsOf(service, () => build(service.env));
    expect(hit).toMatchObject({ code: 0, stderr: '' });
    expect(counts(hit)).toEqual(['true', '0', '2']);
    // The history, which knows how much time the cache saves, the index and the pack.
    expect(second).toEqual([...DOWNLOADS, ...DOWNLOADS, ...DOWNLOADS]);
    expect(hit.outputs).toMatchObject({ 'restored-bytes': String(saved), 'saved-bytes': '0' });
    expect(hit.summary).toMatch(/2 from the store\. [\d.]+ s, [\d.]+ s saved by the store\./);
    expect(cold.stdout).toContain('Install Triton');
    expect(hit.stdout).not.toContain('Install Triton');
    expect(hit.stdout).not.toContain('::warning');
    expect(await checksums()).toBe(sums);
  });

  it.each(['github', 'act'] as const)(
    'compiles once with version 1 of the service too (of %s)',
    async (cacheV1) => {
      await using service = await startResultsService({ entries, cacheV1 });
      const hit = await build(service.env);
      expect(hit).toMatchObject({ code: 0, stderr: '' });
      expect(counts(hit)).toEqual(['true', '0', '2']);
      expect(hit.stdout).not.toContain('::warning');
      expect(await checksums()).toBe(sums);
    },
  );

  it('fails at the end if results must be saved and are not', async () => {
    await using service = await startResultsService();
    service.fail('PUT', { kind: 'status', status: 403 });
    const inputs = { cache: 'required', only: 'copy' };
    const failed = await build(service.env, { inputs });
    expect(failed).toMatchObject({ code: 3, outputs: { compiled: '1', 'saved-bytes': '0' } });
    expect(failed.stdout).toMatch(/^::error::cannot save to GitHub's cache: .*%0AThe next run/m);
    expect(failed.summary).toContain('cannot save to GitHub');
    expect(await checksums()).toContain('manifest.json');
  });

  it('compiles only what a pull request edits, and hides from main what that saved', async () => {
    await using service = await startResultsService({ azure: true, entries });
    const ours = { event: pullRequestOf('we/kernels') };
    const request = service.envOf(PULL_REQUEST);
    const changed = COPY.replace('mask=mask)\n', 'mask=mask, eviction_policy="evict_first")\n');
    await space.write('copies.py', changed);
    const [edited, requests] = await requestsOf(service, () => build(request, ours));
    expect(counts(edited)).toEqual(['false', '1', '1']);
    expect(requests.filter((name) => name === 'CreateCacheEntry')).toHaveLength(3);
    expect(edited.stdout).toContain('1 variant of copy: copies.py changed');

    // Beside the function.
    const commented = changed.replace('\n\n', '\n\n# Copies.\n');
    await space.write('copies.py', `LEFT = 1\n${commented}\n\ndef unused():\n    pass\n`);
    const beside = await build(request, ours);
    expect(counts(beside)).toEqual(['true', '0', '2']);
    expect(beside.stdout).not.toContain('Install Triton');

    expect(counts(await build(service.env))).toEqual(['false', '1', '1']);
    expect(new Set(service.entries.map(({ scope }) => scope))).toEqual(
      new Set([PULL_REQUEST.ref, MAIN]),
    );
  });

  it('compiles what calls an edited helper, and everything for an added target', async () => {
    await using service = await startResultsService({ entries });
    await space.write('helper.py', HELPER.replace('x * 2', 'x + x'));
    const both = await build(service.env, { inputs: { targets: 'sm_80, sm_90' } });
    expect(counts(both)).toEqual(['false', '3', '1']);
    expect(both.stdout).toContain('helper.py changed (imported by copies.py)');
  });

  it('saves what compiled if another kernel did not', async () => {
    await using service = await startResultsService();
    await space.write('copies.py', COPY.replace('tl.store(', 'tl.stor('));
    expect(await build(service.env)).toMatchObject({ code: 4 });
    await space.write('copies.py', COPY);
    expect(counts(await build(service.env))).toEqual(['false', '1', '1']);
  });

  it('saves nothing for a fork or with `read`; `off` sends no request', async () => {
    await using service = await startResultsService();
    // Otherwise such runs install their own.
    const inputs = { python: await tritonPython('3.8.0'), only: 'copy' };
    const event = pullRequestOf('them/kernels');
    const fork = await build(service.envOf(PULL_REQUEST), { event, inputs });
    expect(counts(fork)).toEqual(['false', '1', '0']);
    expect(fork.stdout).toContain(
      'nothing is saved to the cache: the pull request comes from the fork them/kernels',
    );
    await build(service.env, { inputs: { cache: 'read', only: 'copy' } });
    expect(service.requests.map(({ name }) => name)).toEqual(
      Array(4).fill('GetCacheEntryDownloadURL'),
    );
    const [off, requests] = await requestsOf(service, () =>
      build(service.env, { inputs: { cache: 'off', only: 'copy' } }),
    );
    expect([counts(off), requests]).toEqual([['false', '1', '0'], []]);
  });

  it('shows a notice for a token that may only read', async () => {
    await using service = await startResultsService({ job: { cache: 'read' } });
    const acted = await build(service.env, { inputs: { only: 'copy' } });
    expectSuccess(acted);
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout).toContain("::notice::this run may not save to GitHub's cache");
    expect(acted.stdout).not.toContain('::warning');
  });

  it('compiles if the service is down, with one warning', async () => {
    const service = await startResultsService();
    const env = { ...service.env, RUNNER_TEMP: join(space.folder, '.runner') };
    await service.close();
    const acted = await build(env, { inputs: { only: 'copy' } });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout.match(/^::warning.*$/gm)).toEqual([
      expect.stringContaining("::warning::cannot use GitHub's cache: "),
    ]);
  });

  it('compiles if the cache returns another bit, with one warning', async () => {
    await using service = await startResultsService({ entries });
    // The history was saved first, then the pack.
    service.fail('GET cache/2', { kind: 'flip' });
    const acted = await build(service.env);
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(counts(acted)).toEqual(['false', '2', '0']);
    expect(acted.stdout.match(/^::warning.*$/gm)).toHaveLength(1);
    expect(await checksums()).toBe(sums);
  });
});

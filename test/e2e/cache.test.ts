import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import type { CacheEntry } from '../support/results-service/cache.ts';
import { act, type Acted, type ActSettings } from '../support/runner.ts';

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
triton: 3.9.0
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

/** Results and the recorded build are asked for. */
const MISSES = ['GetCacheEntryDownloadURL', 'GetCacheEntryDownloadURL'];
const RESTORED = ['GetCacheEntryDownloadURL', 'GET', 'GetCacheEntryDownloadURL'];
/** The last request asks whether the entry is there. */
const UPLOAD = ['CreateCacheEntry', 'PUT', 'FinalizeCacheEntryUpload', 'GetCacheEntryDownloadURL'];

describe("the action with GitHub's cache", () => {
  let space: Workspace;
  let machines = 0;
  let temporary: string;
  /** A build on a machine and a cache with nothing, its requests, and what it saved and wrote. */
  let cold: Acted;
  let first: readonly string[];
  let entries: readonly CacheEntry[];
  let sums: string;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'cache-e2e-'));
    space = await checkout();
    await using service = await startResultsService();
    [cold, first] = await requestsOf(service, () => build(service.env));
    if (cold.code !== 0) throw new Error(cold.stdout);
    ({ entries } = service);
    sums = await checksums();
    await space.remove();
  });
  afterAll(() => rm(temporary, { recursive: true }));
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
      // Looking for a baseline is a request of its own: diff.test.ts has it.
      inputs: { jobs: '2', smoke: 'off', baseline: 'none', ...inputs },
      env: {
        ...env,
        // Entries are found by the path of the files in them.
        RUNNER_TEMP: temporary,
        TRITON_AOT_STORE: join(space.folder, `store-${++machines}`),
      },
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

  const checksums = (): Promise<string> => readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8');

  it('compiles once: the next machine restores one entry and installs no Triton', async () => {
    expect(cold).toMatchObject({ code: 0, stderr: '' });
    expect(counts(cold)).toEqual(['false', '2', '0']);
    expect(first).toEqual([...MISSES, ...UPLOAD]);
    expect(cold.outputs['restored-bytes']).toBe('0');
    const saved = cold.outputs['saved-bytes'] ?? '';
    expect(Number(saved)).toBeGreaterThan(1000);
    expect(entries.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^triton-aot-2-linux-\w+-vector_add-store-[0-9a-f]{16}-[0-9a-f]{32}$/),
    ]);

    await using service = await startResultsService({ entries });
    const [hit, second] = await requestsOf(service, () => build(service.env));
    expect(hit).toMatchObject({ code: 0, stderr: '' });
    expect(counts(hit)).toEqual(['true', '0', '2']);
    expect(second).toEqual(RESTORED);
    expect(hit.outputs).toMatchObject({ 'restored-bytes': saved, 'saved-bytes': '0' });
    expect(hit.summary).toMatch(/2 from the store\. [\d.]+ m?s, [\d.]+ m?s saved by the store\./);
    expect(cold.stdout).toMatch(/(using|installing) Triton/);
    expect(hit.stdout).not.toMatch(/(using|installing) Triton/);
    expect(hit.stdout).not.toContain('::warning');
    expect(await checksums()).toBe(sums);
  });

  it('writes nothing outside of the store for an entry that another job has filled', async () => {
    const folder = join(space.folder, '.planted');
    const outside = join(temporary, 'escaped');
    const packed = join(space.folder, '.planted.tar');
    const add = (name: string, as: string, flag = '-rPf'): void => {
      const rename = `--transform=flags=r;s,.*,${as},`;
      execFileSync('tar', [flag, packed, '-C', folder, rename, name]);
    };
    execFileSync('mkdir', [folder]);
    await writeFile(join(folder, 'file'), 'foreign');
    execFileSync('ln', ['-s', '/etc/hostname', join(folder, 'link')]);
    execFileSync('mkdir', [join(folder, 'folder')]);
    const kernel = `${'a'.repeat(64)}.kernel`;
    add('file', outside, '-cPf');
    add('file', '../../escaped');
    add('link', kernel);
    add('folder', '..');
    add('folder', `${'b'.repeat(64)}.kernel`);
    const hasZstd = (await findExecutable('zstd', process.env)) !== undefined;
    const content = execFileSync(hasZstd ? 'zstd' : 'gzip', ['-c', packed]);
    const planted = entries.map((entry) => ({ ...entry, content }));
    await using service = await startResultsService({ entries: planted });
    const acted = await build(service.env, { inputs: { only: 'copy' } });
    expectSuccess(acted);
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(service.requests.map(({ name }) => name)).toContain('GET cache/1');
    const parents = [temporary, join(temporary, '..'), space.folder, join(space.folder, '..')];
    for (const parent of parents) expect(existsSync(join(parent, 'escaped'))).toBe(false);
    expect(existsSync(join(space.folder, `store-${machines}/v2/aa/${kernel}`))).toBe(false);
  });

  it('compiles only what a pull request edits, and hides from main what that saved', async () => {
    await using service = await startResultsService({ azure: true, entries });
    const ours = { event: pullRequestOf('we/kernels') };
    const request = service.envOf(PULL_REQUEST);
    const changed = COPY.replace('mask=mask)\n', 'mask=mask, eviction_policy="evict_first")\n');
    await space.write('copies.py', changed);
    const [edited, requests] = await requestsOf(service, () => build(request, ours));
    expect(counts(edited)).toEqual(['false', '1', '1']);
    expect(requests.filter((name) => name === 'CreateCacheEntry')).toHaveLength(1);

    // Beside the function.
    const commented = changed.replace('\n\n', '\n\n# Copies.\n');
    await space.write('copies.py', `LEFT = 1\n${commented}\n\ndef unused():\n    pass\n`);
    const beside = await build(request, ours);
    expect(counts(beside)).toEqual(['true', '0', '2']);
    expect(beside.stdout).not.toContain('using Triton');

    expect(counts(await build(service.env))).toEqual(['false', '1', '1']);
    expect(new Set(service.entries.map(({ scope }) => scope))).toEqual(
      new Set([PULL_REQUEST.ref, MAIN]),
    );
  });
});

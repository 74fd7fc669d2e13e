import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import type { CacheEntry } from '../support/results-service/cache.ts';
import { act, type Acted, type ActSettings } from '../support/runner.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

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

describe("the action with GitHub's cache", () => {
  let space: Workspace;
  let machines = 0;
  let temporary: string;
  /** A build on a machine and a cache with nothing, its requests, and what it saved and wrote. */
  let cold: Acted;
  let entries: readonly CacheEntry[];
  let sums: string;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'cache-e2e-'));
    space = await checkout();
    await using service = await startResultsService();
    [cold] = await requestsOf(service, () => build(service.env));
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
    expect(failed.stdout).toMatch(
      /^::error::cannot save to GitHub's cache: it did not keep the entry%0AThe next run/m,
    );
    expect(failed.summary).toContain('cannot save to GitHub');
    expect(await checksums()).toContain('manifest.json');
  });

  it('compiles what calls an edited helper, and everything for an added target', async () => {
    await using service = await startResultsService({ entries });
    await space.write('helper.py', HELPER.replace('x * 2', 'x + x'));
    const both = await build(service.env, { inputs: { targets: 'sm_80, sm_90' } });
    expect(counts(both)).toEqual(['false', '3', '1']);
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
    const inputs = { python: await tritonPython(USUAL), only: 'copy' };
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

  it('warns of a token that may only read', async () => {
    await using service = await startResultsService({ job: { cache: 'read' } });
    const acted = await build(service.env, { inputs: { only: 'copy' } });
    expectSuccess(acted);
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout).toContain("::warning::cannot save to GitHub's cache: it did not keep");
    expect(acted.stdout).toContain('cache write denied');
  });

  it('compiles if the service is down, and warns', async () => {
    const service = await startResultsService();
    await service.close();
    const acted = await build(service.env, { inputs: { only: 'copy' } });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(counts(acted)).toEqual(['false', '1', '0']);
    expect(acted.stdout).toContain("::warning::cannot save to GitHub's cache: it did not keep");
  });

  it('compiles if the cache returns another bit, with a warning', async () => {
    await using service = await startResultsService({ entries });
    service.fail('GET cache/1', { kind: 'flip' });
    const acted = await build(service.env);
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(acted.stdout).toContain('::warning');
    expect(await checksums()).toBe(sums);
  });

  it('ends although an upload gets no answer', async () => {
    await using service = await startResultsService();
    service.fail('PUT', { kind: 'silence' });
    // The time limit for saving.
    const script =
      'const s=setTimeout;globalThis.setTimeout=(f,ms,...a)=>s(f,ms===300000?2000:ms,...a)';
    const env = {
      ...service.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    };
    const acted = await build(env, { inputs: { only: 'copy' } });
    expect(acted).toMatchObject({ code: 0, stderr: '' });
    expect(acted.stdout).toContain("cannot save to GitHub's cache: it took more than");
  });
});

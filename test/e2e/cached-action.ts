import { afterAll, afterEach, beforeAll, beforeEach } from '#jest';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import type { CacheEntry } from '../support/results-service/cache.ts';
import { act, type Acted, type ActSettings } from '../support/runner.ts';

export const MAIN = 'refs/heads/main';
export const PULL_REQUEST = { ref: 'refs/pull/7/merge', reads: [MAIN] };

/** The event of a pull request whose branch is in this repository. */
export const pullRequestOf = (head: string): NonNullable<ActSettings['event']> => ({
  name: 'pull_request',
  payload: {
    pull_request: {
      head: { repo: { full_name: head } },
      base: { repo: { full_name: 'we/kernels' } },
    },
  },
});

export const COPY = `import triton
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

export const HELPER = `import triton


@triton.jit
def twice(x):
    return x * 2
`;

/** A build on a machine and a cache with nothing. */
interface ColdBuild {
  readonly acted: Acted;
  readonly requests: readonly string[];
  /** What it saved. */
  readonly entries: readonly CacheEntry[];
  /** The checksums of its package. */
  readonly sums: string;
}

/** A checkout for each test, and machines that build it with the action. */
export interface CachedAction {
  readonly space: Workspace;
  /** The runner's temporary folder: entries are found by the path of the files in them. */
  readonly temporary: string;
  readonly cold: ColdBuild;
  /** The store of the machine that has built last, in the checkout. */
  readonly store: string;
  /** Builds on a machine that has Triton and nothing compiled, as a hosted runner with a tool cache. */
  readonly build: (env: Readonly<Record<string, string>>, settings?: ActSettings) => Promise<Acted>;
  readonly checksums: () => Promise<string>;
}

/** Sets up the tests of a file. */
export function cachedAction(): CachedAction {
  let space: Workspace;
  let temporary: string;
  let cold: ColdBuild;
  let machines = 0;
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'cache-e2e-'));
    space = await checkout();
    await using service = await startResultsService();
    const [acted, requests] = await requestsOf(service, () => at.build(service.env));
    if (acted.code !== 0) throw new Error(acted.stdout);
    cold = { acted, requests, entries: service.entries, sums: await at.checksums() };
    await space.remove();
  });
  afterAll(() => rm(temporary, { recursive: true }));
  beforeEach(async () => {
    space = await checkout();
  });
  afterEach(() => space.remove());

  const at: CachedAction = {
    get space() {
      return space;
    },
    get temporary() {
      return temporary;
    },
    get cold() {
      return cold;
    },
    get store() {
      return `store-${machines}`;
    },
    build: (env, { inputs = {}, event = { name: 'push', payload: {} } } = {}) => {
      machines += 1;
      return act(space, 'main', {
        // Looking for a baseline is a request of its own: diff.test.ts has it.
        inputs: { jobs: '2', smoke: 'off', baseline: 'none', ...inputs },
        env: { ...env, RUNNER_TEMP: temporary, TRITON_AOT_STORE: join(space.folder, at.store) },
        event,
      });
    },
    checksums: () => readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8'),
  };
  return at;
}

/** Returns what an action did, and the names of its requests. */
export async function requestsOf(
  service: ResultsService,
  body: () => Promise<Acted>,
): Promise<readonly [Acted, readonly string[]]> {
  const { length } = service.requests;
  const acted = await body();
  const names = service.requests.slice(length).map(({ name }) => name.split(' ')[0] ?? '');
  return [acted, names];
}

/** Returns what an action says of its cache. */
export function counts({ outputs }: Acted): readonly unknown[] {
  return ['cache-hit', 'compiled', 'cached'].map((name) => outputs[name]);
}

async function checkout(): Promise<Workspace> {
  const made = await workspace({
    'kernels.yaml': MANIFEST,
    'copies.py': COPY,
    'helper.py': HELPER,
  });
  await cp(join(ROOT, 'examples/vector-add/vector_add.py'), join(made.folder, 'vector_add.py'));
  return made;
}

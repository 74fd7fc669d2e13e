import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { unzipSync, zipSync } from 'fflate';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { job, lights, runWorkflow, type WorkflowRun } from '../support/act.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { recordedDriver } from '../support/recorded-driver.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { tritonPython, USUAL } from '../support/triton.ts';
import { vectorAdd } from '../support/vector-add.ts';

// The reusable workflow and all sub-actions, as act runs them: a runner that others wrote. Cache and artifacts are on the
// stand-in for GitHub's service, releases on that for its API.

const CALL = 'triton-aot/triton-aot-action/.github/workflows/kernels.yml@v0';
const PUBLISH = CALL.replace('kernels.yml', 'publish.yml');
const CALLER = `on: [push, pull_request]
jobs:
  kernels:
    uses: ${CALL}
    with:
      only: vector_add_fp32
      targets: sm_80, sm_90`;

/** An action as the reusable workflows name it. */
const action = (name: string): string =>
  new RegExp(`uses: (actions/${name}@\\S+)`).exec(REUSABLE)?.[1] ?? '';
const REUSABLE = (
  await Promise.all(
    ['kernels.yml', 'publish.yml'].map((name) =>
      readFile(join(ROOT, '.github/workflows', name), 'utf8'),
    ),
  )
).join('\n');

/** The wheel of the program's own module. */
const APP_WHEEL = 'demo_app-1.0-py3-none-any.whl';

const WORKFLOWS = {
  // A bundle beside the package. A program runs with it before both are published.
  'bundle.yml': `${CALLER}
      bundle: demo
      bundle-requirements: requirements.txt
      bundle-oci: true
  replay:
    needs: kernels
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v7
      - uses: ${action('download-artifact')}
        with: { artifact-ids: "\${{ needs.kernels.outputs.bundle-artifact-id }}", path: bundle }
      - run: |
          "$TEST_PYTHON" -m venv venv
          venv/bin/python -m pip install --no-index ${APP_WHEEL} bundle/*.whl
          venv/bin/python program.py usual
        env:
          TRITON_CACHE_MANAGER: demo_bundle:Manager
          TRITON_AOT_BUNDLE: error
          TRITON_AOT_REPLAY: replay
      - uses: ${action('upload-artifact')}
        with: { name: replay-0, path: replay }
  publish:
    needs: [kernels, replay]
    uses: ${PUBLISH}
    with:
      artifact-id: \${{ needs.kernels.outputs.artifact-id }}
      require: abi-checked
      bundle-artifact-id: \${{ needs.kernels.outputs.bundle-artifact-id }}
      replays: replay-*
`,
  // The program's requirements cannot be installed.
  'no-bundle.yml': `${CALLER}
      bundle: demo
      bundle-requirements: nowhere.txt
`,
  // One GPU works, one computes wrong numbers, one runner has none.
  'sharded.yml': `${CALLER}
      shards: 2
      gpus: '["right", "wrong", "none"]'
`,
  'release.yml': `${CALLER}
      gpus: '[["right"]]'
      tune: true
      bench: true
  publish:
    needs: kernels
    if: github.ref_type == 'tag'
    uses: ${PUBLISH}
    with:
      artifact-id: \${{ needs.kernels.outputs.artifact-id }}
  alone:
    if: github.event_name == 'push'
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v7
      - uses: triton-aot/triton-aot-action@v0
        with:
          only: vector_add_fp32
          targets: sm_80, sm_90
          smoke: 'off'
          artifact: alone
`,
  'broken.yml': `on: push
jobs:
  kernels:
    uses: ${CALL}
    with:
      manifest: broken.yaml
      shards: 2
      gpus: '["right"]'
`,
};

const BROKEN = {
  'broken.yaml': `package: broken
triton: 3.9.0
targets: [sm_90]
kernels:
  twice: { source: "scale.py:scale", signature: "*fp32:16, i32:16, 2", grid: 1 }
  thrice: { source: "scale.py:scale", signature: "*fp32:16, i32:16, 3", grid: 1 }
`,
  'scale.py': `import triton
import triton.language as tl


@triton.jit
def scale(x, n, factor: tl.constexpr):
    i = tl.arange(0, 64)
    tl.static_assert(factor < 3)
    tl.store(x + i, tl.load(x + i, i < n) * factor, i < n)
`,
};

let kernels: Workspace;
let service: ResultsService;
let releases: ReleasesApi;
/** A folder for each label of a GPU runner, with its driver. */
let drivers: string;
let runs = 0;

let cold: WorkflowRun;
let tagged: WorkflowRun;
let fork: WorkflowRun;
let broken: WorkflowRun;
let bundled: WorkflowRun;
let unbundled: WorkflowRun;
/** How many entries the cache had before and after the run of the fork. */
let entries: readonly number[];
/** The same for the run with a kernel that does not compile. */
let saved: readonly number[];

beforeAll(async () => {
  const files = Object.entries(WORKFLOWS).map(([name, text]) => [
    `.github/workflows/${name}`,
    text,
  ]);
  kernels = await workspace({ ...Object.fromEntries(files), ...BROKEN });
  await kernels.example('vector-add');
  service = await startResultsService();
  releases = await startReleasesApi([], 'secret', { tags: ['v1.0.0', 'v2.0.0'] });
  drivers = await mkdtemp(join(tmpdir(), 'drivers-'));
  await symlink(await recordedDriver(vectorAdd()), join(drivers, 'right'));
  await symlink(await recordedDriver(vectorAdd(1)), join(drivers, 'wrong'));

  cold = await start(kernels, 'sharded.yml', 'refs/heads/main');
  tagged = await start(kernels, 'release.yml', 'refs/tags/v1.0.0');
  const before = service.entries.length;
  fork = await start(kernels, 'release.yml', 'refs/pull/7/merge', {
    name: 'pull_request',
    payload: {
      pull_request: {
        head: { repo: { full_name: 'someone/kernels' } },
        base: { repo: { full_name: 'me/kernels' } },
      },
    },
  });
  entries = [before, service.entries.length];
  const fewer = service.entries.length;
  broken = await start(kernels, 'broken.yml', 'refs/heads/main');
  saved = [fewer, service.entries.length];
  await addProgram(kernels);
  bundled = await start(kernels, 'bundle.yml', 'refs/tags/v2.0.0');
  unbundled = await start(kernels, 'no-bundle.yml', 'refs/heads/main');
}, 900_000);
afterAll(async () => {
  await service.close();
  await releases[Symbol.asyncDispose]();
  await kernels.remove();
});

/** Adds a Python program to a repository, with its requirements, and what was recorded of it. */
async function addProgram({ folder }: Workspace): Promise<void> {
  const fixture = join(ROOT, 'test/fixtures/bundle');
  await cp(join(fixture, 'program.py'), join(folder, 'program.py'));
  const python = await tritonPython(USUAL);
  const where = 'import os, triton; print(os.path.dirname(os.path.dirname(triton.__file__)))';
  const { stdout } = await HERE.runTool([python, '-c', where], HERE);
  const info = 'demo_app-1.0.dist-info';
  const files = {
    'kernels.py': await readFile(join(fixture, 'kernels.py'), 'utf8'),
    // Stands for Triton's wheel among the requirements.
    'triton_here.pth': stdout,
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: demo-app\nVersion: 1.0\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: '',
  };
  const packed = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]);
  await writeFile(join(folder, APP_WHEEL), zipSync(Object.fromEntries(packed)));
  await writeFile(join(folder, 'requirements.txt'), `--no-index\n./${APP_WHEEL}\n`);
  const env = {
    ...HERE.env,
    PYTHONPATH: [join(ROOT, 'python/record'), fixture].join(':'),
    TRITON_AOT_RECORD: join(folder, 'recording'),
    TRITON_CACHE_DIR: join(folder, '.jit'),
  };
  const program = [python, '-B', join(folder, 'program.py'), 'usual'];
  expectSuccess(await HERE.runTool(program, { ...HERE, env }));
}

/** Runs a workflow. Each job is on a machine of its own; those of a matrix of GPUs are self-hosted and have its driver. */
async function start(
  { folder }: Workspace,
  workflow: string,
  ref: string,
  event: { readonly name: string; readonly payload: unknown } = { name: 'push', payload: {} },
): Promise<WorkflowRun> {
  const id = String(++runs);
  const { RUNNER_TEMP: _own, ...results } = service.envOf({ run: id, ref });
  const [, kind = '', name = ''] = /^refs\/(\w+)\/(.*)$/.exec(ref) ?? [];
  return runWorkflow({
    folder,
    workflow,
    event,
    labels: ['right', 'wrong', 'none'],
    env: {
      ...results,
      ...releases.env,
      GITHUB_RUN_ID: id,
      GITHUB_REF_NAME: name,
      GITHUB_REF_TYPE: kind === 'tags' ? 'tag' : 'branch',
      RUNNER_ENVIRONMENT: "${{ matrix.gpu && 'self-hosted' || 'github-hosted' }}",
      LD_LIBRARY_PATH: `\${{ matrix.gpu && format('${drivers}/{0}', join(matrix.gpu, '-')) || '' }}`,
      TRITON_AOT_STORE: "${{ format('{0}/store', runner.temp) }}",
      TRITON_AOT_LOCKS: drivers,
      TEST_PYTHON: await tritonPython(USUAL),
    },
  });
}

function errorsOf(run: WorkflowRun, name: string): readonly string[] {
  return [...job(run, name).log.matchAll(/::error::(.*)$/gm)].map(([, text = '']) => text);
}

/** The checksums of the package in an artifact. */
function checksums(id: number, artifact: string): string {
  const found = service.artifacts.filter((one) => one.run === String(id) && one.name === artifact);
  return String(Buffer.from(unzipSync(found[0]?.content ?? Buffer.alloc(0))['SHA256SUMS'] ?? ''));
}

describe('a push with an empty cache', () => {
  it('is built on two runners, packaged, and tested on each GPU', () => {
    expect(lights(cold)).toEqual({
      Shards: true,
      'Build 1 of 2': true,
      'Build 2 of 2': true,
      Package: true,
      'Test on right': true,
      'Test on wrong': false,
      'Test on none': false,
      'All kernels': false,
    });
    expect(cold.code).toBe(1);
    const built = ['Build 1 of 2', 'Build 2 of 2'].map((name) => job(cold, name).outputs);
    for (const { compiled } of built) expect(Number(compiled)).toBeGreaterThan(0);
    expect(job(cold, 'Package').outputs).toMatchObject({ compiled: '0', 'artifact-name': 'aot' });
    expect(job(cold, 'Test on right').outputs).toMatchObject({ result: 'passed', failed: '0' });
  });

  it('is red where the kernel computes wrong numbers, at the line of the case', () => {
    const { log, outputs, summary } = job(cold, 'Test on wrong');
    expect(outputs['result']).toBe('failed');
    expect(log).toMatch(
      /::error file=kernels\.yaml,line=\d+,col=\d+::kernels\.yaml:\d+:\d+: vector_add_fp32 .*1 of 1000 elements .* at \[2\]/,
    );
    expect(summary).toContain('failed');
  });

  it('is red where there is no GPU', () => {
    expect(job(cold, 'Test on none').log).toContain('::error::there is no CUDA driver');
  });

  it('has one result, which names what is red', () => {
    expect(errorsOf(cold, 'All kernels')).toEqual(['Test: failure']);
  });
});

describe('a pushed tag, with all kernels in the cache', () => {
  it('compiles nothing, tests and measures on a GPU, and publishes', () => {
    expect(lights(tagged)).toEqual({
      Package: true,
      'Test on right': true,
      'Measure on right': true,
      'Time on right': true,
      Publish: true,
      'All kernels': true,
      alone: true,
    });
    expect(tagged.code).toBe(0);
    const package_ = job(tagged, 'Package');
    expect(package_.outputs).toMatchObject({ compiled: '0', cached: '4', 'cache-hit': 'true' });
    expect(job(tagged, 'Measure on right').outputs['measured']).toBe('4');
    expect(job(tagged, 'Time on right').summary).toContain('Times of vector_add 1.0.0');
    expect(job(tagged, 'Publish').outputs).toMatchObject({ tag: 'v1.0.0', published: 'true' });
  });

  it('has the evidence of the test in its release', () => {
    const release = releases.releases.find(({ tag }) => tag === 'v1.0.0');
    const evidence = release?.assets.find(({ name }) => name.endsWith('.evidence.json'));
    const { records } = JSON.parse(String(evidence?.content)) as { records: unknown[] };
    expect(records).toHaveLength(2);
    expect(records).toContainEqual(
      expect.objectContaining({
        kernel: 'vector_add_fp32',
        run: { repository: 'me/kernels', id: '2' },
      }),
    );
  });

  it('gives the same bytes as shards, and as the root action on one runner', () => {
    expect(job(tagged, 'alone').outputs).toMatchObject({ compiled: '0', 'cache-hit': 'true' });
    const sums = checksums(2, 'aot');
    expect(sums).toMatch(/manifest\.json\n/);
    expect(checksums(1, 'aot')).toBe(sums);
    expect(checksums(2, 'alone')).toBe(sums);
  });
});

describe('a pull request of a fork', () => {
  it('is built, reaches no GPU runner, and publishes nothing', () => {
    expect(lights(fork)).toEqual({ Package: true, 'All kernels': true });
    expect(fork.code).toBe(0);
    expect(job(fork, 'All kernels').log).toMatch(
      /^Test: skipped\nMeasure: skipped\nTime: skipped\nBundle: skipped$/m,
    );
  });

  it('saves nothing to the cache', () => {
    expect(entries[0]).toBeGreaterThan(0);
    expect(entries[1]).toBe(entries[0]);
  });
});

describe('a kernel that does not compile', () => {
  it('makes its shard and the package red, with its name, and saves the other kernels', () => {
    const { 'Build 1 of 2': first, 'Build 2 of 2': second, ...others } = lights(broken);
    expect(first).toBe(!second);
    expect(others).toEqual({ Shards: true, Package: false, 'All kernels': false });
    expect(broken.code).toBe(1);
    expect(job(broken, 'Package').log).toMatch(/::error .*thrice/);
    expect(errorsOf(broken, 'All kernels')).toEqual([
      'Build: failure',
      'Package: failure',
      'Test: skipped',
    ]);
    expect(saved[1]).toBeGreaterThan(saved[0] ?? 0);
  });
});

describe('a bundle beside the package', () => {
  it('is made in the environment of the program, and published with what the program took from it', () => {
    expect(lights(bundled)).toEqual({
      Package: true,
      Bundle: true,
      'All kernels': true,
      replay: true,
      Publish: true,
    });
    expect(job(bundled, 'Bundle').outputs).toMatchObject({ kernels: '4', package: 'demo_bundle' });
    expect(job(bundled, 'All kernels').log).toMatch(/^Bundle: success$/m);
    expect(job(bundled, 'replay').log).toMatch(/^4 of 4 found$/m);
    const release = releases.releases.find(({ tag }) => tag === 'v2.0.0');
    const names = release?.assets.map(({ name }) => name) ?? [];
    expect(names).toContainEqual(expect.stringMatching(/^demo_bundle-0\.1\.0-.*\.whl$/));
    expect(names).toContainEqual(expect.stringMatching(/^aot-vector_add-1\.0\.0\.tar\.gz$/));
    const replays = release?.assets.find(({ name }) => name.endsWith('.replays.json'));
    expect(JSON.parse(String(replays?.content))).toMatchObject({
      replays: [{ how: 'ran', mode: 'error', missing: 0, compiled: 0, run: { id: '5' } }],
    });
    expect(job(bundled, 'Publish').summary).toMatch(
      /4 of 4 kernels were used by a program on no GPU/,
    );
  });

  it('has the wheel and the image in its artifact', () => {
    const found = service.artifacts.find(({ name }) => name === 'bundle-aot');
    const names = Object.keys(unzipSync(found?.content ?? Buffer.alloc(0)));
    expect(names).toContainEqual(expect.stringMatching(/^demo_bundle-0\.1\.0-.*\.whl$/));
    expect(names).toContain('demo_bundle-oci/index.json');
  });

  it('makes the result red if it cannot be made', () => {
    expect(lights(unbundled)).toEqual({ Package: true, Bundle: false, 'All kernels': false });
    expect(errorsOf(unbundled, 'All kernels')).toEqual(['Bundle: failure']);
  });

  it('is not made if nobody asks for it', () => {
    expect(job(tagged, 'All kernels').log).toMatch(/^Bundle: skipped$/m);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { unzipSync } from 'fflate';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directoryStore } from '../../src/compile/store/store.ts';
import { readSmokePackage } from '../../src/package/cases.ts';
import { writeCode } from '../../src/prove/emulate/code.ts';
import { buildEmulator, emulatedDevice } from '../../src/prove/emulate/device.ts';
import { findCompilers } from '../../src/prove/harness/tools.ts';
import { job, lights, runWorkflow, type WorkflowRun } from '../support/act.ts';
import { buildTools, NEWEST_CMAKE } from '../support/build-tools.ts';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { PICTURE } from '../support/red-pull-request.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';
import { type ResultsService, startResultsService } from '../support/results-service.ts';
import { tritonPython } from '../support/triton.ts';
import type { CudaTarget } from '../../src/manifest/terms/vendor-terms.ts';

// The workflows of examples/repository, as act runs them on a machine without a GPU: a pull request with a wrong kernel, the
// same after its fix, a release, and the programs that use it.

const FILE = 'kernels/mlp.py';
const RIGHT = 'weight = tl.load(weight_ptr + col, mask=inside)';
const WRONG = 'weight = tl.load(weight_ptr + col)';
const REPOSITORY = { full_name: 'me/kernels' };
const PULL_REQUEST = {
  name: 'pull_request',
  payload: { pull_request: { head: { repo: REPOSITORY }, base: { repo: REPOSITORY } } },
};

let space: Workspace;
let service: ResultsService;
let releases: ReleasesApi;
/** Outside of the repository: the store, and folders with drivers. */
let machine: string;
let source: string;
let runs = 0;

let red: WorkflowRun;
let green: WorkflowRun;
let released: WorkflowRun;
let app: WorkflowRun;

beforeAll(async () => {
  space = await workspace();
  await cp(join(ROOT, 'examples/repository'), space.folder, { recursive: true });
  service = await startResultsService();
  releases = await startReleasesApi([], 'secret', { tags: ['v1.0.0'] });
  machine = await mkdtemp(join(tmpdir(), 'machine-'));
  await tritonPython('3.9.0');
  // A file that is no library is a driver that cannot be loaded.
  await mkdir(join(machine, 'no-driver'));
  await writeFile(join(machine, 'no-driver/libcuda.so.1'), 'no library');
  source = await readFile(join(space.folder, FILE), 'utf8');

  await space.write(FILE, source.replace(RIGHT, WRONG));
  red = await start('kernels.yml', 'refs/pull/1/merge', PULL_REQUEST);
  await space.write(FILE, source);
  green = await start('kernels.yml', 'refs/pull/1/merge', PULL_REQUEST);
  released = await start('kernels.yml', 'refs/tags/v1.0.0');
  app = await start('app.yml', 'refs/heads/main', undefined, await emulatedGpu());
}, 600_000);
afterAll(async () => {
  await service.close();
  await releases[Symbol.asyncDispose]();
  await space.remove();
});

async function start(
  workflow: string,
  ref: string,
  event: { readonly name: string; readonly payload: unknown } = { name: 'push', payload: {} },
  env: Readonly<Record<string, string>> = {},
): Promise<WorkflowRun> {
  const id = String(++runs);
  const { RUNNER_TEMP: _own, ...results } = service.envOf({ run: id, ref });
  const [, kind = '', name = ''] = /^refs\/(\w+)\/(.*)$/.exec(ref) ?? [];
  const { PATH = '', ...tools } = await buildTools(NEWEST_CMAKE);
  return runWorkflow({
    folder: space.folder,
    workflow,
    event,
    env: {
      ...results,
      ...releases.env,
      ...tools,
      PATH,
      GITHUB_REPOSITORY: REPOSITORY.full_name,
      GITHUB_TOKEN: 'secret',
      GITHUB_RUN_ID: id,
      GITHUB_REF_NAME: name,
      GITHUB_REF_TYPE: kind === 'tags' ? 'tag' : 'branch',
      RUNNER_ENVIRONMENT: 'github-hosted',
      TRITON_AOT_STORE: join(machine, 'store'),
      TRITON_AOT_LOCKS: machine,
      LD_LIBRARY_PATH: join(machine, 'no-driver'),
      ...env,
    },
  });
}

/** The environment of a program that finds a GPU: the driver that executes the PTX of what was released. */
async function emulatedGpu(): Promise<Readonly<Record<string, string>>> {
  const target: CudaTarget = { backend: 'cuda', arch: 90, name: 'sm_90' };
  const packed = service.artifacts.findLast(({ name }) => name === 'aot');
  const folder = join(machine, 'aot');
  for (const [path, bytes] of Object.entries(unzipSync(packed?.content ?? new Uint8Array()))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const code = join(machine, 'ptx');
  const kept = directoryStore(join(machine, 'store'), HERE.log, Date.now);
  await writeCode(await readSmokePackage(folder), ['rms_norm_fp16'], target, kept, code);
  const compilers = await findCompilers(HERE.env);
  const settings = { compilers, cudaInclude: undefined, folder: machine, jobs: 1 };
  const library = await buildEmulator(settings, HERE);
  const python = await tritonPython('3.9.0');
  const { env } = emulatedDevice(target, { library, python, code, limit: 60 }, HERE.env);
  const wanted = Object.entries(env).filter(([name]) => /^(?:TRITON_AOT_EMULATE|LD_)/.test(name));
  return Object.fromEntries(wanted.map(([name, value]) => [name, value ?? '']));
}

describe('a pull request that removes a mask', () => {
  it('is red without a GPU, with one annotation, at the line of the Python file', () => {
    expect(lights(red)).toMatchObject({ Package: false, 'All kernels': false });
    expect(red.code).toBe(1);
    const errors = [...job(red, 'Package').log.matchAll(/::error (.*?)::(.*)$/gm)];
    const line = source.split('\n').findIndex((text) => text.includes(RIGHT)) + 1;
    expect(errors.map(([, place]) => place)).toEqual([`file=${FILE},line=${line}`]);
    expect(errors[0]?.[2]).toContain('of weight_ptr, which has');
    expect(job(red, 'Package').outputs).toMatchObject({ smoke: 'failed' });
  });

  it('has the checks and the error of the picture in README', async () => {
    const picture = await readFile(PICTURE, 'utf8');
    const failed = Object.entries(lights(red)).flatMap(([name, isGreen]) => (isGreen ? [] : name));
    for (const name of failed)
      expect(picture).toContain(`>Kernels / kernels / ${name} (pull_request)<`);
    expect(picture).toContain(`${failed.length} failing checks`);
    const [, line = '', text = ''] =
      /::error file=.*?,line=(\d+)::(.*)$/m.exec(job(red, 'Package').log) ?? [];
    expect(picture).toContain(`Check failure on line ${line} in ${FILE}`);
    const words = text.split(/%0A| /).filter((word) => /^\w+$/.test(word));
    expect(words.filter((word) => !picture.includes(word))).toEqual([]);
  });

  it('is green after the fix', () => {
    expect(lights(green)).toEqual({ Package: true, 'All kernels': true });
    expect(job(green, 'Package').outputs).toMatchObject({ smoke: 'passed' });
    expect(job(green, 'Package').summary).toContain('the PTX of sm_80 was executed on the CPU');
  });
});

describe('a release', () => {
  it('has the package, with the evidence that its PTX was executed', () => {
    expect(lights(released)).toEqual({ Package: true, 'All kernels': true, Publish: true });
    expect(job(released, 'Package').outputs).toMatchObject({ compiled: '0', smoke: 'passed' });
    const [release] = releases.releases;
    expect(release).toMatchObject({ tag: 'v1.0.0', draft: false });
    expect(release?.body).toContain('executed on a CPU, in run 3 of me/kernels');
    const names = release?.assets.map(({ name }) => name) ?? [];
    expect(names).toEqual(
      expect.arrayContaining(['aot-mlp-1.0.0.tar.gz', 'aot-mlp-1.0.0.evidence.json']),
    );
  });
});

describe('the programs', () => {
  it('are built with the release that was fetched, and the C++ program computes what it should', () => {
    expect(lights(app)).toEqual({ app: true });
    const { outputs, log } = job(app, 'app');
    expect(outputs).toMatchObject({ tag: 'v1.0.0', package: 'mlp', version: '1.0.0' });
    expect(log).toMatch(/Test #1: app \.+ +Passed/);
    expect(log).toContain('100% tests passed');
  });

  it('use operators that the wheel has: the layer in PyTorch', async () => {
    const uploaded = service.artifacts.find(({ name }) => name === 'app');
    const files = unzipSync(uploaded?.content ?? new Uint8Array());
    const name = Object.keys(files).find((path) => path.endsWith('.whl')) ?? '';
    const wheel = unzipSync(files[name] ?? new Uint8Array());
    const layer = await readFile(join(ROOT, 'examples/repository/app/layer.py'), 'utf8');
    execFileSync('python3', ['-c', 'import sys; compile(sys.stdin.read(), "layer.py", "exec")'], {
      input: layer,
    });
    const used = [...layer.matchAll(/\bmlp\.(\w+)\(/g)].map(([, operator = '']) => operator);
    expect(used).toEqual(['rms_norm', 'silu_mul']);
    const python = Buffer.from(wheel['mlp/__init__.py'] ?? '').toString();
    for (const operator of used) expect(python).toContain(operator);
  });
});

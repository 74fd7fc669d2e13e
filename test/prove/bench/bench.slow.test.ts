import { beforeAll, describe, expect, it } from '#jest';
import { chmod, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../../src/base/process.ts';
import { bench } from '../../../src/bench.ts';
import type { BenchRequest } from '../../../src/prove/bench/request.ts';
import { benchFailure, benchProblems, type BenchResult } from '../../../src/prove/bench/result.ts';
import type { PackagedCase } from '../../../src/manifest/cases/packaged.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { silentLog } from '../../support/silent-log.ts';
import { MANIFEST, scaleCase, scaleCases, smokePackage } from '../smoke/smoke-package.ts';

/** A call takes 1 ms. Algo 1, whose blocks have 128 elements, aborts with n = 512. */
const KERNELS = `
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const int n = *(int *)parameters[2];
  if (n == 512 && grid[0] == 4) abort();
  if (n == 33) return 0;
  nanosleep(&(struct timespec){0, 1000000}, NULL);
  return 0;
}
`;

/**
 * Python's part of the protocol. The JIT takes twice as long as the package. It kills its process
 * with algo 1 of n = 512, and hangs with that of n = 33. Each process writes its job to a new file.
 */
const PYTHON = `
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
const job = JSON.parse(readFileSync(process.argv[3], 'utf8'));
const jobs = readdirSync(process.env.JOBS);
writeFileSync(process.env.JOBS + '/' + jobs.length, JSON.stringify({
  job, device: process.env.CUDA_VISIBLE_DEVICES, cache: process.env.TRITON_CACHE_DIR,
  exported: execFileSync('nm', ['-D', '--defined-only', job.library], { encoding: 'utf8' }),
}));
const emit = (event) => console.log(JSON.stringify(event));
if (process.env.MISSING) {
  emit({ event: 'fatal', message: 'cannot import PyTorch' });
  process.exit(2);
}
emit({ event: 'versions', python: '3.12.0', triton: '3.6.0', torch: '2.11.0' });
for (const { id, algo, case: index } of job.tasks) {
  const n = Number(job.cases[index].scalars.n);
  emit({ event: 'start', task: id });
  process.stdout.write('printed by a kernel ');
  if (algo === 1 && n === 512) process.kill(process.pid, 'SIGKILL');
  if (algo === 1 && n === 33) await new Promise((resolve) => setTimeout(resolve, 60_000));
  emit({
    event: 'done', task: id, rounds: { package: [10, 12, 10], jit: [20, 24, 22] },
    first: { package: 300, jit: 2e6 }, differences: { jit: { y: n === 33 ? 0.5 : 1e-6 } },
    faults: n === 33 ? { torch: 'TypeError: no' } : {},
  });
}
emit({ event: 'end' });
`;

let driver = '';
let folder = '';
let python = '';
let manifest = '';

const bytesOfCase = (n: number): PackagedCase =>
  scaleCase(n, {
    bytes: 8 * n,
    grids: [
      [Math.ceil(n / 64), 1, 1],
      [Math.ceil(n / 128), 1, 1],
    ],
  });

beforeAll(async () => {
  driver = await recordedDriver(KERNELS);
  const cases = [256, 512, 33].map(bytesOfCase);
  folder = await smokePackage([scaleCases({ cases })]);
  const work = await mkdtemp(join(tmpdir(), 'bench-'));
  const script = join(work, 'worker.mjs');
  await writeFile(script, PYTHON);
  python = join(work, 'python');
  await writeFile(python, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$2" "$3"\n`);
  await chmod(python, 0o755);
  manifest = join(work, 'kernels.yaml');
  await writeFile(manifest, MANIFEST);
});

interface Changes extends Partial<BenchRequest> {
  readonly env?: Readonly<Record<string, string>>;
}

async function measure({ env = {}, ...changes }: Changes): Promise<BenchResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'bench-scratch-'));
  const request: BenchRequest = {
    package: folder,
    manifest,
    jit: false,
    python,
    only: [],
    rounds: 3,
    wait: 1,
    timeout: 20,
    jobs: 2,
    lockFolder: await mkdtemp(join(tmpdir(), 'locks-')),
    ...changes,
  };
  const context = {
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: driver, ...env },
    log: silentLog,
    signal: new AbortController().signal,
    runTool,
    scratch,
    now: () => performance.now(),
  };
  try {
    return await bench(request, context);
  } finally {
    expect(await readdir(scratch)).toEqual([]);
  }
}

const namesOf = ({ runs }: BenchResult): readonly string[] =>
  runs.map(({ case: name, algo }) => `${name} ${algo}`);
const ALL = ['n=256 0', 'n=256 1', 'n=512 0', 'n=512 1', 'n=33 0', 'n=33 1'];

describe('a benchmark of a package alone', () => {
  let result: BenchResult;
  beforeAll(async () => {
    result = await measure({});
  });

  it('has the time and the rate of each case and algo', () => {
    expect(namesOf(result)).toEqual(ALL);
    expect(result.device).toMatchObject({ capability: '9.0' });
    const [first] = result.runs;
    const microseconds = first?.microseconds ?? NaN;
    expect(microseconds).toBeGreaterThan(1000);
    expect(first?.gigabytesPerSecond).toBeCloseTo((8 * 256) / microseconds / 1000, 9);
    expect(first).toMatchObject({ jit: undefined, torch: undefined, faults: {} });
  });

  it('has the first call of each algo', () => {
    const first = result.runs.map((run) => [run.case, run.algo, run.first.package !== undefined]);
    // After a crash, the process that goes on has a first call too.
    expect(first).toEqual([
      ['n=256', 0, true],
      ['n=256', 1, true],
      ['n=512', 0, false],
      ['n=512', 1, false],
      ['n=33', 0, false],
      ['n=33', 1, true],
    ]);
    expect(result.runs[0]?.first.package).toBeGreaterThan(1000);
  });

  it('sets aside a call that crashes', () => {
    expect(result.runs[3]).toMatchObject({ microseconds: undefined });
    expect(benchProblems(result).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^scale \[algo 1, n=512\]: the test program .*SIGABRT/),
    ]);
  });
});

describe('a benchmark beside the JIT', () => {
  let result: BenchResult;
  let jobs: string;
  beforeAll(async () => {
    jobs = await mkdtemp(join(tmpdir(), 'jobs-'));
    result = await measure({ jit: true, env: { JOBS: jobs } });
  });

  it('has the median of the ratios', () => {
    expect(namesOf(result)).toEqual(ALL);
    expect(result.versions).toEqual({
      python: '3.12.0',
      triton: '3.6.0',
      torch: '2.11.0',
    });
    expect(result.runs[0]).toMatchObject({
      microseconds: 10,
      jit: { microseconds: 22, ratio: 0.5, from: 10 / 22, to: 0.5 },
      first: { package: 300, jit: 2e6 },
      faults: {},
    });
  });

  it('fails with the calls that failed', () => {
    expect(benchFailure(result)).toMatchObject({ kind: 'smoke', problems: benchProblems(result) });
    expect(benchFailure({ runs: result.runs.slice(0, 3) })).toBeUndefined();
  });

  it('goes on in a new process after a crash and after a hang', async () => {
    const problems = benchProblems(result).map(({ message }) => message);
    expect(problems).toEqual([
      expect.stringMatching(/^scale \[algo 1, n=512\]: Python .*SIGKILL.*printed by a kernel/s),
      expect.stringMatching(/^scale \[algo 1, n=33\]: no result after 20 s: a kernel hangs/),
    ]);
    const files = (await readdir(jobs)).toSorted();
    const read = files.map(async (name) => JSON.parse(await readFile(join(jobs, name), 'utf8')));
    const started = (await Promise.all(read)) as {
      job: { tasks: { symbol: string }[] };
      exported: string;
      device: string;
      cache: string;
    }[];
    expect(started.map(({ job }) => job.tasks.length)).toEqual([6, 2]);
    for (const { job, exported } of started)
      for (const { symbol } of job.tasks) expect(exported).toContain(` T ${symbol}\n`);
    expect(started[0]?.device).toBe(result.device.uuid);
    expect(started[0]?.cache).toMatch(/triton$/);
  });

  it('notes what makes the times incomparable', () => {
    expect(result.notes).toEqual([
      'the package was built with Triton 3.8.0, the JIT is 3.6.0',
      "scale [algo 0, n=33]: y of the JIT differs from the package's (relative error 0.50)",
    ]);
    expect(result.runs[4]?.faults).toEqual({ torch: 'TypeError: no' });
  });
});

describe('a benchmark beside the JIT needs', () => {
  it('a Python with PyTorch and Triton', async () => {
    const jobs = await mkdtemp(join(tmpdir(), 'jobs-'));
    const missing = failureOf(() => measure({ jit: true, env: { JOBS: jobs, MISSING: '1' } }));
    expectGolden((await missing).replaceAll(python, 'PYTHON'));
    expectGolden(await failureOf(() => measure({ jit: true, python: 'no-such-python' })));
  });

  it('the manifest', async () => {
    expectGolden(await failureOf(() => measure({ jit: true, manifest: 'missing.yaml' })));
  });
});

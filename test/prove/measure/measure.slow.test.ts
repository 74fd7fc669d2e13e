import { beforeAll, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../../src/base/process.ts';
import {
  type MeasuredCall,
  type MeasureSettings,
  type Meter,
  withMeter,
} from '../../../src/prove/measure/meter.ts';
import { readSmokePackage } from '../../../src/package/cases.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { silentLog } from '../../support/silent-log.ts';
import { scaleCase, scaleCases, smokePackage } from '../smoke/smoke-package.ts';

/**
 * The algos have blocks of 64 and 128 elements. Algo 1 is slow with n = 256. It aborts with n = 512,
 * hangs with n = 1024, and fails with n = 2048.
 */
const KERNELS = `
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const int n = *(int *)parameters[2];
  const int algo = grid[0] == (unsigned)(n + 63) / 64 ? 0 : 1;
  const struct timespec time = {0, algo == 1 ? 3000000 : 1000000};
  if (algo == 1 && n == 512) abort();
  if (algo == 1 && n == 1024) return 2;
  if (algo == 1 && n == 2048) return 1;
  nanosleep(&time, NULL);
  return 0;
}
`;

/** The sizes in the order of the package. */
const SIZES = [256, 512, 2048, 100, 1024, 4096];

let driver: string;
let folder: string;

beforeAll(async () => {
  driver = await recordedDriver(KERNELS);
  folder = await smokePackage([scaleCases({ cases: SIZES.map((n) => scaleCase(n)) })]);
});

describe('a meter', () => {
  let all: readonly (readonly MeasuredCall[])[];
  let hashes: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const pkg = await readSmokePackage(folder);
    const kernel = pkg.manifest.kernels.find(({ name }) => name === 'scale');
    hashes = new Map(
      kernel?.variants.map((each) => [
        `${each.algo} ${each.specialisation} ${each.target}`,
        each.hash,
      ]),
    );
    all = await measure(async (meter, item, cases) => {
      return [await meter.measure(item, 0, cases), await meter.measure(item, 1, cases)];
    });
  });

  const of = (algo: number, n: number): MeasuredCall | undefined => all[algo]?.[SIZES.indexOf(n)];
  const timeOf = (algo: number, n: number): number => {
    const result = of(algo, n)?.result;
    return result?.kind === 'time' ? result.microseconds : NaN;
  };
  const faultOf = (algo: number, n: number): string => {
    const result = of(algo, n)?.result;
    return result?.kind === 'fault' ? `${result.fault.kind}: ${result.fault.message}` : '';
  };

  it('returns the median time of every case, in the order of the cases', () => {
    expect(all[0]?.map((each) => each.case.name)).toEqual(SIZES.map((n) => `n=${n}`));
    for (const n of SIZES) expect(timeOf(0, n)).toBeGreaterThan(1000);
    expect(timeOf(1, 256)).toBeGreaterThan(3000);
  });

  it('names the variant that ran, with aligned pointers if a specialisation takes them', () => {
    expect(of(1, 256)?.variant).toEqual({
      specialisation: 0,
      target: 'sm_90',
      hash: hashes.get('1 0 sm_90'),
    });
    expect(of(0, 100)?.variant).toEqual({
      specialisation: 1,
      target: 'sm_90',
      hash: hashes.get('0 1 sm_90'),
    });
  });

  it('sets aside a call that crashes, and goes on with the next in a new process', () => {
    expect(faultOf(1, 512)).toMatch(/^crash: the test program .*SIGABRT/);
    expect(timeOf(1, 100)).toBeGreaterThan(3000);
  });

  it('sets aside a call that fails, and goes on', () => {
    expect(faultOf(1, 2048)).toMatch(
      /^out-of-bounds: the kernel failed with CUDA_ERROR_ILLEGAL_ADDRESS/,
    );
  });

  it('sets aside a call that hangs, and runs no more cases of the algo', () => {
    expect(faultOf(1, 1024)).toMatch(/^timeout: no result after 20 s/);
    expect(faultOf(1, 4096)).toBe('timeout: not run: the kernel already hung');
    expect(timeOf(0, 4096)).toBeGreaterThan(1000);
  });

  it('has faults for calls that the package has no code for', async () => {
    const found = await measure((meter, kernel, cases) => {
      const variants = kernel.variants.filter(({ algo }) => algo === 1);
      const partial = cases.map((each) => ({
        ...each,
        runs: each.runs.map((run) => ({ ...run, algos: [1] })),
      }));
      return Promise.all([
        meter.measure({ ...kernel, variants }, 0, cases.slice(0, 1)),
        meter.measure(kernel, 0, partial.slice(0, 1)),
      ]);
    });
    expect(found.flat().map(({ variant }) => variant)).toEqual([undefined, undefined]);
    expect(found.flat().map(({ result }) => result)).toEqual([
      {
        kind: 'fault',
        fault: { kind: 'launch', message: 'algo 0 has no cubin for compute capability 9.0' },
      },
      {
        kind: 'fault',
        fault: { kind: 'launch', message: 'algo 0 refuses the call' },
      },
    ]);
  });

  it('is not made without a GPU that the package has code for', async () => {
    const other = await recordedDriver(KERNELS, { RECORDING_CUDA_DEVICES: '12.0' });
    const made = measure(() => Promise.resolve('made'), other);
    await expect(made).rejects.toMatchObject({ kind: 'no-gpu' });
  });
});

async function measure<T>(
  body: (meter: Meter, ...rest: MeasuredParts) => Promise<T>,
  libraries = driver,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'measure-'));
  const lockFolder = await mkdtemp(join(tmpdir(), 'locks-'));
  await mkdir(scratch, { recursive: true });
  const pkg = await readSmokePackage(folder);
  const kernel = pkg.manifest.kernels.find(({ name }) => name === 'scale');
  const cases = pkg.cases[0]?.cases ?? [];
  if (kernel === undefined) throw new Error('the package has no kernel `scale`');
  const settings: MeasureSettings = {
    timing: { milliseconds: 60, precision: 0.05, flush: true },
    timeout: 20,
    jobs: availableParallelism(),
    wait: 1,
    lockFolder,
  };
  const context = {
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: libraries },
    log: silentLog,
    signal: new AbortController().signal,
    runTool,
    scratch,
    now: () => performance.now(),
  };
  try {
    return await withMeter(pkg, [{ kernel, cases }], settings, context, async (meter) => {
      expect(meter.device).toMatchObject({ capability: '9.0', driver: '12.8' });
      return body(meter, kernel, cases);
    });
  } finally {
    expect(await readdir(scratch)).toEqual([]);
    await rm(scratch, { recursive: true });
  }
}

type MeasuredParts = [
  kernel: Parameters<Meter['measure']>[0],
  cases: Parameters<Meter['measure']>[2],
];

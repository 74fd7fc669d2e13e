import { beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Memory } from '../../../../src/base/context.ts';
import { run } from '../../../../src/base/process.ts';
import type { MeasuredCall, Meter } from '../../../../src/prove/measure/meter.ts';
import { readSmokePackage } from '../../../../src/package/cases.ts';
import type { SmokeResult } from '../../../../src/prove/smoke/result.ts';
import { type KernelTest, selectTests } from '../../../../src/prove/smoke/selection.ts';
import { smoke } from '../../../../src/smoke.ts';
import { smokeFailure } from '../../../../src/smoke-findings.ts';
import { compareChosen } from '../../../../src/features/tuning/measure/check.ts';
import { readPlatform } from '../../../../src/toolchain/platform.ts';
import { expectGolden } from '../../../support/golden.ts';
import { recordedDriver } from '../../../support/recorded-driver.ts';
import { silentLog } from '../../../support/silent-log.ts';
import type { Times } from '../tuning-file.ts';
import {
  MANIFEST,
  scaleCase,
  scaleCases,
  smokePackage,
} from '../../../prove/smoke/smoke-package.ts';
import { noNetwork } from '../../../support/no-network.ts';

/** The times of algo 0 and 1 for the sizes 64 and 256, in the order of the calls; the last stays. */
type Planted = Readonly<Record<string, readonly (number | string)[]>>;

const SIZES = [64, 256];

describe('the comparison of chosen algos with the best', () => {
  let test: KernelTest;
  beforeAll(async () => {
    const timed = SIZES.map((n) => scaleCase(n));
    const pkg = await readSmokePackage(await smokePackage([scaleCases({ timed })]));
    const [first] = selectTests(pkg, { ...REQUEST, package: '' }).tests;
    if (first === undefined) throw new Error('no test');
    test = first;
  });

  const check = (chosen: readonly (number | undefined)[], planted: Planted) => {
    const calls = new Map<string, number>();
    const resultOf = (key: string): MeasuredCall['result'] => {
      const times = planted[key] ?? [];
      const count = calls.get(key) ?? 0;
      calls.set(key, count + 1);
      const time = times[Math.min(count, times.length - 1)] ?? 'no time';
      return typeof time === 'number'
        ? { kind: 'time', microseconds: time, range: 0, calls: 20, clocks: undefined }
        : { kind: 'fault', fault: { kind: 'crash', message: time } };
    };
    const meter: Meter = {
      device: {
        name: 'NVIDIA H100',
        uuid: 'GPU-1',
        capability: '9.0',
        multiprocessors: 132,
        driver: '13.0',
      },
      variantOf: () => undefined,
      chosen: () => Promise.resolve(chosen),
      measure: (_kernel, algo, cases) =>
        Promise.resolve(
          cases.map((item) => ({
            case: item,
            algo,
            variant: undefined,
            result: resultOf(`${algo} ${item.scalars['n']}`),
          })),
        ),
    };
    return compareChosen(test, meter);
  };

  it('finds the highest ratio', async () => {
    const planted = { '0 64': [10], '1 64': [10.7], '0 256': [20], '1 256': [40] };
    expect(await check([1, 0], planted)).toEqual({ sizes: 2, worst: 1.07, problems: [] });
  });

  it('finds a size whose chosen algo is slow', async () => {
    const planted = { '0 64': [10], '1 64': [12.5], '0 256': [20], '1 256': [40] };
    const { worst, problems } = await check([1, 0], planted);
    expect(worst).toBe(1.25);
    expectGolden(problems.map(({ kind, message }) => `${kind}: ${message}`).join('\n'));
  });

  it('times once more what seems slow', async () => {
    const planted = { '0 64': [10], '1 64': [12.5, 10.5], '0 256': [20], '1 256': [40] };
    expect(await check([1, 0], planted)).toEqual({ sizes: 2, worst: 1.05, problems: [] });
  });

  it('needs a chosen algo, and its time', async () => {
    const planted = { '0 64': [10], '1 64': ['crashed'], '0 256': [20], '1 256': [40] };
    const { worst, problems } = await check([1, undefined], planted);
    expect(worst).toBeUndefined();
    expectGolden(problems.map(({ kind, message }) => `${kind}: ${message}`).join('\n'));
  });
});

/** The algos have blocks of 64 and 128 elements. Algo 1 is three times slower, by the clock of the device. */
const KERNELS = `
#include <string.h>
static long long now;
long long nanoseconds(void) { return now; }
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const int n = *(int *)parameters[2];
  const int algo = grid[0] == (unsigned)(n + 63) / 64 ? 0 : 1;
  memset(*(void **)parameters[1], 0, sizeof(float) * (size_t)n);
  now += algo == 0 ? 1000000 : 3000000;
  return 0;
}
`;

describe('the smoke test of a measured kernel', () => {
  let driver: string;
  beforeAll(async () => {
    driver = await recordedDriver(KERNELS);
  });

  it('records that the chosen algos are fast', async () => {
    const { result, evidence } = await smokeTest(driver, [[{ n: 256 }, 1, 3]], true);
    expect(smokeFailure(result)).toBeUndefined();
    expect(result.checks.filter(({ check }) => check === 'tuned')).toMatchObject([
      { kernel: 'scale', problems: [] },
    ]);
    expect(evidence).toMatchObject({
      records: expect.arrayContaining([expect.objectContaining({ outcome: 'ran' })]),
      tuned: [
        { kernel: 'scale', outcome: 'tuned', sizes: 1, worst: 1, device: 'Recording GPU 9.0' },
      ],
    });
  });

  it('fails if a chosen algo is slow and that is required, else has a note', async () => {
    const wrong = [[{ n: 256 }, 3, 1]] as const;
    const { result, evidence } = await smokeTest(driver, wrong, true);
    const failure = smokeFailure(result)?.message ?? '';
    expect(failure).toMatch(
      /^scale \[check tuned\]: algo 1, which is chosen for n=256, takes 3\.00 × the time of algo 0; at most 1\.1 × is allowed\n.*--only scale --require-tuned$/,
    );
    expect(evidence).toMatchObject({ records: [{ outcome: 'ran' }, { outcome: 'ran' }] });
    expect(evidence).not.toHaveProperty('tuned');
    const { result: noted } = await smokeTest(driver, wrong, false);
    expect(noted.outcome).toBe('passed');
    expect(noted.notes).toContainEqual(expect.stringMatching(/^scale: algo 1, which is chosen/));
  });

  it('fails if nothing was measured and that is required', async () => {
    const { result } = await smokeTest(driver, [], true);
    expectGolden((smokeFailure(result)?.message ?? '').replace(result.package.folder, 'PACKAGE'));
  });
});

const REQUEST = {
  manifest: 'kernels.yaml',
  gpu: 'required',
  only: [],
  sanitize: false,
  wait: 1,
  timeout: 20,
  jobs: availableParallelism(),
  lockFolder: '',
} as const;

async function smokeTest(
  driver: string,
  tuned: readonly Times[],
  isRequired: boolean,
): Promise<{ readonly result: SmokeResult; readonly evidence: unknown }> {
  const scratch = await mkdtemp(join(tmpdir(), 'tuned-'));
  const cases = [scaleCase(256)];
  const folder = await smokePackage([scaleCases({ cases })], {}, MANIFEST, tuned);
  const flags = new Set(isRequired ? ['require-tuned'] : []);
  const request = { ...REQUEST, package: folder, lockFolder: scratch, flags };
  const result = await smoke(request, {
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: driver },
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    home: scratch,
    scratch,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => performance.now(),
  });
  const evidence: unknown = JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8'));
  return { result, evidence };
}

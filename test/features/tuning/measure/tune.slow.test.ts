import { beforeAll, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../../src/base/context.ts';
import type { Problem } from '../../../../src/base/errors.ts';
import { run } from '../../../../src/base/process.ts';
import {
  tune,
  tuneFailure,
  type TuneRequest,
} from '../../../../src/features/tuning/measure/tune.ts';
import type { TuneResult } from '../../../../src/features/tuning/measure/tune-kernel.ts';
import { tuneTables } from '../../../../src/features/tuning/measure/tune-table.ts';
import { readTuning } from '../../../../src/features/tuning/file.ts';
import type { KernelCases } from '../../../../src/manifest/cases/packaged.ts';
import { expectGolden, failureOf } from '../../../support/golden.ts';
import { recordedDriver } from '../../../support/recorded-driver.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { scaleCase, scaleCases, smokePackage } from '../../../prove/smoke/smoke-package.ts';

/**
 * The algos have blocks of 64 and 128 elements. Algo 0 is the faster one up to n = 512. Algo 1 fails
 * with n = 2048, and both fail with n = 4096. The times are by the clock of the device.
 */
const KERNELS = `
static long long now;
long long nanoseconds(void) { return now; }
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const int n = *(int *)parameters[2];
  const int algo = grid[0] == (unsigned)(n + 63) / 64 ? 0 : 1;
  if (n == 4096 || (algo == 1 && n == 2048)) return 1;
  now += (algo == 0) == (n <= 512) ? 1000000 : 3000000;
  return 0;
}
`;

let driver: string;
let file: string;
let warnings: Problem[];
let groups: string[];

beforeAll(async () => {
  driver = await recordedDriver(KERNELS);
});

beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'tune-')), 'tuning.json');
  warnings = [];
  groups = [];
});

describe('tune', () => {
  it('measures every algo for every size once, and writes what it found', async () => {
    const folder = await packageOf([256, 2048, 100]);
    const result = await measure(folder);
    expect(result).toMatchObject({
      package: { name: 'demo', version: '1.2.0', folder },
      device: { name: 'Recording GPU 9.0', capability: '9.0', driver: '12.8' },
      kernels: [{ kernel: 'scale', measured: 6, kept: 0 }],
      untuned: ['other'],
    });
    expect(tuneFailure(result)).toBeUndefined();
    expect(groups).toContain('Build the harness');
    expectGolden(warnings.map(({ message, hint }) => `${message}\n    ${hint}`).join('\n'));

    const [entry, ...others] = (await readTuning(file)) ?? [];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kernel: 'scale',
      device: { name: 'Recording GPU 9.0', capability: '9.0', driver: '12.8' },
      triton: '3.8.0',
    });
    // Only integers: the other scalar is a float.
    expect(entry?.sizes.map(({ values }) => values)).toEqual([{ n: 256 }, { n: 2048 }, { n: 100 }]);
    const fault = entry?.sizes[1]?.scores[1];
    expect(fault).toMatchObject({ algo: 1, fault: expect.stringMatching(/^out-of-bounds: /) });
    expect(fault).not.toHaveProperty('microseconds');
    const [table] = tuneTables(result);
    expect(table?.rows.map(({ size, best, faults }) => [size, best, faults])).toEqual([
      ['n=256', '0', ''],
      ['n=2048', '0', '1'],
      ['n=100', '0', ''],
    ]);

    // Nothing is left to do, so nothing is built.
    groups = [];
    expect(await measure(folder)).toMatchObject({ kernels: [{ measured: 0, kept: 6 }] });
    expect(groups).toEqual(['Look for a GPU', expect.stringMatching(/^Measure on /)]);
    expect((await readTuning(file))?.[0]).toEqual(entry);
  });

  it('measures the cases of `tune:` with all algos, and fails for those without a time', async () => {
    const timed = [640, 4096].map((n) => scaleCase(n));
    const folder = await packageOf([256], { timed, key: ['n'], algos: [0] });
    const result = await measure(folder);
    const [entry] = (await readTuning(file)) ?? [];
    expect(entry?.key).toEqual(['n']);
    expect(entry?.sizes.map(({ values }) => values)).toEqual([{ n: 640 }, { n: 4096 }]);
    const [row] = tuneTables(result)[0]?.rows ?? [];
    expect(row).toMatchObject({ size: 'n=640', best: '1', faults: '' });
    expect(Number(row?.first.split(' ')[0])).toBe(3);
    const failure = tuneFailure(result, () => ({ file: 'kernels.yaml', line: 7 }));
    expect(failure?.kind).toBe('smoke');
    expectGolden(failure?.message ?? '');
  });

  it('does not overwrite a file that is not a tuning file, and needs something to measure', async () => {
    await writeFile(file, '{}');
    const folder = await packageOf([256]);
    expectGolden((await failureOf(() => measure(folder))).replace(file, 'FILE'));
    expect(await readFile(file, 'utf8')).toBe('{}');
    const nothing = await failureOf(() => measure(folder, { only: ['other'] }));
    expectGolden(nothing.replace(folder, 'PACKAGE'));
    const unknown = await failureOf(() => measure(folder, { algos: [7] }));
    expectGolden(unknown.replace(folder, 'PACKAGE'));
  });

  it('finds out that it cannot write the file before it builds anything', async () => {
    const nowhere = join(file, 'in', 'a', 'file');
    const failure = await failureOf(async () => measure(await packageOf([256]), { file: nowhere }));
    expect(failure).toMatch(
      /^environment: .*cannot write the tuning file: no such file or folder \(open: ENOENT\)$/,
    );
    expect(groups).not.toContain('Build the harness');
  });
});

function packageOf(sizes: readonly number[], changes: Partial<KernelCases> = {}): Promise<string> {
  const cases = sizes.map((n) => scaleCase(n));
  return smokePackage([scaleCases({ cases, ...changes })]);
}

async function measure(folder: string, changes: Partial<TuneRequest> = {}): Promise<TuneResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'tune-scratch-'));
  const log: Log = {
    ...silentLog,
    group: (title, body) => {
      groups.push(title);
      return body();
    },
    warning: (problem) => warnings.push(problem),
  };
  const request: TuneRequest = {
    package: folder,
    file,
    only: [],
    again: false,
    timing: { milliseconds: 40, precision: 0.05, flush: true },
    timeout: 10,
    jobs: availableParallelism(),
    wait: 1,
    lockFolder: scratch,
    ...changes,
  };
  return tune(request, {
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: driver },
    log,
    signal: new AbortController().signal,
    runTool: run,
    scratch,
    now: () => performance.now(),
  });
}

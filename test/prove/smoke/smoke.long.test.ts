import { beforeAll, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildContext, Memory } from '../../../src/base/context.ts';
import { type Environment, run } from '../../../src/base/process.ts';
import type { SmokeRequest } from '../../../src/prove/smoke/request.ts';
import type { SmokeResult } from '../../../src/prove/smoke/result.ts';
import { smoke } from '../../../src/smoke.ts';
import type { KernelCases, PackagedCase } from '../../../src/manifest/cases/packaged.ts';
import { compressData } from '../../../src/manifest/values/packing.ts';
import { readPlatform } from '../../../src/toolchain/platform.ts';
import { silentLog } from '../../support/silent-log.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { buffer, scaleCase, scaleCases, smokePackage } from './smoke-package.ts';
import { noNetwork } from '../../support/no-network.ts';

/** y = factor * x, with EXTRA elements too many. */
const KERNELS = `
#include <string.h>
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const float *x = *(const float **)parameters[0];
  float *y = *(float **)parameters[1];
  const int n = *(int *)parameters[2];
  const float factor = *(float *)parameters[3];
  for (int i = 0; i < n + EXTRA; i++) y[i] = factor * (i < n ? x[i] : 1);
  return 0;
}
`;

const OWN_TEST = `#include <demo.h>
#include <cstdio>
int main() { std::puts("the answer is wrong"); return scale_get_num_algos() == 2 ? STATUS : 9; }
`;

let right: string;
let scratch: string;
let logged: string[];

beforeAll(async () => {
  right = await recordedDriver(KERNELS.replace('EXTRA', '0'));
});

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'smoke-scratch-'));
  logged = [];
});

describe('a smoke test', () => {
  it('keeps the outputs of each run on request', async () => {
    const keep = join(scratch, 'kept');
    await test(await packageOf(), right, { case: 1, algo: 1, keep });
    const outputs = join(keep, 'outputs/scale');
    expect(await readdir(outputs)).toEqual(['case1-algo1-spec1-y.bin']);
    const kept = await readFile(join(outputs, 'case1-algo1-spec1-y.bin'));
    // y = factor * x, with x = 1.
    expect(kept).toEqual(Buffer.from(new Float32Array(33).fill(2.5).buffer));
  });

  it("runs the user's own test, whose output is in the message", async () => {
    const own = { cases: [], test: ['test.cpp'] };
    const file = 'smoke/tests/scale/test.cpp';
    const passing = await packageOf(own, { [file]: OWN_TEST.replace('STATUS', '0') });
    expect(await test(passing, right)).toMatchObject({ outcome: 'passed', executed: 1 });
    const failing = await packageOf(own, { [file]: OWN_TEST.replace('STATUS', '1') });
    const result = await test(failing, right);
    expect(result.checks).toMatchObject([
      {
        check: 'own-test',
        problems: [{ message: 'the test exited with status 1:\nthe answer is wrong' }],
      },
    ]);
  });
});

async function packageOf(
  changes: Partial<KernelCases> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const packed = [256, 33].map((n) =>
    compressData(new Uint8Array(Float32Array.from({ length: n }, () => 2.5).buffer), 4),
  );
  const cases = [256, 33].map((n, index): PackagedCase => {
    const data = packed[index]?.data ?? { file: '', elementSize: 4 };
    const y = { ...buffer(n), role: 'out' as const, fill: undefined };
    const expected = { type: 'f32' as const, data };
    return scaleCase(n, { buffers: { x: buffer(n), y: { ...y, expected } } });
  });
  const data = Object.fromEntries(packed.map((item) => [item.data.file, item.content]));
  const kernels = scaleCases({ expected: 'reference', cases, ...changes });
  return smokePackage([kernels], { ...data, ...files });
}

async function test(
  folder: string,
  driver: string,
  changes: Partial<SmokeRequest> = {},
  env: Environment = { PATH: process.env['PATH'] },
  signal = new AbortController().signal,
): Promise<SmokeResult> {
  const lockFolder = await locks();
  const request: SmokeRequest = {
    package: folder,
    manifest: 'kernels.yaml',
    gpu: 'required',
    only: [],
    sanitize: false,
    wait: 1,
    timeout: 20,
    jobs: availableParallelism(),
    lockFolder,
    ...changes,
  };
  return smoke(request, context({ ...env, LD_LIBRARY_PATH: driver }, signal));
}

async function locks(): Promise<string> {
  await mkdir(join(scratch, 'locks'), { recursive: true });
  return join(scratch, 'locks');
}

function context(env: Environment, signal: AbortSignal): BuildContext {
  return {
    env,
    platform: readPlatform(),
    log: { ...silentLog, info: (message) => logged.push(message) },
    signal,
    runTool: run,
    home: scratch,
    scratch,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => performance.now(),
  };
}

import { beforeAll, beforeEach } from '#jest';
import { mkdir, mkdtemp } from 'node:fs/promises';
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
import { noNetwork } from '../../support/no-network.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { silentLog } from '../../support/silent-log.ts';
import { buffer, scaleCase, scaleCases, smokePackage } from './smoke-package.ts';

/** y = factor * x, with EXTRA elements too many. */
export const KERNELS = `
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

/** A test of the user, whose exit status is STATUS. */
export const OWN_TEST = `#include <demo.h>
#include <cstdio>
int main() { std::puts("the answer is wrong"); return scale_get_num_algos() == 2 ? STATUS : 9; }
`;

/** What smoke tests of a file need: a driver with right kernels, and a folder for each test. */
export interface Tester {
  readonly right: string;
  /** Where a smoke test may write. It has the folder `locks`. */
  readonly scratch: string;
  /** What the smoke tests of this test logged. */
  readonly logged: readonly string[];
  readonly test: (
    folder: string,
    driver: string,
    changes?: Partial<SmokeRequest>,
    env?: Environment,
    signal?: AbortSignal,
  ) => Promise<SmokeResult>;
}

/** Sets up the tests of a file. */
export function tester(): Tester {
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

  const context = (env: Environment, signal: AbortSignal): BuildContext => ({
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
  });
  return {
    get right() {
      return right;
    },
    get scratch() {
      return scratch;
    },
    get logged() {
      return logged;
    },
    test: async (
      folder,
      driver,
      changes = {},
      env = { PATH: process.env['PATH'] },
      signal = new AbortController().signal,
    ) => {
      const lockFolder = join(scratch, 'locks');
      await mkdir(lockFolder, { recursive: true });
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
    },
  };
}

/** Writes a package with two cases of `scale`, whose outputs are compared with expected ones. */
export async function testedPackage(
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

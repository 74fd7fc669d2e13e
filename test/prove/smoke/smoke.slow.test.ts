import { beforeAll, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BuildContext, Memory } from '../../../src/base/context.ts';
import { type Environment, interruptedFailure, run } from '../../../src/base/process.ts';
import type { SmokeRequest } from '../../../src/prove/smoke/request.ts';
import type { SmokeResult } from '../../../src/prove/smoke/result.ts';
import { smoke, smokeFailure } from '../../../src/smoke.ts';
import type { KernelCases, PackagedCase } from '../../../src/manifest/cases/packaged.ts';
import { compressData } from '../../../src/manifest/values/packing.ts';
import { readPlatform } from '../../../src/toolchain/platform.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { silentLog } from '../../support/silent-log.ts';
import { recordedDriver } from '../../support/recorded-driver.ts';
import { buffer, MANIFEST, scaleCase, scaleCases, smokePackage } from './smoke-package.ts';
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
  it('passes, writes evidence and leaves no other files behind', async () => {
    const folder = await packageOf();
    const result = await test(folder, right);
    expect(result).toMatchObject({
      package: { name: 'demo', version: '1.2.0', folder },
      outcome: 'passed',
      device: { capability: '9.0' },
      untested: ['other'],
      failed: 0,
    });
    expect(result.runs.map(({ algo, problems }) => [algo, problems])).toEqual(
      [0, 1, 0, 1].map((algo) => [algo, []]),
    );
    expect(result.runs[0]?.outputs).toEqual([{ name: 'y', norm: 0, max: 0 }]);
    expect(result.checks.map(({ check }) => check)).toEqual([
      'bad-algo',
      'empty-grid',
      'threads',
      'memory',
    ]);
    expect(result.executed).toBe(8);
    expect(result.notes).toEqual([expect.stringContaining('second GPU')]);
    expect(smokeFailure(result)).toBeUndefined();
    expect(logged).toContain('scale: 4 runs, 4 checks, relative error at most 0.0');
    const evidence: unknown = JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8'));
    expect(evidence).toMatchObject({ records: [{ target: 'sm_90' }, {}, {}, {}] });
    expect(await readdir(scratch)).toEqual(['locks']);
  });

  it('fails if a kernel writes out of bounds, with the line and the command', async () => {
    const wrong = await recordedDriver(KERNELS.replace('EXTRA', '1'));
    const result = await test(await packageOf(), wrong, { case: 1, algo: 0 });
    expect(result).toMatchObject({ outcome: 'failed', executed: 1, failed: 1 });
    const failure = smokeFailure(result, () => ({ file: 'kernels.yaml', line: 7 }));
    expect(failure?.kind).toBe('smoke');
    expectGolden((failure?.message ?? '').replace(result.package.folder, 'PACKAGE'));
    expect(result.runs[0]?.problems.map(({ kind }) => kind)).toContain('out-of-bounds');
  });

  it('leaves nothing behind if it is interrupted', async () => {
    const endless = `#include <cstdio>
#include <unistd.h>
int main() { if (std::FILE *file = std::fopen("${scratch}/pid", "w")) std::fclose(file); pause(); }
`;
    const file = 'smoke/tests/scale/test.cpp';
    const folder = await packageOf({ cases: [], test: ['test.cpp'] }, { [file]: endless });
    const controller = new AbortController();
    const running = test(folder, right, {}, undefined, controller.signal);
    while (!existsSync(join(scratch, 'pid'))) await setTimeout(20);
    controller.abort(interruptedFailure('SIGINT'));
    await expect(running).rejects.toThrow('interrupted by SIGINT');
    expect(await readdir(scratch)).toEqual(['locks', 'pid']);
  });

  it("shows where the user's own test does not compile", async () => {
    const file = 'smoke/tests/scale/test.cpp';
    const folder = await packageOf({ cases: [], test: ['test.cpp'] }, { [file]: '\nint main() {' });
    await expect(test(folder, right)).rejects.toMatchObject({
      kind: 'smoke',
      problems: [{ place: { file: join(folder, file), line: 2 } }],
    });
  });

  it('is only built if there is no GPU and none is required', async () => {
    const hidden = await withoutDriver();
    const files = { 'smoke/tests/scale/test.cpp': OWN_TEST.replace('STATUS', '0') };
    const folder = await packageOf({ cases: [], test: ['test.cpp'] }, files);
    const result = await test(folder, hidden, { gpu: 'auto' });
    expect(result).toMatchObject({ outcome: 'built', executed: 0, device: undefined });
    expect(result.reason?.message).toMatch(/no CUDA driver/);
    expect(smokeFailure(result)).toBeUndefined();
    expect(logged).toContainEqual(expect.stringMatching(/^built, but not run/));
  });

  it('fails before the long build if there is no GPU and one is required', async () => {
    const hidden = await withoutDriver();
    const folder = await packageOf();
    const failure = await failureOf(() => test(folder, hidden));
    // In parentheses: the message of the dynamic linker.
    expectGolden(failure.replace(/ \(.*libcuda\.so\.1.*\)/, ' (REASON)'));
    expect(await readdir(scratch)).toEqual(['locks']);
  });

  it.each(['803', '100'])('explains error %s of the driver', async (code) => {
    const broken = await recordedDriver(KERNELS.replace('EXTRA', '0'), {
      RECORDING_CUDA_INIT: code,
    });
    const folder = await packageOf();
    expectGolden(await failureOf(() => test(folder, broken)));
  });

  it('fails if the package is for other GPUs', async () => {
    const other = await recordedDriver(KERNELS.replace('EXTRA', '0'), {
      RECORDING_CUDA_DEVICES: '12.0',
    });
    const folder = await packageOf();
    expectGolden(await failureOf(() => test(folder, other)));
  });

  it('fails if one of the kernels has no cubin for the GPU', async () => {
    const other = { ...scaleCases(), name: 'other', cases: [], test: ['test.cpp'] };
    const files = { 'smoke/tests/other/test.cpp': OWN_TEST.replace('STATUS', '0') };
    const manifest = `${MANIFEST}    targets: [sm_80]\n`;
    const folder = await smokePackage([scaleCases(), other], files, manifest);
    const result = await test(folder, right);
    expect(result).toMatchObject({ outcome: 'failed', failed: 1 });
    expectGolden((smokeFailure(result)?.message ?? '').replace(folder, 'PACKAGE'));
  });

  it('needs a C++ compiler', async () => {
    const folder = await packageOf();
    expectGolden(await failureOf(() => test(folder, right, {}, { PATH: '/nowhere' })));
  });

  it('needs compute-sanitizer if requested', async () => {
    const folder = await packageOf();
    const env = { PATH: '/nowhere' };
    expectGolden(await failureOf(() => test(folder, right, { sanitize: true }, env)));
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

/** A folder with a libcuda.so.1 that is not a library. It hides the machine's driver. */
async function withoutDriver(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'no-driver-'));
  await writeFile(join(folder, 'libcuda.so.1'), 'no library');
  return folder;
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

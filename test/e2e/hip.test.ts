import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compressData } from '../../src/manifest/values/packing.ts';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { recordedHip } from '../support/recording-hip.ts';
import {
  buffer,
  MANIFEST,
  scaleCase,
  scaleCases,
  smokePackage,
} from '../prove/smoke/smoke-package.ts';

/** A user's own test, which gets HIP's types from the package's header. */
const OWN_TEST = `
#include <demo.h>
int main() {
  int device = -1;
  const hipError_t status = hipGetDevice(&device);
  return status == hipSuccess && device == 0 && load_scale() == hipSuccess ? 0 : 1;
}
`;

/** y = factor * x, and for WRONG elements something else. Each launch takes a millisecond of the device's clock. */
const KERNELS = `
static long long now;
long long nanoseconds(void);
long long nanoseconds(void) { return now; }
int execute(const char *kernel, void **parameters, const unsigned grid[3]);
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const float *x = *(const float **)parameters[0];
  float *y = *(float **)parameters[1];
  const int n = *(int *)parameters[2];
  const float factor = *(float *)parameters[3];
  (void)kernel;
  now += 1000000LL * (grid[0] == (unsigned)(n + 63) / 64 ? 1 : 2);
  for (int i = 0; i < n; i++) y[i] = factor * x[i] + (i < WRONG);
  return 0;
}
`;

describe('AMD GPUs, with the recording HIP runtime', () => {
  let space: Workspace;
  let amd: string;
  let both: string;
  let right: string;
  let wrong: string;

  beforeAll(async () => {
    [amd = '', both = ''] = await Promise.all([
      packageFor('[gfx1100]', ['test.cpp']),
      packageFor('[sm_90, gfx942, gfx1100]'),
    ]);
    right = await recordedHip(
      ['gfx942:sramecc+:xnack-', 'gfx1100', 'gfx1100'],
      KERNELS.replace('WRONG', '0'),
    );
    wrong = await recordedHip(['gfx1100'], KERNELS.replace('WRONG', '1'), 'libamdhip64.so.7');
    space = await workspace();
  });
  afterAll(async () => {
    await space.remove();
    for (const folder of [amd, both].map(dirname).concat(right, wrong))
      await rm(folder, { recursive: true });
  });

  const triton = (driver: string, args: readonly string[]) =>
    space.triton(args, {
      env: { LD_LIBRARY_PATH: driver, TRITON_AOT_LOCKS: space.folder, GITHUB_ACTIONS: '' },
    });
  const calls = async (driver: string): Promise<readonly { call: string; device?: number }[]> => {
    const text = await readFile(join(driver, 'calls.jsonl'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };

  it('pass the smoke test, also on a second one, and are named in the evidence', async () => {
    const { code, stdout, stderr } = await triton(right, ['smoke', '--package', amd]);
    expectSuccess({ code, stderr });
    expect(stdout).toContain('on Recording GPU gfx1100 (gfx1100, HIP 6.4, 0000:04:00.0)');
    expect(stdout).toMatch(/^10 passed, 0 failed$/m);
    const { records } = JSON.parse(await readFile(join(amd, 'evidence.json'), 'utf8'));
    expect(records).toHaveLength(4);
    expect(records[0]).toMatchObject({
      outcome: 'ran',
      device: 'Recording GPU gfx1100',
      capability: 'gfx1100',
      target: 'gfx1100',
      driver: '6.4',
    });
    const launches = (await calls(right)).filter(({ call }) => call === 'hipModuleLaunchKernel');
    expect(new Set(launches.map(({ device }) => device))).toEqual(new Set([0, 1]));
  });

  it('are chosen by number in a package for both vendors', async () => {
    const { code, stdout, stderr } = await triton(right, [
      'smoke',
      '--package',
      both,
      '--device',
      '0',
      '--json',
    ]);
    expectSuccess({ code, stderr });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'passed',
      device: { capability: 'gfx942', uuid: '0000:03:00.0', multiprocessors: 48 },
    });
  });

  it('show wrong outputs, with the runtime of ROCm 7', async () => {
    const { code, stderr } = await triton(wrong, ['smoke', '--package', both, '--case', '1']);
    expect(code).toBe(6);
    expectGolden(errorsIn(stderr).replaceAll(both, 'PACKAGE'));
  });

  it('are measured by tune', async () => {
    const args = ['--package', amd, '--out', 'tuning.json', '--time', '20'];
    const { code, stdout, stderr } = await triton(right, ['tune', ...args]);
    expectSuccess({ code, stderr });
    expect(stdout).toMatch(/^scale: 2 algos, 2 sizes, 4 new scores$/m);
    const { kernels } = JSON.parse(await readFile(join(space.folder, 'tuning.json'), 'utf8'));
    expect(kernels).toMatchObject([
      {
        kernel: 'scale',
        device: { name: 'Recording GPU gfx1100', capability: 'gfx1100', multiprocessors: 48 },
        sizes: [
          { values: { n: 256 }, scores: [{ microseconds: 1000 }, { microseconds: 2000 }] },
          { values: { n: 33 } },
        ],
      },
    ]);
    const again = await triton(right, ['tune', ...args, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ kernels: [{ measured: 0, kept: 4 }] });
  });

  it.each(['smoke', 'tune', 'bench'])('are what %s asks for with exit code 7', async (command) => {
    const { code, stderr } = await triton('/nowhere', [command, '--package', amd]);
    expect(code).toBe(7);
    expectGolden(
      errorsIn(stderr)
        .replaceAll(amd, 'PACKAGE')
        .replaceAll(/ \(libamdhip64.*?\)$/gm, ' (REASON)'),
    );
  });

  it('are not tested with compute-sanitizer', async () => {
    const { code, stderr } = await triton(right, ['smoke', '--package', amd, '--sanitize']);
    expect(code).toBe(2);
    expect(errorsIn(stderr)).toContain('compute-sanitizer is an NVIDIA tool');
  });
});

/** Writes a package whose outputs are compared with expected ones. */
function packageFor(targets: string, test: string[] = []): Promise<string> {
  const files: Record<string, string | Uint8Array> = { 'smoke/tests/scale/test.cpp': OWN_TEST };
  const cases = [256, 33].map((n) => {
    const expected = new Uint8Array(Float32Array.from({ length: n }, () => 2.5).buffer);
    const { data, content } = compressData(expected, 4);
    files[data.file] = content;
    const y = { ...buffer(n), role: 'out' as const, fill: undefined };
    return scaleCase(n, {
      buffers: { x: buffer(n), y: { ...y, expected: { type: 'f32', data } } },
    });
  });
  const manifest = MANIFEST.replace('[sm_80, sm_90]', targets);
  return smokePackage([scaleCases({ expected: 'reference', cases, test })], files, manifest);
}

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMPILERS } from '../../support/compilers.ts';
import { fakePlan } from '../../support/fake-build.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { tunedKernel, choosersFor } from '../../features/tuning/tuning-file.ts';
import { CUDA_INCLUDE } from '../../support/recording-cuda.ts';
import { buildRecordingHip, compileC, runWithHip } from '../../support/recording-hip.ts';

const manifest = (targets: string): string => `
package: demo
triton: 3.8.0
targets: [${targets}]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, half: fp16, wide: fp64, flag: i1, big: u64, n: i32 }
    constants: { BLOCK: 128 }
    grid: [cdiv(n, BLOCK), flag]
  offset:
    source: demo.py:offset_kernel
    arguments: { x: ["*fp32", "*fp32:16"], n: i32 }
    configs:
      - { BLOCK: 64 }
      - { BLOCK: 32, num_warps: 8, targets: [gfx942] }
    grid: [cdiv(n, BLOCK)]
  partial:
    source: demo.py:offset_kernel
    targets: [gfx942, gfx1100]
    arguments: { x: "*fp32:16", n: i32 }
    configs:
      - { BLOCK: 64, targets: [gfx1100] }
      - { BLOCK: 32, targets: [gfx942] }
    grid: [cdiv(n, BLOCK)]
`;
const FUNCTIONS = {
  scale_kernel: ['x', 'factor', 'half', 'wide', 'flag', 'big', 'n', 'BLOCK'],
  offset_kernel: ['x', 'n', 'BLOCK'],
};

const PROGRAM = `
#include <demo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef __cplusplus
extern "C"
#endif
hipError_t hipStreamCreate(hipStream_t *stream);

static void tell(hipError_t result) { printf("%d ", (int)result); }

static hipError_t scale_of(hipStream_t stream, int n) {
  return scale_default(stream, (hipDeviceptr_t)0x1122334455667700, 1.5f, 0x3c00, -2.5, true, 7, n);
}

static void *first_call(void *unused) {
  (void)unused;
  tell(scale_of(NULL, 300));
  return NULL;
}

int main(int argc, char **argv) {
  const char *part = argc > 1 ? argv[1] : "";
  if (strcmp(part, "bytes") == 0) tell(scale_of(NULL, 300));
  if (strcmp(part, "empty") == 0) tell(scale_of(NULL, 0));
  if (strcmp(part, "algos") == 0) {
    for (int algo = -1; algo < 3; algo++) tell(offset(NULL, (hipDeviceptr_t)16, 100, algo));
    tell(offset(NULL, (hipDeviceptr_t)8, 100, 0));
    tell((hipError_t)offset_get_num_algos());
    tell((hipError_t)offset_choose(NULL, 100));
  }
  if (strcmp(part, "partial") == 0) {
    tell((hipError_t)partial_choose(NULL, 100));
    tell(partial_default(NULL, (hipDeviceptr_t)16, 100));
  }
  if (strcmp(part, "devices") == 0) {
    hipStream_t second;
    hipSetDevice(1);
    hipStreamCreate(&second);
    hipSetDevice(0);
    tell(scale_of(NULL, 300));
    tell(scale_of(second, 300));
    tell(scale_of(NULL, 300));
    tell(load_scale());
    for (int device = 1; device < 5; device++) { hipSetDevice(device); tell(scale_of(NULL, 300)); }
    tell(unload_scale());
  }
  if (strcmp(part, "retry") == 0) { tell(scale_of(NULL, 300)); tell(scale_of(NULL, 300)); }
  if (strcmp(part, "load") == 0) { tell(load_scale()); tell(unload_scale()); tell(unload_scale()); tell(load_scale()); }
  if (strcmp(part, "loaded") == 0) { tell(load_scale()); tell(scale_of(NULL, 300)); tell(scale_of(NULL, 300)); }
  if (strcmp(part, "threads") == 0) {
    pthread_t threads[16];
    for (int i = 0; i < 16; i++) pthread_create(&threads[i], NULL, first_call, NULL);
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    tell(unload_scale());
  }
  return 0;
}
`;

const LOAD = 'hipModuleLoadData';
const LAUNCH = 'hipModuleLaunchKernel';
const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];

describe('the launcher for HIP, with a recording runtime', () => {
  let library: string;
  let folder: string;

  beforeAll(async () => {
    library = await buildRecordingHip();
    folder = await fakePackage(manifest('sm_90, gfx942, gfx1100'), FUNCTIONS, ({ kernel }) =>
      kernel.name === 'scale' ? { shared: 60_000, globalScratch: { size: 32, align: 16 } } : {},
    );
    await writeFile(join(dirname(folder), 'main.c'), PROGRAM);
    await build('plain', []);
  });
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true });
    await rm(library, { recursive: true });
  });

  const program = (name: string): string => join(dirname(folder), name);

  async function build(name: string, flags: readonly string[], from = folder): Promise<void> {
    await compileC([
      'cc',
      '-std=gnu11',
      ...WARNINGS,
      '-DAOT_HIP',
      '-DAOT_WITHOUT_ROCM',
      ...flags,
      '-pthread',
      `-I${join(from, 'include')}`,
      program('main.c'),
      ...['scale', 'offset', 'partial'].map((kernel) => join(from, `src/${kernel}.hip.c`)),
      join(library, 'libamdhip64.so.6'),
      '-ldl',
      '-o',
      program(name),
    ]);
  }

  const play = (
    part: string,
    { devices = ['gfx942:sramecc+:xnack-'], fail = '', name = 'plain' } = {},
  ) => runWithHip([program(name), part], library, devices, fail);

  it('passes every argument in the size the kernel reads, and memory for the launch', async () => {
    const { stdout, records } = await play('bytes');
    expect(stdout).toBe('0 ');
    expect(records.filter(({ call }) => call !== LOAD)).toMatchObject([
      { call: 'hipModuleGetFunction' },
      { call: 'hipMallocAsync', bytes: 3 * 32 },
      {
        call: LAUNCH,
        kernel: 'scale_kernel',
        arch: 'gfx942',
        grid: [3, 1, 1],
        threads: 256,
        shared: 60_000,
        parameters: [
          '0077665544332211',
          '0000c03f',
          '003c',
          '00000000000004c0',
          '01',
          '0700000000000000',
          '2c010000',
          '00cdab0000000000',
          '0000000000000000',
        ],
      },
      { call: 'hipFreeAsync' },
    ]);
  });

  it('launches waves of 32 threads on RDNA', async () => {
    const { records } = await play('bytes', { devices: ['gfx1100'] });
    expect(records.find(({ call }) => call === LAUNCH)).toMatchObject({
      threads: 128,
      arch: 'gfx1100',
    });
  });

  it('succeeds on an empty grid without calling HIP', async () => {
    expect(await play('empty')).toEqual({ stdout: '0 ', records: [] });
  });

  it('rejects unknown algos, and algos without code for the device', async () => {
    const { stdout, records } = await play('algos');
    expect(stdout).toBe('1 0 0 1 0 2 0 ');
    const launches = records.filter(({ call }) => call === LAUNCH);
    expect(launches.map(({ grid, threads }) => [grid?.[0], threads])).toEqual([
      [2, 256],
      [4, 512],
      [2, 256],
    ]);
    expect((await play('algos', { devices: ['gfx1100'] })).stdout).toBe('1 0 209 1 0 2 0 ');
  });

  it.each([
    ['gfx942', 4],
    ['gfx1100', 2],
  ])('launches the first algo that has code for %s', async (device, grid) => {
    const { stdout, records } = await play('partial', { devices: [device] });
    expect(stdout).toBe(device === 'gfx942' ? '1 0 ' : '0 0 ');
    expect(records.find(({ call }) => call === LAUNCH)?.grid).toEqual([grid, 1, 1]);
  });

  it('loads a module for each device, and uses that of the stream’s device', async () => {
    const devices = ['gfx942', 'gfx942:xnack+', 'gfx1100', 'gfx1101', 'gfx94'];
    const { stdout, records } = await play('devices', { devices });
    expect(stdout).toBe('0 0 0 0 0 0 209 209 0 ');
    const of = (name: string) =>
      records.filter(({ call }) => call === name).map(({ device, arch }) => [device, arch]);
    expect(of(LOAD)).toEqual([
      [0, 'gfx942'],
      [1, 'gfx942'],
      [2, 'gfx1100'],
    ]);
    expect(of(LAUNCH)).toEqual([
      [0, 'gfx942'],
      [1, 'gfx942'],
      [0, 'gfx942'],
      [1, 'gfx942'],
      [2, 'gfx1100'],
    ]);
    expect(of('hipModuleUnload')).toHaveLength(3);
  });

  it('only launches once the code is loaded, so that calls can be captured in a graph', async () => {
    const { stdout, records } = await play('loaded');
    expect(stdout).toBe('0 0 0 ');
    const calls = records.map(({ call }) => call);
    const launch = ['hipMallocAsync', LAUNCH, 'hipFreeAsync'];
    expect(calls.slice(calls.indexOf('hipModuleGetFunction') + 1)).toEqual([...launch, ...launch]);
  });

  it('loads ahead, unloads once, and loads again', async () => {
    const { stdout, records } = await play('load');
    expect(stdout).toBe('0 0 0 0 ');
    expect(
      records.map(({ call }) => call).filter((call) => call !== 'hipModuleGetFunction'),
    ).toEqual([LOAD, 'hipModuleUnload', LOAD]);
  });

  it.each([
    ['hipGetDeviceProperties:1', '2 0 '],
    ['hipModuleLoadData:1:200', '200 0 '],
    ['hipModuleGetFunction:1:500', '500 0 '],
    ['hipMallocAsync:1', '2 0 '],
    ['hipModuleLaunchKernel:1:719', '719 0 '],
    ['hipFreeAsync:1', '2 0 '],
  ])('returns the error of %s, and works at the next call', async (fail, expected) => {
    const { stdout, records } = await play('retry', { fail });
    expect(stdout).toBe(expected);
    const count = (name: string): number =>
      records.filter(({ call, result }) => call === name && result === 0).length;
    expect(count(LOAD) - count('hipModuleUnload')).toBe(1);
    expect(count('hipFreeAsync')).toBe(
      count('hipMallocAsync') - (fail === 'hipFreeAsync:1' ? 1 : 0),
    );
  });

  it('launches the algo that was the fastest on the device', async () => {
    const text = manifest('sm_90, gfx942, gfx1100');
    const plan = fakePlan(text, FUNCTIONS);
    const amd = { name: 'Recording GPU gfx942', capability: 'gfx942', multiprocessors: 304 };
    const choosers = choosersFor(
      [
        tunedKernel(plan.variants, 'offset', 'sm_90', [[{ n: 100 }, 1]]),
        tunedKernel(plan.variants, 'offset', 'gfx942', [[{ n: 100 }, 2, 1]], { device: amd }),
      ],
      plan,
    );
    const tuned = await fakePackage(text, FUNCTIONS, undefined, undefined, choosers);
    await build('tuned', [], tuned);
    await rm(dirname(tuned), { recursive: true });
    // Another GPU gets the same choice, but algo 1 has no code for it.
    for (const [device, algo] of [
      ['gfx942', 1],
      ['gfx1100', 0],
    ] as const) {
      const { stdout } = await play('algos', { devices: [device], name: 'tuned' });
      expect(stdout.trim().split(' ').at(-1)).toBe(String(algo));
    }
  });

  it('says that no device has code for it', async () => {
    expect((await play('load', { devices: ['gfx906'] })).stdout).toBe('209 0 0 209 ');
    expect((await play('bytes', { devices: [] })).stdout).toBe('100 ');
  });

  it.each([['thread'], ['address,undefined']])(
    'handles sixteen first calls at once, with -fsanitize=%s',
    async (sanitizer) => {
      await build(sanitizer, ['-g', `-fsanitize=${sanitizer}`]);
      const { stdout, records } = await play('threads', { name: sanitizer });
      expect(stdout).toBe('0 '.repeat(17));
      const count = (name: string): number => records.filter(({ call }) => call === name).length;
      expect(count(LAUNCH)).toBe(16);
      expect(count('hipModuleUnload')).toBe(count(LOAD));
    },
  );

  it('finds the runtime at the first call, and says if there is none', async () => {
    const main =
      '#include <demo.h>\nint main(void) { return load_scale() == hipErrorSharedObjectInitFailed ? 0 : 1; }\n';
    await writeFile(program('none.c'), main);
    await compileC([
      'cc',
      '-DAOT_HIP',
      '-DAOT_WITHOUT_ROCM',
      `-I${join(folder, 'include')}`,
      program('none.c'),
      join(folder, 'src/scale.hip.c'),
      '-ldl',
      '-o',
      program('none'),
    ]);
    await expect(runWithHip([program('none')], '/nowhere', [])).resolves.toMatchObject({
      records: [],
    });
    await expect(runWithHip([program('none')], library, ['gfx942'])).rejects.toThrow(
      'ended with 1',
    );
  });

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'] as const,
      [compiler, 'c++', 'c++17'] as const,
    ]),
  )(
    'compiles without warnings with %s as %s, and for CUDA too',
    async (compiler, language, standard) => {
      for (const source of ['scale.hip.c', 'offset.hip.c', 'scale.c'])
        await compileC([
          compiler,
          ...WARNINGS,
          `-std=${standard}`,
          '-DAOT_WITHOUT_ROCM',
          `-I${CUDA_INCLUDE}`,
          `-I${join(folder, 'include')}`,
          '-x',
          language,
          '-c',
          join(folder, 'src', source),
          '-o',
          '/dev/null',
        ]);
    },
  );
});

/** Without the kernel and the config that are only for AMD. */
const plain = (targets: string): string =>
  manifest(targets)
    .replace(/ {2}partial:[^]*/, '')
    .replace(', targets: [gfx942]', '');

describe('the files of a package', () => {
  it('are the same for CUDA whether or not there are AMD targets, but for the headers', async () => {
    const folders = await Promise.all(
      ['sm_90', 'sm_90, gfx942', 'gfx942'].map((targets) => fakePackage(plain(targets), FUNCTIONS)),
    );
    const [cuda = '', both = '', amd = ''] = folders;
    for (const file of ['src/scale.c', 'src/offset.c', 'src/aot_launch.h', 'src/aot_find.h'])
      expect(await readFile(join(both, file), 'utf8')).toBe(
        await readFile(join(cuda, file), 'utf8'),
      );
    expect(await readdir(join(cuda, 'src'))).not.toContain('aot_hip_launch.h');
    expect((await readdir(join(amd, 'src'))).filter((name) => !name.endsWith('.h'))).toEqual([
      'offset.hip.c',
      'scale.hip.c',
    ]);
    // They have no name of CUDA.
    for (const file of ['src/scale.hip.c', 'src/aot_hip_launch.h', 'include/demo/scale.h'])
      expect(await readFile(join(amd, file), 'utf8')).not.toMatch(/\bCU[a-z]|\bCUDA_|\bcu[A-Z]/m);
    await Promise.all(folders.map((folder) => rm(dirname(folder), { recursive: true })));
  });
});

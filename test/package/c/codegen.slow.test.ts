import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { fakePackage } from '../../support/fake-package.ts';
import {
  compileProgram,
  CUDA_INCLUDE,
  type Recorded,
  runRecorded,
} from '../../support/recording-cuda.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_86, sm_90]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments:
      x: "*fp16:16"
      factor: fp32
      half: fp16
      wide: fp64
      flag: i1
      tiny: i8
      big: u64
      n: i32
    constants: { BLOCK: 128 }
    grid: [cdiv(n, BLOCK), tiny]
  matmul:
    source: demo.py:matmul_kernel
    arguments:
      a: "*fp16"
      default: i32
      K: [i32, i32:16]
      stride: [i32:1, i32:16]
    configs:
      - { BLOCK: 64, num_warps: 4 }
      - { BLOCK: 32, num_warps: 8 }
    grid_parameters: { rows: i64, splits: u64 }
    grid: [cdiv(rows, BLOCK) * splits, "stride == 1 ? 1 : 2", K]
`;
const FUNCTIONS = {
  scale_kernel: ['x', 'factor', 'half', 'wide', 'flag', 'tiny', 'big', 'n', 'BLOCK'],
  matmul_kernel: ['a', 'BLOCK', 'default', 'K', 'stride'],
};

/** Runs the part that its argument names and prints the result of each call. */
const PROGRAM = `
#include <demo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void tell(CUresult result) { printf("%d ", (int)result); }

static void enter(int device) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
}

static CUresult rows_of(int n, signed char rows) {
  return scale_default((CUstream)2, 0x1122334455667700ull, 1.5f, 0x3c00, -2.5, true, rows, 7, n);
}

static void *first_call(void *unused) {
  (void)unused;
  enter(0);
  tell(rows_of(300, 1));
  return NULL;
}

int main(int argc, char **argv) {
  const char *part = argc > 1 ? argv[1] : "";
  if (strcmp(part, "no context") == 0) { cuInit(0); tell(rows_of(300, 1)); return 0; }
  enter(0);
  if (strcmp(part, "bytes") == 0) tell(rows_of(300, 2));
  if (strcmp(part, "empty") == 0) { tell(rows_of(0, 1)); tell(rows_of(-5, 1)); tell(rows_of(5, 0)); }
  if (strcmp(part, "algos") == 0) {
    tell(matmul(0, 16, 5, 32, 1, 130, 3, 0));
    tell(matmul(0, 16, 5, 32, 1, 130, 3, 1));
    tell(matmul(0, 16, 5, 32, 1, 130, 3, 2));
    tell(matmul(0, 16, 5, 32, 1, 130, 3, -1));
    tell((CUresult)matmul_get_num_algos());
  }
  if (strcmp(part, "specialisations") == 0) {
    tell(matmul_default(0, 16, 5, 32, 1, 130, 1));
    tell(matmul_default(0, 16, 5, 33, 1, 130, 1));
    tell(matmul_default(0, 16, 5, 32, 48, 130, 1));
    tell(matmul_default(0, 16, 5, 33, 48, 130, 1));
    tell(matmul_default(0, 16, 5, 33, 7, 130, 1));
    tell(scale_default(0, 8, 1.0f, 0, 0.0, false, 1, 0, 128));
  }
  if (strcmp(part, "limits") == 0) {
    tell(matmul_default(0, 16, 5, 65536, 1, 130, 1));
    tell(matmul_default(0, 16, 5, 32, 1, 1ll << 62, 1ull << 62));
    tell(matmul_default(0, 16, 5, 32, 1, 130, 1ull << 63));
    tell(matmul_default(0, 16, 5, 32, 1, 64ll << 31, 1));
    tell(matmul_default(0, 16, 5, 32, 1, (64ll << 31) - 64, 1));
  }
  if (strcmp(part, "devices") == 0) {
    tell(rows_of(300, 1));
    for (int device = 1; device < 6; device++) { enter(device); tell(rows_of(300, 1)); }
    enter(0);
    tell(rows_of(300, 1));
  }
  if (strcmp(part, "stream") == 0) {
    CUstream stream;
    enter(1);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    enter(0);
    tell(matmul_default(stream, 16, 5, 32, 1, 130, 1));
    cuCtxSetCurrent(NULL);
    tell(matmul_default(stream, 16, 5, 32, 1, 130, 1));
  }
  if (strcmp(part, "reload") == 0) {
    tell(load_scale()); tell(rows_of(300, 1)); tell(unload_scale()); tell(unload_scale()); tell(rows_of(300, 1));
  }
  if (strcmp(part, "retry") == 0) { tell(rows_of(300, 1)); tell(rows_of(300, 1)); }
  if (strcmp(part, "load none") == 0) tell(load_scale());
  if (strcmp(part, "threads") == 0) {
    pthread_t threads[16];
    for (int i = 0; i < 16; i++) pthread_create(&threads[i], NULL, first_call, NULL);
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    tell(unload_scale());
  }
  return 0;
}
`;

describe('the generated launcher, with a recording driver', () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await fakePackage(MANIFEST, FUNCTIONS, ({ kernel }) =>
      kernel.name === 'scale' ? { shared: 60_000 } : {},
    );
    program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: [join(folder, 'src/scale.c'), join(folder, 'src/matmul.c')],
      includeDirs: [join(folder, 'include')],
    });
  });
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true });
    await rm(dirname(program), { recursive: true });
  });

  const play = (
    part: string,
    settings: { devices?: string[]; fail?: string[] } = {},
  ): Promise<Recorded> => runRecorded(program, { ...settings, args: [part] });

  it('passes every argument in the size the kernel reads, and two null pointers', async () => {
    const { stdout, records } = await play('bytes');
    expect(stdout).toBe('0 ');
    const [launch] = launchesOf(records);
    expect(launch).toMatchObject({
      kernel: 'scale_kernel',
      grid: [3, 2, 1],
      block: [128, 1, 1],
      shared: 60_000,
      stream: 2,
      attributes: {},
      parameters: [
        '0077665544332211',
        '0000c03f',
        '003c',
        '00000000000004c0',
        '01',
        '02',
        '0700000000000000',
        '2c010000',
        '0000000000000000',
        '0000000000000000',
      ],
    });
  });

  it('succeeds on an empty grid without calling the driver', async () => {
    const { stdout, records } = await play('empty');
    expect(stdout).toBe('0 0 0 ');
    expect(records).toEqual([]);
  });

  it('numbers algos in manifest order and rejects other ids', async () => {
    const { stdout, records } = await play('algos');
    expect(stdout).toBe('0 0 1 1 2 ');
    expect(launchesOf(records).map(({ grid, block }) => [grid, block[0]])).toEqual([
      [[9, 1, 32], 128],
      [[15, 1, 32], 256],
    ]);
  });

  it('launches the most specific specialisation that matches the values, if any', async () => {
    const { stdout, records } = await play('specialisations');
    expect(stdout).toBe('0 0 0 0 1 1 ');
    // The stride is a compile-time 1 in the first two, and so no parameter of theirs.
    expect(launchesOf(records).map(({ parameters }) => parameters.slice(1, -2))).toEqual([
      ['05000000', '20000000'],
      ['05000000', '21000000'],
      ['05000000', '20000000', '30000000'],
      ['05000000', '21000000', '30000000'],
    ]);
    expect(new Set(launchesOf(records).map(({ image }) => image)).size).toBe(4);
  });

  it('rejects grids beyond the limits of the device and of 64 bits', async () => {
    const { stdout, records } = await play('limits');
    expect(stdout).toBe('1 1 1 1 0 ');
    expect(launchesOf(records).map(({ grid }) => grid)).toEqual([[2147483647, 1, 32]]);
  });

  it('chooses the nearest architecture at or below the device, and never across majors', async () => {
    const devices = ['8.0', '8.6', '8.9', '9.0', '10.0', '7.5'];
    const { stdout, records } = await play('devices', { devices });
    expect(stdout).toBe('0 0 0 0 209 209 0 ');
    expect(launchesOf(records).map(({ arch, device }) => [device, arch])).toEqual([
      [0, 80],
      [1, 86],
      [2, 86],
      [3, 90],
      [0, 80],
    ]);
  });

  it('uses the code for the stream’s device, whichever context is current', async () => {
    const { stdout, records } = await play('stream', { devices: ['8.0', '9.0'] });
    expect(stdout).toBe('0 0 ');
    expect(launchesOf(records).map(({ device, arch }) => [device, arch])).toEqual([
      [1, 90],
      [1, 90],
    ]);
  });

  it('sets the shared memory limit once per device', async () => {
    const { records } = await play('devices', {
      devices: ['8.6', '8.9', '8.6', '8.6', '8.6', '8.6'],
    });
    const asked = records.flatMap((record) =>
      record.call === 'cuKernelSetAttribute' ? [record.device] : [],
    );
    expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
    expect(records.filter(({ call }) => call === 'cuLibraryLoadData')).toHaveLength(1);
  });

  it('loads again after unloading', async () => {
    const { stdout, records } = await play('reload');
    expect(stdout).toBe('0 0 0 0 0 ');
    const calls = records.map(({ call }) => call);
    expect(calls.filter((call) => call === 'cuLibraryLoadData')).toHaveLength(2);
    expect(calls.filter((call) => call === 'cuLibraryUnload')).toHaveLength(1);
  });

  it.each([
    'cuLibraryLoadData:1',
    'cuLibraryGetKernel:1',
    'cuKernelSetAttribute:1',
    'cuLaunchKernelEx:1',
  ])('returns the error of %s and works at the next call', async (fail) => {
    const { stdout, records } = await play('retry', { fail: [fail] });
    expect(stdout).toBe('2 0 ');
    const loaded = records.filter(
      ({ call, result }) => call === 'cuLibraryLoadData' && result === 0,
    );
    const unloaded = records.filter(({ call }) => call === 'cuLibraryUnload');
    expect(loaded.length - unloaded.length).toBe(1);
  });

  it('reports a device without code when loading', async () => {
    const { stdout } = await play('load none', { devices: ['12.0'] });
    expect(stdout).toBe('209 ');
  });

  it('returns the driver’s error if no context is current', async () => {
    const { stdout } = await play('no context');
    expect(stdout).toBe('201 ');
  });

  it('handles sixteen first calls at once and leaks no library', async () => {
    const { stdout, records } = await play('threads');
    expect(stdout).toBe('0 '.repeat(17));
    expect(launchesOf(records)).toHaveLength(16);
    const count = (name: string): number => records.filter(({ call }) => call === name).length;
    expect(count('cuLibraryUnload')).toBe(count('cuLibraryLoadData'));
  });
});

describe('the generated sources', () => {
  it('embed a cubin once if several specialisations share it', async () => {
    const folder = await fakePackage(
      MANIFEST,
      FUNCTIONS,
      () => ({}),
      () => 16,
    );
    const source = await readFile(join(folder, 'src/matmul.c'), 'utf8');
    const defined = [...source.matchAll(/^static const struct aot_packed (cubin_\d+) /gm)].map(
      ([, name]) => name,
    );
    // Three targets, with the stride as a parameter and without it.
    expect(defined).toEqual(['cubin_0', 'cubin_1', 'cubin_2', 'cubin_3', 'cubin_4', 'cubin_5']);
    await rm(dirname(folder), { recursive: true });
  });

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'] as const,
      [compiler, 'c++', 'c++17'] as const,
    ]),
  )(
    'compile without warnings with %s as %s (%s), whatever the names of parameters',
    async (compiler, language, standard) => {
      const folder = await fakePackage(HOSTILE_NAMES, HOSTILE_FUNCTIONS);
      const flags = [
        '-Wall',
        '-Wextra',
        '-Wpedantic',
        '-Werror',
        `-std=${standard}`,
        `-I${CUDA_INCLUDE}`,
      ];
      const source = join(folder, 'src/probe.c');
      const argv = [
        compiler,
        '-x',
        language,
        ...flags,
        `-I${join(folder, 'include')}`,
        '-c',
        source,
        '-o',
        join(folder, 'o'),
      ];
      const { code, stderr } = await run(argv, {
        env: process.env,
        signal: new AbortController().signal,
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      await rm(dirname(folder), { recursive: true });
    },
  );
});

/** Parameters named like keywords, macros, types, and names of the generated code. */
const NAMES = [
  'int register default template bool NULL linux stream algo_id probe probe_default load_probe a grid row',
  'status scratch parameters images slots ALGOS TARGETS ROWS SPECIALISATIONS CUstream CUresult int32_t uint16_t',
  'aot_values aot_arguments aot_launch_kernel specialisation_of _Bool __x _ größe',
].flatMap((line) => line.split(' '));
const HOSTILE_NAMES = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  probe:
    source: demo.py:hostile
    arguments: { ${NAMES.map((name) => `"${name}": i32`).join(', ')} }
    constants: { ACTIVATION: '*/ #error "' }
    grid: [ALGOS + TARGETS, row]
`;
const HOSTILE_FUNCTIONS = { hostile: [...NAMES, 'ACTIVATION'] };

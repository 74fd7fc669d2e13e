import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { fakePtx } from '../../support/fake-build.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import {
  compileProgram,
  CUDA_INCLUDE,
  type Recorded,
  runRecorded,
} from '../../support/recording-cuda.ts';

const manifest = (embed = 'compressed'): string => `
package: demo
triton: 3.8.0
targets: [sm_90, sm_80, sm_89]
embed: ${embed}
ptx_fallback: true
kernels:
  scale:
    source: demo.py:scale
    arguments: { x: ["*fp32:16", "*fp32"], n: i32 }
    constants: { BLOCK: 128 }
    grid: cdiv(n, BLOCK)
  norm:
    source: demo.py:norm
    arguments: { x: "*fp32", n: i32 }
    configs: [{ BLOCK: 64, targets: [sm_90, sm_89] }, { BLOCK: 32, num_warps: 8 }]
    grid: cdiv(n, BLOCK)
  hopper: { source: "demo.py:hopper", signature: "*fp32", grid: 1, targets: [sm_90] }
  newer:
    source: demo.py:newer
    arguments: { x: "*fp32" }
    grid: 1
`;
const FUNCTIONS = {
  scale: ['x', 'n', 'BLOCK'],
  norm: ['x', 'n', 'BLOCK'],
  hopper: ['x'],
  newer: ['x'],
};

/** Calls kernels on each device and prints the results. */
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

static void *first_call(void *unused) {
  (void)unused;
  enter(0);
  tell(scale_default(0, 16, 300));
  return NULL;
}

int main(int argc, char **argv) {
  const char *part = argc > 1 ? argv[1] : "";
  const int devices = argc > 2 ? argv[2][0] - '0' : 1;
  for (int device = 0; device < devices; device++) {
    enter(device);
    if (strcmp(part, "scale") == 0) { tell(scale_default(0, 16, 300)); tell(scale_default(0, 8, 300)); }
    if (strcmp(part, "norm") == 0) {
      tell(norm(0, 16, 64, 0)); tell(norm(0, 16, 64, 1)); tell(norm_default(0, 16, 64));
      printf("(algo %d) ", norm_choose(0, 64));
    }
    if (strcmp(part, "hopper") == 0) { tell(hopper_default(0, 16)); tell(load_hopper()); }
    if (strcmp(part, "load") == 0) {
      tell(load_scale()); tell(load_norm()); tell(unload_scale()); tell(unload_norm());
    }
    if (strcmp(part, "broken") == 0) {
      printf("[%s] ", newer_ptx_log());
      tell(newer_default(0, 16)); tell(newer_default(0, 16)); tell(load_newer());
      printf("[%s] [%s]", newer_ptx_log(), scale_ptx_log());
    }
  }
  if (strcmp(part, "threads") == 0) {
    pthread_t threads[16];
    for (int i = 0; i < 16; i++) pthread_create(&threads[i], NULL, first_call, NULL);
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    tell(unload_scale());
  }
  return 0;
}
`;

const KERNELS = ['scale', 'norm', 'hopper', 'newer'];

async function packageWith(embed: string): Promise<{ folder: string; program: string }> {
  const folder = await fakePackage(manifest(embed), FUNCTIONS, ({ kernel, target, job }) => ({
    shared: kernel.name === 'scale' ? 60_000 : 0,
    // A version that drivers do not know.
    ...(kernel.name === 'newer' &&
      job.ptx && { ptx: fakePtx('newer', target.name, [8, 8, 8]).replace('8.8', '99.9') }),
  }));
  const program = await compileProgram({
    texts: { 'main.c': PROGRAM },
    sources: KERNELS.map((name) => join(folder, `src/${name}.c`)),
    includeDirs: [join(folder, 'include')],
    flags: ['-fsanitize=address,undefined', '-g'],
  });
  return { folder, program };
}

let folder = '';
let program = '';
let raw = { folder: '', program: '' };
beforeAll(async () => {
  ({ folder, program } = await packageWith('compressed'));
  raw = await packageWith('raw');
});
afterAll(async () => {
  for (const each of [folder, program, raw.folder, raw.program])
    await rm(dirname(each), { recursive: true });
});

function play(part: string, devices: readonly string[], own = program): Promise<Recorded> {
  return runRecorded(own, { devices, args: [part, String(devices.length)] });
}

describe('PTX', () => {
  it('is launched where no cubin fits, from its own architecture on', async () => {
    const devices = ['8.0', '8.6', '8.9', '9.0', '10.0', '12.1', '7.5'];
    const { stdout, stderr, records } = await play('scale', devices);
    expect({ stdout, stderr }).toEqual({ stdout: `${'0 '.repeat(12)}209 209 `, stderr: '' });
    expect(launchesOf(records).map(({ device, arch, ptx }) => [device, arch, ptx ?? 0])).toEqual(
      [
        [0, 80, 0],
        [1, 80, 0],
        [2, 89, 0],
        [3, 90, 0],
        [4, 80, 1],
        [5, 80, 1],
      ].flatMap((each) => [each, each]),
    );
    // One load serves both devices.
    const loaded = records.filter((each) => each.call === 'cuLibraryLoadData' && each.ptx === 1);
    expect(loaded).toHaveLength(2);
  });

  it('is launched as its cubin: with the same arguments, block and shared memory', async () => {
    const [cubin, ptx] = await Promise.all([play('scale', ['8.0']), play('scale', ['10.0'])]);
    const settings = ({ records }: Recorded): unknown =>
      launchesOf(records).map(({ parameters, grid, block, shared, attributes }) => [
        parameters,
        grid,
        block,
        shared,
        attributes,
      ]);
    expect(settings(ptx)).toEqual(settings(cubin));
    const asked = ptx.records.flatMap((each) =>
      each.call === 'cuKernelSetAttribute' ? [[each.value, each.result]] : [],
    );
    expect(asked).toEqual([
      [60_000, 0],
      [60_000, 0],
    ]);
  });

  it('is not launched on a GPU with less shared memory than the kernel needs', async () => {
    const small = await fakePackage(manifest(), FUNCTIONS, () => ({ shared: 120_000 }));
    const own = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: KERNELS.map((name) => join(small, `src/${name}.c`)),
      includeDirs: [join(small, 'include')],
    });
    expect((await play('scale', ['12.0'], own)).stdout).toBe('1 1 ');
    expect((await play('scale', ['10.0'], own)).stdout).toBe('0 0 ');
    await rm(dirname(small), { recursive: true });
    await rm(dirname(own), { recursive: true });
  });

  it('is the same text to the driver, compressed and raw', async () => {
    const [one, other] = await Promise.all([
      play('load', ['10.0']),
      play('load', ['10.0'], raw.program),
    ]);
    const texts = ({ records }: Recorded): unknown =>
      records.flatMap((each) =>
        each.call === 'cuLibraryLoadData' ? [[each.bytes, each.ptx, each.kernels]] : [],
      );
    expect(one.stdout).toBe('0 0 0 0 ');
    expect(texts(one)).toEqual(texts(other));
    expect(texts(one)).toHaveLength(3);
  });

  it('is missing for an algo that is not for the oldest target, so that another one is chosen', async () => {
    const { stdout, records } = await play('norm', ['8.0', '9.0', '10.0']);
    expect(stdout).toBe('209 0 0 (algo 1) 0 0 0 (algo 0) 209 0 0 (algo 1) ');
    expect(launchesOf(records).map(({ block, ptx }) => [block[0], ptx ?? 0])).toEqual([
      [256, 0],
      [256, 0],
      [128, 0],
      [256, 0],
      [128, 0],
      [256, 1],
      [256, 1],
    ]);
  });

  it('is missing for a kernel whose targets are all sm_90 and later', async () => {
    const { stdout } = await play('hopper', ['9.0', '10.0']);
    expect(stdout).toBe('0 0 209 209 ');
    expect(await readFile(join(folder, 'src/hopper.c'), 'utf8')).not.toContain('ptx');
  });

  it('that the driver does not compile gives its error, and what it says', async () => {
    const { stdout, stderr, records } = await play('broken', ['10.0']);
    expect(stderr).toBe('');
    expectGolden(stdout);
    const count = (name: string): number => records.filter(({ call }) => call === name).length;
    expect(count('cuLibraryUnload')).toBe(count('cuLibraryLoadData'));
    // Where a cubin fits, nothing is wrong.
    expect((await play('broken', ['8.6'])).stdout).toBe('[] 0 0 0 [] []');
  });

  it('is loaded by sixteen first calls at once, and nothing leaks', async () => {
    const { stdout, stderr, records } = await runRecorded(program, {
      devices: ['10.0'],
      args: ['threads'],
    });
    expect({ stdout, stderr }).toEqual({ stdout: '0 '.repeat(17), stderr: '' });
    const count = (name: string): number => records.filter(({ call }) => call === name).length;
    expect(count('cuLibraryUnload')).toBe(count('cuLibraryLoadData'));
  });
});

describe('a package with PTX', () => {
  it('says so in manifest.json, for each variant of the oldest target', async () => {
    const { kernels } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      kernels: { name: string; variants: { target: string; algo: number; ptx?: object }[] }[];
    };
    const found = kernels.flatMap(({ name, variants }) =>
      variants.flatMap(({ target, algo, ptx }) =>
        ptx === undefined ? [] : [`${name} ${algo} ${target} ${JSON.stringify(ptx)}`],
      ),
    );
    expectGolden(found.join('\n'));
  });

  it('says so in the headers and the C sources of kernels that have some', async () => {
    const [header, source] = await Promise.all(
      ['include/demo/norm.h', 'src/norm.c'].map((path) => readFile(join(folder, path), 'utf8')),
    );
    const table = source?.slice(source.indexOf('enum {'), source.indexOf('struct aot_arguments {'));
    expectGolden(
      `${header?.slice(0, header.indexOf('#ifndef'))}${header?.slice(header.indexOf('/* Unloads'))}${table}`,
    );
  });

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'] as const,
      [compiler, 'c++', 'c++17'] as const,
    ]),
  )('compiles without warnings with %s as %s (%s)', async (compiler, language, standard) => {
    for (const [own, flags] of [
      [folder, []],
      [raw.folder, ['-DAOT_DYNAMIC_DRIVER']],
    ] as const) {
      const argv = [
        compiler,
        '-x',
        language,
        `-std=${standard}`,
        '-Wall',
        '-Wextra',
        '-Wpedantic',
        '-Wconversion',
      ];
      const include = [`-I${CUDA_INCLUDE}`, `-I${join(own, 'include')}`];
      const { code, stderr } = await run(
        [
          ...argv,
          '-Werror',
          ...flags,
          ...include,
          '-c',
          join(own, 'src/norm.c'),
          '-o',
          join(own, 'o'),
        ],
        { env: process.env, signal: new AbortController().signal },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });
});

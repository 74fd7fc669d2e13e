import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { CUDA_INCLUDE, compileLibrary } from '../../support/recording-cuda.ts';
import { compileC } from '../../support/recording-hip.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90, gfx942]
kernels:
  scale: { source: "demo.py:scale", signature: "*fp32, i32", grid: n }
`;
const THREADS = 8;

/**
 * Threads that all look for the driver before any has found it: a thread waits for the others in its
 * first call of dlopen, which is after it has seen that nothing was found.
 */
const PROGRAM = `
#include <pthread.h>
#include <stdio.h>
static pthread_barrier_t all_look;
static __thread int opened;
void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
  if (opened++ < 1) pthread_barrier_wait(&all_look);
  return __real_dlopen(name, flags);
}
static void *first_call(void *result) {
  *(int *)result = CALL;
  return NULL;
}
int main(void) {
  pthread_t threads[${THREADS}];
  int results[${THREADS}], i;
  pthread_barrier_init(&all_look, NULL, ${THREADS});
  for (i = 0; i < ${THREADS}; i++) pthread_create(&threads[i], NULL, first_call, &results[i]);
  for (i = 0; i < ${THREADS}; i++) pthread_join(threads[i], NULL);
  for (i = 0; i < ${THREADS}; i++) printf("%d ", results[i]);
  return 0;
}
`;

/** A driver without locks, which would order what threads do: every function refuses. */
const driver = (functions: readonly string[]): string =>
  functions.map((name) => `int ${name}(void);\nint ${name}(void) { return 7; }\n`).join('');

describe('the first calls of many threads, with -fsanitize=thread', () => {
  let folder: string;
  let place: string;

  beforeAll(async () => {
    folder = await fakePackage(MANIFEST, { scale: ['x', 'n'] });
    place = dirname(folder);
    const cuda = ['CtxGetCurrent', 'CtxGetDevice', 'CtxPopCurrent_v2', 'CtxPushCurrent_v2'];
    const others = ['DeviceGetAttribute', 'DeviceGetName', 'KernelSetAttribute', 'LaunchKernelEx'];
    const library = ['LibraryGetKernel', 'LibraryLoadData', 'LibraryUnload', 'MemAllocAsync'];
    const rest = ['MemFreeAsync', 'StreamGetCtx', 'TensorMapEncodeTiled'];
    const operators = ['DevicePrimaryCtxRetain', 'DevicePrimaryCtxRelease_v2'];
    const all = [...cuda, ...others, ...library, ...rest, ...operators];
    await mkdir(join(place, 'lib'));
    await compileLibrary(driver(all.map((name) => `cu${name}`)), join(place, 'lib/libcuda.so.1'));
    const hip = ['DeviceGetName', 'FreeAsync', 'GetDevice', 'GetDevicePropertiesR0600'];
    const modules = [
      'GetFunction',
      'LaunchCooperativeKernel',
      'LaunchKernel',
      'LoadData',
      'Unload',
    ];
    const more = ['MallocAsync', 'SetDevice', 'StreamGetDevice'];
    const names = [...hip, ...modules.map((name) => `Module${name}`), ...more];
    await compileLibrary(
      driver(names.map((name) => `hip${name}`)),
      join(place, 'lib/libamdhip64.so.7'),
    );
  });
  afterAll(() => rm(place, { recursive: true }));

  it.each([
    ['CUDA', '(int)scale_default(NULL, 16, 5)', ['-DAOT_DYNAMIC_DRIVER'], 'src/scale.c'],
    [
      'HIP',
      '(int)scale_default(NULL, (hipDeviceptr_t)16, 5)',
      ['-DAOT_HIP', '-DAOT_WITHOUT_ROCM'],
      'src/scale.hip.c',
    ],
  ])('have no race in %s', async (_what, call, flags, source) => {
    const main = join(folder, 'include/main.c');
    await writeFile(main, `#include <demo.h>\n${PROGRAM}`);
    const program = join(place, 'program');
    await compileC([
      'cc',
      '-std=gnu11',
      '-g',
      '-fsanitize=thread',
      '-Wall',
      '-Wextra',
      '-Wno-unused-function',
      '-Werror',
      ...flags,
      `-DCALL=${call}`,
      `-I${CUDA_INCLUDE}`,
      `-I${join(folder, 'include')}`,
      main,
      join(folder, source),
      '-Wl,--wrap=dlopen',
      '-pthread',
      '-ldl',
      '-o',
      program,
    ]);
    const env = { LD_LIBRARY_PATH: join(place, 'lib') };
    const { code, stdout, stderr } = await run([program], {
      env,
      signal: new AbortController().signal,
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '7 '.repeat(THREADS), stderr: '' });
  });
});

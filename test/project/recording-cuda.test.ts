import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { COMPILERS } from '../support/compilers.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { fakeCubin } from '../support/fake-cubin.ts';
import {
  buildRecordingCuda,
  compileAndRun,
  compileProgram,
  runRecorded,
} from '../support/recording-cuda.ts';

const cubins = {
  sm90: fakeCubin({ arch: 90, name: 'mix', parameters: [8, 4, 2, 1, 8], threads: 128 }),
  sm80: fakeCubin({ arch: 80, name: 'mix', parameters: [8, 4, 2, 1, 8], shared: 1000 }),
};

/** Prints the result of each call. The argument selects the function to run. */
const PROGRAM = `
#include "prelude.h"
#include <pthread.h>

static unsigned long long p = 0x1122334455667788u, q = 0xfedcba9876543210u;
static float scale = 1.5f;
static unsigned short half = 0x3c00;
static unsigned char flag = 1;
static void *parameters[] = {&p, &scale, &half, &flag, &q};

static CUresult launch(CUkernel k, unsigned x, unsigned y, unsigned threads, unsigned shared, CUstream s) {
  return cuLaunchKernel((CUfunction)k, x, y, 1, threads, 1, 1, shared, s, parameters, NULL);
}

static CUkernel load(const unsigned char *cubin, CUlibrary *library) {
  CUkernel kernel = NULL;
  tell("load", cuLibraryLoadData(library, cubin, NULL, NULL, 0, NULL, NULL, 0));
  tell("kernel", cuLibraryGetKernel(&kernel, *library, "mix"));
  return kernel;
}

static void plain(void) {
  CUlibrary library = NULL;
  CUstream stream;
  CUkernel kernel = load(sm90, &library);
  tell("stream", cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  tell("launch", launch(kernel, 3, 2, 128, 64, stream));
  CUlaunchAttribute attributes[3] = {{CU_LAUNCH_ATTRIBUTE_IGNORE, {0}, {{0}}}};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attributes[0].value.clusterDim.x = 2;
  attributes[0].value.clusterDim.y = 1;
  attributes[0].value.clusterDim.z = 1;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  attributes[1].value.programmaticStreamSerializationAllowed = 1;
  attributes[2].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[2].value.cooperative = 1;
  CUlaunchConfig config = {4, 1, 1, 128, 1, 1, 0, NULL, attributes, 3};
  tell("launch", cuLaunchKernelEx(&config, (CUfunction)kernel, parameters, NULL));
  tell("unload", cuLibraryUnload(library));
}

static void refused(void) {
  CUlibrary library = NULL;
  CUkernel kernel = load(sm90, &library);
  CUkernel other = NULL;
  tell("no such kernel", cuLibraryGetKernel(&other, library, "missing"));
  tell("empty grid", launch(kernel, 0, 1, 128, 0, NULL));
  tell("grid", launch(kernel, 1, 65536, 128, 0, NULL));
  tell("block", launch(kernel, 1, 1, 1056, 0, NULL));
  tell("other block", launch(kernel, 1, 1, 256, 0, NULL));
  tell("48 KiB", launch(kernel, 1, 1, 128, 49152, NULL));
  tell("more", launch(kernel, 1, 1, 128, 49153, NULL));
  tell("opt-in", cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448, kernel, 0));
  tell("more", launch(kernel, 1, 1, 128, 232448, NULL));
  tell("opt-in", cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232449, kernel, 0));
  tell("garbage", cuLibraryLoadData(&library, "no cubin at all", NULL, NULL, 0, NULL, NULL, 0));
}

static void devices(void) {
  CUlibrary library = NULL;
  CUcontext first, second;
  CUstream stream;
  CUkernel kernel = load(sm80, &library);
  tell("9.0", launch(kernel, 1, 1, 32, 0, NULL));
  cuCtxGetCurrent(&first);
  tell("retain", cuDevicePrimaryCtxRetain(&second, 1));
  cuCtxSetCurrent(second);
  cuStreamCreate(&stream, CU_STREAM_DEFAULT);
  tell("8.6", launch(kernel, 1, 1, 32, 48152, NULL));
  tell("static and dynamic", launch(kernel, 1, 1, 32, 48153, NULL));
  tell("opt-in", cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100376, kernel, 1));
  tell("opt-in", cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100377, kernel, 1));
  cuCtxSetCurrent(first);
  tell("stream's device", launch(kernel, 1, 1, 32, 0, stream));
  cuCtxSetCurrent(NULL);
  tell("no context", launch(kernel, 1, 1, 32, 0, NULL));
}

static void stale(void) {
  CUlibrary library = NULL;
  CUkernel kernel = load(sm90, &library);
  tell("unload", cuLibraryUnload(library));
  tell("unload", cuLibraryUnload(library));
  tell("kernel", cuLibraryGetKernel(&kernel, library, "mix"));
  tell("launch", launch(kernel, 1, 1, 128, 0, NULL));
}

static void memory(void) {
  CUdeviceptr address = 0;
  unsigned char bytes[4] = {1, 2, 3, 4}, back[4] = {0};
  tell("allocate", cuMemAlloc(&address, 4));
  tell("in", cuMemcpyHtoD(address, bytes, 4));
  tell("set", cuMemsetD8(address + 1, 9, 2));
  tell("out", cuMemcpyDtoH(back, address, 4));
  printf("bytes %d%d%d%d\\n", back[0], back[1], back[2], back[3]);
  tell("too far", cuMemcpyHtoD(address + 1, bytes, 4));
  tell("free", cuMemFree(address));
  tell("free", cuMemFree(address));
}

static CUkernel shared_kernel;

static void *work(void *argument) {
  CUcontext context;
  unsigned id = *(unsigned *)argument;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  for (unsigned i = 0; i < 50; i++) {
    void *own[] = {&p, &id, &half, &flag, &q};
    CUlibrary library = NULL;
    cuLibraryLoadData(&library, sm90, NULL, NULL, 0, NULL, NULL, 0);
    cuLaunchKernel((CUfunction)shared_kernel, i + 1, 1, 1, 128, 1, 1, 0, NULL, own, NULL);
    cuLibraryUnload(library);
  }
  return NULL;
}

static void threads(void) {
  CUlibrary library = NULL;
  pthread_t started[16];
  unsigned ids[16];
  shared_kernel = load(sm90, &library);
  for (unsigned i = 0; i < 16; i++) {
    ids[i] = i;
    pthread_create(&started[i], NULL, work, &ids[i]);
  }
  for (unsigned i = 0; i < 16; i++) pthread_join(started[i], NULL);
}

int main(int count, char **arguments) {
  CUdevice device;
  CUcontext context;
  (void)count;
  tell("too early", cuDeviceGet(&device, 0));
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  switch (arguments[1][0]) {
    case 'p': plain(); break;
    case 'r': refused(); break;
    case 'd': devices(); break;
    case 's': stale(); break;
    case 'm': memory(); break;
    case 't': threads(); break;
  }
  return 0;
}
`;

const PRELUDE = `
#include <cuda.h>
#include <stdio.h>
${Object.entries(cubins)
  .map(([name, cubin]) => `static const unsigned char ${name}[] = {${[...cubin].join(',')}};`)
  .join('\n')}
static void tell(const char *what, CUresult result) { printf("%s %d\\n", what, (int)result); }
`;

describe('the recording driver', () => {
  let program = '';
  beforeAll(async () => {
    program = await compileProgram({ texts: { 'main.c': PROGRAM, 'prelude.h': PRELUDE } });
  });
  afterAll(() => rm(dirname(program), { recursive: true, force: true }));

  const play = async (part: string, settings: { devices?: string[]; fail?: string[] } = {}) => {
    const recorded = await runRecorded(program, { ...settings, args: [part] });
    expect(recorded).toMatchObject({ code: 0, stderr: '' });
    return { ...recorded, lines: recorded.stdout.trimEnd().split('\n') };
  };

  it.each(COMPILERS)('compiles without a warning under %s', async (compiler) => {
    expect(await buildRecordingCuda(compiler)).toBe(await buildRecordingCuda(compiler));
  });

  it('records a launch with every byte of its parameters', async () => {
    const { records } = await play('plain');
    expect(records.map(({ call, result }) => [call, result])).toEqual([
      ['cuLibraryLoadData', 0],
      ['cuLibraryGetKernel', 0],
      ['cuLaunchKernel', 0],
      ['cuLaunchKernelEx', 0],
      ['cuLibraryUnload', 0],
    ]);
    expect(records[0]).toMatchObject({ arch: 90, bytes: cubins.sm90.length, kernels: ['mix'] });
    const [launch, extended] = launchesOf(records);
    expect(launch).toEqual({
      call: 'cuLaunchKernel',
      result: 0,
      kernel: 'mix',
      library: 1,
      image: fnv1a(cubins.sm90),
      arch: 90,
      parameters: ['8877665544332211', '0000c03f', '003c', '01', '1032547698badcfe'],
      device: 0,
      context: 1,
      stream: 3,
      grid: [3, 2, 1],
      block: [128, 1, 1],
      shared: 64,
      attributes: {},
    });
    expect(extended).toMatchObject({
      stream: 0,
      grid: [4, 1, 1],
      attributes: { cluster: [2, 1, 1], programmaticStreamSerialization: 1, cooperative: 1 },
    });
  });

  it('rejects what the real driver rejects', async () => {
    const { lines } = await play('refused');
    expect(lines).toEqual([
      'too early 3',
      'load 0',
      'kernel 0',
      'no such kernel 500',
      'empty grid 1',
      'grid 1',
      'block 1',
      'other block 1',
      '48 KiB 0',
      'more 1',
      'opt-in 0',
      'more 0',
      'opt-in 1',
      'garbage 200',
    ]);
  });

  it('runs a cubin only on devices of its architecture, with the limits of each device', async () => {
    const { lines, records } = await play('devices', { devices: ['9.0', '8.6'] });
    expect(lines.slice(1)).toEqual([
      'load 0',
      'kernel 0',
      '9.0 209',
      'retain 0',
      '8.6 0',
      'static and dynamic 1',
      'opt-in 0',
      'opt-in 1',
      "stream's device 0",
      'no context 201',
    ]);
    expect(launchesOf(records).map(({ device }) => device)).toEqual([0, 1, 1, 1, -1]);
  });

  it('returns no kernel if no device can run it', async () => {
    const { lines } = await play('stale', { devices: ['8.0', '10.3'] });
    expect(lines.slice(1, 3)).toEqual(['load 0', 'kernel 209']);
  });

  it('rejects handles that were unloaded', async () => {
    const { lines } = await play('stale');
    expect(lines.slice(3)).toEqual(['unload 0', 'unload 400', 'kernel 400', 'launch 400']);
  });

  it('stores memory and checks its bounds', async () => {
    const { lines } = await play('memory');
    expect(lines.slice(1)).toEqual([
      'allocate 0',
      'in 0',
      'set 0',
      'out 0',
      'bytes 1994',
      'too far 1',
      'free 0',
      'free 1',
    ]);
  });

  it('fails the calls that a test selects', async () => {
    const { lines, records } = await play('plain', {
      fail: ['cuStreamCreate:1', 'cuLibraryUnload:1', 'cuLaunchKernel:2'],
    });
    expect(lines).toEqual(expect.arrayContaining(['stream 2', 'unload 2']));
    expect(records.at(-1)).toMatchObject({ call: 'cuLibraryUnload', result: 2 });
  });

  it('records the calls of 16 threads without mixing them', async () => {
    const { records } = await play('threads');
    const launches = launchesOf(records);
    expect(launches).toHaveLength(16 * 50);
    const seen = new Set(launches.map(({ grid, parameters }) => `${grid[0]} ${parameters[1]}`));
    expect(seen.size).toBe(16 * 50);
    expect(records.every(({ result }) => result === 0)).toBe(true);
  });

  it('works in C++ programs', async () => {
    const text = '#include <cuda.h>\nint main() { return cuInit(0) == CUDA_SUCCESS ? 0 : 1; }\n';
    expect(await compileAndRun({ texts: { 'main.cpp': text } })).toMatchObject({ code: 0 });
  });
});

function fnv1a(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

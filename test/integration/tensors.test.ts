import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { compileProgram, runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** Passes a matrix of 100 rows and 72 columns, in rows of 80, to both algos. */
const PROGRAM = `#include <tensors.h>
#include <stdio.h>
int main(void) {
  const aot_tensor matrix = {.data = 0x10000, .shape = {100, 72}, .strides = {80, 1}, .nan_padding = true};
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  printf("%d ", (int)host_descriptor(NULL, &matrix, 16, 100, 72, 96, 0));
  printf("%d ", (int)host_descriptor(NULL, &matrix, 16, 100, 72, 96, 1));
  printf("%d ", (int)device_descriptor_default(NULL, 0x10000, 16, 100, 72, 96));
  return 0;
}`;

const hex = (value: number, bytes: 4 | 8): string => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUInt32LE(value);
  return buffer.toString('hex');
};

describe.each(TRITON_VERSIONS)('tensor descriptors with Triton %s', (version) => {
  let space: Workspace;
  let program: string;

  beforeAll(async () => {
    const python = await tritonPython(version);
    space = await workspace();
    await cp(join(ROOT, 'test/cases/tensors'), space.folder, { recursive: true });
    const args = ['build', '--triton', version, '--python', python, '--jobs', '1'];
    const { code, stderr } = await space.triton(args);
    if (code !== 0) throw new Error(stderr);
    const folder = join(space.folder, 'aot');
    program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: ['host_descriptor', 'device_descriptor'].map((name) =>
        join(folder, `src/${name}.c`),
      ),
      includeDirs: [join(folder, 'include')],
    });
  });
  afterAll(() => space.remove());

  it('are encoded with the box of the algo, and shape and strides follow the map', async () => {
    const { stdout, records } = await runRecorded(program, { devices: ['9.0'] });
    expect(stdout).toBe('0 0 0 ');
    const encoded = records.filter(({ call }) => call === 'cuTensorMapEncodeTiled');
    const common = {
      dimensions: [72, 100],
      strides: [160],
      elementStrides: [1, 1],
      type: 6,
      fill: 1,
    };
    expect(encoded).toMatchObject([
      { ...common, box: [32, 64] },
      // A box is at most one swizzle wide: Triton copies the block in pieces.
      { ...common, box: [64, 16] },
    ]);
    const [launch] = launchesOf(records);
    const [map, ...rest] = launch?.parameters ?? [];
    expect(map).toHaveLength(2 * 128);
    expect(rest).toEqual([
      hex(100, 4),
      hex(72, 4),
      hex(80, 8),
      hex(1, 8),
      hex(16, 8),
      hex(100, 4),
      hex(72, 4),
      hex(96, 4),
      hex(0, 8),
      hex(0, 8),
    ]);
  });

  it('are passed as separate parameters if the architecture has no tensor maps', async () => {
    const { stdout, records } = await runRecorded(program, { devices: ['8.0'] });
    expect(stdout).toBe('0 0 0 ');
    expect(records.filter(({ call }) => call === 'cuTensorMapEncodeTiled')).toEqual([]);
    const flags = version === '3.6.0' ? ['01'] : ['01', '00'];
    const [launch] = launchesOf(records);
    expect(launch?.parameters.slice(0, 9 + flags.length)).toEqual([
      hex(0x10000, 8),
      hex(100, 8),
      hex(72, 8),
      hex(80, 8),
      hex(1, 8),
      ...flags,
      hex(100, 4),
      hex(72, 4),
      hex(80, 8),
      hex(1, 8),
    ]);
  });

  it('that the device creates get memory for the launch', async () => {
    const { records } = await runRecorded(program, { devices: ['9.0'] });
    const calls = records.slice(-3).map(({ call }) => call);
    expect(calls).toEqual(['cuMemAllocAsync', 'cuLaunchKernelEx', 'cuMemFreeAsync']);
  });
});

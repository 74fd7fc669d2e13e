import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CudaRecord } from '../../support/cuda-record.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { compileAndRun, type Recorded } from '../../support/recording-cuda.ts';

const manifest = (form: string): string => `
package: demo
triton: 3.8.0
embed: ${form}
targets: [sm_80, sm_90]
kernels:
  add:
    source: add.py:add
    arguments: { x: ["*fp32:16", "*fp32"], n: [i32:16, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: cdiv(n, BLOCK)
`;

/** Loads everything, unloads it, and makes two calls. */
const PROGRAM = `
#include <demo.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  printf("%d ", (int)load_add());
  printf("%d ", (int)unload_add());
  printf("%d ", (int)add(NULL, 16, 1024, 1));
  printf("%d ", (int)add(NULL, 8, 1023, 0));
  return 0;
}
`;

let raw = '';
let compressed = '';
beforeAll(async () => {
  [raw, compressed] = await Promise.all([
    fakePackage(manifest('raw'), { add: ['x', 'n', 'BLOCK'] }),
    fakePackage(manifest('compressed'), { add: ['x', 'n', 'BLOCK'] }),
  ]);
});
afterAll(() =>
  Promise.all([raw, compressed].map((each) => rm(dirname(each), { recursive: true }))),
);

function runOn(folder: string, flags: readonly string[] = []): Promise<Recorded> {
  return compileAndRun({
    texts: { 'main.c': PROGRAM },
    sources: [join(folder, 'src/add.c')],
    includeDirs: [join(folder, 'include')],
    flags,
  });
}

/** What the driver was given, in order. */
function imagesOf(records: readonly CudaRecord[]): readonly unknown[] {
  return records.flatMap((record) =>
    record.call === 'cuLibraryLoadData'
      ? [[record.image, record.bytes, record.options, record.result]]
      : [],
  );
}

describe('packages with compressed and with raw cubins', () => {
  it('give the driver the same bytes', async () => {
    const [one, other] = await Promise.all([runOn(raw), runOn(compressed, SANITIZED)]);
    expect(one.stdout).toBe('0 0 0 0 ');
    expect(imagesOf(one.records).length).toBeGreaterThan(8);
    expect(other.stderr).toBe('');
    expect(other.stdout).toBe(one.stdout);
    expect(imagesOf(other.records)).toEqual(imagesOf(one.records));
  });

  it('differ in the C sources and in what manifest.json says, and in nothing else that is called', async () => {
    const source = await readFile(join(raw, 'src/add.c'), 'utf8');
    expect(source).not.toContain('inflate');
    const read = async (folder: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    expect({ ...(await read(raw)), embed: 'compressed' }).toEqual(await read(compressed));
  });
});

/** Finds memory that is not freed, too. */
const SANITIZED = ['-fsanitize=address,undefined', '-g'];

/** The first byte of each stream. */
const FIRST_OF_STREAM = /(_stream\[\] =\n {4}")(?:\\[0-7]{1,3}|\\?.)/g;

describe('a compressed cubin that is damaged', () => {
  it('gives CUDA_ERROR_INVALID_IMAGE, and is not given to the driver', async () => {
    const file = join(compressed, 'src/add.c');
    const source = await readFile(file, 'utf8');
    // The last block, and of kind 3.
    await writeFile(file, source.replaceAll(FIRST_OF_STREAM, '$1\\007'));
    const { stdout, records } = await runOn(compressed);
    expect(stdout).toBe('200 0 200 200 ');
    expect(imagesOf(records)).toEqual([]);
    await writeFile(file, source);
  });
});

describe('a compressed cubin for which there is no memory', () => {
  it('gives CUDA_ERROR_OUT_OF_MEMORY', async () => {
    const file = join(compressed, 'src/add.c');
    const source = await readFile(file, 'utf8');
    const size = '4000000000000000000';
    await writeFile(file, source.replaceAll(/(_stream, \d+), \d+\}/g, `$1, ${size}}`));
    const { stdout } = await runOn(compressed);
    expect(stdout).toBe('2 0 2 2 ');
    await writeFile(file, source);
  });
});

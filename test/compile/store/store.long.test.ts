import { afterAll, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '../../../src/base/context.ts';
import { type Problem } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import type { CompiledKernel } from '../../../src/toolchain/wire/compiled-kernel.ts';
import { directoryStore } from '../../../src/compile/store/store.ts';
import { silentLog } from '../../support/silent-log.ts';

const KERNEL: CompiledKernel = {
  // Every byte, line ends among them.
  cubin: Uint8Array.from({ length: 256 }, (_, index) => index),
  name: 'größe_kernel',
  ptxas: '13.0',
  shared: 1024,
  numWarps: 8,
  numCtas: 2,
  globalScratch: { size: 0, align: 1 },
  profileScratch: { size: 0, align: 1 },
  tensorMemory: 256,
  launchPdl: true,
  launchCooperativeGrid: false,
  tensorMaps: [{ dataType: 6, swizzle: 3, elementSize: 2, box: [128, 64] }],
  rounding: { out: 'bf16' },
  miscompilations: [],
};
const HASH = sha256('one');

const folders: string[] = [];
let folder = '';
let warnings: Problem[] = [];
const log: Log = { ...silentLog, warning: (problem) => warnings.push(problem) };
const fileOf = (hash: string): string => join(folder, 'v2', hash.slice(0, 2), `${hash}.kernel`);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  folders.push(folder);
  warnings = [];
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

describe('a store', () => {
  it('may be written by many at once: entries are always complete', async () => {
    const kernels = Array.from({ length: 20 }, (_, index) => ({
      ...KERNEL,
      shared: index,
      cubin: new Uint8Array(50_000).fill(index),
    }));
    const reads: Promise<CompiledKernel | undefined>[] = [];
    await Promise.all(
      kernels.map(async (kernel) => {
        const store = directoryStore(folder, log, Date.now);
        await store.kernels.put(HASH, kernel);
        reads.push(store.kernels.get(HASH));
      }),
    );
    for (const read of await Promise.all(reads)) {
      expect(read).toEqual(kernels[read?.shared ?? -1]);
    }
    expect(warnings).toEqual([]);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([`${HASH}.kernel`]);
  });
});

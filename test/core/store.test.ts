import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CompiledKernel } from '../../src/core/compile/job.ts';
import { formatProblem, type Problem } from '../../src/core/errors.ts';
import { sha256 } from '../../src/core/hash.ts';
import { silentLog, type Log } from '../../src/core/log.ts';
import { directoryStore } from '../../src/core/store.ts';

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
  launchPdl: true,
  launchCooperativeGrid: false,
  tensorMaps: [{ dataType: 6, swizzle: 3, elementSize: 2, box: [128, 64] }],
};
const HASH = sha256('one');
const OTHER = sha256('other');

const folders: string[] = [];
let folder = '';
let warnings: Problem[] = [];
const log: Log = { ...silentLog, warning: (problem) => warnings.push(problem) };
const fileOf = (hash: string): string => join(folder, 'v1', hash.slice(0, 2), `${hash}.kernel`);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  folders.push(folder);
  warnings = [];
});
afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true });
});

describe('a store', () => {
  it('gives back what it was given, also to another process', async () => {
    await directoryStore(folder, log).put(HASH, KERNEL);
    expect(await directoryStore(folder, log).get(HASH)).toEqual(KERNEL);
    expect(warnings).toEqual([]);
  });

  it('gives back a kernel without a byte', async () => {
    const empty = { ...KERNEL, cubin: new Uint8Array() };
    const store = directoryStore(folder, log);
    await store.put(HASH, empty);
    expect(await store.get(HASH)).toEqual(empty);
  });

  it('holds one file for each kernel, and the later one counts', async () => {
    const store = directoryStore(folder, log);
    await store.put(HASH, KERNEL);
    await store.put(HASH, { ...KERNEL, shared: 2048 });
    expect(await store.get(HASH)).toMatchObject({ shared: 2048 });
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([`${HASH}.kernel`]);
  });

  it('has nothing for what it does not know, and needs no folder for that', async () => {
    expect(await directoryStore(join(folder, 'none'), log).get(HASH)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('writes the same bytes for the same kernel', async () => {
    await directoryStore(folder, log).put(HASH, KERNEL);
    const first = await readFile(fileOf(HASH));
    const { name, ...others } = KERNEL;
    await directoryStore(folder, log).put(HASH, { ...others, name });
    expect(await readFile(fileOf(HASH))).toEqual(first);
  });

  it('may be written by many at once: each entry is whole at every moment', async () => {
    const kernels = Array.from({ length: 20 }, (_, index) => ({
      ...KERNEL,
      shared: index,
      cubin: new Uint8Array(50_000).fill(index),
    }));
    const reads: Promise<CompiledKernel | undefined>[] = [];
    await Promise.all(
      kernels.map(async (kernel) => {
        const store = directoryStore(folder, log);
        await store.put(HASH, kernel);
        reads.push(store.get(HASH));
      }),
    );
    for (const read of await Promise.all(reads)) {
      expect(read).toEqual(kernels[read?.shared ?? -1]);
    }
    expect(warnings).toEqual([]);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([`${HASH}.kernel`]);
  });
});

describe('a damaged entry', () => {
  it('with any one byte changed is never given, but told and removed', async () => {
    const store = directoryStore(folder, log);
    await store.put(HASH, KERNEL);
    const whole = await readFile(fileOf(HASH));
    for (const at of whole.keys()) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(fileOf(HASH), damaged);
      expect([at, await store.get(HASH)]).toEqual([at, undefined]);
    }
    expect(warnings).toHaveLength(whole.length);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([]);
  });

  it.each<[what: string, change: (whole: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['ends inside its first line', (whole) => whole.subarray(0, 40)],
    ['ends with its first line', (whole) => whole.subarray(0, whole.indexOf('\n') + 1)],
    ['lacks its last byte', (whole) => whole.subarray(0, -1)],
    ['has a byte too many', (whole) => Buffer.concat([whole, Buffer.from([0])])],
    ['is JSON of another shape', () => Buffer.from('{"hash":1}\n')],
    ['is no JSON', () => Buffer.from('\n\n\n')],
  ])('that %s is told and compiled again', async (_what, change) => {
    const store = directoryStore(folder, log);
    await store.put(HASH, KERNEL);
    await writeFile(fileOf(HASH), change(await readFile(fileOf(HASH))));
    expect(await store.get(HASH)).toBeUndefined();
    expect(warnings.map(formatProblem)).toEqual([
      `${fileOf(HASH)}: a stored kernel is damaged: it is compiled again`,
    ]);
    await store.put(HASH, KERNEL);
    expect(await store.get(HASH)).toEqual(KERNEL);
  });

  it('that belongs to another hash is not given', async () => {
    const store = directoryStore(folder, log);
    await store.put(OTHER, KERNEL);
    await mkdir(dirname(fileOf(HASH)), { recursive: true });
    await writeFile(fileOf(HASH), await readFile(fileOf(OTHER)));
    expect(await store.get(HASH)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(await store.get(OTHER)).toEqual(KERNEL);
  });
});

describe('a store that cannot be written', () => {
  it('is told once and fails nothing', async () => {
    // A file where the folder should be: unlike permissions it also stops the superuser.
    const path = join(folder, 'file');
    await writeFile(path, '');
    const store = directoryStore(path, log);
    await Promise.all([store.put(HASH, KERNEL), store.put(OTHER, KERNEL)]);
    await store.put(OTHER, KERNEL);
    expect(await store.get(HASH)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      message: expect.stringMatching(
        /^cannot write to the store, so results are not kept: .*ENOTDIR/,
      ),
      place: { file: path },
      hint: 'Choose another folder with --store.',
    });
    expect(await readFile(path, 'utf8')).toBe('');
  });

  it('still gives what it has', async () => {
    await directoryStore(folder, log).put(HASH, KERNEL);
    await chmod(dirname(fileOf(HASH)), 0o555);
    expect(await directoryStore(folder, log).get(HASH)).toEqual(KERNEL);
    await chmod(dirname(fileOf(HASH)), 0o755);
  });

  it('leaves nothing half-written', async () => {
    // A folder where the entry should be: writing works, putting in place does not.
    await mkdir(join(fileOf(HASH), 'inside'), { recursive: true });
    await directoryStore(folder, log).put(HASH, KERNEL);
    expect(warnings).toHaveLength(1);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([`${HASH}.kernel`]);
  });
});

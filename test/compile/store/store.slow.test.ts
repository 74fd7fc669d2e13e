import { afterAll, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '../../../src/base/context.ts';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import type { CompiledKernel } from '../../../src/toolchain/wire/compiled-kernel.ts';
import { decodeEntry, encodeEntry, entryName } from '../../../src/compile/store/entry.ts';
import { EXPECTED as EXPECTED_OUTPUTS, KERNELS } from '../../../src/compile/store/kinds.ts';
import { directoryStore, storedVariants } from '../../../src/compile/store/store.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import { compressData, type ExpectedOutputs } from '../../../src/manifest/values/packing.ts';
import { fakeVariants } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';
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
/** A kernel whose config may be left out if it comes from @triton.autotune. */
const SCALE = {
  line: 3,
  parameters: [{ name: 'x' }, { name: 'BLOCK' }],
  heuristics: [],
  autotune: [
    { constants: new Map([['BLOCK', { kind: 'int', value: 64n } as const]]), options: {} },
  ],
};
const HASH = sha256('one');
const OTHER = sha256('other');

const folders: string[] = [];
let folder = '';
let warnings: Problem[] = [];
const log: Log = { ...silentLog, warning: (problem) => warnings.push(problem) };
/** The warnings so far, with `STORE` for the store's folder. */
const shownWarnings = (): string =>
  warnings.map(formatProblem).join('\n').replaceAll(folder, 'STORE');
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
  it('returns what was put into it, also to another process', async () => {
    await directoryStore(folder, log, Date.now).kernels.put(HASH, KERNEL);
    expect(await directoryStore(folder, log, Date.now).kernels.get(HASH)).toEqual(KERNEL);
    expect(warnings).toEqual([]);
  });

  it('returns a kernel with an empty cubin', async () => {
    const empty = { ...KERNEL, cubin: new Uint8Array() };
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, empty);
    expect(await store.kernels.get(HASH)).toEqual(empty);
  });

  it('has one file for each kernel; the last write wins', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    await store.kernels.put(HASH, { ...KERNEL, shared: 2048 });
    expect(await store.kernels.get(HASH)).toMatchObject({ shared: 2048 });
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([`${HASH}.kernel`]);
  });

  it('returns undefined for an unknown hash, even without a folder', async () => {
    expect(
      await directoryStore(join(folder, 'none'), log, Date.now).kernels.get(HASH),
    ).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('writes the same bytes for the same kernel', async () => {
    await directoryStore(folder, log, Date.now).kernels.put(HASH, KERNEL);
    const first = await readFile(fileOf(HASH));
    const { name, ...others } = KERNEL;
    await directoryStore(folder, log, Date.now).kernels.put(HASH, { ...others, name });
    expect(await readFile(fileOf(HASH))).toEqual(first);
  });
});

/** A text behind its seal. */
function sealed(text: string): Buffer {
  return Buffer.from(`${sha256(text)}\n${text}`);
}

describe('a damaged entry', () => {
  it('with any one byte changed is not returned, but removed with a warning', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    const whole = await readFile(fileOf(HASH));
    for (const at of whole.keys()) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(fileOf(HASH), damaged);
      expect([at, await store.kernels.get(HASH)]).toEqual([at, undefined]);
    }
    expect(warnings).toHaveLength(whole.length);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([]);
  });

  it.each<[what: string, change: (whole: Buffer) => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['ends inside its first line', (whole) => whole.subarray(0, 40)],
    ['ends with its first line', (whole) => whole.subarray(0, whole.indexOf('\n') + 1)],
    ['lacks its last byte', (whole) => whole.subarray(0, -1)],
    ['has one byte too many', (whole) => Buffer.concat([whole, Buffer.from([0])])],
    ['is JSON of another structure', () => sealed('{"hash":1}\n')],
    ['is sealed but is not JSON', () => sealed('\n\n\n')],
    ['is sealed but has no line end', () => sealed('{}')],
    ['is not JSON', () => Buffer.from('\n\n\n')],
  ])('that %s causes a warning and is replaced', async (_what, change) => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    await writeFile(fileOf(HASH), change(await readFile(fileOf(HASH))));
    expect(await store.kernels.get(HASH)).toBeUndefined();
    expectGolden(shownWarnings());
    await store.kernels.put(HASH, KERNEL);
    expect(await store.kernels.get(HASH)).toEqual(KERNEL);
  });

  it('of another hash or kind is not decoded, although its seal is right', () => {
    const content = encodeEntry(KERNELS, HASH, KERNEL);
    expect(decodeEntry(KERNELS, HASH, content)).toEqual(KERNEL);
    expect(decodeEntry(KERNELS, OTHER, content)).toBeUndefined();
    expect(decodeEntry({ ...KERNELS, name: 'failure' }, HASH, content)).toBeUndefined();
  });

  it('with text that could be taken for something else is not decoded', () => {
    const symbol = encodeEntry(KERNELS, HASH, { ...KERNEL, name: 'k"\n;' });
    expect(decodeEntry(KERNELS, HASH, symbol)).toBeUndefined();
    const note = encodeEntry(EXPECTED_OUTPUTS, HASH, { note: 'a\n::error::b', outputs: new Map() });
    expect(decodeEntry(EXPECTED_OUTPUTS, HASH, note)).toBeUndefined();
  });

  it('of another hash is not returned', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(OTHER, KERNEL);
    await mkdir(dirname(fileOf(HASH)), { recursive: true });
    await writeFile(fileOf(HASH), await readFile(fileOf(OTHER)));
    expect(await store.kernels.get(HASH)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(await store.kernels.get(OTHER)).toEqual(KERNEL);
  });
});

describe('expected outputs', () => {
  const KEY = sha256('case');
  const EXPECTED: ExpectedOutputs = {
    outputs: new Map([
      ['c', { type: 'f32', ...compressData(Uint8Array.of(1, 2, 3, 4), 4) }],
      ['count', { type: 'exact', ...compressData(Uint8Array.of(9), 1) }],
    ]),
  };
  const file = (): string => join(folder, 'v2', KEY.slice(0, 2), `${KEY}.expected`);

  it('are returned with the bytes of each output', async () => {
    await directoryStore(folder, log, Date.now).expected.put(KEY, EXPECTED);
    const found = await directoryStore(folder, log, Date.now).expected.get(KEY);
    expect([...(found?.outputs.keys() ?? [])]).toEqual(['c', 'count']);
    for (const [name, { content, ...output }] of EXPECTED.outputs) {
      const { content: stored = [], ...rest } = found?.outputs.get(name) ?? {};
      expect([rest, [...stored]]).toEqual([output, [...content]]);
    }
  });

  it('may be empty, with a reason', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.expected.put(KEY, { note: 'NotImplementedError', outputs: new Map() });
    expect(await store.expected.get(KEY)).toEqual({
      note: 'NotImplementedError',
      outputs: new Map(),
    });
  });

  it('with a byte changed are removed with a warning', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.expected.put(KEY, EXPECTED);
    const damaged = await readFile(file());
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    await writeFile(file(), damaged);
    expect(await store.expected.get(KEY)).toBeUndefined();
    expectGolden(shownWarnings());
    expect(await readdir(dirname(file()))).toEqual([]);
  });

  it('that do not fit their case are removed with a warning', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.expected.put(KEY, EXPECTED);
    const found = await store.expected.get(KEY, ({ outputs }) => outputs.size === 2);
    // A clone has Uint8Arrays for Buffers.
    expect(structuredClone(found)).toEqual(structuredClone(EXPECTED));
    expect(await store.expected.get(KEY, ({ outputs }) => outputs.size === 1)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(await readdir(dirname(file()))).toEqual([]);
  });

  it('and a kernel may have the same hash', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.expected.put(HASH, EXPECTED);
    expect(await store.kernels.get(HASH)).toBeUndefined();
    await store.kernels.put(HASH, KERNEL);
    expect((await store.expected.get(HASH))?.outputs.size).toBe(2);
    expect(await store.kernels.get(HASH)).toEqual(KERNEL);
  });
});

describe('what is in place of an entry', () => {
  it.each<[what: string, put: (file: string) => Promise<unknown>]>([
    ['a folder', (file) => mkdir(join(file, 'inside'), { recursive: true })],
    ['a pipe', async (file) => execFileSync('mkfifo', [file])],
    ['a link to an endless file', (file) => symlink('/dev/zero', file)],
    ['a link to nothing', (file) => symlink('/nowhere/file', file)],
  ])('%s is replaced', async (_what, put) => {
    const store = directoryStore(folder, log, Date.now);
    const file = fileOf(HASH);
    await mkdir(dirname(file), { recursive: true });
    await put(file);
    expect(await store.read(`${HASH}.kernel`)).toBeUndefined();
    expect(await store.kernels.get(HASH)).toBeUndefined();
    await rm(file, { recursive: true, force: true });
    // Something can put it there again before the entry is written.
    await put(file);
    await store.kernels.put(HASH, KERNEL);
    await store.kernels.put(OTHER, KERNEL);
    expect(await store.kernels.get(HASH)).toEqual(KERNEL);
    expect(await store.kernels.get(OTHER)).toEqual(KERNEL);
    expect(await readdir(dirname(file))).toEqual([`${HASH}.kernel`]);
  });

  it('is removed when it is found, with a warning', async () => {
    await mkdir(join(fileOf(HASH), 'inside'), { recursive: true });
    expect(await directoryStore(folder, log, Date.now).kernels.get(HASH)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(await readdir(dirname(fileOf(HASH)))).toEqual([]);
  });
});

describe('a store that cannot be written', () => {
  it('causes one warning and no error', async () => {
    // A file in place of the folder: unlike permissions, it also stops root.
    const path = join(folder, 'file');
    await writeFile(path, '');
    const store = directoryStore(path, log, Date.now);
    await Promise.all([store.kernels.put(HASH, KERNEL), store.kernels.put(OTHER, KERNEL)]);
    await store.kernels.put(OTHER, KERNEL);
    expect(await store.kernels.get(HASH)).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ place: { file: path } });
    expectGolden(shownWarnings());
    expect(await readFile(path, 'utf8')).toBe('');
    expect(await store.accept(entryName('kernel', HASH), encodeEntry(KERNELS, HASH, KERNEL))).toBe(
      'unwritable',
    );
    // Nor does it try again.
    await rm(path);
    await store.kernels.put(HASH, KERNEL);
    expect(await readdir(folder)).toEqual([]);
    expect([store.used.size, store.hasGrown()]).toEqual([0, false]);
  });

  it('still returns what it has', async () => {
    await directoryStore(folder, log, Date.now).kernels.put(HASH, KERNEL);
    await chmod(dirname(fileOf(HASH)), 0o555);
    expect(await directoryStore(folder, log, Date.now).kernels.get(HASH)).toEqual(KERNEL);
    await chmod(dirname(fileOf(HASH)), 0o755);
  });
});

describe('the use of an entry', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const usedMs = async (): Promise<number> => (await stat(fileOf(HASH))).mtimeMs;

  it('is recorded in its file, at most once a day', async () => {
    await directoryStore(folder, log, Date.now).kernels.put(HASH, KERNEL);
    const written = await usedMs();
    await directoryStore(folder, log, () => written + DAY / 2).kernels.get(HASH);
    expect(await usedMs()).toBe(written);
    const later = Math.floor(written) + 2 * DAY;
    await directoryStore(folder, log, () => later).kernels.get(HASH);
    expect(Math.round(await usedMs())).toBe(later);
  });

  it('is known for this run, of hits and of new entries', async () => {
    await directoryStore(folder, log, Date.now).kernels.put(HASH, KERNEL);
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.get(HASH);
    await store.kernels.get(sha256('none'));
    expect([...store.used]).toEqual([entryName('kernel', HASH)]);
    expect(store.hasGrown()).toBe(false);
    await store.expected.put(OTHER, { note: 'none', outputs: new Map() });
    expect([...store.used]).toEqual([entryName('kernel', HASH), entryName('expected', OTHER)]);
    expect(store.hasGrown()).toBe(true);
  });
});

describe('the results of a plan in a store', () => {
  const [fixed, droppable] = ['BLOCK: 64', undefined].map((constant) =>
    fakeVariants(
      `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32" }
    grid: 1
    ${constant === undefined ? 'configs: autotune' : `constants: { ${constant} }`}
`,
      { scale: SCALE },
    ),
  ) as [readonly Variant[], readonly Variant[]];

  it('are loaded by their hashes, without those that are missing or do not fit', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    await store.kernels.put(OTHER, KERNEL);
    const asked = [HASH, sha256('none'), HASH, OTHER];
    expect(await store.kernels.load(asked)).toEqual(
      new Map([
        [HASH, KERNEL],
        [OTHER, KERNEL],
      ]),
    );
    const fits = (hash: string, { shared }: CompiledKernel): boolean =>
      hash === HASH && shared === KERNEL.shared;
    expect([...(await store.kernels.load(asked, fits)).keys()]).toEqual([HASH]);
    expect(warnings).toHaveLength(1);
  });

  it('are variants with a kernel or, if their config may be left out, an error', async () => {
    const store = directoryStore(folder, log, Date.now);
    for (const [first, second] of [fixed, droppable]) {
      await store.kernels.put(first?.hash ?? '', KERNEL);
      await store.failures.put(second?.hash ?? '', { message: 'too large' });
    }
    const size = await store.sizeOf(entryName('kernel', fixed[0]?.hash ?? ''));
    expect([...(await storedVariants(fixed, store))]).toEqual([[fixed[0], size]]);
    expect([...(await storedVariants(droppable, store)).keys()]).toEqual(droppable);
  });
});

describe('an encoded entry', () => {
  const NAME = entryName('kernel', HASH);

  it('can be copied to another store', async () => {
    const [from, to] = ['a', 'b'].map((name) => directoryStore(join(folder, name), log, Date.now));
    await from?.kernels.put(HASH, KERNEL);
    const content = await from?.read(NAME);
    expect(await to?.sizeOf(NAME)).toBeUndefined();
    expect(await to?.accept(NAME, content ?? Buffer.alloc(0))).toBe('accepted');
    expect(await to?.sizeOf(NAME)).toBe(content?.length);
    expect(await to?.kernels.get(HASH)).toEqual(KERNEL);
  });

  it('of another hash or kind is corrupt and is not written', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    const content = (await store.read(NAME)) ?? Buffer.alloc(0);
    for (const name of [entryName('kernel', OTHER), entryName('expected', HASH)]) {
      expect(await store.accept(name, content)).toBe('corrupt');
      expect(await store.sizeOf(name)).toBeUndefined();
    }
    expect(await store.accept(NAME, content.subarray(0, -1))).toBe('corrupt');
    expect(await store.kernels.get(HASH)).toEqual(KERNEL);
  });

  it('is not returned if it is damaged', async () => {
    const store = directoryStore(folder, log, Date.now);
    await store.kernels.put(HASH, KERNEL);
    await writeFile(fileOf(HASH), 'damaged');
    await utimes(fileOf(HASH), 0, 0);
    expect(await store.read(NAME)).toBeUndefined();
  });
});

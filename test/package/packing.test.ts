import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../../src/base/errors.ts';
import { packEarly, storedPacking } from '../../src/package/packing.ts';
import { PTX_PACKER } from '../../src/package/c/pack-ptx.ts';
import {
  type EmbeddedCode,
  embeddedCode,
  packCubins,
  packingKey,
} from '../../src/package/c/packing.ts';
import { readManifest } from '../../src/manifest/manifest.ts';
import { entryFile, entryName, isEntryName } from '../../src/compile/store/entry.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { fakeChecked, fakeCompiled } from '../support/fake-build.ts';
import { silentLog } from '../support/silent-log.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: [i32:1, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: [cdiv(n, BLOCK)]
`;
const IMAGES = fakeChecked(MANIFEST, { scale_kernel: ['x', 'factor', 'n', 'BLOCK'] }, (variant) =>
  fakeCompiled(variant, { registers: 16 + variant.config }),
);
const CUBINS: readonly EmbeddedCode[] = embeddedCode(IMAGES).all;

describe('compressed cubins in the store', () => {
  let folder = '';
  const warnings: Problem[] = [];
  const open = () =>
    directoryStore(folder, { ...silentLog, warning: (each) => warnings.push(each) }, Date.now);
  /** Compresses with a store, and returns the streams and whether anything was written. */
  const pack = async () => {
    const store = open();
    const packed = (await storedPacking([IMAGES], store))(CUBINS);
    return { streams: packed.map((each) => Buffer.from(each)), hasGrown: store.hasGrown() };
  };
  const expected = packCubins(CUBINS).map((each) => Buffer.from(each));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packing-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are those of a build without a store', async () => {
    expect(await pack()).toEqual({ streams: expected, hasGrown: true });
    expect(await pack()).toEqual({ streams: expected, hasGrown: false });
  });

  it('are made as soon as the last variant of a kernel is compiled', async () => {
    const made = new Map<string, readonly Uint8Array[]>();
    const put = (key: string, streams: readonly Uint8Array[]): Promise<void> => {
      made.set(key, streams);
      return Promise.resolve();
    };
    const store = { packed: { get: (key: string) => Promise.resolve(made.get(key)), put } };
    const [first, ...others] = IMAGES;
    const kernels = new Map(first && [[first.variant.hash, first.compiled]]);
    const variants = IMAGES.map(({ variant }) => variant);
    const preparation = { manifest: readManifest(MANIFEST, 'kernels.yaml'), variants };
    const early = packEarly(store, {})({ remaining: { preparation }, results: { kernels } });
    const compile = ({ variant, compiled }: (typeof IMAGES)[number]): void =>
      early.onCompiled(variant.hash, { ok: true, kernel: compiled, cpuSeconds: 0 });
    for (const each of others.slice(1)) compile(each);
    await early.settle();
    expect([...made]).toEqual([]);
    for (const each of others.slice(0, 1)) compile(each);
    await early.settle();
    const streams = [...made.values()].map((all) => all.map((each) => Buffer.from(each)));
    expect(streams).toEqual([expected]);
    expect([...made.keys()]).toEqual([packingKey(CUBINS)]);
  });

  it('are one entry for each kernel', async () => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const entries = files.filter((each) => isEntryName(each.name)).map(({ name }) => name);
    expect(entries).toEqual([entryName('packed', packingKey(CUBINS))]);
  });

  it('are made again if the entry is damaged, or of other cubins', async () => {
    const file = entryFile(folder, entryName('packed', packingKey(CUBINS)));
    const content = await readFile(file);
    await writeFile(file, content.subarray(1));
    expect(await pack()).toEqual({ streams: expected, hasGrown: true });

    await open().packed.put(packingKey(CUBINS), expected.slice(1));
    expect(await pack()).toEqual({ streams: expected, hasGrown: true });
    const message = 'these stored compressed cubins are damaged and will be compressed again';
    expect(warnings.map((each) => each.message)).toEqual([message, message]);
  });

  it('have a key of the cubins, their bases and the library', async () => {
    const [first, second, ...others] = CUBINS;
    if (first === undefined || second === undefined) throw new Error('too few cubins');
    const keys = [
      CUBINS,
      [second, first, ...others],
      CUBINS.map((each) => ({ ...each, base: first })),
      CUBINS.map((each) => ({ ...each, hasEnd: true })),
    ];
    expect(new Set(keys.map(packingKey)).size).toBe(keys.length);
    const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
    expect(PTX_PACKER[0]).toBe(`fflate ${JSON.parse(text).dependencies.fflate}`);
  });
});

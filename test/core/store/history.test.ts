import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Variant } from '../../../src/core/plan/variants.ts';
import {
  MAX_HISTORY_VARIANTS,
  readHistory,
  writeHistory,
} from '../../../src/core/store/history.ts';
import { fakeVariants } from '../../support/fake-build.ts';

const FUNCTIONS = { scale_kernel: ['x', 'n', 'BLOCK', 'MODE'], copy_kernel: ['x'] };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The variants of a package with kernels of these names. */
function variantsOf(names: readonly string[], configs = '[{ BLOCK: 64 }, { BLOCK: 128 }]') {
  const kernels = names.map(
    (name) => `  ${name}:
    source: nn/scale.py:scale_kernel
    arguments: { x: "*fp16:16", n: [i32, i32:1] }
    constants: { MODE: größe }
    configs: ${configs}
    grid: n
`,
  );
  const manifest = `package: demo\ntriton: 3.8.0\ntargets: [sm_80, sm_90]\nkernels:\n`;
  return fakeVariants(manifest + kernels.join(''), FUNCTIONS);
}

const inputsOf = (variants: readonly Variant[]) => variants.map(({ inputs }) => inputs);

async function historyFile(): Promise<string> {
  const [name = '', ...others] = await readdir(join(folder, 'v2/history'));
  expect(others).toEqual([]);
  return join(folder, 'v2/history', name);
}

describe('the history of a package', () => {
  it('is nothing before its first build', async () => {
    expect(await readHistory(folder, 'demo')).toEqual(new Map());
  });

  it('gives what the hashes of a build covered', async () => {
    const variants = variantsOf(['scale']);
    expect(await writeHistory(folder, 'demo', variants)).toBe(true);
    const history = await readHistory(folder, 'demo');
    expect([...history]).toEqual([['scale', inputsOf(variants)]]);
    expect(history.get('scale')).toHaveLength(8);
  });

  it('keeps each kernel as it was built last', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one', 'two']));
    const later = variantsOf(['one', 'three'], '[{ BLOCK: 32 }]');
    await writeHistory(folder, 'demo', later);
    const history = await readHistory(folder, 'demo');
    expect([...history.keys()]).toEqual(['two', 'one', 'three']);
    expect(history.get('one')).toEqual(
      inputsOf(later.filter(({ kernel }) => kernel.name === 'one')),
    );
    expect(history.get('two')).toEqual(inputsOf(variantsOf(['two'])));
  });

  it('is kept apart from that of other packages', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one']));
    await writeHistory(folder, 'Demo', variantsOf(['two']));
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['one']);
    expect(await readdir(join(folder, 'v2/history'))).toHaveLength(2);
  });

  it('is written once where nothing changed', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one', 'two']));
    const { ino } = await stat(await historyFile());
    expect(await writeHistory(folder, 'demo', variantsOf(['one', 'two']))).toBe(true);
    expect((await stat(await historyFile())).ino).toBe(ino);
  });

  it('writes once what variants share', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one', 'two', 'three']));
    const text = gunzipSync(await readFile(await historyFile())).toString();
    expect(text.split('größe')).toHaveLength(1 + 4);
    expect(text.split('scale_kernel')).toHaveLength(1 + 1);
  });

  it('forgets the kernels that were not built for longest', async () => {
    const [variant] = variantsOf(['one']);
    if (variant === undefined) throw new Error('no variant');
    const many = (name: string, count: number): Variant[] =>
      Array.from({ length: count }, () => ({ ...variant, kernel: { ...variant.kernel, name } }));
    await writeHistory(folder, 'demo', many('old', MAX_HISTORY_VARIANTS / 2));
    await writeHistory(folder, 'demo', many('newer', MAX_HISTORY_VARIANTS / 2));
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['old', 'newer']);
    await writeHistory(folder, 'demo', many('newest', 1));
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['newer', 'newest']);
  });
});

describe('a damaged history', () => {
  const packed = (document: unknown) => gzipSync(JSON.stringify(document));
  const row = Array.from({ length: 13 }, () => 0);

  it.each<[what: string, damage: (content: Buffer) => Uint8Array]>([
    ['is cut off', (content) => content.subarray(0, -20)],
    ['is empty', () => Buffer.alloc(0)],
    ['is no archive', () => Buffer.from('words')],
    ['is no JSON', () => gzipSync('{"values":[')],
    ['has another form', () => packed({ values: [], kernels: {} })],
    ['lacks a value', () => packed({ values: [], kernels: [['one', [row]]] })],
    ['has values of other kinds', () => packed({ values: [{}], kernels: [['one', [row]]] })],
    ['has too few values', () => packed({ values: [1], kernels: [['one', [[0]]]] })],
  ])('that %s is nothing, and is written anew', async (_what, damage) => {
    await writeHistory(folder, 'demo', variantsOf(['one']));
    const file = await historyFile();
    await writeFile(file, damage(await readFile(file)));
    expect(await readHistory(folder, 'demo')).toEqual(new Map());
    expect(await writeHistory(folder, 'demo', variantsOf(['two']))).toBe(true);
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['two']);
  });
});

describe('a store that cannot be written', () => {
  it('costs the history and fails nothing', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    expect(await writeHistory(path, 'demo', variantsOf(['one']))).toBe(false);
    expect(await readHistory(path, 'demo')).toEqual(new Map());
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalJson } from '../../../src/base/text.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import {
  MAX_HISTORY_VARIANTS,
  readHistory,
  readTimes,
  timeOfVariant,
  type Times,
  writeHistory,
} from '../../../src/compile/store/history.ts';
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
    line_info: ${name === 'scale'}
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
  it('is empty before the first build', async () => {
    expect(await readHistory(folder, 'demo')).toEqual(new Map());
  });

  it('returns the hash inputs of a build', async () => {
    const variants = variantsOf(['scale']);
    expect(await writeHistory(folder, 'demo', variants)).toBe(true);
    const history = await readHistory(folder, 'demo');
    expect([...history]).toEqual([['scale', inputsOf(variants)]]);
    expect(history.get('scale')).toHaveLength(8);
  });

  it('keeps the latest build of each kernel', async () => {
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

  it('is separate from the history of other packages', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one']));
    await writeHistory(folder, 'Demo', variantsOf(['two']));
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['one']);
    expect(await readdir(join(folder, 'v2/history'))).toHaveLength(2);
  });

  it('is not written again if nothing changed', async () => {
    await writeHistory(folder, 'demo', variantsOf(['one', 'two']));
    const { ino } = await stat(await historyFile());
    expect(await writeHistory(folder, 'demo', variantsOf(['one', 'two']))).toBe(true);
    expect((await stat(await historyFile())).ino).toBe(ino);
  });

  it('keeps how long each result took: the latest time, also of kernels that were not built', async () => {
    const times = (seconds: Readonly<Record<string, Readonly<Record<string, number>>>>): Times =>
      new Map(
        Object.entries(seconds).map(([kernel, own]) => [kernel, new Map(Object.entries(own))]),
      );
    await writeHistory(
      folder,
      'demo',
      variantsOf(['one', 'two']),
      times({ one: { a: 1, b: 2 }, two: { a: 3 } }),
    );
    await writeHistory(folder, 'demo', variantsOf(['one']), times({ one: { b: 4 } }));
    const known = times({ one: { b: 4, a: 1 }, two: { a: 3 } });
    expect(await readTimes(folder, 'demo')).toEqual(known);
    // A build that computes nothing changes nothing.
    await writeHistory(folder, 'demo', variantsOf(['one']));
    expect(await readTimes(folder, 'demo')).toEqual(known);
  });

  it('has a time for each variant that stays when the code changes', () => {
    const [first, second] = variantsOf(['one']);
    if (first === undefined || second === undefined) throw new Error('no variants');
    const changed = { inputs: { ...first.inputs, closure: [{ path: 'k.py', sha256: 'x' }] } };
    expect(timeOfVariant(changed)).toBe(timeOfVariant(first));
    expect(timeOfVariant(second)).not.toBe(timeOfVariant(first));
  });

  it('is canonical JSON with a format version, gzipped', async () => {
    const variants = variantsOf(['one', 'two']);
    await writeHistory(folder, 'demo', variants);
    const text = gunzipSync(await readFile(await historyFile())).toString();
    const inputsOfKernel = (name: string) =>
      inputsOf(variants.filter(({ kernel }) => kernel.name === name));
    const kernels = ['one', 'two'].map((name) => [name, inputsOfKernel(name)]);
    expect(text).toBe(canonicalJson({ format: 2, kernels }));
    expect(text).toContain('größe');
  });

  it('drops the kernels with the oldest builds first', async () => {
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

describe('an unreadable history', () => {
  const packed = (document: unknown) => gzipSync(JSON.stringify(document));
  const document = (kernels: unknown) => packed({ format: 2, kernels });
  const [variant] = variantsOf(['one']);
  const inputs = variant?.inputs;

  it.each<[what: string, damage: (content: Buffer) => Uint8Array]>([
    ['is cut off', (content) => content.subarray(0, -20)],
    ['is empty', () => Buffer.alloc(0)],
    ['is not gzipped', () => Buffer.from('words')],
    ['is not JSON', () => gzipSync('{"kernels":[')],
    ['has another structure', () => document({})],
    ['has variants without a field', () => document([['one', [{ ...inputs, module: undefined }]]])],
    ['has fields of other types', () => document([['one', [{ ...inputs, bridge: '1' }]]])],
    ['has variants that are lists', () => document([['one', [[0]]]])],
    ['has the format of earlier versions', () => packed({ values: [1], kernels: [] })],
    ['has the format of a later version', () => packed({ format: 3, kernels: [] })],
  ])('that %s counts as empty and is replaced', async (_what, damage) => {
    await writeHistory(folder, 'demo', variantsOf(['one']));
    const file = await historyFile();
    await writeFile(file, damage(await readFile(file)));
    expect(await readHistory(folder, 'demo')).toEqual(new Map());
    expect(await writeHistory(folder, 'demo', variantsOf(['two']))).toBe(true);
    expect([...(await readHistory(folder, 'demo')).keys()]).toEqual(['two']);
  });
});

describe('a store that cannot be written', () => {
  it('has no history, and that is not an error', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    expect(await writeHistory(path, 'demo', variantsOf(['one']))).toBe(false);
    expect(await readHistory(path, 'demo')).toEqual(new Map());
  });
});

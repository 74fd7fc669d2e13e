import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  MAX_KERNELS,
  NO_TIMES,
  readTimes,
  timeOfVariant,
  type Times,
  timesFile,
  writeTimes,
} from '../../../src/compile/store/times.ts';
import { fakeVariants } from '../../support/fake-build.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'times-'));
});
afterEach(() => rm(folder, { recursive: true }));

const times = (seconds: Readonly<Record<string, Readonly<Record<string, number>>>>): Times =>
  new Map(Object.entries(seconds).map(([kernel, own]) => [kernel, new Map(Object.entries(own))]));

describe('the times of a package', () => {
  it('are none before the first build', async () => {
    expect(await readTimes(folder, 'demo')).toEqual(NO_TIMES);
  });

  it('are the latest of each result, also of kernels that were not built', async () => {
    const first = times({ one: { a: 1, b: 2 }, two: { a: 3 } });
    expect(await writeTimes(folder, 'demo', first)).toBe(true);
    await writeTimes(folder, 'demo', times({ one: { b: 4 } }));
    const known = times({ one: { b: 4, a: 1 }, two: { a: 3 } });
    expect(await readTimes(folder, 'demo')).toEqual(known);
    // A build that computes nothing changes nothing.
    await writeTimes(folder, 'demo', NO_TIMES);
    expect(await readTimes(folder, 'demo')).toEqual(known);
  });

  it('are separate from those of other packages', async () => {
    await writeTimes(folder, 'demo', times({ one: { a: 1 } }));
    await writeTimes(folder, 'Demo', times({ two: { a: 1 } }));
    expect([...(await readTimes(folder, 'demo')).keys()]).toEqual(['one']);
    expect(await readdir(join(folder, 'v2/history'))).toHaveLength(2);
  });

  it('lose the kernels that were computed longest ago first', async () => {
    const many = Array.from({ length: MAX_KERNELS }, (_, at) => [`k${at}`, { a: 1 }] as const);
    await writeTimes(folder, 'demo', times(Object.fromEntries(many)));
    await writeTimes(folder, 'demo', times({ k0: { b: 1 }, newest: { a: 1 } }));
    const names = [...(await readTimes(folder, 'demo')).keys()];
    expect([names.length, names[0], ...names.slice(-2)]).toEqual([
      MAX_KERNELS,
      'k2',
      'k0',
      'newest',
    ]);
  });

  it('are canonical JSON with a format version, gzipped', async () => {
    await writeTimes(folder, 'demo', times({ größe: { a: 1 } }));
    const text = gunzipSync(await readFile(timesFile(folder, 'demo'))).toString();
    expect(text).toBe('{"format":3,"seconds":[["größe",[["a",1]]]]}');
  });

  it('are by the values of a variant, and stay when the code changes', () => {
    const entry =
      '{ source: "k.py:k", signature: "*fp32, 64", grid: 1, configs: [{ num_warps: 4 }, { num_warps: 8 }] }';
    const [first, second] = fakeVariants(
      `package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels: { one: ${entry} }\n`,
      { k: ['x', 'N'] },
    );
    if (first === undefined || second === undefined) throw new Error('no variants');
    const changed = { inputs: { ...first.inputs, closure: [{ path: 'k.py', sha256: 'x' }] } };
    expect(timeOfVariant(changed)).toBe(timeOfVariant(first));
    expect(timeOfVariant(second)).not.toBe(timeOfVariant(first));
  });
});

describe('a file with times', () => {
  const packed = (document: unknown) => gzipSync(JSON.stringify(document));

  it.each<[what: string, damage: (content: Buffer) => Uint8Array]>([
    ['is cut off', (content) => content.subarray(0, -20)],
    ['is empty', () => Buffer.alloc(0)],
    ['is not gzipped', () => Buffer.from('words')],
    ['is not JSON', () => gzipSync('{"seconds":[')],
    ['has another structure', () => packed({ format: 3, seconds: {} })],
    ['has texts for times', () => packed({ format: 3, seconds: [['one', [['a', '1']]]] })],
    ['has the format of earlier versions', () => packed({ format: 2, kernels: [] })],
    ['has the format of a later version', () => packed({ format: 4, seconds: [] })],
  ])('that %s counts as empty and is replaced', async (_what, damage) => {
    await writeTimes(folder, 'demo', times({ one: { a: 1 } }));
    const file = timesFile(folder, 'demo');
    await writeFile(file, damage(await readFile(file)));
    expect(await readTimes(folder, 'demo')).toEqual(NO_TIMES);
    expect(await writeTimes(folder, 'demo', times({ two: { a: 1 } }))).toBe(true);
    expect([...(await readTimes(folder, 'demo')).keys()]).toEqual(['two']);
  });
});

describe('a store that cannot be written', () => {
  it('keeps no times, and that is not an error', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    expect(await writeTimes(path, 'demo', times({ one: { a: 1 } }))).toBe(false);
    expect(await readTimes(path, 'demo')).toEqual(NO_TIMES);
  });
});

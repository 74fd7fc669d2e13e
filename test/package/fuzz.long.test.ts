import { afterAll, beforeAll, describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../src/base/errors.ts';
import { readSmokePackage } from '../../src/package/cases.ts';
import { CASES_FILE } from '../../src/manifest/cases/packaged.ts';
import { damaged, refusal, runs } from '../support/fuzzing.ts';
import { reseal, wholePackage } from './verify/whole-package.ts';

/** A path through data, as numbers that choose among the keys. */
const PATH = fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 });
const VALUE = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('../x', '/', '', '__proto__', 'sm_90', '*fp32', -1, 1e300, {}, []),
);

/** Replaces the part of `data` at a path, or removes it if the value is undefined. */
function changed(data: unknown, [first = 0, ...rest]: readonly number[], value: unknown): unknown {
  if (typeof data !== 'object' || data === null || Object.keys(data).length === 0) return value;
  const keys = Object.keys(data);
  const key = keys[first % keys.length] ?? '';
  const part: unknown = Reflect.get(data, key);
  const next = rest.length === 0 ? value : changed(part, rest, value);
  if (Array.isArray(data))
    return data.flatMap((item: unknown, index) =>
      String(index) === key ? (next === undefined ? [] : [next]) : [item],
    );
  return { ...data, [key]: next };
}

/** What smoke/cases.json of a small package holds. */
const CASES = {
  format: 1,
  kernels: [
    {
      name: 'copy',
      path: ['kernels', 'copy', 'smoke'],
      expected: 'interpreter',
      deterministic: true,
      algos: [0],
      cases: [
        {
          name: 'n=4',
          path: ['kernels', 'copy', 'smoke', 'cases', 0],
          scalars: { n: '4' },
          buffers: {
            x: {
              element: 'fp32',
              shape: [4],
              strides: [1],
              length: 4,
              role: 'out',
              seed: 'a',
              tolerance: { norm: 0, rtol: 0, atol: 0 },
              expected: {
                type: 'f32',
                data: { file: `smoke/data/${'0'.repeat(16)}.br`, elementSize: 4 },
              },
            },
          },
          runs: [{ specialisation: 0, offsets: {} }],
          grids: [[1, 1, 1]],
        },
      ],
      test: ['copy/test.cpp'],
    },
  ],
};

describe('a package is read, or refused', () => {
  let folder: string;
  let manifest: string;
  beforeAll(async () => {
    folder = await wholePackage();
    manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
  });
  afterAll(() => rm(dirname(folder), { recursive: true }));

  const expectAnswer = (): Promise<Failure | undefined> =>
    refusal(['usage', 'verification'], () => readSmokePackage(folder));

  it('with any change of the manifest', async () => {
    const property = fc.asyncProperty(
      PATH,
      fc.option(VALUE, { nil: undefined }),
      async (path, value) => {
        const data = changed(JSON.parse(manifest), path, value);
        await writeFile(join(folder, 'manifest.json'), JSON.stringify(data) ?? '');
        await reseal(folder);
        await expectAnswer();
      },
    );
    await fc.assert(property, runs(50));
  });

  it('with any change of its test cases', async () => {
    await writeFile(join(folder, 'manifest.json'), manifest);
    await mkdir(join(folder, 'smoke'));
    const file = join(folder, CASES_FILE);
    const read = async (data: unknown): Promise<Failure | undefined> => {
      await writeFile(file, JSON.stringify(data) ?? '');
      await reseal(folder);
      return expectAnswer();
    };
    expect(await read(CASES)).toBeUndefined();
    const property = fc.asyncProperty(
      PATH,
      fc.option(VALUE, { nil: undefined }),
      async (path, value) => {
        await read(changed(CASES, path, value));
      },
    );
    await fc.assert(property, runs(50));
  });

  it.each(['manifest.json', 'SHA256SUMS'])('with a damaged %s', async (name) => {
    const file = join(folder, name);
    const before = await readFile(file);
    const property = fc.asyncProperty(damaged(before), async (content) => {
      await writeFile(file, content);
      await expectAnswer();
    });
    await fc.assert(property, runs(50));
    await writeFile(file, before);
  });
});

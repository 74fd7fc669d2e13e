import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inspectPackage } from '../../../src/verify/verify.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { fakeContext } from './context.ts';
import { edit, reseal } from './whole-package.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  add:
    source: k.py:add
    arguments: { x: "*fp32", n: [i32, i32:16] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: cdiv(n, BLOCK)
    requires: ["defined(x)", n > 4]
`;
const FUNCTIONS = {
  add: {
    line: 1,
    parameters: ['x', 'n', 'BLOCK', 'EVEN', 'LARGE'].map((name) => ({ name })),
    heuristics: [
      { parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' },
      { parameter: 'LARGE', line: 1, expression: 'BLOCK > 64 ? n > 1000 : 0' },
    ],
  },
};

describe('the conditions of a package', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await fakePackage(MANIFEST, FUNCTIONS);
  });
  afterEach(() => rm(dirname(folder), { recursive: true }));

  const problems = async (): Promise<readonly string[]> => {
    const { findings } = await inspectPackage(folder, fakeContext());
    return findings.flatMap((finding) => finding.problems.map(({ message }) => message));
  };

  it('are those of manifest.json, also where an algo lacks specialisations', async () => {
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['another bound in C', 'src/add.c', 'INT64_C(4)', 'INT64_C(3)'],
    ['a condition that C does not check', 'src/add.c', /.*check_requirements\(&a.*\n/, ''],
    ['another heuristic in C', 'src/add.c', 'INT64_C(1000)', 'INT64_C(999)'],
    ['another condition in manifest.json', 'manifest.json', 'n > 4', 'n > 3'],
    ['no conditions in manifest.json', 'manifest.json', '"requires"', '"other"'],
    ['another heuristic in manifest.json', 'manifest.json', 'n > 1000', 'n > 10'],
    ['an unknown name', 'manifest.json', 'n > 1000', 'm > 1000'],
    ['no expression', 'manifest.json', 'n > 1000', 'n >'],
  ])('are compared: %s', async (_what, file, from, to) => {
    await edit(join(folder, file), (text) => text.split(from).join(to));
    await reseal(folder);
    const found = await problems();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^add: (the C source does not check|manifest\.json has) /);
  });

  it('are compared: another value of a specialisation', async () => {
    await edit(join(folder, 'src/add.c'), (text) => text.replace('h[0] == 1', 'h[0] == 2'));
    await reseal(folder);
    expect(await problems()).toEqual([
      'add: the C source does not choose specialisations as manifest.json lists them',
    ]);
  });

  it('are compared: a cubin where no call reaches one', async () => {
    await edit(join(folder, 'src/add.c'), (text) =>
      text.replace(/^ {4}\{NULL,.*\n/m, (row) => row.replace('NULL, NULL', '&cubin_0, "add"')),
    );
    await reseal(folder);
    expect(await problems()).not.toEqual([]);
  });
});

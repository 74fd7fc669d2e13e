import { afterAll, expect, it } from '#jest';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { definedIn, isFreeName } from '../../support/defined-names.ts';
import { operatorsPackage } from './support/operators.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((each) => rm(dirname(each), { recursive: true }))));

it.each(['both', 'ptx'] as const)(
  'kernels cannot have the names that the C code of operators defines (%s)',
  async (kind) => {
    const folder = await operatorsPackage(kind);
    folders.push(folder);
    const files = (await readdir(join(folder, 'src'))).filter((name) => name.endsWith('.c'));
    const operators = (await readdir(join(folder, 'ops'))).filter((name) => name.endsWith('.c'));
    const all = [...files.map((name) => `src/${name}`), ...operators.map((name) => `ops/${name}`)];
    const names = await definedIn(folder, all);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(isFreeName)).toEqual([]);
  },
);

import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatProblem } from '../../../src/base/errors.ts';
import { differences, firstDifference } from '../../../src/package/verify/differences.ts';
import { expectGolden } from '../../support/golden.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'differences-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('two packages', () => {
  it('are the same if only their evidence differs', async () => {
    const files = { 'src/a.c': 'int a;\n', 'b.h': '' };
    const one = await folderOf({ ...files, 'evidence.json': '1' });
    expect(await differences(one, await folderOf(files))).toEqual({ files: 2, problems: [] });
  });

  it('differ in files that only one has, and in the content of others', async () => {
    const one = await folderOf({ 'src/a.c': 'one\ntwo\nthree\n', 'only/here': '' });
    const other = await folderOf({ 'src/a.c': 'one\ntwo\nthrice\n', 'only/there': '' });
    const { problems } = await differences(one, other);
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(one, 'PACKAGE'));
  });
});

describe('the first difference', () => {
  it.each([
    ['', '', undefined],
    ['same', 'same', undefined],
    ['same', 'some', 1],
    ['same', 'same and more', 4],
  ])('of %j and %j is %j', (one, other, offset) => {
    expect(firstDifference(Buffer.from(one), Buffer.from(other))).toBe(offset);
  });
});

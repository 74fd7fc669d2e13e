import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { differences, firstDifference } from '../../../src/core/verify/rebuild.ts';

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
  it('are the same whatever evidence they have', async () => {
    const files = { 'src/a.c': 'int a;\n', 'b.h': '' };
    const one = await folderOf({ ...files, 'evidence.json': '1' });
    expect(await differences(one, await folderOf(files))).toEqual({ files: 2, problems: [] });
  });

  it('differ by files that only one has, and by the first byte and line of others', async () => {
    const one = await folderOf({ 'src/a.c': 'one\ntwo\nthree\n', 'only/here': '' });
    const other = await folderOf({ 'src/a.c': 'one\ntwo\nthrice\n', 'only/there': '' });
    const { problems } = await differences(one, other);
    expect(problems).toEqual([
      {
        message: 'extra: the sources do not give this file',
        place: { file: join(one, 'only/here') },
      },
      {
        message: 'missing: the sources give this file',
        place: { file: join(one, 'only/there') },
      },
      {
        message: 'differs from what the sources give, first at byte 11',
        place: { file: join(one, 'src/a.c'), line: 3 },
      },
    ]);
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

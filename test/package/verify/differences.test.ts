import { afterAll, describe, expect, it } from '#jest';
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

const SEALED = { 'manifest.json': '{}', SHA256SUMS: '' };

describe('two packages', () => {
  it('are the same if only their evidence differs', async () => {
    const files = { ...SEALED, 'src/a.c': 'int a;\n', 'b.h': '' };
    const one = await folderOf({ ...files, 'evidence.json': '1' });
    expect(await differences(one, await folderOf(files))).toEqual({ files: 4, problems: [] });
  });

  it('differ in files that only one has, and in the content of others', async () => {
    const one = await folderOf({ ...SEALED, 'src/a.c': 'one\ntwo\nthree\n', 'only/here': '' });
    const other = await folderOf({ ...SEALED, 'src/a.c': 'one\ntwo\nthrice\n', 'only/there': '' });
    const { problems } = await differences(one, other);
    expectGolden(problems.map(formatProblem).join('\n').replaceAll(one, 'PACKAGE'));
  });
});

it('names manifest.json first, and at most 20 files', async () => {
  const filesWith = (text: string): Record<string, string> => ({
    'manifest.json': text,
    SHA256SUMS: text,
    ...Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`src/${index}.c`, text])),
  });
  const one = await folderOf(filesWith('1'));
  const { problems } = await differences(one, await folderOf(filesWith('2')));
  expect(problems).toHaveLength(21);
  expect(problems[0]?.place?.file).toBe(join(one, 'manifest.json'));
  expect(problems.at(-1)?.message).toBe('5 more files differ from a build of the sources');
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

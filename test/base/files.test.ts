import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, readBelow, readPlainFile, writeAtomically } from '../../src/base/files.ts';
import { ownedName } from '../../src/base/leftovers.ts';
import { nameOfDead } from '../support/dead-process.ts';

describe('a file that goes into a package', () => {
  let outer: string;
  let folder: string;
  beforeEach(async () => {
    outer = await mkdtemp(join(tmpdir(), 'files-'));
    folder = join(outer, 'project');
    await mkdir(join(folder, 'sub'), { recursive: true });
    await writeFile(join(folder, 'sub/own.cpp'), 'own');
    await writeFile(join(outer, 'secret'), 'secret');
  });
  afterEach(() => rm(outer, { recursive: true }));

  const read = async (path: string, from = folder): Promise<string> => {
    const content = await readBelow(from, path);
    return 'problem' in content ? content.problem.replaceAll(outer, '…') : content.toString('utf8');
  };

  it('is read, also through links inside of the folder and to the folder', async () => {
    await symlink('sub', join(folder, 'inner'));
    await symlink('sub/own.cpp', join(folder, 'link.cpp'));
    await symlink(folder, join(outer, 'other'));
    expect(await read('sub/own.cpp')).toBe('own');
    expect(await read('inner/own.cpp')).toBe('own');
    expect(await read('link.cpp')).toBe('own');
    expect(await read('link.cpp', join(outer, 'other'))).toBe('own');
  });

  it('is not read through a link that leaves the folder', async () => {
    await symlink('/proc/self/environ', join(folder, 'own.cpp'));
    await symlink('../secret', join(folder, 'secret'));
    await symlink(outer, join(folder, 'up'));
    const where = "which is not below the manifest's folder";
    expect(await read('own.cpp')).toMatch(/^it is a link to \/proc\/\d+\/environ, which/);
    expect(await read('secret')).toBe(`it is a link to …/secret, ${where}`);
    expect(await read('up/secret')).toBe(`it is a link to …/secret, ${where}`);
  });

  it('is not read if it is not a regular file, or is huge', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('circle', join(folder, 'circle'));
    expect(await read('pipe')).toBe('it is not a regular file');
    expect(await read('sub')).toBe('it is not a regular file');
    await truncate(join(folder, 'sub/own.cpp'), 3e9);
    expect(await read('sub/own.cpp')).toBe('it is larger than 500 MB');
    expect(await read('missing')).toBe('no such file');
    expect(await read('circle')).toBe('its links lead in a circle');
    expect(await read('a\0b')).toContain('null bytes');
  });
});

describe('files and folders', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('a file that cannot be replaced leaves no partial file', async () => {
    await mkdir(join(folder, 'file/inside'), { recursive: true });
    const write = (file: string): Promise<void> => writeFile(file, 'text');
    await expect(writeAtomically(join(folder, 'file'), write)).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('a file that is written takes the place of what killed processes left of it', async () => {
    const left = [await nameOfDead('file', '.part'), await nameOfDead('file', '.part')];
    const others = [
      await nameOfDead('other', '.part'),
      await ownedName('file', '.part'),
      'file.part',
    ];
    for (const name of [...left, ...others]) await writeFile(join(folder, name), 'half');
    await writeAtomically(join(folder, 'file'), (file) => writeFile(file, 'text'));
    expect((await readdir(folder)).toSorted()).toEqual(['file', ...others].toSorted());
  });

  it('a folder is created with those above it, once', async () => {
    await makeFolder(join(folder, 'a/b/c'));
    await makeFolder(join(folder, 'a/b/c'));
    await symlink(join(folder, 'a'), join(folder, 'link'));
    await makeFolder(join(folder, 'link'));
    await makeFolder(join(folder, 'link/d'));
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
      expect.arrayContaining(['a', 'a/b', 'a/b/c', 'a/d', 'link']),
    );
    await Promise.all(['x/y/1', 'x/y/2', 'x/y/3'].map((path) => makeFolder(join(folder, path))));
    expect(await readdir(join(folder, 'x/y'))).toHaveLength(3);
  });

  it('a folder that cannot be created is an error, also in /proc', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeFolder(join(folder, 'file/inside'))).rejects.toThrow('ENOTDIR');
    for (const path of ['/proc/none', '/proc/none/inside'])
      await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOTSUP' });
  });

  it('a pipe, a device, a folder or a huge file is not read', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('/dev/zero', join(folder, 'zero'));
    await writeFile(join(folder, 'file'), 'text');
    for (const name of ['pipe', 'zero', '.'])
      await expect(readPlainFile(join(folder, name))).rejects.toThrow('not a regular file');
    expect((await readPlainFile(join(folder, 'file'))).toString()).toBe('text');
    await truncate(join(folder, 'file'), 3e9);
    await expect(readPlainFile(join(folder, 'file'))).rejects.toThrow('larger than 500 MB');
    expect((await readPlainFile(join(folder, 'file'), 2)).toString()).toBe('te');
  });
});

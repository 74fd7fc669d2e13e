import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPackageFolder } from '../../../src/package/archive/unpack.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'root-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '{}');
  }
}

describe('the package in an archive', () => {
  it.each<[string, readonly string[], string | undefined, string]>([
    ['at its top level', ['manifest.json', 'src/a.c'], undefined, '.'],
    ['in its only folder', ['demo-1.0/manifest.json'], undefined, 'demo-1.0'],
    ['at its top level, if it is there', ['manifest.json', 'aot/manifest.json'], 'aot', '.'],
    ['in the named folder', ['a/manifest.json', 'deep/b/manifest.json'], 'deep/b', 'deep/b'],
    ['in the only folder with a manifest.json', ['a/manifest.json', 'docs/x'], undefined, 'a'],
  ])('is %s', async (_where, paths, named, place) => {
    await put(...paths);
    expect(await findPackageFolder(root, named)).toBe(join(root, place));
  });

  it.each<[string, readonly string[], string | undefined]>([
    ['there is none', ['a/x', 'b'], undefined],
    ['it is empty', [], undefined],
    ['another folder is named', ['a/manifest.json'], 'b'],
    ['there are two', ['a/manifest.json', 'b/manifest.json'], undefined],
    ['there are five files', ['a/x', 'b', 'c', 'd', 'e'], undefined],
    ['there are many files', ['a/x', 'b', 'c', 'd', 'e', 'f', 'g'], undefined],
  ])('is not found if %s', async (_where, paths, named) => {
    await put(...paths);
    expectGolden(await failureOf(() => findPackageFolder(root, named)));
  });
});

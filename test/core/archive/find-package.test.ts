import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPackageFolder } from '../../../src/core/archive/unpack.ts';

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
    ['its top', ['manifest.json', 'src/a.c'], undefined, '.'],
    ['its only folder', ['demo-1.0/manifest.json'], undefined, 'demo-1.0'],
    ['its top, whatever is named', ['manifest.json', 'aot/manifest.json'], 'aot', '.'],
    ['the folder that is named', ['a/manifest.json', 'deep/b/manifest.json'], 'deep/b', 'deep/b'],
    ['the one folder of several that is one', ['a/manifest.json', 'docs/x'], undefined, 'a'],
  ])('is %s', async (_where, paths, named, place) => {
    await put(...paths);
    expect(await findPackageFolder(root, named)).toBe(join(root, place));
  });

  it.each<[string, readonly string[], string | undefined, string]>([
    ['where there is none', ['a/x', 'b'], undefined, 'the archive has no package'],
    ['where nothing is', [], undefined, 'It holds nothing.'],
    ['where another is named', ['a/manifest.json'], 'b', 'no package in `b`'],
    ['where there are two', ['a/manifest.json', 'b/manifest.json'], undefined, '2 packages'],
  ])('is not guessed %s', async (_where, paths, named, message) => {
    await put(...paths);
    await expect(findPackageFolder(root, named)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
    });
  });
});

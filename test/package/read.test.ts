import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPackage } from '../../src/package/read.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { reseal, wholePackage } from './verify/whole-package.ts';

let folder = '';
beforeEach(async () => {
  folder = await wholePackage();
});
afterEach(() => rm(dirname(folder), { recursive: true }));

async function editManifest(change: (manifest: Record<string, unknown>) => void): Promise<void> {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
  await reseal(folder);
}

/** The failure of reading, with its kind and with `PACKAGE` for the folder. */
async function message(): Promise<string> {
  return (await failureOf(() => readPackage(folder))).replaceAll(folder, 'PACKAGE');
}

describe('a package is read', () => {
  it('with its licence and sources', async () => {
    const { manifest } = await readPackage(folder);
    expect(manifest).toMatchObject({ license: 'MIT', sources: [{ path: 'k.py' }] });
  });

  it('of an older version, without licence and sources', async () => {
    await editManifest((manifest) => {
      delete manifest['license'];
      delete manifest['sources'];
    });
    expect((await readPackage(folder)).manifest.sources).toBeUndefined();
  });
});

describe('a package is rejected', () => {
  it('with a later format', async () => {
    await editManifest((manifest) => (manifest['format'] = 2));
    expectGolden(await message());
  });

  it.each(['../up', 'a/b', '', '.'])('with the name %j', async (name) => {
    await editManifest((manifest) => (manifest['package'] = name));
    expectGolden(await message());
  });

  it('with a version that is a path', async () => {
    await editManifest((manifest) => (manifest['version'] = '1/../../x'));
    expectGolden(await message());
  });

  it('with a missing and a changed file', async () => {
    await rm(join(folder, 'include/demo.h'));
    await writeFile(join(folder, 'CMakeLists.txt'), '');
    expectGolden(await message());
  });
});

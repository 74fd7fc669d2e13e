import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../../src/core/base/errors.ts';
import { readPackage } from '../../../src/core/package/read.ts';
import { reseal, wholePackage } from '../verify/whole-package.ts';

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

async function kindAndMessage(): Promise<readonly string[]> {
  const error: unknown = await readPackage(folder).catch((reason: unknown) => reason);
  return error instanceof Failure ? [error.kind, error.message] : ['none', ''];
}

describe('a package is read', () => {
  it('with its licence and sources', async () => {
    const { manifest } = await readPackage(folder);
    expect(manifest).toMatchObject({ license: 'MIT', sources: [{ path: 'k.py' }] });
    expect(manifest.part).toBeUndefined();
  });

  it('though an older version wrote it, without licence and sources', async () => {
    await editManifest((manifest) => {
      delete manifest['license'];
      delete manifest['sources'];
    });
    expect((await readPackage(folder)).manifest.sources).toBeUndefined();
  });
});

describe('a package is not read', () => {
  it('of a later format', async () => {
    await editManifest((manifest) => (manifest['format'] = 2));
    expect(await kindAndMessage()).toEqual([
      'usage',
      expect.stringContaining('the package has format 2'),
    ]);
  });

  it.each(['../up', 'a/b', '', '.'])('that is named %j', async (name) => {
    await editManifest((manifest) => (manifest['package'] = name));
    expect(await kindAndMessage()).toEqual([
      'verification',
      expect.stringContaining('manifest.json: package: '),
    ]);
  });

  it('of a version that would lead elsewhere', async () => {
    await editManifest((manifest) => (manifest['version'] = '1/../../x'));
    expect((await kindAndMessage())[0]).toBe('verification');
  });

  it('with a file missing and another changed, of both of which it tells', async () => {
    await rm(join(folder, 'include/demo.h'));
    await writeFile(join(folder, 'CMakeLists.txt'), '');
    const [kind, message] = await kindAndMessage();
    expect(kind).toBe('verification');
    expect(message).toContain('include/demo.h is missing');
    expect(message).toContain('CMakeLists.txt is not what was built');
  });
});

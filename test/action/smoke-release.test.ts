import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { downloadReleasedPackage } from '../../src/action/package-folder.ts';
import type { BuildContext } from '../../src/base/context.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';
import { silentLog } from '../support/silent-log.ts';
import { packageBall, tarball } from '../support/tarball.ts';

describe('a released package to test', () => {
  let api: ReleasesApi;
  let scratch: string;
  let home: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
    home = await mkdtemp(join(tmpdir(), 'home-'));
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });

  /** Leaves only the package below the scratch folder, or nothing. */
  async function download(content: Buffer, folder: string, release = '^1'): Promise<string> {
    const assets = [{ name: 'aot-demo-1.0.0.tar.gz', content }];
    api = await startReleasesApi([{ tag: 'v1.0.0', assets }]);
    const { signal } = new AbortController();
    const context = { env: api.env, log: silentLog, home, scratch, signal } as BuildContext;
    const named = { release, asset: undefined, repository: undefined, token: 'secret' };
    try {
      return await downloadReleasedPackage(named, folder, context);
    } catch (error) {
      expect(await readdir(scratch)).toEqual([]);
      throw error;
    }
  }

  it.each([
    ['at its root', '', 'elsewhere', ''],
    ['in the named folder', 'out/aot/', 'out/aot', 'out/aot'],
    ['in its only folder', 'kernels-1.0/', 'aot', 'kernels-1.0'],
  ])('is found in the archive %s', async (_where, top, folder, found) => {
    const path = await download(packageBall(top), folder);
    const [root = '', ...others] = await readdir(scratch);
    expect(others).toEqual([]);
    expect(path.replace(/\/$/, '')).toBe(join(scratch, root, found).replace(/\/$/, ''));
    expect(dirname(join(scratch, root))).toBe(scratch);
  });

  it.each([
    ['from a folder other than the named one', packageBall('out/'), 'aut', 'usage'],
    [
      'from a path out of the archive',
      tarball([{ path: '../m', content: '{}' }]),
      'aot',
      'verification',
    ],
  ])('is not taken %s', async (_what, content, folder, kind) => {
    await expect(download(content, folder)).rejects.toMatchObject({ kind });
  });

  it('comes from the named release', async () => {
    expectGolden(await failureOf(() => download(packageBall(), 'aot', '^2')));
  });
});

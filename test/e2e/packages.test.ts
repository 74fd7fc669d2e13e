import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess } from '../support/command.ts';
import { manifest, NAME, type PackagedSource, packagedSource, WHEELS } from './packaged-source.ts';

describe('a kernel of a package', () => {
  let space: PackagedSource['space'];
  let triton: PackagedSource['triton'];
  let remove: PackagedSource['remove'];

  beforeAll(async () => {
    ({ space, triton, remove } = await packagedSource());
  });
  afterAll(() => remove());

  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(space.folder, path), 'utf8'));

  it('is named with its package in manifest.json and in the SBOM', async () => {
    expect(await json('aot/manifest.json')).toMatchObject({
      sources: [
        { path: `${NAME}.whl/test_kernel_lib/scale.py` },
        { path: `${NAME}.whl/test_kernel_lib/shared.py` },
      ],
      packages: [
        { name: NAME, version: '1.0.0', sha256: WHEELS[0]?.sha256, license: 'MIT License' },
      ],
      kernels: [{ source: `${NAME}.whl/test_kernel_lib/scale.py:scale` }],
    });
    const purl = `pkg:pypi/${NAME}@1.0.0`;
    expect(await json('aot/sbom.cdx.json')).toMatchObject({
      components: expect.arrayContaining([
        expect.objectContaining({
          purl,
          hashes: [{ alg: 'SHA-256', content: WHEELS[0]?.sha256 }],
          licenses: [{ license: { name: 'MIT License' } }],
        }),
      ]),
      dependencies: expect.arrayContaining([
        { ref: 'kernel:scale', dependsOn: expect.arrayContaining([purl]) },
      ]),
    });
    expectSuccess(await triton('verify', '--manifest', 'kernels.yaml', '--store', 'store'));
  });

  it('is in the store for another version with the same code', async () => {
    await space.write('kernels.yaml', manifest('1.0.1'));
    const { code, stdout, stderr } = await triton('build', '--store', 'store', '--out', 'next');
    expectSuccess({ code, stderr });
    expect(stdout + stderr).toContain('0 compiled, 1 from the store');
    expect(await json('next/manifest.json')).toMatchObject({ packages: [{ version: '1.0.1' }] });
  });
});

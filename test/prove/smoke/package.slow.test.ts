import { describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSmokePackage } from '../../../src/package/cases.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { scaleCases, seal, smokePackage } from './smoke-package.ts';

describe('the package of a smoke test', () => {
  it('is read with its kernels and their tests', async () => {
    const pkg = await readSmokePackage(await smokePackage([scaleCases()]));
    expect(pkg.manifest).toMatchObject({ package: 'demo', version: '1.2.0', triton: '3.8.0' });
    expect(pkg.manifest.kernels.map(({ name }) => name)).toEqual(['scale', 'other']);
    expect(pkg.cases).toEqual([JSON.parse(JSON.stringify(scaleCases()))]);
    expect(pkg.manifestSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has no tests if it was built without any', async () => {
    const folder = await smokePackage([]);
    await rm(join(folder, 'smoke'), { recursive: true });
    await seal(folder);
    expect((await readSmokePackage(folder)).cases).toEqual([]);
  });

  it('must exist', async () => {
    await expectFailure(await mkdtemp(join(tmpdir(), 'empty-')));
  });

  it('is rejected if its manifest is truncated', async () => {
    const folder = await smokePackage([]);
    const file = join(folder, 'manifest.json');
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, 200));
    await expectFailure(folder);
  });

  it('is rejected if a newer version wrote it', async () => {
    const folder = await smokePackage([]);
    await edit(folder, (manifest) => ({
      ...manifest,
      format: 2,
      generator: { name: 'triton-aot', version: '9.0.0' },
    }));
    await expectFailure(folder);
  });

  it('is rejected if another program wrote its manifest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'other-'));
    await writeFile(join(folder, 'manifest.json'), '{"name": "web app"}');
    await expectFailure(folder);
  });

  it('is rejected with the names of all files that are changed or missing', async () => {
    const folder = await smokePackage([]);
    await writeFile(join(folder, 'src/scale.c'), 'int changed;');
    await rm(join(folder, 'include/demo.h'));
    await expectFailure(folder);
  });

  it('is rejected without its checksums', async () => {
    const folder = await smokePackage([]);
    await rm(join(folder, 'SHA256SUMS'));
    await expectFailure(folder);
  });
});

/** Compares the failure of reading the package with the golden file. */
async function expectFailure(folder: string): Promise<void> {
  const failure = await failureOf(() => readSmokePackage(folder));
  const shown = failure.replaceAll(folder, 'PACKAGE').replace(/SyntaxError: .*(?=\))/, 'REASON');
  expectGolden(shown);
}

async function edit(
  folder: string,
  change: (manifest: Record<string, unknown>) => unknown,
): Promise<void> {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify(change(manifest)));
  await seal(folder);
}

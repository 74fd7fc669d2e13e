import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SBOM_FILE } from '../../../src/package/layout.ts';
import { sealPackage } from '../../../src/package/files.ts';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../../support/command.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorsPackage } from './support/operators.ts';
import { readFiles } from '../../support/packed-package.ts';
import { act } from '../../support/runner.ts';

describe('wheel', () => {
  let origin: string;
  let space: Workspace;
  beforeAll(async () => {
    origin = await packageFor('cuda');
  });

  async function packageFor(kind: 'cuda' | 'both' | 'amd'): Promise<string> {
    const built = await operatorsPackage(kind);
    const files = new Map<string, string>(await readFiles(built));
    files.delete('SHA256SUMS');
    const manifest = files.get('manifest.json') ?? '';
    files.delete('manifest.json');
    files.set(SBOM_FILE, '{"bomFormat": "CycloneDX"}\n');
    const licensed = manifest.replace(
      '"version": "1.2.0"',
      '"version": "1.2.0-rc.1", "license": "MIT"',
    );
    const folder = join(dirname(built), 'nn');
    for (const [path, text] of sealPackage(files, licensed)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  }
  beforeEach(async () => {
    space = await workspace();
    await cp(origin, join(space.folder, 'aot'), { recursive: true });
  });
  afterEach(() => space.remove());

  it('makes the same bytes again, whatever the time and the folder', async () => {
    expectSuccess(await space.triton(['wheel', '--out', 'one']));
    const env = { SOURCE_DATE_EPOCH: '1700000000' };
    expectSuccess(await space.triton(['wheel', '--out', 'two', '--jobs', '1'], { env }));
    const [name = '', ...others] = await readdir(join(space.folder, 'one'));
    expect(others).toEqual([]);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((out) => readFile(join(space.folder, out, name))),
    );
    expect(one?.equals(two ?? Buffer.of())).toBe(true);
  });

  it('writes the variants of a kernel for the Hugging Face Hub, and replaces nothing else', async () => {
    const make = () => space.triton(['wheel', '--layout', 'hf-kernels', '--out', 'kernel']);
    expectSuccess(await make());
    expectSuccess(await make());
    const build = join(space.folder, 'kernel/build');
    const variants = (await readdir(build)).toSorted();
    expect(
      variants.map((name) => name.replace(process.arch === 'arm64' ? 'aarch64' : 'x86_64', 'CPU')),
    ).toEqual(['tvm-ffi01-cu120-CPU-linux', 'tvm-ffi01-cu130-CPU-linux']);
    const variant = join(build, variants[0] ?? '');
    const metadata = JSON.parse(await readFile(join(variant, 'metadata.json'), 'utf8'));
    expect(metadata).toMatchObject({ name: 'nn', version: 1, license: 'mit' });
    expect(await readFile(join(variant, '_operators.py'), 'utf8')).toContain(
      `_NAMESPACE = "${metadata.id}"`,
    );
    await writeFile(join(build, 'notes.txt'), '');
    const refused = await make();
    expect(refused.code).toBe(2);
    const amd = await packageFor('amd');
    const other = await space.triton(['wheel', '--layout', 'hf-kernels', '--package', amd]);
    expect(other.code).toBe(2);
    expectGolden(
      errorsIn(`${refused.stderr}${other.stderr}`)
        .replaceAll(space.folder, 'FOLDER')
        .replaceAll(amd, 'AMD'),
    );
  });

  it('as an action sets every output', async () => {
    const { code, outputs } = await act(space, 'wheel', { inputs: { out: 'wheels' } });
    expect(code).toBe(0);
    const [file = ''] = await readdir(join(space.folder, 'wheels'));
    const wheel = join(space.folder, 'wheels', file);
    expect(outputs).toEqual({
      wheel,
      files: JSON.stringify([wheel]),
      name: 'nn',
      version: '1.2.0rc1',
      operators: '["softmax","picky","normalise","tiles"]',
    });
  });

  it('says which licence is not one of SPDX', async () => {
    const files = new Map<string, string>(await readFiles(join(space.folder, 'aot')));
    const manifest = (files.get('manifest.json') ?? '').replace('"MIT"', '"Free-As-In-Beer"');
    files.delete('SHA256SUMS');
    files.delete('manifest.json');
    for (const [path, text] of sealPackage(files, manifest))
      await space.write(`aot/${path}`, String(text));
    const { code, stderr } = await space.triton(['wheel']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('says that it cannot get its tools', async () => {
    const { code, stderr } = await space.triton(['wheel'], {
      env: { TRITON_AOT_HOME: join(space.folder, 'home'), UV_OFFLINE: '1' },
    });
    expect(code).toBe(3);
    expect(errorsIn(stderr)).toMatch(/^error: cannot (?:get uv|install hatchling)/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { edit, reseal } from '../core/verify/whole-package.ts';
import { type Workspace, workspace } from '../support/command.ts';

describe('verify, with a package of an example', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const verify = (...args: readonly string[]) => space.triton(['verify', ...args]);

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    const { code, stderr } = await space.triton([
      'build',
      '--store',
      'store',
      '--targets',
      'sm_90',
    ]);
    if (code !== 0) throw new Error(stderr);
    const packed = await space.triton(['pack', '--package', 'aot', '--out', 'dist']);
    if (packed.code !== 0) throw new Error(packed.stderr);
  }, 600_000);
  afterAll(() => space.remove());

  it('tells what it looked at', async () => {
    const { code, stdout, stderr } = await verify('--targets', 'sm_90');
    expect({ code, stderr: stderr.includes('Install Triton') }).toEqual({ code: 0, stderr: false });
    expect(stdout).toMatch(
      /^vector_add 1\.0\.0 in aot\n {2}ok {2}\d+ files match SHA256SUMS, and there are no other files\n {2}ok {2}4 cubins of 2 kernels match manifest\.json, and the C functions pass all 24 parameters correctly\n {2}-- {2}the package has no evidence\.json: it was not tested on a GPU\n {2}ok {2}sbom\.cdx\.json lists 1 source, the same as manifest\.json\n {2}ok {2}the package is up to date with kernels\.yaml: 4 variants from 1 source\n$/,
    );
  });

  it('prints one JSON document, without sources where none are wanted', async () => {
    const { code, stdout } = await verify('--no-sources', '--json');
    expect(code).toBe(0);
    const { packages } = JSON.parse(stdout) as { packages: unknown[] };
    expect(packages).toHaveLength(1);
    expect(packages[0]).toMatchObject({
      package: 'vector_add',
      version: '1.0.0',
      folder: 'aot',
      checks: [
        { name: 'files', outcome: 'ok' },
        { name: 'interface', outcome: 'ok' },
        { name: 'evidence', outcome: 'skipped' },
        { name: 'sbom', outcome: 'ok' },
        { name: 'sources', outcome: 'skipped' },
      ],
    });
  });

  it('names the kernels that have changed, and the file, with exit code 9', async () => {
    const source = await readFile(at('vector_add.py'), 'utf8');
    await writeFile(at('vector_add.py'), `${source}\n# changed\n`);
    const { code, stderr, stdout } = await verify('--targets', 'sm_90');
    await writeFile(at('vector_add.py'), source);
    expect(code).toBe(9);
    expect(stdout).toContain('\n  !!  sources: 2 problems\n');
    for (const kernel of ['vector_add_fp32', 'vector_add_fp16'])
      expect(stderr).toContain(`: ${kernel} has changed (2 of 2 variants): vector_add.py changed`);
  });

  it('needs a manifest that is named', async () => {
    const { code, stderr } = await verify('--manifest', 'other.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain('other.yaml: the manifest cannot be read');
  });

  it('needs a package', async () => {
    const { code, stderr } = await verify('--package', 'dist');
    expect(code).toBe(2);
    expect(stderr).toContain('no package found');
  });

  it('takes an archive, builds it again, and finds every byte as it was', async () => {
    const archives = (await readdir(at('dist'))).filter((name) => name.includes('.tar.'));
    expect(archives.toSorted()).toEqual([
      'aot-vector_add-1.0.0.tar.gz',
      'aot-vector_add-1.0.0.tar.zst',
    ]);
    for (const archive of archives) {
      const { code, stdout } = await verify(
        '--package',
        `dist/${archive}`,
        '--targets',
        'sm_90',
        '--reproducible',
      );
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /\n {2}ok {2}building again gives the same \d+ files, byte for byte\n/,
      );
      expect(stdout).toContain(`${archive} is reproducible: packing again gives the same bytes\n`);
    }
  });

  it('takes the parts of a package, each by itself', async () => {
    const targets = ['--targets', 'sm_80,sm_90'];
    const built = await space.triton([
      'build',
      '--store',
      'store',
      '--split',
      '--out',
      'parts',
      ...targets,
    ]);
    expect(built.code).toBe(0);
    const { code, stdout } = await verify('--package', 'parts', '--reproducible');
    expect(code).toBe(0);
    expect(stdout.match(/^vector_add 1.0.0 for .*$/gm)).toEqual([
      'vector_add 1.0.0 for sm_80 in parts/sm_80',
      'vector_add 1.0.0 for sm_90 in parts/sm_90',
    ]);
    expect(stdout.match(/building again gives the same/g)).toHaveLength(2);
  });

  it('finds by building again what no sum and no table tells', async () => {
    const file = at('aot/src/vector_add_fp32.c');
    const before = await readFile(file);
    const sums = await readFile(at('aot/SHA256SUMS'));
    await edit(file, (text) => text.replace('return ALGOS;', 'return ALGOS + 1;'));
    await reseal(at('aot'));
    const plain = await verify('--targets', 'sm_90');
    const { code, stderr } = await verify('--targets', 'sm_90', '--reproducible');
    await writeFile(file, before);
    await writeFile(at('aot/SHA256SUMS'), sums);
    expect([plain.code, code]).toEqual([0, 9]);
    const line = before.toString('latin1').split('return ALGOS;')[0]?.split('\n').length;
    expect(stderr).toContain(
      `aot/src/vector_add_fp32.c:${line}: differs from a build of the sources, first at byte `,
    );
  });
});

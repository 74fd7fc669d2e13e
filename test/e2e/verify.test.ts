import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { edit, reseal } from '../package/verify/whole-package.ts';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

/** The example with two kernels of one variant each, and one case. */
const MANIFEST = `package: vector_add
version: 1.0.0
triton: 3.8.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  "vector_add_{dtype}":
    for: { dtype: [fp32, fp16] }
    source: vector_add.py:add_kernel
    signature: "*{dtype}:16, *{dtype}:16, *{dtype}:16, i64:16, 1024"
    grid: [cdiv(n, BLOCK)]
    smoke:
      reference: reference.py:add
      buffers: { x_ptr: [n], y_ptr: [n], out_ptr: { shape: [n], role: out } }
      cases: [{ n: 4096 }]
`;

describe('verify', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const verify = (...args: readonly string[]) => space.triton(['verify', ...args]);

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    await space.write('kernels.yaml', MANIFEST);
    expectSuccess(await space.triton(['build', '--store', 'store']));
    expectSuccess(await space.triton(['pack', '--package', 'aot', '--out', 'dist']));
  });
  afterAll(() => space.remove());

  it('prints what it checked', async () => {
    const { code, stdout, stderr } = await verify('--targets', 'sm_90');
    expect({ code, stderr: stderr.includes('Install Triton') }).toEqual({ code: 0, stderr: false });
    expectGolden(stdout);
  });

  it('prints JSON, and does not compare sources with --no-sources', async () => {
    const { code, stdout } = await verify('--no-sources', '--strict', '--json');
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
        { name: 'generated', outcome: 'ok' },
        { name: 'sources', outcome: 'skipped' },
      ],
    });
  });

  it('finds with --strict what other checks do not, also in an archive', async () => {
    const source = at('aot/src/vector_add_fp32.c');
    const before = await readFile(source, 'latin1');
    await edit(source, (text) =>
      text.replace('    return ALGOS;', '    (void)abort(); return ALGOS;'),
    );
    await reseal(at('aot'));
    const plain = await verify('--no-sources');
    const packed = await space.triton(['pack', '--package', 'aot', '--out', 'changed']);
    const strict = await verify(
      '--no-sources',
      '--strict',
      '--package',
      'changed/aot-vector_add-1.0.0.tar.gz',
    );
    await writeFile(source, before, 'latin1');
    await reseal(at('aot'));
    expect([plain.code, packed.code, strict.code]).toEqual([0, 0, 9]);
    expectGolden(errorsIn(strict.stderr));
  });

  it('reports changed kernels and files, with exit code 9', async () => {
    const source = await readFile(at('vector_add.py'), 'utf8');
    await writeFile(at('vector_add.py'), `# a comment\n${source}`);
    expectSuccess(await verify());
    await writeFile(at('vector_add.py'), source.replace('tl.store(', 'tl.store(0 + '));
    const { code, stderr, stdout } = await verify();
    await writeFile(at('vector_add.py'), source);
    expect(code).toBe(9);
    expectGolden(stdout);
    expectGolden(errorsIn(stderr));
  });

  it('rejects a --manifest that does not exist', async () => {
    const { code, stderr } = await verify('--manifest', 'other.yaml');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('rejects a folder without a package', async () => {
    const { code, stderr } = await verify('--package', 'dist');
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('verifies an archive, and rebuilds the same bytes with --reproducible', async () => {
    const archives = (await readdir(at('dist'))).filter((name) => name.includes('.tar.'));
    expect(archives.toSorted()).toEqual([
      'aot-vector_add-1.0.0.tar.gz',
      'aot-vector_add-1.0.0.tar.zst',
    ]);
    for (const archive of archives) {
      const { code, stdout } = await verify('--package', `dist/${archive}`, '--reproducible');
      expect(code).toBe(0);
      expectGolden(stdout);
    }
  });

  it('verifies each part of a split package', async () => {
    // Without the second kernel and the case.
    const manifest = MANIFEST.replace(', fp16', '').replace(/ {4}smoke:[^]*/, '');
    await space.write('parts.yaml', manifest);
    const own = ['--manifest', 'parts.yaml'];
    const built = ['build', '--store', 'store', '--split', '--out', 'parts', ...own];
    expectSuccess(await space.triton([...built, '--targets', 'sm_80,sm_90']));
    const { code, stdout } = await verify('--package', 'parts', ...own, '--reproducible');
    expect(code).toBe(0);
    expectGolden(stdout);
  });

  it('finds a change that checksums and tables do not show with --reproducible', async () => {
    const file = at('aot/src/vector_add_fp32.c');
    const before = await readFile(file);
    const sums = await readFile(at('aot/SHA256SUMS'));
    await edit(file, (text) => text.replace('return ALGOS;', 'return ALGOS + 1;'));
    await reseal(at('aot'));
    const plain = await verify();
    const { code, stderr } = await verify('--reproducible');
    await writeFile(file, before);
    await writeFile(at('aot/SHA256SUMS'), sums);
    expect([plain.code, code]).toEqual([0, 9]);
    const line = before.toString('latin1').split('return ALGOS;')[0]?.split('\n').length;
    expect(stderr).toContain(`aot/src/vector_add_fp32.c:${line}: `);
    expectGolden(
      errorsIn(stderr)
        .replace(`:${line}:`, ':LINE:')
        .replaceAll(/byte [\d,]+/g, 'byte N'),
    );
  });
});

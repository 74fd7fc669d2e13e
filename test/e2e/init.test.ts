import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MATMUL, SAXPY } from '../features/authoring/kernels.ts';
import { errorsIn, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

describe('init', () => {
  let space: Workspace;

  beforeEach(async () => {
    space = await workspace({ 'saxpy.py': SAXPY, 'nn/matmul.py': MATMUL });
  });

  afterEach(async () => space.remove());

  const manifest = () => readFile(join(space.folder, 'kernels.yaml'), 'utf8');

  it('lists kernels with the command for each', async () => {
    const { code, stdout } = await space.triton(['init', '.']);
    expect(code).toBe(0);
    expectGolden(stdout);
  });

  it('writes what the text says, and `build` lists the rest', async () => {
    const written = await space.triton(['init', 'saxpy.py:saxpy_kernel']);
    expect(written).toMatchObject({
      code: 0,
      stdout: [
        'Wrote kernels.yaml: kernel saxpy',
        'It has what the text of the kernel says: nothing was run. A run says the rest, and writes a test: triton-aot init -- python PROGRAM.py',
        'Next: fill in each TODO, then triton-aot build\n',
      ].join('\n'),
    });
    const { code, stderr } = await space.triton(['build', '--store', 'store']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('shows the call of the launching function, which says the rest', async () => {
    const launch = 'def axpy(x, alpha=2.0):\n    saxpy_kernel[(1,)](x, x, x, alpha, 8, BLOCK=8)\n';
    await space.write('ops/axpy.py', `${SAXPY}\n${launch}`);
    const { stdout } = await space.triton(['init', 'ops/axpy.py:saxpy_kernel']);
    expect(stdout).toMatch(
      /\nIt has what the text .* says: .*: triton-aot init ops\/axpy\.py --call 'axpy\(x, alpha=2\.0\)'\nNext/,
    );
  });

  it('says that a module is not installed', async () => {
    const { code, stderr } = await space.triton(['init', 'no.such.module:kernel']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no installed package has the module `no\.such\.module` in \S+\n/);
  });

  it('writes the manifest that the first guide shows', async () => {
    const guide = await readFile(join(ROOT, 'docs/guides/first-kernel.md'), 'utf8');
    const [source = '', shown = ''] = ['python', 'yaml'].map(
      (language) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide)?.[1],
    );
    await writeFile(join(space.folder, 'saxpy.py'), source);
    await space.triton(['init', 'saxpy.py:saxpy_kernel']);
    // The package is called like the folder.
    const text = (await manifest()).replace(
      /^package: (\w+) # the header is <\1\.h>$/m,
      'package: first # the header is <first.h>',
    );
    expect(shown).toBe(text);
  });

  it('prints the manifest instead', async () => {
    const { code, stdout } = await space.triton(['init', 'saxpy.py:saxpy_kernel', '--print']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Written by triton-aot init/);
    await expect(manifest()).rejects.toThrow('ENOENT');
  });

  it.each(['missing.py:f', 'saxpy.py:saxpy', 'empty', 'nn/matmul.py:place'])(
    'refuses %s',
    async (source) => {
      await space.write('empty/plain.py', 'x = 1\n');
      const { code, stderr } = await space.triton(['init', source]);
      expect(code).toBe(2);
      expectGolden(errorsIn(stderr));
    },
  );
});

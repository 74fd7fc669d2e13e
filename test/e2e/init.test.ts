import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MATMUL, SAXPY } from '../features/authoring/kernels.ts';
import { errorsIn, expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

/** A case of saxpy whose output has expected values. */
const outputs = (n: number) => ({
  name: `n=${n}`,
  buffers: {
    out_ptr: { shape: [n], role: 'out', expected: { type: 'f32', data: { elementSize: 4 } } },
  },
});

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

  it('writes a manifest that builds with its test', async () => {
    const written = await space.triton(['init', 'saxpy.py:saxpy_kernel']);
    expect(written).toMatchObject({
      code: 0,
      stdout: [
        'Wrote kernels.yaml: kernel saxpy',
        'Guessed:',
        '  x_ptr is *fp32, y_ptr is *fp32, out_ptr is *fp32, alpha is fp32, n is i32, BLOCK = 1024',
        'Types, shapes, strides, constants and the grid are from the text: nothing was run. To have them from a run: triton-aot init -- python PROGRAM.py',
        'Next: triton-aot build\n',
      ].join('\n'),
    });
    const built = await space.triton([
      'build',
      '--targets',
      'sm_90',
      '--store',
      'store',
      '--jobs',
      '1',
    ]);
    expectSuccess(built);
    expect(built.stderr).toContain('compute the expected outputs of 2 cases');
    const cases = await readFile(join(space.folder, 'aot/smoke/cases.json'), 'utf8');
    expect(JSON.parse(cases)).toMatchObject({
      kernels: [{ name: 'saxpy', expected: 'interpreter', cases: [outputs(4096), outputs(1000)] }],
    });
  });

  it('says what a test takes for granted, and why there is none', async () => {
    await space.write(
      'pick.py',
      [
        'import triton',
        'import triton.language as tl',
        '',
        '@triton.jit',
        'def pick(x, out):',
        '    at = tl.zeros([64], tl.int32) + 32',
        '    for _ in range(5):',
        '        at += tl.where(tl.load(x + at) > 0, 1, -1)',
        '    tl.store(out + tl.arange(0, 64), at)',
        '',
      ].join('\n'),
    );
    const { stdout } = await space.triton(['init', 'pick.py:pick', '--json', '--print']);
    expect(JSON.parse(stdout)).toMatchObject({
      guessed: [expect.stringContaining('x is *fp32'), expect.stringContaining('no call')],
      untested: 'the addresses of `x` in line 8 are not known',
    });
    const shown = await space.triton(['init', 'pick.py:pick']);
    expect(shown.stdout).toContain(
      'No test was written: the addresses of `x` in line 8 are not known',
    );
  });

  it('shows the call of the launching function, which guesses nothing', async () => {
    const launch = 'def axpy(x, alpha=2.0):\n    saxpy_kernel[(1,)](x, x, x, alpha, 8, BLOCK=8)\n';
    await space.write('ops/axpy.py', `${SAXPY}\n${launch}`);
    const { stdout } = await space.triton(['init', 'ops/axpy.py:saxpy_kernel']);
    expect(stdout).toMatch(
      /\nTypes, .* from the text: .*: triton-aot init ops\/axpy\.py --call 'axpy\(x, alpha=2\.0\)'\nNext/,
    );
  });

  it('says that a module is not installed', async () => {
    const { code, stderr } = await space.triton(['init', 'no.such.module:kernel']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no installed package has the module `no\.such\.module` in \S+\n/);
  });

  it('writes a test as a comment if it may fail although the kernel is right', async () => {
    await space.write(
      'walk.py',
      [
        'import triton',
        'import triton.language as tl',
        '',
        '@triton.jit',
        'def walk(x, y, n, blocks, BLOCK: tl.constexpr):',
        '    at = tl.arange(0, BLOCK)',
        '    total = tl.zeros((BLOCK,), tl.float32)',
        '    for _ in range(blocks):',
        '        total += tl.load(x + at)',
        '        at += BLOCK',
        '    total += tl.load(x + at, mask=at < n)',
        '    tl.store(y, tl.sum(total, 0))',
        '',
        'def run(x, y, blocks):',
        '    walk[(1,)](x, y, x.numel(), blocks, BLOCK=64)',
        '',
      ].join('\n'),
    );
    const { stdout } = await space.triton(['init', 'walk.py:walk']);
    const reason = 'how `blocks` and the size of `x` go together is not known';
    expect(stdout).toContain(`No test was written: ${reason}`);
    expect((await manifest()).replaceAll(/\n *# /g, ' ')).toContain(`no test yet: ${reason}`);
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

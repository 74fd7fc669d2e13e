import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const KERNEL = `import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)
`;

const manifest = (settings: string): string => `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
${settings
  .trim()
  .split('\n')
  .map((line) => `    ${line.trim()}`)
  .join('\n')}
`;

const GOOD = `
  source: add.py:add
  signature: "*fp32, *fp32, i32, 128"
  grid: cdiv(n, BLOCK)
`;

describe('bad input', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'add.py': KERNEL, 'kernels.yaml': manifest(GOOD) });
  });
  afterEach(() => space.remove());

  it.each([
    ['a signature that is too short', GOOD.replace(', 128"', '"')],
    ['a signature that is too long', GOOD.replace('128"', '128, 5"')],
    ['a grid with an unknown name', GOOD.replace('(n', '(m')],
    ['a grid with a pointer', GOOD.replace('(n', '(x')],
    [
      'a list of arguments and constants that the kernel does not have',
      `
        source: add.py:add
        arguments: { x: "*fp32", z: "*fp32", n: i32 }
        constants: { BLOK: 128 }
        configs: [{ num_warps: 4, BLOCKS: 1 }]
        grid: 1
      `,
    ],
    [
      'a parameter without a type or a value',
      `
        source: add.py:add
        arguments: { x: "*fp32", n: i32 }
        grid: 1
      `,
    ],
    ['a source that does not exist', GOOD.replace('add.py:', 'ad.py:')],
  ])('%s fails', async (_what, settings) => {
    await space.write('kernels.yaml', manifest(settings));
    const { code, stdout, stderr } = await space.triton(['plan']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectGolden(stderr);
  });

  it('a source that is not Python fails with its line', async () => {
    await space.write('add.py', `${KERNEL}\n  def broken(:\n`);
    const { code, stderr } = await space.triton(['plan']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: kernels\.yaml:6:5: add\.py:11: .* \(at kernels\.add\.source\)\n$/,
    );
  });

  it('a manifest that does not exist fails', async () => {
    const { code, stderr } = await space.triton(['plan', '--manifest', 'no.yaml']);
    expect(code).toBe(2);
    expectGolden(stderr);
  });

  it.each([
    [
      ['build', '--jobs', '0'],
      "option '--jobs <n>' argument '0' is invalid. Expected a whole number from 1.",
    ],
    [['build', '--bogus'], "unknown option '--bogus'"],
    [['bild'], "unknown command 'bild'"],
    [['build', '--targets', 'sm_90,,'], 'Expected a list with commas and no empty item.'],
    [['build', '--targets', 'sm_42'], 'error: unsupported target `sm_42`'],
    [['build', '--triton', '3.8'], 'error: "3.8" is no exact Triton version'],
    [['build', '--only', 'mul*'], 'error: kernels.yaml: no kernel matches `mul*`'],
    [['build', '--generator', 'other'], 'Allowed choices are native'],
  ])('%j is a wrong command line', async (args, message) => {
    const { code, stdout, stderr } = await space.triton(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('an output folder that is not ours is left as it is', async () => {
    await mkdir(join(space.folder, 'aot'));
    await writeFile(join(space.folder, 'aot/thesis.tex'), 'precious');
    const { code, stderr } = await space.triton(['build']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'error: aot: the output folder holds something else than a package of triton-aot',
    );
    expect(await readdir(join(space.folder, 'aot'))).toEqual(['thesis.tex']);
  });

  it('an output folder that is a file is left as it is', async () => {
    await writeFile(join(space.folder, 'aot'), 'precious');
    const { code, stderr } = await space.triton(['build']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: aot: the output folder is a file\n    Choose another folder with --out.\n',
    });
  });
});

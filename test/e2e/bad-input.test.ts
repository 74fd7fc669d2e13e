import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';

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
    [
      'a signature that is too short',
      GOOD.replace(', 128"', '"'),
      2,
      'error: kernels.yaml:7:5: the signature has 3 tokens, but add takes 4 parameters: x, y, n, BLOCK (at kernels.add.signature)\n' +
        '    Write one token per parameter: a type, or the value of a constexpr.\n',
    ],
    [
      'a signature that is too long',
      GOOD.replace('128"', '128, 5"'),
      2,
      'error: kernels.yaml:7:5: the signature has 5 tokens, but add takes 4 parameters: x, y, n, BLOCK (at kernels.add.signature)\n' +
        '    Write one token per parameter: a type, or the value of a constexpr.\n',
    ],
    [
      'a grid with an unknown name',
      GOOD.replace('(n', '(m'),
      2,
      'error: kernels.yaml:8:5: grid: unknown name `m`; did you mean `n`? available names: n, BLOCK, at character 6 of `cdiv(m, BLOCK)` (at kernels.add.grid)\n',
    ],
    [
      'a grid over a pointer',
      GOOD.replace('(n', '(x'),
      2,
      'error: kernels.yaml:8:5: grid: `x` is of type *fp32; a grid can only use integers, at character 6 of `cdiv(x, BLOCK)` (at kernels.add.grid)\n',
    ],
    [
      'arguments and constants the kernel does not have',
      `
        source: add.py:add
        arguments: { x: "*fp32", z: "*fp32", n: i32 }
        constants: { BLOK: 128 }
        configs: [{ num_warps: 4, BLOCKS: 1 }]
        grid: 1
      `,
      2,
      'error: kernels.yaml:7:30: add has no parameter `z`: its parameters are x, y, n, BLOCK (at kernels.add.arguments.z)\n' +
        '    Did you mean `x`?\n' +
        'error: kernels.yaml:8:18: add has no parameter `BLOK`: its parameters are x, y, n, BLOCK (at kernels.add.constants.BLOK)\n' +
        '    Did you mean `BLOCK`?\n' +
        'error: kernels.yaml:9:31: add has no parameter `BLOCKS`: its parameters are x, y, n, BLOCK (at kernels.add.configs[0].BLOCKS)\n' +
        '    Did you mean `BLOCK`?\n',
    ],
    [
      'a parameter without a type or a value',
      `
        source: add.py:add
        arguments: { x: "*fp32", n: i32 }
        grid: 1
      `,
      2,
      'error: kernels.yaml:7:5: parameter `y` of add has no type and no value (at kernels.add.arguments)\n' +
        '    Give it a type under `arguments:`, or a value under `constants:` or in every config.\n' +
        'error: kernels.yaml:7:5: parameter `BLOCK` of add has no type and no value (at kernels.add.arguments)\n' +
        '    Give it a type under `arguments:`, or a value under `constants:` or in every config.\n',
    ],
    [
      'a source that does not exist',
      GOOD.replace('add.py:', 'ad.py:'),
      2,
      'error: kernels.yaml:6:5: ad.py: no such file (at kernels.add.source)\n',
    ],
  ])('%s is refused', async (_what, settings, code, message) => {
    await space.write('kernels.yaml', manifest(settings));
    const { code: found, stdout, stderr } = await space.triton(['plan']);
    expect({ found, stdout, stderr }).toEqual({ found: code, stdout: '', stderr: message });
  });

  it('a source that is no Python is refused with its line', async () => {
    await space.write('add.py', `${KERNEL}\n  def broken(:\n`);
    const { code, stderr } = await space.triton(['plan']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: kernels\.yaml:6:5: add\.py:11: .* \(at kernels\.add\.source\)\n$/,
    );
  });

  it('a manifest that does not exist is refused', async () => {
    const { code, stderr } = await space.triton(['plan', '--manifest', 'no.yaml']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'error: no.yaml: the manifest cannot be read\n    Write a no.yaml, or name another with --manifest.\n',
    });
  });

  it.each([
    [
      ['build', '--jobs', '0'],
      "option '--jobs <n>' argument '0' is invalid. Expected a whole number from 1.",
    ],
    [['build', '--bogus'], "unknown option '--bogus'"],
    [['bild'], "unknown command 'bild'"],
    [['build', '--targets', 'sm_90,,'], 'Expected a list with commas and no empty item.'],
    [['build', '--targets', 'sm_42'], 'error: targets: unsupported target `sm_42`'],
    [['build', '--triton', '3.8'], 'error: "3.8" is not an exact Triton version'],
    [['build', '--only', 'mul*'], 'error: kernels.yaml: no kernel is named like mul*'],
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

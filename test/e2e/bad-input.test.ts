import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, type Workspace, workspace } from '../support/command.ts';
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
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
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
    ['a grid over a pointer', GOOD.replace('(n', '(x')],
    [
      'arguments and constants the kernel does not have',
      `
        source: add.py:add
        arguments: { x: "*fp32", z: "*fp32", n: i32 }
        constants: { BLOK: 128 }
        configs: [{ num_warps: 4, BLOCKS: 1 }]
        grid: 1
      `,
    ],
    ['a file with another name', GOOD.replace('add.py', 'adds.py')],
    [
      'a parameter without a type or a value',
      `
        source: add.py:add
        arguments: { x: "*fp32", n: i32 }
        grid: 1
      `,
    ],
    ['a source that does not exist', GOOD.replace('add.py:', 'ad.py:')],
  ])('%s is rejected', async (_what, settings) => {
    await space.write('kernels.yaml', manifest(settings));
    const { code, stdout, stderr } = await space.triton(['plan']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectGolden(errorsIn(stderr));
  });

  it('a source that is not valid Python is rejected with its line', async () => {
    await space.write('add.py', `${KERNEL}\n  def broken(:\n`);
    const { code, stderr } = await space.triton(['plan']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: add\.py:11: .* \(at kernels\.add\.source\)\n$/);
  });

  it('a manifest that does not exist is rejected', async () => {
    for (const path of ['no.yaml', '.']) {
      const { code, stderr } = await space.triton(['plan', '--manifest', path]);
      expect(code).toBe(2);
      expectGolden(errorsIn(stderr));
    }
  });

  it.each([
    'build --jobs 0',
    'build --bogus',
    'bild',
    'build --targets sm_90,,',
    'build --targets sm_42',
    'build --triton 3.8',
    'build --only mul*',
  ])('the command line is rejected: %s', async (line) => {
    const { code, stdout, stderr } = await space.triton(line.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expectGolden(errorsIn(stderr));
  });

  it('more variants than fit into memory are refused', async () => {
    const configs = Array.from({ length: 10_000 }, (_, n) => `{ BLOCK: ${n + 1} }`).join(', ');
    const text = `
      source: add.py:add
      arguments: { x: ["*fp32:16", "*fp32"], y: ["*fp32:16", "*fp32"], n: [i32:16, i32:1, i32] }
      configs: [${configs}]
      grid: 1
    `;
    await space.write('kernels.yaml', manifest(text));
    const { code, stderr } = await space.triton(['plan']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('an output folder with other files is not changed', async () => {
    await mkdir(join(space.folder, 'aot'));
    await writeFile(join(space.folder, 'aot/thesis.tex'), 'precious');
    const { code, stderr } = await space.triton(['build']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
    expect(await readdir(join(space.folder, 'aot'))).toEqual(['thesis.tex']);
  });

  it('an output folder that is a file is not changed', async () => {
    await writeFile(join(space.folder, 'aot'), 'precious');
    const { code, stderr } = await space.triton(['build']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });
});

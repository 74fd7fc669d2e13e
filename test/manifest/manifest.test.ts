import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { readManifest } from '../../src/manifest/manifest.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const guide = readFileSync(new URL('../../docs/guides/first-kernel.md', import.meta.url), 'utf8');
const EXAMPLE = /```yaml\n(package: mykernels\n.*?)```/s.exec(guide)?.[1] ?? '';

const LARGE = `
package: attention
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  fmha_d64_fp16:
    source: fmha_triton.py:_fwd_kernel
    signature: >-
      *fp16, *fp16, *fp16, *fp16, *fp32, *fp32, fp32,
      i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32,
      i1, i1, i1, 1, 64, 128, 128
    grid: (seqlen_q + 127) / 128, batch * nheads, 1
    num_warps: 4
    num_stages: 1

  "matmul_{dtype}":
    for: { dtype: [fp16, bf16] }
    source: matmul.py:matmul_kernel
    arguments:
      a_ptr: "*{dtype}:16"
      b_ptr: "*{dtype}:16"
      c_ptr: "*{dtype}:16"
      M: i32
      N: i32
      K: [i32:16, i32]
      stride_ak: i32:1
    constants: { GROUP_SIZE_M: 8, ACTIVATION: leaky_relu }
    configs:
      - { BLOCK_M: 128, BLOCK_N: 256, BLOCK_K: 64, num_warps: 8 }
      - { BLOCK_M: 64, BLOCK_N: 64, BLOCK_K: 32, num_warps: 4 }
    grid: [cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)]
`;

const SMALL = `
package: demo
triton: 3.8.0
targets: [sm_80, cuda:90]
kernels:
  add:
    source: add.py:add
    signature: "*fp32, i32, 128"
    grid: cdiv(n, 128)
`;

describe('the manifest of the first guide', () => {
  const manifest = readManifest(EXAMPLE, 'kernels.yaml');

  it('is read with its package and its kernel', () => {
    expect(manifest).toMatchObject({ package: 'mykernels', version: '1.0.0', triton: '3.9.0' });
    expect(manifest.kernels).toMatchObject([
      { name: 'saxpy', source: { file: 'saxpy.py', function: 'saxpy_kernel' } },
    ]);
  });

  it('names every parameter of the kernel beside it', () => {
    const [, parameters = ''] = /def saxpy_kernel\((.*)\):/.exec(guide) ?? [];
    const names = parameters.split(', ').map((parameter) => parameter.replace(/:.*/, ''));
    const [entry] = manifest.kernels;
    const named = entry?.shape.form === 'arguments' ? [...entry.shape.arguments.keys()] : [];
    expect([...named, ...(entry?.constants.keys() ?? [])]).toEqual(names);
  });
});

describe('a manifest with both ways to write a signature', () => {
  const manifest = readManifest(LARGE, 'kernels.yaml');

  it('is read with its package, versions and targets', () => {
    const { file, package: name, version, triton, requirements } = manifest;
    expect({ file, name, version, triton, requirements }).toEqual({
      file: 'kernels.yaml',
      name: 'attention',
      version: '1.2.0',
      triton: '3.8.0',
      requirements: [],
    });
    expect(manifest.targets).toEqual([
      { backend: 'cuda', arch: 80, name: 'sm_80' },
      { backend: 'cuda', arch: 90, name: 'sm_90' },
    ]);
  });

  it('has the named kernel and one for each dtype', () => {
    expect(manifest.kernels.map(({ name }) => name)).toEqual([
      'fmha_d64_fp16',
      'matmul_fp16',
      'matmul_bf16',
    ]);
  });

  it('gives the flash-attention kernel 28 arguments and 4 constants by position', () => {
    const [entry] = manifest.kernels;
    expect(entry).toMatchObject({
      source: { file: 'fmha_triton.py', function: '_fwd_kernel' },
      options: { num_warps: 4, num_stages: 1 },
      configs: [{ constants: new Map(), options: {} }],
    });
    const tokens = entry?.shape.form === 'signature' ? entry.shape.tokens : [];
    expect(tokens.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 28 }, () => 'argument'),
      ...Array.from({ length: 4 }, () => 'constant'),
    ]);
    expect(entry?.grid.axes).toHaveLength(3);
  });

  it('gives the matmul kernels arguments by name, specialisations and configs', () => {
    const entry = manifest.kernels[2];
    const named = entry?.shape.form === 'arguments' ? entry.shape.arguments : new Map();
    expect(Object.fromEntries(named)).toMatchObject({
      a_ptr: { type: { kind: 'pointer', element: 'bf16' }, hints: [16] },
      M: { type: { kind: 'scalar', scalar: 'i32' }, hints: [0] },
      K: { type: { kind: 'scalar', scalar: 'i32' }, hints: [16, 0] },
      stride_ak: { type: { kind: 'scalar', scalar: 'i32' }, hints: [1] },
    });
    expect(entry?.configs).toMatchObject([
      {
        constants: new Map([
          ['BLOCK_M', { kind: 'int', value: 128n }],
          ['BLOCK_N', { kind: 'int', value: 256n }],
          ['BLOCK_K', { kind: 'int', value: 64n }],
        ]),
        options: { num_warps: 8 },
      },
      {
        constants: new Map([
          ['BLOCK_M', { kind: 'int', value: 64n }],
          ['BLOCK_N', { kind: 'int', value: 64n }],
          ['BLOCK_K', { kind: 'int', value: 32n }],
        ]),
        options: { num_warps: 4 },
      },
    ]);
  });
});

describe('a minimal manifest', () => {
  const manifest = readManifest(SMALL, 'kernels.yaml');

  it('has version 0.0.0, no requirements and all targets', () => {
    expect(manifest).toMatchObject({ version: '0.0.0', requirements: [] });
    expect(manifest.kernels[0]).toMatchObject({ depends: [], gridParameters: [] });
    expect(manifest.kernels[0]?.targets).toBeUndefined();
  });

  it.each(['[sm_80, cuda:90]', 'sm_80, sm_90', '"sm_80,sm_90"'])(
    'can have the targets %s',
    (targets) => {
      const text = SMALL.replace(/^targets: .*$/m, `targets: ${targets}`);
      expect(text).toContain(targets);
      const { targets: read } = readManifest(`${text}    targets: sm_90\n`, 'kernels.yaml');
      expect(read.map(({ name }) => name)).toEqual(['sm_80', 'sm_90']);
    },
  );

  it('can name a target as Triton does', () => {
    expect(manifest.targets.map(({ name }) => name)).toEqual(['sm_80', 'sm_90']);
  });
});

describe('settings of a kernel', () => {
  it('include `depends`, grid parameters, `targets` and a smoke test', () => {
    const text = `${SMALL}    depends: ["*.json", tables/a.bin]
    grid_parameters: { rows: i32, total: u64 }
    targets: [sm_90]
    smoke: { reference: "reference.py:add", cases: [{ n: 512 }] }
    configs: autotune
`;
    expect(readManifest(text, 'kernels.yaml').kernels[0]).toMatchObject({
      depends: ['*.json', 'tables/a.bin'],
      gridParameters: [
        { name: 'rows', type: { kind: 'scalar', scalar: 'i32' } },
        { name: 'total', type: { kind: 'scalar', scalar: 'u64' } },
      ],
      targets: [{ backend: 'cuda', arch: 90, name: 'sm_90' }],
      configs: 'autotune',
      mostConfigs: undefined,
    });
    const most = text.replace('configs: autotune', 'configs: { autotune: 12 }');
    expect(readManifest(most, 'kernels.yaml').kernels[0]).toMatchObject({
      configs: 'autotune',
      mostConfigs: 12,
    });
  });

  it.each([
    ['add.py:add', 'add.py'],
    ['./nn/add.py:add', 'nn/add.py'],
    ['nn//./add.py:add', 'nn/add.py'],
    ['my kernels/add.py:add', 'my kernels/add.py'],
  ])('the source %j is the function add in %j', (source, file) => {
    const text = SMALL.replace('add.py:add', source);
    expect(readManifest(text, 'kernels.yaml').kernels[0]?.source).toEqual({
      file,
      function: 'add',
    });
  });

  it.each([
    ['1', '1', 1],
    ['"0x10"', '0x10', 1],
    ['cdiv(n, 128), 2', 'cdiv(n, 128), 2', 2],
    ['[cdiv(n, 128), 2]', 'cdiv(n, 128), 2', 2],
    ['["cdiv(n, 128)", 2, 3]', 'cdiv(n, 128), 2, 3', 3],
    ['"n == 1 ? 1 : 2"', 'n == 1 ? 1 : 2', 1],
    ['>-\n      n,\n      2', 'n, 2', 2],
  ])('the grid %s reads as %j with %i axes', (grid, expected, axes) => {
    const entry = readManifest(SMALL.replace('cdiv(n, 128)', grid), 'kernels.yaml').kernels[0];
    expect(entry?.grid.text).toBe(expected);
    expect(entry?.grid.axes).toHaveLength(axes);
  });
});

describe('the license', () => {
  it('is an SPDX expression, or undefined', () => {
    const text = `${SMALL}license: Apache-2.0 WITH LLVM-exception OR MIT\n`;
    const { license } = readManifest(text, 'kernels.yaml');
    expect(license).toBe('Apache-2.0 WITH LLVM-exception OR MIT');
    expect(readManifest(SMALL, 'kernels.yaml').license).toBeUndefined();
  });
});

describe('overrides', () => {
  it('replace the targets and the Triton version', () => {
    const overrides = { targets: ['cuda:120', 'sm_75'], triton: '3.9.0' };
    const { targets, triton } = readManifest(SMALL, 'kernels.yaml', overrides);
    expect(targets.map(({ name }) => name)).toEqual(['sm_120', 'sm_75']);
    expect(triton).toBe('3.9.0');
  });

  it('can give targets that the manifest leaves out', () => {
    const text = SMALL.replace(/targets: .*\n/, '');
    const { targets } = readManifest(text, 'kernels.yaml', { targets: ['sm_80'] });
    expect(targets.map(({ name }) => name)).toEqual(['sm_80']);
  });

  it.each([{ targets: ['sm_42', 'sm_80', 'cuda:80'] }, { triton: '3.x' }, { triton: '3.5.1' }])(
    'are rejected without a place in the manifest: %j',
    async (overrides) => {
      expectGolden(await failureOf(() => readManifest(SMALL, 'kernels.yaml', overrides)));
    },
  );

  it('are checked against each other', async () => {
    const text = SMALL.replace(/targets: .*\n/, '');
    const overrides = { targets: ['sm_110'], triton: '3.6.0' };
    expectGolden(await failureOf(() => readManifest(text, 'kernels.yaml', overrides)));
  });
});

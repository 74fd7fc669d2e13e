import { describe, expect, it } from '#jest';
import { readManifest } from '../../src/manifest/manifest.ts';
import { formatConstant } from '../../src/manifest/terms/constant.ts';
import { formatArgumentType } from '../../src/manifest/terms/types.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { expectCpuTime } from '../support/cpu-time.ts';

const HEAD = 'package: demo\ntriton: 3.8.0\ntargets: [sm_80, sm_90]\n';

/** The kernels of a manifest with this tail, as the tests compare them. */
function kernelsOf(tail: string) {
  return readManifest(`${HEAD}${tail}`, 'kernels.yaml').kernels.map((entry) => ({
    name: entry.name,
    source: `${entry.source.file}:${entry.source.function}`,
    shape:
      entry.shape.form === 'arguments'
        ? Object.fromEntries(
            [...entry.shape.arguments].map(([name, { type, hints }]) => [
              name,
              `${formatArgumentType(type)} ${hints.join(' ')}`,
            ]),
          )
        : entry.shape.tokens.length,
    constants: Object.fromEntries(
      [...entry.constants].map(([name, value]) => [name, formatConstant(value)]),
    ),
    configs:
      entry.configs === 'autotune'
        ? 'autotune'
        : entry.configs.map(({ constants, options }) => ({
            ...Object.fromEntries([...constants].map(([n, value]) => [n, formatConstant(value)])),
            ...options,
          })),
    options: entry.options,
    grid: entry.grid.text,
    depends: entry.depends,
    gridParameters: entry.gridParameters.map(({ name }) => name),
    targets: entry.targets?.map(({ name }) => name),
  }));
}

describe('for', () => {
  it('makes one kernel for each combination, the first name varying slowest', () => {
    const kernels = kernelsOf(`
kernels:
  "k_{a}_{b}":
    for: { a: [x, y], b: [1, 2, 3] }
    source: k.py:k
    signature: "*fp32"
    grid: 1
  last: { source: "k.py:k", signature: "*fp32", grid: 1 }
`);
    expect(kernels.map(({ name }) => name)).toEqual([
      'k_x_1',
      'k_x_2',
      'k_x_3',
      'k_y_1',
      'k_y_2',
      'k_y_3',
      'last',
    ]);
  });

  it('makes one kernel for each map of a list', () => {
    const kernels = kernelsOf(`
kernels:
  "k_{H}":
    for: [{ H: 48, BK: 128 }, { BK: 64, H: 32 }, { H: 16, BK: 0.5 }]
    source: k.py:k
    signature: "*fp32"
    constants: { H: "{H}", BK: "{BK}" }
    grid: "{H}"
`);
    expect(kernels.map(({ name, constants, grid }) => [name, constants, grid])).toEqual([
      ['k_48', { H: '48', BK: '128' }, '48'],
      ['k_32', { H: '32', BK: '64' }, '32'],
      ['k_16', { H: '16', BK: '0.5' }, '16'],
    ]);
  });

  it('fills its values into every string, also in the defaults', () => {
    const [kernel] = kernelsOf(`
defaults:
  depends: ["{dtype}/*.json"]
kernels:
  "k_{dtype}_{n}":
    for: { dtype: [fp16], n: [64] }
    source: "{dtype}/k.py:k_{n}"
    arguments: { a: "*{dtype}:16", b: ["i{n}:16", "i{n}"] }
    constants: { NAME: "{dtype}x{n}", WHOLE: "{n}" }
    configs: [{ BLOCK: "{n}", num_stages: 2 }]
    grid: ["a_{n}", "{n}"]
    targets: [sm_80]
`);
    expect(kernel).toMatchObject({
      name: 'k_fp16_64',
      source: 'fp16/k.py:k_64',
      shape: { a: '*fp16 16', b: 'i64 16 0' },
      constants: { NAME: '"fp16x64"', WHOLE: '64' },
      configs: [{ BLOCK: '64', num_stages: 2 }],
      grid: 'a_64, 64',
      depends: ['fp16/*.json'],
      targets: ['sm_80'],
    });
  });

  it.each([
    ['64', '64'],
    ['64.0', '64.0'],
    ['0.5', '0.5'],
    ['true', 'True'],
    ['relu', '"relu"'],
    ['"64"', '"64"'],
    ['12345678901234567890', '12345678901234567890'],
  ])('keeps the type of %s if it is the whole constant', (value, expected) => {
    const [kernel] = kernelsOf(`
kernels:
  k:
    for: { v: [${value}] }
    source: k.py:k
    signature: "*fp32"
    constants: { WHOLE: "{v}", PART: "a{v}" }
    grid: 1
`);
    expect(kernel?.constants['WHOLE']).toBe(expected);
  });

  it('keeps the type of the options of a config', () => {
    const kernels = kernelsOf(`
kernels:
  "k_{warps}":
    for: { warps: [4, 8] }
    source: k.py:k
    signature: "*fp32"
    configs: [{ num_warps: "{warps}" }]
    grid: 1
`);
    expect(kernels.map(({ configs }) => configs)).toEqual([[{ num_warps: 4 }], [{ num_warps: 8 }]]);
  });

  it('leaves other braces unchanged', () => {
    const [kernel] = kernelsOf(`
kernels:
  k:
    for: { v: [1] }
    source: k.py:k
    signature: "*fp32"
    constants: { A: "{}", B: "{0}", C: "{ v }" }
    grid: 1
`);
    expect(kernel?.constants).toEqual({ A: '"{}"', B: '"{0}"', C: '"{ v }"' });
  });

  it('is counted with the configs before anything is expanded', async () => {
    const numbers = (count: number) =>
      `[${Array.from({ length: count }, (_, index) => index).join(', ')}]`;
    const configs = Array.from({ length: 11 }, () => '{ BLOCK: 64 }').join(', ');
    const kernel = (name: string) => `
  "${name}_{a}_{b}":
    for: { a: ${numbers(100)}, b: ${numbers(100)} }
    source: k.py:k
    signature: "*fp32, BLOCK"
    configs: [${configs}]
    grid: 1`;
    await expectCpuTime(2000, async () =>
      expectGolden(await failureOf(() => kernelsOf(`\nkernels:${kernel('x')}${kernel('y')}\n`))),
    );
  });
});

describe('defaults', () => {
  const DEFAULTS = `
defaults:
  source: k.py:k
  arguments: { a: "*fp32", n: i32 }
  constants: { BLOCK: 64, MODE: fast }
  configs: [{ X: 1 }, { X: 2 }]
  grid: [n, 2]
  grid_parameters: { rows: i32 }
  depends: [a.json, b.json]
  targets: [sm_80, sm_90]
  num_warps: 8
  maxnreg: 128
kernels:
`;

  it('apply to settings that a kernel leaves out', () => {
    expect(kernelsOf(`${DEFAULTS}  k: {}`)[0]).toMatchObject({
      source: 'k.py:k',
      shape: { a: '*fp32 0', n: 'i32 0' },
      constants: { BLOCK: '64', MODE: '"fast"' },
      configs: [{ X: '1' }, { X: '2' }],
      grid: 'n, 2',
      gridParameters: ['rows'],
      depends: ['a.json', 'b.json'],
      targets: ['sm_80', 'sm_90'],
      options: { num_warps: 8, maxnreg: 128 },
    });
  });

  it('are merged entry by entry for maps; lists and scalars are replaced', () => {
    const [kernel] = kernelsOf(`${DEFAULTS}  k:
    source: other.py:k
    arguments: { n: i64, m: i32 }
    constants: { BLOCK: 128 }
    configs: [{ Y: 3 }]
    grid: [m]
    grid_parameters: { columns: i32 }
    depends: [c.json]
    targets: [sm_90]
    num_warps: 2
`);
    expect(kernel).toMatchObject({
      source: 'other.py:k',
      shape: { a: '*fp32 0', n: 'i64 0', m: 'i32 0' },
      constants: { BLOCK: '128', MODE: '"fast"' },
      configs: [{ Y: '3' }],
      grid: 'm',
      gridParameters: ['rows', 'columns'],
      depends: ['c.json'],
      targets: ['sm_90'],
      options: { num_warps: 2, maxnreg: 128 },
    });
  });

  it('do not add arguments to a signature, nor a signature to arguments', () => {
    const [positional] = kernelsOf(`${DEFAULTS}  k: { signature: "*fp32, i32, 64" }`);
    expect(positional?.shape).toBe(3);
    const [named] = kernelsOf(
      `${DEFAULTS.replace(/ {2}arguments: .*/, '  signature: "*fp32, i32, 64"')}  k: { arguments: { b: i8 } }`,
    );
    expect(named?.shape).toEqual({ b: 'i8 0' });
  });

  it('can be overridden by a constant that is null', () => {
    const [kernel] = kernelsOf(`${DEFAULTS}  k: { constants: { MODE: null } }`);
    expect(kernel?.constants).toEqual({ BLOCK: '64', MODE: 'None' });
  });
});

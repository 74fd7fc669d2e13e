import { describe, expect, it } from '#jest';
import { readManifest } from '../../src/manifest/manifest.ts';
import { Problems } from '../../src/manifest/problems.ts';
import { type Constant, formatConstant } from '../../src/manifest/terms/constant.ts';
import type { Kernel } from '../../src/manifest/terms/kernel.ts';
import { blockSizes, formatArgumentType } from '../../src/manifest/terms/types.ts';
import { resolveKernel } from '../../src/plan/resolve.ts';
import type { FunctionFacts } from '../../src/plan/sources.ts';
import { completeKernel } from '../../src/plan/specialise.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const int = (value: number): Constant => ({ kind: 'int', value: BigInt(value) });

function factsOf(names: readonly string[], more: Partial<FunctionFacts> = {}): FunctionFacts {
  return { line: 7, parameters: names.map((name) => ({ name })), heuristics: [], ...more };
}

/** Joins the only kernel of a manifest, given by its settings, with a function. */
function join(settings: string, facts: FunctionFacts) {
  const text = `package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  entry:
    source: nn/k.py:fn
${settings.replaceAll(/^\s*/gm, '    ')}
`;
  const { kernels, targets, document } = readManifest(text, 'kernels.yaml');
  const problems = new Problems(document);
  const [entry] = kernels;
  const inKernel = problems.under(entry?.pathOf ?? (() => []));
  const draft = entry && resolveKernel(entry, facts, entry.targets ?? targets, inKernel);
  const kernel = draft && completeKernel(draft, undefined, inKernel);
  return { kernel, problems };
}

function kernelOf(settings: string, facts: FunctionFacts): Kernel {
  const { kernel, problems } = join(settings, facts);
  problems.throwIfAny();
  if (kernel === undefined) throw new Error('there is no kernel');
  return kernel;
}

/** Compares the problems with the golden file, and checks that there is no kernel. */
async function expectProblems(settings: string, facts: FunctionFacts): Promise<void> {
  const { kernel, problems } = join(settings, facts);
  expect(kernel).toBeUndefined();
  expectGolden(await failureOf(() => problems.throwIfAny()));
}

const argumentsOf = (kernel: Kernel): readonly string[] =>
  kernel.arguments.map(({ name, type }) => `${name}: ${formatArgumentType(type)}`);

const constantsOf = (kernel: Kernel): readonly string[] =>
  kernel.configs.map(({ constants }) =>
    [...constants].map(([name, value]) => `${name}=${formatConstant(value)}`).join(' '),
  );

describe('a kernel by position', () => {
  it('assigns its tokens to the parameters in order', () => {
    const kernel = kernelOf(
      'signature: "*fp32, 64, i32, tl.float16"\ngrid: 1',
      factsOf(['x', 'BLOCK', 'n', 'DTYPE']),
    );
    expect(kernel).toMatchObject({
      name: 'entry',
      place: { file: 'kernels.yaml', line: 5, column: 3, path: 'kernels.entry' },
      source: { file: 'nn/k.py', function: 'fn', line: 7 },
      parameters: ['x', 'BLOCK', 'n', 'DTYPE'],
      targets: [{ name: 'sm_80' }, { name: 'sm_90' }],
    });
    expect(argumentsOf(kernel)).toEqual(['x: *fp32', 'n: i32']);
    expect(constantsOf(kernel)).toEqual(['BLOCK=64 DTYPE=tl.float16']);
  });

  it.each(['*fp32', '*fp32, i32, 1'])('is rejected with the signature %j', async (signature) => {
    await expectProblems(`signature: "${signature}"\ngrid: 1`, factsOf(['x', 'n']));
  });
});

describe('a kernel by name', () => {
  it("has its arguments in the function's order, not the manifest's", () => {
    const kernel = kernelOf(
      'arguments: { n: i32, x: "*fp32" }\nconstants: { B: 2, A: 1 }\ngrid: n',
      factsOf(['x', 'A', 'n', 'B']),
    );
    expect(argumentsOf(kernel)).toEqual(['x: *fp32', 'n: i32']);
    expect(constantsOf(kernel)).toEqual(['A=1 B=2']);
  });

  it('is rejected if the function lacks its names, with all problems at once', async () => {
    const settings = `arguments: { x: "*fp32", nn: i32 }
      constants: { BLOK: 64 }
      configs: [{ BLOCK: 1 }, { BLOCK: 2, OTHER: 3 }]
      grid: 1`;
    await expectProblems(settings, factsOf(['x', 'n', 'BLOCK']));
  });

  it('is rejected with the option that a config misspells', async () => {
    const settings = `arguments: { x: "*fp32" }
      configs: [{ BLOCK: 1, num_stage: 3 }, { BLOCK: 1, num_warp: 3 }]
      grid: 1`;
    await expectProblems(settings, factsOf(['x', 'BLOCK']));
  });

  it('is rejected if a parameter has no type and no value, or both', async () => {
    const settings = 'arguments: { x: "*fp32", n: i32 }\nconstants: { n: 5 }\ngrid: 1';
    await expectProblems(settings, factsOf(['x', 'n', 'BLOCK']));
  });
});

describe('a constant', () => {
  const facts = factsOf([], {
    parameters: [{ name: 'x' }, { name: 'A', default: int(1) }, { name: 'B', default: int(1) }],
  });

  it("comes from the config, else the kernel, else the parameter's default", () => {
    const settings =
      'arguments: { x: "*fp32" }\nconstants: { B: 2 }\nconfigs: [{}, { B: 3 }, { A: 4 }]\ngrid: 1';
    expect(constantsOf(kernelOf(settings, facts))).toEqual(['A=1 B=2', 'A=1 B=3', 'A=4 B=2']);
  });

  it('of a config overrides the token of a signature', () => {
    const settings =
      'signature: "*fp32, 5, 7"\nconstants: { B: 7 }\nconfigs: [{}, { A: 8 }]\ngrid: 1';
    expect(constantsOf(kernelOf(settings, facts))).toEqual(['A=5 B=7', 'A=8 B=7']);
  });

  it('of `constants` must not contradict the signature', async () => {
    const settings = 'signature: "*fp32, 5, 1"\nconstants: { A: 6, B: 1.0 }\ngrid: 1';
    await expectProblems(settings, facts);
  });

  it('is not needed for a parameter with a default that only Python can compute', () => {
    const parameters = [{ name: 'x' }, { name: 'LAYOUT', hasDefault: true }];
    const kernel = kernelOf('arguments: { x: "*fp32" }\ngrid: 1', factsOf([], { parameters }));
    expect(kernel.parameters).toEqual(['x', 'LAYOUT']);
    expect(constantsOf(kernel)).toEqual(['']);
  });

  it('does not come from the default of a parameter that is an argument', () => {
    const kernel = kernelOf('arguments: { x: "*fp32", A: i32 }\ngrid: A', facts);
    expect(argumentsOf(kernel)).toEqual(['x: *fp32', 'A: i32']);
    expect(constantsOf(kernel)).toEqual(['B=1']);
  });
});

describe('specialisations', () => {
  it.each([
    ['a: i32', ['0']],
    ['a: i32:16, b: "*i8"', ['16 0']],
    ['a: [i32, i32:16]', ['16', '0']],
    ['a: [i32, i32:16, i32:1]', ['1', '16', '0']],
    ['a: [i32:16, i32], b: [i32:16, i32]', ['16 16', '16 0', '0 16', '0 0']],
    ['a: [i32, i32:16], b: [i32, i32:16]', ['16 16', '0 16', '16 0', '0 0']],
    ['a: [i32:16, i32], b: [i32:1, i32]', ['16 1', '0 1', '16 0', '0 0']],
    ['b: [i32:1, i32], a: [i32:16, i32]', ['16 1', '0 1', '16 0', '0 0']],
  ])('of { %s } are tried most specific first', (text, expected) => {
    const names = ['a', 'b'].filter((name) => text.includes(`${name}:`));
    const { specialisations } = kernelOf(`arguments: { ${text} }\ngrid: 1`, factsOf(names));
    expect(specialisations.map(({ hints }) => hints.join(' '))).toEqual(expected);
  });

  it.each([
    [8, 256],
    [40, 2 ** 40],
    [9, 512],
  ])('of %i lists of two are %i; at most 256 are allowed', async (count, product) => {
    const names = Array.from({ length: count }, (_, index) => `n${index}`);
    const lists = names.map((name) => `${name}: [i32:16, i32]`).join(', ');
    const settings = `arguments: { ${lists} }\ngrid: 1`;
    if (product > 256) await expectProblems(settings, factsOf(names));
    else expect(kernelOf(settings, factsOf(names)).specialisations).toHaveLength(product);
  });
});

it("the options of a kernel without any are the defaults of Triton's JIT", () => {
  const kernel = kernelOf('arguments: { x: "*fp32" }\ngrid: 1', factsOf(['x']));
  expect(kernel.configs).toMatchObject([
    { constants: new Map(), options: { num_warps: 4, num_stages: 3, enable_fp_fusion: true } },
  ]);
});

describe('a parameter with the name of an option', () => {
  const facts = factsOf([], {
    parameters: [{ name: 'x' }, { name: 'num_stages', default: int(1) }],
  });

  const choicesOf = (settings: string, given = facts): readonly string[] => {
    const kernel = kernelOf(`arguments: { x: "*fp32" }\n${settings}\ngrid: 1`, given);
    const stages = kernel.configs.map(({ options }) => options.num_stages);
    return constantsOf(kernel).map((constants, index) => `${constants}, option ${stages[index]}`);
  };

  it.each([
    ['configs: [{}]', 'num_stages=1, option 3'],
    ['constants: { num_stages: 4 }', 'num_stages=4, option 3'],
    ['num_stages: 2', 'num_stages=2, option 2'],
    ['configs: [{ num_stages: 2 }]', 'num_stages=2, option 2'],
    ['num_stages: 5\nconfigs: [{ num_stages: 2 }]', 'num_stages=2, option 2'],
    ['constants: { num_stages: 4 }\nnum_stages: 2', 'num_stages=4, option 2'],
    ['constants: { num_stages: 4 }\nconfigs: [{ num_stages: 2 }]', 'num_stages=4, option 2'],
    ['constants: { num_stages: 0 }', 'num_stages=0, option 3'],
  ])('and the settings %j is %s', (settings, expected) => {
    expect(choicesOf(settings)).toEqual([expected]);
  });

  it('has the value of a signature, and the option is apart', () => {
    const kernel = kernelOf('signature: "*fp32, 4"\nnum_stages: 2\ngrid: 1', facts);
    expect(constantsOf(kernel)).toEqual(['num_stages=4']);
    expect(kernel.configs[0]?.options.num_stages).toBe(2);
  });

  it('can be an argument, and the option is apart', () => {
    const settings = 'arguments: { x: "*fp32", num_stages: i32 }\nnum_stages: 2\ngrid: 1';
    const kernel = kernelOf(settings, facts);
    expect(argumentsOf(kernel)).toEqual(['x: *fp32', 'num_stages: i32']);
    expect(constantsOf(kernel)).toEqual(['']);
    expect(kernel.configs[0]?.options.num_stages).toBe(2);
  });

  it('has the value that a config of @triton.autotune gives, of a field before the dictionary', () => {
    const autotune = [
      { constants: new Map([['num_stages', int(7)]]), options: { num_stages: 5 } },
      { constants: new Map([['num_stages', int(7)]]), options: {} },
    ];
    expect(choicesOf('configs: autotune', { ...facts, autotune })).toEqual([
      'num_stages=5, option 5',
      'num_stages=7, option 7',
    ]);
  });

  it('is required for `constants`', async () => {
    const settings = 'arguments: { x: "*fp32" }\nconstants: { num_warps: 4 }\ngrid: 1';
    await expectProblems(settings, factsOf(['x']));
  });
});

describe('the block of a tensor descriptor', () => {
  const facts = factsOf(['t', 'M', 'N', 'K']);
  const tensor = (shape: string, constants: string) =>
    `arguments: { t: "tensordesc<fp16[${shape}]>" }\nconstants: ${constants}\ngrid: 1`;

  it('has sizes that are expressions of integer constants', () => {
    const kernel = kernelOf(
      tensor('M, N // 2, min(K, 16) * 2, K > 8 ? 4 : 8', '{ M: 64, N: 64, K: 32 }'),
      facts,
    );
    expect(argumentsOf(kernel)).toEqual(['t: tensordesc<fp16[M,N//2,min(K,16)*2,K>8?4:8]>']);
    const [type] = kernel.arguments.map((each) => each.type);
    const [config] = kernel.configs;
    if (type?.kind !== 'tensor' || config === undefined) throw new Error('no tensor');
    expect(blockSizes(type, config.constants)).toEqual([64n, 32n, 32n, 4n]);
  });

  it.each([
    ['M, L', '{ M: 64, N: 64, K: 32 }'],
    ['M, N', '{ M: 64, N: 64.0, K: 32 }'],
    ['M // K, N', '{ M: 64, N: 64, K: 0 }'],
    ['M, N // K', '{ M: 100, N: 96, K: 2 }'],
    ['M - N, 48', '{ M: 64, N: 64, K: 2 }'],
  ])('must be powers of two: [%s] with %s', async (shape, constants) => {
    await expectProblems(tensor(shape, constants), facts);
  });
});

describe('configs: autotune', () => {
  const settings = 'arguments: { x: "*fp32" }\nconfigs: autotune\nnum_stages: 2\ngrid: 1';
  const autotune = [
    { constants: new Map([['BLOCK', int(64)]]), options: { num_warps: 2 } },
    { constants: new Map([['BLOCK', int(128)]]), options: { num_warps: 8, num_stages: 5 } },
  ];

  it("are those of the function, and override the kernel's own settings", () => {
    const kernel = kernelOf(settings, factsOf(['x', 'BLOCK'], { autotune }));
    expect(constantsOf(kernel)).toEqual(['BLOCK=64', 'BLOCK=128']);
    expect(kernel.configs.map(({ options }) => options)).toEqual([
      { num_warps: 2, num_stages: 2, enable_fp_fusion: true },
      { num_warps: 8, num_stages: 5, enable_fp_fusion: true },
    ]);
  });

  it('choose by those names of its key that are integers, unless the manifest says by which', () => {
    const facts = factsOf(['x', 'n', 'm', 'BLOCK'], { autotune, autotuneKey: ['x', 'n', 'BLOCK'] });
    const own = settings.replace('"*fp32"', '"*fp32", n: i32, m: i32');
    expect(kernelOf(own, facts).choiceKey).toEqual(['n']);
    expect(kernelOf(`${own}\ntune: { key: [m] }`, facts).choiceKey).toEqual(['m']);
    const none = { ...facts, autotuneKey: ['x'] };
    expect(kernelOf(own, none).choiceKey).toBeUndefined();
    const listed = own.replace('configs: autotune', 'configs: [{ BLOCK: 1 }]');
    expect(kernelOf(listed, facts).choiceKey).toBeUndefined();
  });

  it('can name options in the dictionary of a config', async () => {
    const withOption = (value: Constant) => [
      { constants: new Map([['enable_fp_fusion', value]]), options: { num_warps: 2 } },
    ];
    const off = { autotune: withOption({ kind: 'bool', value: false }) };
    expect(kernelOf(settings, factsOf(['x'], off)).configs[0]?.options).toEqual({
      num_warps: 2,
      num_stages: 2,
      enable_fp_fusion: false,
    });
    await expectProblems(settings, factsOf(['x'], { autotune: withOption(int(2)) }));
  });

  it.each([[undefined], [[]]])(
    'is rejected if the configs of the function are %j',
    async (none) => {
      await expectProblems(settings, factsOf(['x'], { autotune: none }));
    },
  );

  it('is rejected if a constant is not a parameter', async () => {
    await expectProblems(settings, factsOf(['x'], { autotune }));
  });
});

describe('a name in C', () => {
  it.each([
    ['n', 'n'],
    ['default', 'default_'],
    ['stream', 'stream_'],
    ['algo_id', 'algo_id_'],
    ['entry', 'entry_'],
    ['load_entry', 'load_entry_'],
    ['NULL', 'NULL_'],
    ['_X', 'p_X'],
    ['__x', 'p__x'],
    ['_x', '_x'],
    ['größe', 'gr__e'],
    ['size_t', 'p_size_t_'],
    ['CUstream', 'p_CUstream_'],
  ])('of the parameter %s is %s', (name, cName) => {
    const kernel = kernelOf(`arguments: { "${name}": i32 }\ngrid: 1`, factsOf([name]));
    expect(kernel.arguments[0]).toMatchObject({ name, cName });
  });

  it('is unique', () => {
    const names = ['stream', 'stream_', 'ä', 'ö'];
    const settings = `arguments: { ${names.map((name) => `${name}: i32`).join(', ')} }
      grid_parameters: { algo_id: i32, _: i32 }
      grid: algo_id`;
    const kernel = kernelOf(settings, factsOf(names));
    const given = [...kernel.arguments, ...kernel.gridParameters].map(({ cName }) => cName);
    expect(given).toEqual(['stream_', 'stream__', '_', '__', 'algo_id_', '___']);
  });
});

describe('a grid', () => {
  it('can use arguments, constants of every config and grid parameters', () => {
    const kernel = kernelOf(
      'arguments: { n: i32 }\nconfigs: [{ B: 1 }, { B: 2 }]\ngrid_parameters: { rows: u64 }\ngrid: [cdiv(n, B), rows]',
      factsOf(['n', 'B']),
    );
    expect(kernel.grid).toHaveLength(2);
    expect(kernel.gridParameters).toEqual([
      { name: 'rows', cName: 'rows', type: { kind: 'scalar', scalar: 'u64' } },
    ]);
  });

  it('is checked under each config; a shared problem is reported once', async () => {
    const settings = `arguments: { n: i32, x: "*i8" }
      configs: [{ B: 1 }, { B: 0 }, { B: 70000 }]
      grid: [cdiv(n, B), B, total + x]`;
    await expectProblems(settings, factsOf(['n', 'x', 'B']));
  });

  it.each(['n', 'B'])(
    'cannot have a grid parameter with the name of the parameter %s',
    async (name) => {
      const settings = `arguments: { n: i32 }\nconstants: { B: 1 }\ngrid_parameters: { ${name}: i32 }\ngrid: 1`;
      await expectProblems(settings, factsOf(['n', 'B']));
    },
  );
});

describe('a config for some targets', () => {
  const settings = (rest: string): string => `arguments: { x: "*fp32", n: i32 }
    grid: n
    ${rest}`;
  const facts = factsOf(['x', 'n', 'BLOCK']);
  const listed =
    '[{ BLOCK: 16, targets: sm_80 }, { BLOCK: 32, targets: [sm_80, sm_90] }, { BLOCK: 64 }]';

  it('keeps its number, and is left out for the others', () => {
    const kernel = kernelOf(settings(`configs: ${listed}`), facts);
    expect(constantsOf(kernel)).toEqual(['BLOCK=16', 'BLOCK=32', 'BLOCK=64']);
    expect(kernel.configs.map(({ notFor = [] }) => notFor.map(({ name }) => name))).toEqual([
      ['sm_90'],
      [],
      [],
    ]);
    expect(kernel.configs[1]?.place).toMatchObject({ path: 'kernels.entry.configs[1]' });
  });

  it('loses its number if the kernel is built for others only, also in the smoke test', () => {
    const smoke = `smoke: { reference: none, algos: [0, 2], buffers: { x: { shape: [n], role: out } }, cases: [{ n: 3 }] }`;
    const kernel = kernelOf(settings(`targets: [sm_90]\nconfigs: ${listed}\n${smoke}`), facts);
    expect(constantsOf(kernel)).toEqual(['BLOCK=32', 'BLOCK=64']);
    expect(kernel.smoke?.algos).toEqual([1]);
    expect(kernel.smoke?.cases[0]?.grids).toHaveLength(2);
  });

  it.each([
    ['targets without a config', 'configs: [{ BLOCK: 16, targets: sm_80 }]'],
    [
      'a test without an algo',
      `targets: [sm_90]\nconfigs: ${listed}\nsmoke: { reference: none, algos: [0], buffers: { x: { shape: [n], role: out } }, cases: [{ n: 3 }] }`,
    ],
  ])('is an error for %s', async (_what, rest) => {
    const { problems } = join(settings(rest), facts);
    expectGolden(await failureOf(() => problems.throwIfAny()));
  });
});

describe('an annotation', () => {
  const annotated = (types: Readonly<Record<string, string>>): FunctionFacts => ({
    ...factsOf(Object.keys(types)),
    parameters: Object.entries(types).map(([name, type], index) => ({
      name,
      line: 8 + index,
      ...(type !== '' && { type }),
    })),
  });
  const TYPES = { out: '', a: 'fp64', b: 'u8', c: 'i64', d: '*fp32', e: 'u1' };

  it('is the type of the argument, whatever the manifest says', async () => {
    await expectProblems(
      'arguments: { out: "*fp64", a: fp32, b: i32, c: i32, d: "*fp16", e: i32 }\ngrid: 1',
      annotated(TYPES),
    );
  });

  it('is compared by position with a signature', async () => {
    await expectProblems('signature: "*fp64, fp32"\ngrid: 1', annotated({ out: '', a: 'fp64' }));
  });

  it.each([
    '{ out: "*fp64", a: fp64, b: u8, c: i64, d: "*fp32", e: i1 }',
    '{ out: "*fp64", a: fp64, b: u8, c: i64, d: "*f32:16", e: u1 }',
  ])('agrees with %s', (types) => {
    const kernel = kernelOf(`arguments: ${types}\ngrid: 1`, annotated(TYPES));
    expect(kernel.arguments).toHaveLength(6);
  });

  it('other than i32 excludes the hint 1, which would be an i32', async () => {
    await expectProblems(
      'arguments: { c: "i64:1", d: "i32:1" }\ngrid: 1',
      annotated({ c: 'i64', d: 'i32' }),
    );
  });

  it('excludes it in sets of hints, too', async () => {
    await expectProblems(
      'arguments: { c: i64, d: i32 }\nspecialisations: [{ c: 1, d: 1 }]\ngrid: 1',
      annotated({ c: 'i64', d: 'i32' }),
    );
  });
});

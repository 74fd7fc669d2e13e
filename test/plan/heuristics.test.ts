import { describe, expect, it } from '#jest';
import { describeSpecialisation, type Kernel } from '../../src/manifest/terms/kernel.ts';
import type { FunctionFacts } from '../../src/plan/sources.ts';
import { fakeKernels, fakeVariants } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

type Heuristics = NonNullable<FunctionFacts['heuristics']>;

/** The entry of a kernel `add(x, bias, n, BLOCK, EVEN, HAS_BIAS)`. */
const manifestOf = (settings: string): string => `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
    source: add.py:add
    grid: cdiv(n, BLOCK)
${settings.replaceAll(/^/gm, '    ')}
`;
const ARGUMENTS = 'arguments: { x: "*fp32", bias: "*fp32", n: i32 }';
const CONFIGS = 'configs: [{ BLOCK: 64 }, { BLOCK: 128 }]';

const even = (expression = 'n % BLOCK == 0'): Heuristics[number] => ({
  parameter: 'EVEN',
  line: 7,
  expression,
});

function functions(heuristics: Heuristics): { readonly add: FunctionFacts } {
  const names = ['x', 'bias', 'n', 'BLOCK', 'EVEN'];
  return { add: { line: 9, parameters: names.map((name) => ({ name })), heuristics } };
}

function kernelOf(settings: string, heuristics: Heuristics): Kernel {
  const [kernel] = fakeKernels(manifestOf(settings), functions(heuristics));
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

const conditions = (kernel: Kernel): string[] =>
  kernel.specialisations.map((each) => describeSpecialisation(kernel, each));

describe('a heuristic', () => {
  it('of constants is a constant of each config', () => {
    const kernel = kernelOf(`${ARGUMENTS}\n${CONFIGS}`, [even('BLOCK >= 128')]);
    expect(kernel.configs.map(({ constants }) => constants.get('EVEN'))).toEqual([
      { kind: 'bool', value: false },
      { kind: 'bool', value: true },
    ]);
    expect(conditions(kernel)).toEqual(['']);
    expect(kernel.requirements).toEqual([]);
  });

  it('of constants can be a number, and use those before it', () => {
    const first = { parameter: 'BLOCK', line: 6, expression: 'max(16, 3 * 8)' };
    const kernel = kernelOf(ARGUMENTS, [first, even('BLOCK // 16')]);
    expect(kernel.configs[0]?.constants).toEqual(
      new Map([
        ['BLOCK', { kind: 'int', value: 24n }],
        ['EVEN', { kind: 'int', value: 1n }],
      ]),
    );
  });

  it('of arguments that gives a bool is chosen at call time', () => {
    const kernel = kernelOf(ARGUMENTS.replace('i32', '[i32, "i32:16"]') + `\n${CONFIGS}`, [even()]);
    expect(conditions(kernel)).toEqual([
      'n % 16 == 0, EVEN = True',
      'n % 16 == 0, EVEN = False',
      'EVEN = True',
      'EVEN = False',
    ]);
    expect(kernel.configs[0]?.constants.has('EVEN')).toBe(false);
  });

  it('gives its value to the variants compiled for it', () => {
    const settings = manifestOf(`${ARGUMENTS}\n${CONFIGS}`);
    const values = fakeVariants(settings, functions([even()])).map(({ job }) => job.constants);
    expect(values).toMatchObject([
      { BLOCK: ['int', '64'], EVEN: ['bool', 'true'] },
      { BLOCK: ['int', '64'], EVEN: ['bool', 'false'] },
      { BLOCK: ['int', '128'], EVEN: ['bool', 'true'] },
      { BLOCK: ['int', '128'], EVEN: ['bool', 'false'] },
    ]);
  });

  it('that only some configs decide has no variants that no call reaches', () => {
    const settings = manifestOf(`${ARGUMENTS}\n${CONFIGS}`);
    const facts = functions([even('BLOCK > 64 ? n % BLOCK == 0 : 0')]);
    const variants = fakeVariants(settings, facts);
    expect(variants.map(({ config, specialisation }) => [config, specialisation])).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  it('that asks for None is a constant if the argument is one', () => {
    const none = 'arguments: { x: "*fp32", n: i32 }\nconstants: { bias: null, BLOCK: 64 }';
    const facts = [even('defined(bias) ? n > 3 : 0')];
    expect(kernelOf(none, facts).configs[0]?.constants.get('EVEN')).toEqual({
      kind: 'bool',
      value: false,
    });
    expect(conditions(kernelOf(`${ARGUMENTS}\nconstants: { BLOCK: 64 }`, facts))).toEqual([
      'EVEN = True',
      'EVEN = False',
    ]);
  });

  it.each([
    ['constants', `${ARGUMENTS}\n${CONFIGS}\nconstants: { EVEN: true }`],
    ['signature', 'signature: "*fp32, *fp32, i32, 64, True"'],
    ['configs', `${ARGUMENTS}\nconfigs: [{ BLOCK: 64, EVEN: true }]`],
  ])('whose value is in %s becomes a condition of the call', (_where, settings) => {
    const kernel = kernelOf(settings, [even()]);
    expect(kernel.requirements.map(({ text }) => text)).toEqual(['EVEN == (n % BLOCK == 0)']);
    expect(conditions(kernel)).toEqual(['']);
  });

  it('whose value some configs give is checked for these, and chosen for the others', () => {
    const settings = `${ARGUMENTS}\nconfigs: [{ BLOCK: 64, EVEN: true }, { BLOCK: 128 }]`;
    const kernel = kernelOf(settings, [even()]);
    expect(kernel.requirements).toHaveLength(1);
    expect(conditions(kernel)).toEqual(['EVEN = True', 'EVEN = False']);
    const variants = fakeVariants(manifestOf(settings), functions([even()]));
    expect(variants.map(({ config, specialisation }) => [config, specialisation])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
  });

  it('hides the default of its parameter', () => {
    const { add } = functions([even('BLOCK > 1')]);
    const parameters = add.parameters.map((each) =>
      each.name === 'EVEN' ? { ...each, default: { kind: 'bool', value: false } as const } : each,
    );
    const [kernel] = fakeKernels(manifestOf(`${ARGUMENTS}\nconstants: { BLOCK: 64 }`), {
      add: { ...add, parameters },
    });
    expect(kernel?.configs[0]?.constants.get('EVEN')).toEqual({ kind: 'bool', value: true });
  });

  it('for an option applies unless the manifest sets it', () => {
    const warps = { parameter: 'num_warps', line: 6, expression: 'BLOCK > 64 ? 8 : 2' };
    const optionsOf = (more: string): unknown[] =>
      kernelOf(`${ARGUMENTS}\nconstants: { EVEN: true }\n${more}`, [warps]).configs.map(
        ({ options }) => options.num_warps,
      );
    expect(optionsOf(CONFIGS)).toEqual([2, 8]);
    expect(optionsOf('configs: [{ BLOCK: 64, num_warps: 16 }]')).toEqual([16]);
  });

  it('without translation is left to a value with `requires`', () => {
    const lambda = { parameter: 'EVEN', line: 7, untranslated: 'lambda args: f(args["n"])' };
    const settings = `${ARGUMENTS}\nconstants: { BLOCK: 64, EVEN: true }`;
    expect(kernelOf(`${settings}\nrequires: n > 4`, [lambda]).requirements).toMatchObject([
      { text: 'n > 4' },
    ]);
    expect(kernelOf(`${settings}\nrequires: []`, [lambda]).requirements).toEqual([]);
  });
});

describe('what is wrong with a heuristic', () => {
  const lambda = { parameter: 'EVEN', line: 7, untranslated: 'lambda args: f(args["n"])' };
  it.each<[string, string, Heuristics]>([
    ['has another value', `${CONFIGS}\nconstants: { EVEN: false }`, [even('BLOCK >= 128')]],
    ['has a value that is no integer', 'constants: { BLOCK: 64, EVEN: "yes" }', [even()]],
    ['is a number of the call', 'constants: { BLOCK: 64 }', [even('n // BLOCK')]],
    ['divides by zero', 'constants: { BLOCK: 0 }', [even()]],
    ['has no translation', 'constants: { BLOCK: 64 }', [lambda]],
    ['has no translation and no condition', 'constants: { BLOCK: 64, EVEN: true }', [lambda]],
    ['uses a pointer', 'constants: { BLOCK: 64 }', [even('x % 16 == 0')]],
    [
      'has no parameter',
      'constants: { BLOCK: 64, EVEN: true }',
      [{ parameter: 'OTHER', line: 6, expression: 'n' }],
    ],
  ])('is reported: it %s', async (_what, settings, heuristics) => {
    const manifest = manifestOf(`${ARGUMENTS}\n${settings}`);
    expectGolden(await failureOf(() => fakeKernels(manifest, functions(heuristics))));
  });

  it('is reported: too many specialisations', async () => {
    const types = '[i32, "i32:16", "i32:1"]';
    const names = ['a', 'b', 'c', 'd', 'e'];
    const manifest = manifestOf(
      `arguments: { ${names.map((name) => `${name}: ${types}`).join(', ')}, n: i32 }\nconstants: { BLOCK: 64 }`,
    );
    const facts = [...names, 'n', 'BLOCK', 'EVEN'].map((name) => ({ name }));
    const add = { line: 9, parameters: facts, heuristics: [even()] };
    expectGolden(await failureOf(() => fakeKernels(manifest, { add })));
  });
});

describe('requires', () => {
  it('can use arguments, grid parameters, constants, pointers and heuristics', () => {
    const kernel = kernelOf(
      `${ARGUMENTS}\n${CONFIGS}\ngrid_parameters: { rows: i64 }\nrequires: [n >= rows * BLOCK, "defined(bias)", EVEN]`,
      [even()],
    );
    expect(kernel.requirements.map(({ text }) => text)).toEqual([
      'n >= rows * BLOCK',
      'defined(bias)',
      'EVEN',
    ]);
  });

  it.each([
    ['a name', 'requires: m % 16 == 0'],
    ['a pointer', 'requires: x % 16 == 0'],
    ['an unknown pointer', 'requires: defined(y)'],
    ['a condition that no call meets', 'requires: BLOCK <= 64'],
    ['a syntax error', 'requires: n %'],
    ['a wrong type', 'requires: true'],
  ])('is checked: %s', async (_what, settings) => {
    const manifest = manifestOf(`${ARGUMENTS}\n${CONFIGS}\n${settings}`);
    expectGolden(await failureOf(() => fakeKernels(manifest, functions([even()]))));
  });
});

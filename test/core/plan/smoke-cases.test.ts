import { describe, expect, it } from '@jest/globals';
import { Failure, formatProblem } from '../../../src/core/base/errors.ts';
import type { KernelSmoke, ScalarValue } from '../../../src/core/model/smoke-case.ts';
import { fakeKernels } from '../../support/fake-build.ts';

/** A kernel of k(a, c, M, K, eps, EVEN) with two algos; `hints` are those of c and K. */
const kernelWith = (c = '*fp32', K = 'i32') => `
    source: k.py:k
    arguments: { a: "*fp16:16", c: ${c}, M: i32, K: ${K}, eps: fp32, EVEN: i1 }
    grid_parameters: { rows: i64 }
    configs: [{ BLOCK: 64, STAGES: 2, T: true, U: 1.5 }, { BLOCK: 64, STAGES: 3, T: true, U: 1.5 }]
    grid: [cdiv(M, BLOCK), rows]`;
const KERNEL = kernelWith('"*fp32"');
const PARAMETERS = ['a', 'c', 'M', 'K', 'eps', 'EVEN', 'BLOCK', 'STAGES', 'T', 'U'];

const CASES = 'cases: [{ M: 130 }]';
const VALUES = 'arguments: { K: 65, eps: 0.5, EVEN: M % 2, rows: 1 }';
const BUFFERS = 'buffers: { a: [M, K], c: { shape: [M], role: out } }';
const SMOKE = [CASES, VALUES, BUFFERS];

/** The section, given by its keys, of a kernel; a later key stands for an earlier one. */
function resolve(
  keys: readonly string[],
  kernel = KERNEL,
  parameters = PARAMETERS,
): KernelSmoke | undefined {
  const byName = new Map(keys.map((key) => [key.slice(0, key.indexOf(':')), key]));
  const smoke = [...byName.values()].map((key) => `      ${key}\n`).join('');
  const text = `package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n  entry:${kernel}\n    smoke:\n${smoke}`;
  return fakeKernels(text, { k: parameters })[0]?.smoke;
}

/** What is wrong, with the path inside the section. */
function problemsOf(...given: Parameters<typeof resolve>): readonly string[] {
  try {
    resolve(...given);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.problems.map(({ place, ...problem }) => {
      const path = place?.path?.replace(/^kernels\.entry\.smoke\.?/, '') ?? '';
      return `${path}: ${formatProblem(problem)}`;
    });
  }
}

const plain = (scalars: ReadonlyMap<string, ScalarValue> | undefined) =>
  [...(scalars ?? [])].map(([name, { value }]) => `${name}=${value}`).join(' ');

const scalarsOf = (smoke: KernelSmoke | undefined) =>
  smoke?.cases.map(({ scalars }) => plain(scalars));

describe('the scalars of a case', () => {
  it('are all parameters in the order of C, from the case or `arguments`', () => {
    const given = 'arguments: { K: "min(M, BLOCK) + T", eps: 1, EVEN: half * 2 == M }';
    const smoke = resolve([BUFFERS, 'cases: [{ rows: 3, half: 50, M: 100 }]', given]);
    expect(scalarsOf(smoke)).toEqual(['M=100 K=65 eps=1 EVEN=1 rows=3']);
    expect(smoke?.cases[0]).toMatchObject({
      name: 'rows=3, half=50, M=100',
      path: ['kernels', 'entry', 'smoke', 'cases', 0],
    });
    expect(smoke?.cases[0]?.scalars.get('eps')).toEqual({ kind: 'float', value: 1 });
    expect(smoke?.path).toEqual(['kernels', 'entry', 'smoke']);
  });

  it('are computed from one another in any order, the case before `arguments`', () => {
    const given = 'arguments: { K: rows * M + 1, rows: half, eps: half, EVEN: true }';
    const cases = 'cases: [{ M: 4, half: 2 }, { M: 4, half: 2, rows: 5 }]';
    expect(scalarsOf(resolve([BUFFERS, cases, given]))).toEqual([
      'M=4 K=9 eps=2 EVEN=1 rows=2',
      'M=4 K=21 eps=2 EVEN=1 rows=5',
    ]);
  });

  it.each([
    ['K: 2147483647', []],
    ['K: 2147483648', ['arguments.K: `K` is 2147483648: expected -2147483648 to 2147483647 (i32)']],
    ['K: 0.5', ['arguments.K: `K` is 0.5: expected an integer (i32)']],
    ['EVEN: 2', ['arguments.EVEN: `EVEN` is 2: expected 0 to 1 (i1)']],
    ['eps: true', ['arguments.eps: `eps` is true: expected a number (fp32)']],
    ['K: K + 1', ['arguments.K: `K` is computed from itself: K → K']],
    ['K: rows, rows: K', ['arguments.K: `K` is computed from itself: K → rows → K']],
    ['K: 1 / (M - 130)', ['arguments.K: division by zero in `1 / (M - 130)`, where M = 130']],
    [
      'K: M * rows, rows: 9223372036854775807',
      ['arguments.K: overflow of 64 bits in `M * rows`, where M = 130, rows = 9223372036854775807'],
    ],
    [
      'K: 1 + STAGES',
      [
        'arguments.K: `STAGES` is not the same in every config; an expression computes with integers, at character 5 of `1 + STAGES`',
      ],
    ],
    [
      'K: U',
      [
        'arguments.K: `U` is the constant 1.5; an expression computes with integers, at character 1 of `U`',
      ],
    ],
    [
      'K: a',
      [
        'arguments.K: `a` is a pointer; an expression computes with integers, at character 1 of `a`',
      ],
    ],
    [
      'K: eps',
      [
        'arguments.K: `eps` is a float; an expression computes with integers, at character 1 of `eps`',
      ],
    ],
    [
      'K: BLOK + 1',
      [
        'arguments.K: unknown name `BLOK`; did you mean `BLOCK`? an expression may use BLOCK, T, M, at character 1 of `BLOK + 1`',
      ],
    ],
  ])('by `{ %s }` give %j', (given, expected) => {
    const names = given.split(',').map((part) => part.trim().split(':')[0] ?? '');
    const others = ['K: 65', 'eps: 0.5', 'EVEN: 0', 'rows: 1'].filter(
      (other) => !names.includes(other.split(':')[0] ?? ''),
    );
    // What stands first in the map is looked at first.
    const all = `arguments: { ${[given, ...others].join(', ')} }`;
    expect(problemsOf([CASES, BUFFERS.replace('[M, K]', '[M]'), all])).toEqual(expected);
  });
});

describe('the names of a section', () => {
  it('are all checked at once', () => {
    expect(
      problemsOf([
        'cases: [{ M: 1, KK: 2, BLOCK: 3, a: 4 }, { eps: 1 }]',
        'arguments: { EVN: 0, c: 1, rows: 2 }',
        'buffers: { b: [M], eps: [M], a: [M * 2], c: { shape: [M], role: in } }',
        'tolerance: { c: { norm: 1 } }',
        'algos: [0, 2]',
        'specialisations: [1]',
      ]),
    ).toEqual([
      'cases[0].KK: `KK` is no scalar parameter, and no expression of `smoke` uses it\n    Did you mean `K`?',
      'cases[0].BLOCK: `BLOCK` is a constant of the kernel, which no case can choose',
      'cases[0].a: `a` is no scalar: describe it under `buffers:`',
      ...[
        ['cases[1]: `M` (i32)', 'eps=1'],
        ['cases[0]: `K` (i32)', 'M=1, KK=2, BLOCK=3, a=4'],
        ['cases[0]: `eps` (fp32)', 'M=1, KK=2, BLOCK=3, a=4'],
        ['cases[0]: `EVEN` (i1)', 'M=1, KK=2, BLOCK=3, a=4'],
      ].map(
        ([start, name]) =>
          `${start} has no value in case \`${name}\`\n    Give it in every case, or once under \`arguments:\` as a number or an expression.`,
      ),
      'arguments.EVN: there is no scalar parameter `EVN`: there are M, K, eps, EVEN, rows\n    Did you mean `EVEN`?',
      'arguments.c: `c` is of type *fp32: give it under `buffers:`',
      'buffers.b: there is no pointer parameter `b`: there are a, c\n    Did you mean `a`?',
      'buffers.eps: `eps` is of type fp32: give it under `arguments:`',
      'buffers: no buffer has the role `out` or `inout`: nothing would be checked\n    Write `{ shape: […], role: out }` for what the kernel writes.',
      'algos[1]: there is no algo 2: expected 0 to 1',
      'specialisations[0]: there is no specialisation 1: there is only 0',
    ]);
  });

  it('include every pointer', () => {
    const problems = problemsOf([CASES, VALUES, 'buffers: { c: { shape: [M], role: out } }']);
    expect(problems).toEqual([
      'buffers: `a` (*fp16) has no buffer\n    Give its shape, such as `a: [M, N]`, or null for a null pointer.',
    ]);
  });

  it('are of no further case of the same name', () => {
    expect(problemsOf([...SMOKE, 'cases: [{ M: 1 }, { M: 2 }, { M: 1 }]'])).toEqual([
      'cases[2]: case `M=1` stands twice in the list',
    ]);
  });
});

describe('the measures of a case', () => {
  it('are the grid of every algo, and the bytes and operations of a call', () => {
    const [first] = resolve([...SMOKE, 'flops: 2 * M * K', 'bytes: buffers'])?.cases ?? [];
    expect(first?.grids).toEqual([
      [3n, 1n, 1n],
      [3n, 1n, 1n],
    ]);
    expect(first?.flops).toBe(16_900n);
    expect(first?.bytes).toBe(BigInt(130 * 65 * 2 + 130 * 4));
  });

  it('count what is read and written twice, and scratch not at all', () => {
    const buffers =
      'buffers: { a: { shape: [M], role: scratch }, c: { shape: [2, M], strides: [200, 1], role: inout } }';
    expect(resolve([...SMOKE, buffers, 'bytes: buffers'])?.cases[0]?.bytes).toBe(2080n);
  });

  it('are refused where they are negative or no expression', () => {
    expect(problemsOf([...SMOKE, 'flops: M - 131', 'bytes: size'])).toEqual([
      'flops: `M - 131` is negative in case `M=130`',
      'bytes: unknown name `size`; an expression may use BLOCK, T, M, K, EVEN, rows, at character 1 of `size`',
    ]);
  });
});

describe('a grid', () => {
  const withGrid = (grid: string) => KERNEL.replace('[cdiv(M, BLOCK), rows]', grid);

  it.each([
    ['M - 130', 'is 0 × 1 × 1, empty'],
    ['M / (K - 65)', 'has an axis with division by zero'],
    ['1, 66000 * rows', 'is 1 × 66000, but y may have at most 65535 blocks'],
  ])('of %s is refused', (grid, message) => {
    expect(problemsOf(SMOKE, withGrid(`"${grid}"`))).toEqual(
      [0, 1].map((algo) => `cases[0]: in case \`M=130\` the grid of algo ${algo} ${message}`),
    );
  });

  it('need not fit algos that are not tested', () => {
    const smoke = resolve([...SMOKE, 'algos: [1]'], withGrid('M / (K - 67 + STAGES)'));
    expect(smoke?.algos).toEqual([1]);
    expect(smoke?.cases[0]?.grids[1]).toEqual([130n, 1n, 1n]);
  });

  it('is made empty by one of the case’s integers, or else of `arguments`', () => {
    const emptyOf = (smoke: KernelSmoke | undefined) => plain(smoke?.cases[0]?.empty);
    expect(emptyOf(resolve(SMOKE))).toBe('M=0 K=65 eps=0.5 EVEN=0 rows=1');
    expect(emptyOf(resolve(SMOKE, withGrid('[M + 1, rows]')))).toBe(
      'M=130 K=65 eps=0.5 EVEN=0 rows=0',
    );
  });

  it.each(['1', 'max(M, 1)', 'M == 0 ? 1 / M : M', 'M + STAGES - 2'])(
    'of %s never is, for every algo',
    (grid) => {
      expect(resolve(SMOKE, withGrid(`"${grid}"`))?.cases[0]?.empty).toBeUndefined();
    },
  );
});

describe('a kernel without scalars', () => {
  it('has the one case that names nothing', () => {
    const kernel = '\n    source: k.py:k\n    signature: "*i8"\n    grid: 1';
    const smoke = resolve(['cases: [{}]', 'buffers: { x: { shape: [64], role: inout } }'], kernel, [
      'x',
    ]);
    expect(smoke?.cases).toMatchObject([
      { name: 'default', runs: [{ specialisation: 0, misaligned: [] }] },
    ]);
  });
});

describe('a section with nothing but a test of the user', () => {
  it('has no cases', () => {
    expect(resolve(['source: test.cpp'])).toMatchObject({ cases: [], test: ['test.cpp'] });
  });
});

describe('specialisations', () => {
  // 0: c 16, K == 1 · 1: c 16, K 16 · 2: K == 1 · 3: c 16 · 4: K 16 · 5: any
  const KINDS = kernelWith('["*fp32:16", "*fp32"]', '[i32:16, i32:1, i32]');

  it('are reached by values, and by pointers that a run misaligns', () => {
    const smoke = resolve(
      [...SMOKE, 'cases: [{ M: 2, K: 1 }, { M: 2, K: 32 }, { M: 2, K: 3 }]'],
      KINDS,
    );
    const aligned = (specialisation: number) => ({ specialisation, misaligned: [] });
    const misaligned = (specialisation: number) => ({ specialisation, misaligned: ['c'] });
    expect(smoke?.cases.map(({ runs }) => runs)).toEqual([
      [aligned(0), misaligned(2)],
      [aligned(1), misaligned(4)],
      [aligned(3), misaligned(5)],
    ]);
  });

  it('must all be reached', () => {
    expect(problemsOf([...SMOKE, 'cases: [{ M: 2, K: 1 }, { M: 2, K: 3 }]'], KINDS)).toEqual([
      'cases: no case reaches specialisation 1 (a % 16 == 0, c % 16 == 0, K % 16 == 0)\n    Add a case with K % 16 == 0, or list those to test under `specialisations:`.',
      'cases: no case reaches specialisation 4 (a % 16 == 0, K % 16 == 0)\n    Add a case with K % 16 == 0, or list those to test under `specialisations:`.',
    ]);
    expect(problemsOf([...SMOKE, 'cases: [{ M: 2, K: 1 }, { M: 2, K: 32 }]'], KINDS)).toContain(
      'cases: no case reaches specialisation 5 (a % 16 == 0)\n    Add a case with K != 1, K % 16 != 0, or list those to test under `specialisations:`.',
    );
  });

  it('are tested as far as they are wanted, and by every case', () => {
    const keys = [...SMOKE, 'specialisations: [5, 1]', 'cases: [{ M: 2, K: 3 }, { M: 2, K: 32 }]'];
    const smoke = resolve(keys, KINDS);
    expect(smoke?.cases.map(({ runs }) => runs.map((run) => run.specialisation))).toEqual([
      [5],
      [1],
    ]);
    expect(
      problemsOf([...keys, 'cases: [{ M: 2, K: 3 }, { M: 2, K: 32 }, { M: 2, K: 1 }]'], KINDS),
    ).toEqual([
      'cases[2]: case `M=2, K=1` tests nothing: it reaches only specialisation 0 (a % 16 == 0, c % 16 == 0, K == 1), 2 (a % 16 == 0, K == 1), which `specialisations` leaves out',
    ]);
  });

  it('for unaligned pointers are not reached by a null pointer, which counts as aligned', () => {
    const kernel = kernelWith('"*fp32"').replace('"*fp16:16"', '["*fp16:16", "*fp16"]');
    const buffers = 'buffers: { a: null, c: { shape: [M], role: out } }';
    expect(problemsOf([...SMOKE, buffers], kernel)).toEqual([
      'cases: no case reaches specialisation 1 (any values)\n    Add a case with a not null, or list those to test under `specialisations:`.',
    ]);
    const smoke = resolve([...SMOKE, buffers, 'specialisations: [0]'], kernel);
    expect(smoke?.cases[0]?.runs).toEqual([{ specialisation: 0, misaligned: [] }]);
    expect(smoke?.cases[0]?.buffers.get('a')).toBeNull();
  });

  it('refuse a case that fits none, saying which value is wrong', () => {
    expect(problemsOf(SMOKE, kernelWith('"*fp32"', '[i32:16, i32:1]'))).toEqual([
      'cases[0]: K is 65, but every specialisation wants K == 1 or K % 16 == 0',
    ]);
  });

  it('are reached however many pointers must be misaligned', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const list = names.map((name) => `${name}: ["*i8:16", "*i8"]`).join(', ');
    const kernel = `\n    source: k.py:k\n    arguments: { ${list} }\n    grid: 1`;
    const shapes = names.map((name) => `${name}: { shape: [1], role: out }`).join(', ');
    const smoke = resolve(['cases: [{}]', `buffers: { ${shapes} }`], kernel, names);
    expect(smoke?.cases[0]?.runs).toHaveLength(256);
    expect(smoke?.cases[0]?.runs.at(-1)).toEqual({ specialisation: 255, misaligned: names });
  });
});

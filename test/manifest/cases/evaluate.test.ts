import { describe, expect, it } from '#jest';
import { Failure, formatProblem } from '../../../src/base/errors.ts';
import type { KernelSmoke, ScalarValue } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

/** A kernel of k(a, c, M, K, eps, EVEN) with two algos, and these types of c and K. */
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

/** The section of a kernel, given by its keys. A later key replaces an earlier one. */
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

/** The problems, with their paths inside the section. */
function problemsOf(...given: Parameters<typeof resolve>): string {
  try {
    resolve(...given);
    return 'none';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.problems
      .map(({ place, ...problem }) => {
        const path = place?.path?.replace(/^kernels\.entry\.smoke\.?/, '') ?? '';
        return `${path}: ${formatProblem(problem)}`;
      })
      .join('\n');
  }
}

const plain = (scalars: ReadonlyMap<string, ScalarValue> | undefined) =>
  [...(scalars ?? [])].map(([name, { value }]) => `${name}=${value}`).join(' ');

const scalarsOf = (smoke: KernelSmoke | undefined) =>
  smoke?.cases.map(({ scalars }) => plain(scalars));

describe('the blocks of a case', () => {
  it.each([
    'cases: [{ M: 130, blocks: { first: 1 } }]',
    'cases: [{ M: 1 }, { M: 130, blocks: {} }]',
    'cases: [{ M: 1 }, { M: 130, blocks: { firs: 1, last: 0.5, at: [[], [1, 2, 3, 4], [-1]] } }]',
    'cases: [{ M: 1 }, { M: 130, blocks: { sample: 65537 } }]',
    'cases: [{ M: 1 }, { M: 130, blocks: { at: [[2], [3], [2, 1]] } }]',
    'cases: [{ M: 1 }, { M: 130, blocks: { first: 1 } }, { M: 130, blocks: { last: 1 } }]',
  ])('are checked: %s', (cases) => {
    expectGolden(problemsOf([...SMOKE, cases]));
  });

  it('belong to a case of their own', () => {
    const smoke = resolve([...SMOKE, 'cases: [{ M: 130 }, { M: 130, blocks: { first: 1 } }]']);
    expect(smoke?.cases.map(({ name, blocks }) => [name, blocks?.first])).toEqual([
      ['M=130', undefined],
      ['M=130, some blocks', 1],
    ]);
  });

  it('reach no specialisation on a GPU', () => {
    const kernel = KERNEL.replace('M: i32', 'M: [i32:16, i32]');
    const cases = 'cases: [{ M: 130 }, { M: 64, blocks: { first: 1 } }]';
    expectGolden(problemsOf([...SMOKE, cases], kernel));
  });
});

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

  it('can depend on each other in any order, and the case overrides `arguments`', () => {
    const given = 'arguments: { K: rows * M + 1, rows: half, eps: half, EVEN: true }';
    const cases = 'cases: [{ M: 4, half: 2 }, { M: 4, half: 2, rows: 5 }]';
    expect(scalarsOf(resolve([BUFFERS, cases, given]))).toEqual([
      'M=4 K=9 eps=2 EVEN=1 rows=2',
      'M=4 K=21 eps=2 EVEN=1 rows=5',
    ]);
  });

  const problemsWith = (given: string): string => {
    const names = given.split(',').map((part) => part.trim().split(':')[0] ?? '');
    const others = ['K: 65', 'eps: 0.5', 'EVEN: 0', 'rows: 1'].filter(
      (other) => !names.includes(other.split(':')[0] ?? ''),
    );
    // The names are evaluated in the order of the map.
    const all = `arguments: { ${[given, ...others].join(', ')} }`;
    return problemsOf([CASES, BUFFERS.replace('[M, K]', '[M]'), all]);
  };

  it('can be the largest integer of their type', () => {
    expect(problemsWith('K: 2147483647')).toBe('none');
  });

  it.each([
    'K: 2147483648',
    'K: 0.5',
    'EVEN: 2',
    'eps: true',
    'K: K + 1',
    'K: rows, rows: K',
    'K: 1 / (M - 130)',
    'K: M * rows, rows: 9223372036854775807',
    'K: 1 + STAGES',
    'K: U',
    'K: a',
    'K: eps',
    'K: BLOK + 1',
  ])('cannot be `{ %s }`', (given) => {
    expectGolden(problemsWith(given));
  });
});

describe('the names of a section', () => {
  it('are all checked at once', () => {
    expectGolden(
      problemsOf([
        'cases: [{ M: 1, KK: 2, BLOCK: 3, a: 4 }, { eps: 1 }]',
        'arguments: { EVN: 0, c: 1, rows: 2 }',
        'buffers: { b: [M], eps: [M], a: [M * 2], c: { shape: [M], role: in } }',
        'tolerance: { c: { norm: 1 } }',
        'algos: [0, 2]',
        'specialisations: [1]',
      ]),
    );
  });

  it('must include every pointer', () => {
    expectGolden(problemsOf([CASES, VALUES, 'buffers: { c: { shape: [M], role: out } }']));
  });

  it('cannot be those of an earlier case', () => {
    expectGolden(problemsOf([...SMOKE, 'cases: [{ M: 1 }, { M: 2 }, { M: 1 }]']));
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

  it('count an `inout` twice and `scratch` never', () => {
    const buffers =
      'buffers: { a: { shape: [M], role: scratch }, c: { shape: [2, M], strides: [200, 1], role: inout } }';
    expect(resolve([...SMOKE, buffers, 'bytes: buffers'])?.cases[0]?.bytes).toBe(2080n);
  });

  it('are rejected if they are negative or use an unknown name', () => {
    expectGolden(problemsOf([...SMOKE, 'flops: M - 131', 'bytes: size']));
  });
});

describe('a grid', () => {
  const withGrid = (grid: string) => KERNEL.replace('[cdiv(M, BLOCK), rows]', grid);

  it.each(['M - 130', 'M / (K - 65)', '1, 66000 * rows'])('of %s is rejected', (grid) => {
    expectGolden(problemsOf(SMOKE, withGrid(`"${grid}"`)));
  });

  it('may be invalid for algos that are not tested', () => {
    const smoke = resolve([...SMOKE, 'algos: [1]'], withGrid('M / (K - 67 + STAGES)'));
    expect(smoke?.algos).toEqual([1]);
    expect(smoke?.cases[0]?.grids[1]).toEqual([130n, 1n, 1n]);
  });

  it('is made empty by an integer of the case, or else of `arguments`', () => {
    const emptyOf = (smoke: KernelSmoke | undefined) => plain(smoke?.cases[0]?.empty);
    expect(emptyOf(resolve(SMOKE))).toBe('M=0 K=65 eps=0.5 EVEN=0 rows=1');
    expect(emptyOf(resolve(SMOKE, withGrid('[M + 1, rows]')))).toBe(
      'M=130 K=65 eps=0.5 EVEN=0 rows=0',
    );
  });

  it.each(['1', 'max(M, 1)', 'M == 0 ? 1 / M : M', 'M + STAGES - 2'])(
    'of %s is never empty for every algo',
    (grid) => {
      expect(resolve(SMOKE, withGrid(`"${grid}"`))?.cases[0]?.empty).toBeUndefined();
    },
  );
});

describe('a kernel without scalars', () => {
  it('has one case without values', () => {
    const kernel = '\n    source: k.py:k\n    signature: "*i8"\n    grid: 1';
    const smoke = resolve(['cases: [{}]', 'buffers: { x: { shape: [64], role: inout } }'], kernel, [
      'x',
    ]);
    expect(smoke?.cases).toMatchObject([
      { name: 'default', runs: [{ specialisation: 0, offsets: {} }] },
    ]);
  });
});

describe("a section with only the user's own test", () => {
  it('has no cases', () => {
    expect(resolve(['source: test.cpp'])).toMatchObject({
      cases: [],
      spec: { test: ['test.cpp'] },
    });
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
    const aligned = (specialisation: number) => ({ specialisation, offsets: {} });
    const misaligned = (specialisation: number) => ({ specialisation, offsets: { c: 4 } });
    expect(smoke?.cases.map(({ runs }) => runs)).toEqual([
      [aligned(0), misaligned(2)],
      [aligned(1), misaligned(4)],
      [aligned(3), misaligned(5)],
    ]);
  });

  it('must all be reached', () => {
    expectGolden(problemsOf([...SMOKE, 'cases: [{ M: 2, K: 1 }, { M: 2, K: 3 }]'], KINDS));
    expectGolden(problemsOf([...SMOKE, 'cases: [{ M: 2, K: 1 }, { M: 2, K: 32 }]'], KINDS));
  });

  it('are tested if they are listed, and every case must reach a listed one', () => {
    const keys = [...SMOKE, 'specialisations: [5, 1]', 'cases: [{ M: 2, K: 3 }, { M: 2, K: 32 }]'];
    const smoke = resolve(keys, KINDS);
    expect(smoke?.cases.map(({ runs }) => runs.map((run) => run.specialisation))).toEqual([
      [5],
      [1],
    ]);
    expectGolden(
      problemsOf([...keys, 'cases: [{ M: 2, K: 3 }, { M: 2, K: 32 }, { M: 2, K: 1 }]'], KINDS),
    );
  });

  it('for unaligned pointers are not reached by null pointers, which are aligned', () => {
    const kernel = kernelWith('"*fp32"').replace('"*fp16:16"', '["*fp16:16", "*fp16"]');
    const buffers = 'buffers: { a: null, c: { shape: [M], role: out } }';
    expectGolden(problemsOf([...SMOKE, buffers], kernel));
    const smoke = resolve([...SMOKE, buffers, 'specialisations: [0]'], kernel);
    expect(smoke?.cases[0]?.runs).toEqual([{ specialisation: 0, offsets: {} }]);
    expect(smoke?.cases[0]?.buffers.get('a')).toBeNull();
  });

  it('reject a case that reaches none, and name the value', () => {
    expectGolden(problemsOf(SMOKE, kernelWith('"*fp32"', '[i32:16, i32:1]')));
  });

  it('are reached with any number of misaligned pointers', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const list = names.map((name) => `${name}: ["*i8:16", "*i8"]`).join(', ');
    const kernel = `\n    source: k.py:k\n    arguments: { ${list} }\n    grid: 1`;
    const shapes = names.map((name) => `${name}: { shape: [1], role: out }`).join(', ');
    const smoke = resolve(['cases: [{}]', `buffers: { ${shapes} }`], kernel, names);
    expect(smoke?.cases[0]?.runs).toHaveLength(256);
    expect(smoke?.cases[0]?.runs.at(-1)).toEqual({
      specialisation: 255,
      offsets: Object.fromEntries(names.map((name) => [name, 1])),
    });
  });
});

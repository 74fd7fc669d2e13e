import { describe, expect, it } from '#jest';
import type { CaseChange, ReachedCase } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { proposed } from '../../support/proposed-cases.ts';

interface Kernel {
  readonly arguments: string;
  readonly smoke: string;
  readonly more?: string;
  readonly grid?: string;
  /** The Python code. */
  readonly source?: string;
}

const COPY: Kernel = {
  arguments: 'x: "*fp32", out: "*fp32", M: i32, N: i32, stride_x: i32',
  grid: '[M, "cdiv(N, BLOCK)"]',
  smoke:
    'arguments: { stride_x: N }, buffers: { x: { shape: [M, N], strides: [stride_x, 1] }, out: { shape: [M, N], role: out } }',
};

/** The cases of a kernel whose `cases:` are these, without those beyond 2^31 elements. */
function casesOf(cases: string, kernel: Kernel = COPY): readonly ReachedCase[] {
  return allCasesOf(cases, kernel).filter(({ blocks }) => blocks === undefined);
}

/** All cases of a kernel whose `cases:` are these. */
function allCasesOf(cases: string, kernel: Kernel = COPY): readonly ReachedCase[] {
  const names = [...kernel.arguments.matchAll(/(\w+): /g)].map(([, name = '']) => name);
  const [found] = fakeKernels(manifestOf(cases, kernel), { k: [...names, 'BLOCK'] }, (question) =>
    proposed({ ...question, source: kernel.source ?? question.source }),
  );
  return found?.smoke?.cases ?? [];
}

function manifestOf(cases: string, kernel: Kernel): string {
  return `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { ${kernel.arguments} }
    constants: { BLOCK: 64 }
    specialise: listed
    grid: ${kernel.grid ?? '[cdiv(n, BLOCK)]'}
    ${kernel.more ?? ''}
    smoke: { cases: ${cases}, ${kernel.smoke} }
`;
}

function generated(cases: string, kernel?: Kernel): readonly string[] {
  return casesOf(cases, kernel).flatMap((each) =>
    each.generated === undefined ? [] : [each.generated.line],
  );
}

/** The texts of all single changes of a kind. */
function changesOf(kernel: Kernel, kind: CaseChange['kind'], written: string): readonly string[] {
  const all = casesOf(`{ written: [${written}], generate: 64 }`, kernel);
  const texts = all.flatMap(({ generated: facts }) =>
    facts?.changes.length === 1 && facts.changes[0]?.kind === kind ? [facts.changes[0].text] : [],
  );
  return [...new Set(texts)].toSorted();
}

const VECTOR = (buffer: string, more = ''): Kernel => ({
  arguments: 'x: "*fp32", ids: "*i32", out: "*fp32", n: i32',
  smoke: `buffers: { x: { shape: [n] ${buffer} }, ids: { shape: [n] ${more} }, out: { shape: [n], role: out } }`,
});

describe('generated cases', () => {
  it('are the same for a seed, and others for another', () => {
    const cases = (seed: number) =>
      generated(`{ written: [{ M: 4, N: 256 }], generate: 16, seed: ${seed} }`);
    expect(cases(3)).toEqual(cases(3));
    expect(cases(3)).not.toEqual(cases(4));
    expect(new Set(cases(3)).size).toBe(16);
  });

  it('can be pasted into the list of cases', () => {
    const lines = generated('{ written: [{ M: 4, N: 256 }], generate: 32 }');
    const pasted = casesOf(`[${lines.join(', ')}]`);
    expect(pasted).toHaveLength(lines.length);
    expectGolden(lines.join('\n'));
  });

  it('come after the written ones, and begin with a small form of these', () => {
    const all = casesOf('{ written: [{ M: 4, N: 4096 }], generate: 4 }');
    const changes = all.map((each) => each.generated?.changes.length);
    expect(changes.slice(0, 4)).toEqual([undefined, 0, 1, 1]);
    expect(changes[4]).toBeGreaterThan(1);
    expect(all[1]?.name).toBe('M=4, N=64');
  });

  it('take a number in the grid as a block', () => {
    const kernel = { ...COPY, grid: '[M, "cdiv(N, 32)"]' };
    expect(changesOf(kernel, 'size', '{ M: 4, N: 256 }')).toContain('N = 33, one more than 32');
    expect(generated('{ written: [{ M: 4, N: 256 }], generate: 1 }', kernel)).toEqual([
      '{ M: 4, N: 32 }',
    ]);
  });

  it('have no tensors without elements', () => {
    const smoke = COPY.smoke.replace('out: { shape: [M, N]', 'out: { shape: [M, N // 48]');
    const all = casesOf('{ written: [{ M: 4, N: 256 }], generate: 32 }', { ...COPY, smoke });
    expect(all.length).toBeGreaterThan(2);
    const shapes = all.flatMap(({ buffers }) => [...buffers.values()].map((each) => each?.shape));
    expect(shapes.some((shape) => shape?.includes(0))).toBe(false);
  });

  it('know which conditions on sizes they break', () => {
    const all = casesOf('{ written: [{ M: 4, N: 256 }], generate: 32 }');
    const broken = new Map(all.map((each) => [each.name, each.generated?.breaks]));
    const pair = ['M % N == 0', 'N <= M'];
    expect(broken.get('M=4, N=64')).toEqual(pair);
    expect(broken.get('M=4, N=65')).toEqual([
      'N % BLOCK == 0',
      'N <= BLOCK',
      'M % N == 0',
      'N % M == 0',
      'N <= M',
      ...[32, 16, 8, 4, 2].map((factor) => `N % ${factor} == 0`),
    ]);
  });

  it('need no written ones', () => {
    expect(generated('{ generate: 8 }')).toHaveLength(8);
  });

  it('cost no more than five written cases of middle size', () => {
    const all = casesOf('{ written: [{ M: 512, N: 4096 }], generate: 16 }');
    const elements = ({ buffers }: ReachedCase) =>
      [...buffers.values()].reduce((sum, buffer) => sum + (buffer?.length ?? 0), 0);
    const [written = 0, ...others] = all.map(elements);
    expect(others.reduce((sum, each) => sum + each, 0)).toBeLessThan(5 * written);
  });

  it('that the kernel refuses are left out', () => {
    const kernel = { ...COPY, more: 'requires: [N % 16 == 0, N <= 128]' };
    const sizes = casesOf('{ written: [{ M: 4, N: 64 }], generate: 64 }', kernel).map(
      ({ scalars }) => Number(scalars.get('N')?.value),
    );
    expect(sizes.every((size) => size % 16 === 0 && size <= 128)).toBe(true);
    expect(sizes).toContain(128);
  });

  it('with other strides have a sibling that is contiguous', () => {
    const all = casesOf('{ written: [{ M: 4, N: 64 }], generate: 32 }');
    const padded = all.find(({ generated: facts }) =>
      facts?.changes.some(({ text }) => text.startsWith('padded rows in x')),
    );
    expect(padded?.buffers.get('x')?.strides).not.toEqual(
      padded?.generated?.contiguous?.buffers.get('x')?.strides,
    );
    expect(padded?.generated?.contiguous?.buffers.get('x')?.strides[1]).toBe(1);
  });

  it('with expanded inputs have none, since a contiguous input holds other numbers', () => {
    const all = casesOf('{ written: [{ M: 4, N: 64 }], generate: 32 }');
    const expanded = all.filter(({ buffers }) => buffers.get('x')?.strides[0] === 0);
    expect(expanded.length).toBeGreaterThan(0);
    expect(expanded.every((each) => each.generated?.contiguous === undefined)).toBe(true);
  });

  it('are an error if there is none', async () => {
    const kernel = { ...COPY, more: 'requires: N == 100 * M + 7' };
    expect(await failureOf(() => casesOf('{ generate: 4 }', kernel))).toContain(
      'no case could be generated',
    );
  });

  it.each([
    '{ generate: 0 }',
    '{ generate: 4, sed: 1 }',
    '{ written: [{ M: 4 }] }',
    '{ generate: 300 }',
  ])('are checked: %s', async (cases) => {
    expectGolden(await failureOf(() => casesOf(cases)));
  });

  it('name the place of written cases that are wrong', async () => {
    const cases = '{ written: [{ M: 4, N: 64 }, { M: 4, N: 64, O: 3 }], generate: 4 }';
    expect(await failureOf(() => casesOf(cases))).toContain('smoke.cases.written[1].O');
  });
});

describe('the rule', () => {
  const found: Readonly<Record<string, () => readonly string[]>> = {
    sizes: () => changesOf(COPY, 'size', '{ M: 4, N: 256 }'),
    strides: () => changesOf(COPY, 'layout', '{ M: 4, N: 256 }'),
    boundaries: () => changesOf({ ...COPY, more: 'requires: N <= 100' }, 'size', '{ M: 4, N: 64 }'),
    hints: () =>
      changesOf(
        { ...COPY, arguments: COPY.arguments.replace('N: i32', 'N: ["i32:16", i32]') },
        'size',
        '{ M: 4, N: 64 }, { M: 4, N: 65 }',
      ),
    data: () =>
      changesOf(VECTOR('', ', fill: { uniform: { from: 0, to: n - 1 } }'), 'data', '{ n: 64 }'),
    offsets: () => changesOf(VECTOR(''), 'layout', '{ n: 64 }'),
    'different strides': () =>
      changesOf(
        {
          ...COPY,
          arguments: `${COPY.arguments}, stride_o: i32`,
          smoke: COPY.smoke
            .replace('stride_x: N', 'stride_x: N, stride_o: N')
            .replace('[M, N], role', '[M, N], strides: [stride_o, 1], role'),
        },
        'layout',
        '{ M: 4, N: 64 }',
      ),
  };

  it.each(Object.keys(found))('%s makes these changes', (name) => {
    expectGolden(found[name]?.().join('\n') ?? 'no test');
  });

  it('data keeps what the manifest says of integers', () => {
    const sorted = VECTOR('', ', fill: { uniform: { from: 0, to: n, sorted: true } }');
    expect(changesOf(sorted, 'data', '{ n: 64 }').filter((text) => text.endsWith('ids'))).toEqual(
      [],
    );
  });

  it.each([
    ['tl.load(x, mask=m, other=-float("inf"))', ['-inf everywhere in x', '-inf in x']],
    ["tl.full([B], float('-inf'), tl.float32)", ['-inf everywhere in x', '-inf in x']],
    ['tl.load(x, mask=m, other=float("inf"))', []],
  ])('data has -inf for %s as %j', (source, expected) => {
    const texts = changesOf({ ...VECTOR(''), source }, 'data', '{ n: 64 }');
    expect(texts.filter((text) => text.includes('inf'))).toEqual(expected);
  });

  it('data does nothing without expected outputs', () => {
    const kernel = { ...VECTOR(''), smoke: `reference: none, ${VECTOR('').smoke}` };
    expect(changesOf(kernel, 'data', '{ n: 64 }')).toEqual([]);
  });
});

describe('strides that arguments give as expressions of sizes', () => {
  /** The changed strides of buffers, with these arguments. */
  function strided(args: string, buffers = 'x: [M, N], out: { shape: [M, N], role: out }') {
    const names = [...args.matchAll(/(\w+):/g)].map(([, name = '']) => `${name}: i32`);
    const kernel: Kernel = {
      ...COPY,
      arguments: ['x: "*fp32", out: "*fp32", M: i32, N: i32', ...names].join(', '),
      smoke: `arguments: { ${args} }, buffers: { ${buffers} }`,
    };
    return { kernel, changes: changesOf(kernel, 'layout', '{ M: 4, N: 64 }') };
  }
  const padded = (changes: readonly string[]) =>
    changes.filter((text) => /^padded rows in \w+:/.test(text));

  it('are padded in cases that can be pasted, and have a contiguous sibling', () => {
    const { kernel } = strided('stride_x: N');
    const all = casesOf('{ written: [{ M: 4, N: 64 }], generate: 32 }', kernel);
    const found = all.find((each) => each.generated?.line.includes('stride_x: 67') === true);
    expect(found?.generated?.line).toBe(
      '{ M: 4, N: 64, stride_x: 67, buffers: { x: { strides: [stride_x, 1] } } }',
    );
    expect(found?.generated?.changes[0]?.strides).toEqual([
      { name: 'stride_x', value: 67, contiguous: 'N', isArgument: true },
    ]);
    expect(found?.buffers.get('x')?.strides).toEqual([67, 1]);
    expect(found?.generated?.contiguous?.buffers.get('x')?.strides).toEqual([64, 1]);
    const [pasted] = casesOf(`[${found?.generated?.line}]`, kernel);
    expect(pasted?.buffers).toEqual(found?.buffers);
  });

  it.each([
    ['stride_x: N, stride_out: N', undefined, ['stride_out = 69', 'stride_x = 67']],
    ['x_row_stride: N', undefined, ['x_row_stride = 67']],
    ['stride_xm: N', undefined, ['stride_xm = 67']],
    [
      'stride_x: 2 * N',
      'x: { shape: [M, N], strides: [2 * N, 1] }, out: { shape: [M], role: out }',
      ['stride_x = 67'],
    ],
    [
      'stride_xb: M * N, stride_xm: N',
      'x: [3, M, N], out: { shape: [M, N], role: out }',
      ['stride_xb = 268, stride_xm = 67'],
    ],
  ])('%s are padded', (args, buffers, expected) => {
    const texts = padded(strided(args, buffers).changes);
    expect(texts.map((text) => text.replace(/.*: /, ''))).toEqual(expected);
  });

  it.each([
    ['what is no stride', 'step_x: N', undefined],
    ['what is the stride of either buffer', 'stride: N', undefined],
    ['what is no distance in the buffer', 'stride_x: 2 * N', undefined],
    ['what is equal only in this case', 'stride_x: 16 * M', undefined],
    [
      'what a grid or shape uses',
      'stride_x: N',
      'x: [M, N], out: { shape: [M, stride_x], role: out }',
    ],
  ])('are not padded for %s: %s', (_why, args, buffers) => {
    expect(padded(strided(args, buffers).changes)).toEqual([]);
  });

  it('are not padded where `requires` excludes it', () => {
    const { kernel } = strided('stride_x: N');
    const changes = changesOf(
      { ...kernel, more: 'requires: stride_x == N' },
      'layout',
      '{ M: 4, N: 64 }',
    );
    expect(padded(changes)).toEqual([]);
  });
});

describe('generated cases beyond 2^31 elements', () => {
  const largeOf = (kernel: Kernel, written: string): readonly ReachedCase[] =>
    allCasesOf(`{ written: [${written}], generate: 4 }`, kernel).filter(
      ({ generated: facts }) => facts?.changes.some(({ kind }) => kind === 'large') === true,
    );
  const lines = (found: readonly ReachedCase[]) => found.map((each) => each.generated?.line);
  const limits = (found: readonly ReachedCase[]) =>
    found.flatMap((each) => each.generated?.changes.flatMap((change) => change.limits ?? []) ?? []);

  it('come after the others, with some blocks, and say which condition excludes them', () => {
    const kernel = { ...COPY, grid: '["M * cdiv(N, BLOCK)"]' };
    const found = largeOf(kernel, '{ M: 4, N: 256 }');
    expect(lines(found)).toEqual([
      '{ M: 134217728, N: 64, blocks: { first: 1, last: 2, sample: 16 } }',
      '{ M: 4, N: 1073741824, blocks: { first: 1, last: 2, sample: 16 } }',
    ]);
    expect(limits(found)).toEqual(
      ['M = 33554433', 'N = 536870913'].flatMap((from) =>
        ['x', 'out'].map((buffer) => ({ buffer, condition: 'M * N < 2147483648', from })),
      ),
    );
    expect(found[0]?.buffers.get('x')?.length).toBeGreaterThan(2 ** 31);
  });

  it('have no size that the grid does not depend on: a loop would go through it', () => {
    expect(lines(largeOf({ ...COPY, grid: '[M]' }, '{ M: 4, N: 256 }'))).toHaveLength(1);
  });

  it('change several sizes if the grid is too small for one', () => {
    const kernel = { ...COPY, grid: '[1, M, "cdiv(N, BLOCK)"]' };
    expect(lines(largeOf(kernel, '{ M: 4, N: 256 }'))).toEqual([
      '{ M: 32768, N: 262144, blocks: { first: 1, last: 2, sample: 16 } }',
    ]);
  });

  it('change several sizes, too, if one of them is not enough', () => {
    const kernel = { ...COPY, grid: '["cdiv(N, BLOCK)", M]' };
    expect(lines(largeOf(kernel, '{ M: 4, N: 256 }'))).toEqual([
      '{ M: 4, N: 1073741824, blocks: { first: 1, last: 2, sample: 16 } }',
      '{ M: 32768, N: 262144, blocks: { first: 1, last: 2, sample: 16 } }',
    ]);
  });

  it('name the smallest size that the kernel takes', () => {
    const kernel = { ...COPY, grid: '[M]', more: 'requires: "M % 4 == 0"' };
    expect(limits(largeOf(kernel, '{ M: 4, N: 256 }'))[0]?.from).toBe('M = 33554436');
  });

  it('have a condition in what the kernel gets, or none', () => {
    const kernel = {
      arguments: 'x: "*fp32", out: "*fp32", M: i32, stride_x: i32',
      grid: '[M]',
      smoke:
        'buffers: { x: { shape: [M, N], strides: [stride_x, 1] }, out: { shape: [M, N], role: out } }',
    };
    const found = limits(largeOf(kernel, '{ M: 4, N: 256, stride_x: 256 }'));
    expect(found.map(({ condition }) => condition)).toEqual([
      'M * stride_x < 2147483648',
      undefined,
    ]);
  });

  it('are not made where `requires` excludes them', () => {
    const kernel = { ...COPY, more: 'requires: "M * N < 2147483648"' };
    expect(largeOf(kernel, '{ M: 4, N: 256 }')).toEqual([]);
  });
});

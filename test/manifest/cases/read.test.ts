import { describe, expect, it } from '#jest';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { manifestJsonSchema } from '../../../src/manifest/schema.ts';
import { caseLine, caseName } from '../../../src/manifest/cases/format-case.ts';

const HEAD = `package: demo
triton: 3.8.0
targets: [sm_80]
`;
const KERNEL = 'source: add.py:add, signature: "*fp32", grid: 1';

/** The `smoke:` sections of a manifest's kernels. */
function sectionsOf(tail: string) {
  return readManifest(`${HEAD}${tail}`, 'kernels.yaml').kernels.map(({ smoke }) => smoke);
}

function sectionOf(smoke: string) {
  return sectionsOf(`kernels: { k: { ${KERNEL}, smoke: ${smoke} } }`)[0];
}

const textsOf = (list: readonly { readonly text: string }[] | undefined) =>
  list?.map(({ text }) => text);

describe('a smoke section', () => {
  it('is undefined if the manifest has none', () => {
    expect(sectionsOf(`kernels: { k: { ${KERNEL} } }`)).toEqual([undefined]);
  });

  it('has defaults for everything except cases', () => {
    expect(sectionOf('{ cases: [{ n: 1 }] }')).toEqual({
      expected: { kind: 'interpreter' },
      cases: [{ values: new Map([['n', 1n]]), blocks: undefined, buffers: new Map() }],
      casesAt: ['cases'],
      generate: undefined,
      arguments: new Map(),
      buffers: new Map(),
      views: new Map(),
      seed: 0n,
      tolerance: { floats: undefined, named: new Map() },
      algos: undefined,
      specialisations: undefined,
      isDeterministic: true,
      accepted: [],
      bytes: undefined,
      flops: undefined,
      test: [],
      later: [],
    });
  });

  it('has cases of integers, floats and booleans, in the order of the manifest', () => {
    const section = sectionOf('{ cases: [{ z: 3, a: 0.5, E: true }, { a: .inf }] }');
    expect(section?.cases.map(({ values }) => [...values])).toEqual([
      [
        ['z', 3n],
        ['a', 0.5],
        ['E', true],
      ],
      [['a', Infinity]],
    ]);
  });

  it('has cases that choose blocks, which can also be the name of a parameter', () => {
    const section = sectionOf(
      '{ cases: [{ n: 3, blocks: { first: 2, at: [[5], [1, 2, 3]] } }, { blocks: 4, n: 3 }] }',
    );
    expect(section?.cases).toEqual([
      {
        values: new Map([['n', 3n]]),
        blocks: { first: 2, last: 0, sample: 0, at: [[5, 0, 0], [1, 2, 3]] }, // prettier-ignore
        buffers: new Map(),
      },
      {
        values: new Map([
          ['n', 3n],
          ['blocks', 4n],
        ]),
        blocks: undefined,
        buffers: new Map(),
      },
    ]);
  });

  it.each([
    '{ n: 3, buffers: { a: { shape: [n, 2], strides: [n + 1, 1], offset: 1 } } }',
    '{ n: 3, buffers: { a: { fill: { constant: -10000 } }, b: { fill: permutation } } }',
    '{ n: 3, buffers: { a: { fill: { uniform: { from: 0, to: "min(n, 4)", sorted: rows } } } } }',
    '{ n: 3, buffers: { a: { fill: { normal: { mean: -20, deviation: 0.5 } } } }, blocks: { first: 1, at: [[1, 0, 2]] } }',
    '{ buffers: 4, n: 3 }',
    '{ n: 3, buffers: { a: { fill: { values: [0, -1] } } } }',
  ])('writes a case as it is read: %s', (line) => {
    const [spec] = sectionOf(`{ cases: [${line}] }`)?.cases ?? [];
    if (spec === undefined) throw new Error('there is no case');
    expect(caseLine(spec)).toBe(line);
  });

  it('has names for cases that change buffers', () => {
    const section = sectionOf(
      '{ cases: [{ n: 3, buffers: { a: { strides: [7, 1], offset: 1 }, b: { fill: zeros } } }] }',
    );
    expect(section?.cases.map(caseName)).toEqual([
      'n=3, a strides [7, 1], a offset 1, b fill { constant: 0 }',
    ]);
  });

  it.each([
    ['interpreter', { kind: 'interpreter' }],
    ['none', { kind: 'none' }],
    [
      './a/reference.py:add',
      { kind: 'reference', source: { file: 'a/reference.py', function: 'add' } },
    ],
  ])('takes the expected outputs from %s', (reference, expected) => {
    expect(sectionOf(`{ reference: "${reference}", cases: [{ n: 1 }] }`)?.expected).toEqual(
      expected,
    );
  });

  it("can be only the user's own test, with the files that it includes", () => {
    expect(sectionOf('{ source: ./test.cpp }')?.test).toEqual(['test.cpp']);
    const list = sectionOf('{ source: [tests/a.cc, tests/a.hpp] }');
    expect(list).toMatchObject({ test: ['tests/a.cc', 'tests/a.hpp'], cases: [] });
  });

  it('joins expressions that YAML splits at commas in parentheses', () => {
    const section = sectionOf(
      '{ cases: [{}], buffers: { x: [cdiv(n, 64), min(a, b, c), 7], y: { shape: [n, 2], strides: [max(n, 2), 1] } } }',
    );
    expect(textsOf(section?.buffers.get('x')?.shape)).toEqual(['cdiv(n, 64)', 'min(a, b, c)', '7']);
    expect(textsOf(section?.buffers.get('y')?.strides)).toEqual(['max(n, 2)', '1']);
  });

  it.each([
    ['normal', { kind: 'normal', mean: 0, deviation: 1 }],
    ['uniform', { kind: 'uniform', limits: undefined }],
    ['zeros', { kind: 'constant', value: 0 }],
    ['ones', { kind: 'constant', value: 1 }],
    ['{ normal: { mean: 3, deviation: 0.5 } }', { kind: 'normal', mean: 3, deviation: 0.5 }],
    ['{ normal: { mean: 3 } }', { kind: 'normal', mean: 3, deviation: 1 }],
    ['{ uniform: { from: -1, to: 2.5 } }', { kind: 'uniform', limits: { from: -1, to: 2.5 } }],
    ['{ file: ./data/x.npy }', { kind: 'file', file: 'data/x.npy' }],
  ])('fills a buffer with %s', (fill, expected) => {
    const section = sectionOf(`{ cases: [{}], buffers: { x: { shape: [1], fill: ${fill} } } }`);
    expect(section?.buffers.get('x')).toMatchObject({ role: 'in', fill: expected });
  });

  it('distinguishes null pointers from missing buffers', () => {
    const section = sectionOf('{ cases: [{}], buffers: { x: null } }');
    expect(section?.buffers.get('x')).toBeNull();
    expect(section?.buffers.get('y')).toBeUndefined();
  });

  it('has one tolerance, or tolerances by name', () => {
    expect(sectionOf('{ cases: [{}], tolerance: { norm: 1.0e-2, atol: 1 } }')?.tolerance).toEqual({
      floats: { norm: 0.01, atol: 1 },
      named: new Map(),
    });
    expect(sectionOf('{ cases: [{}], tolerance: { x: { rtol: 0 }, y: {} } }')?.tolerance).toEqual({
      floats: undefined,
      named: new Map([
        ['x', { rtol: 0 }],
        ['y', {}],
      ]),
    });
    expect(sectionOf('{ cases: [{}], tolerance: { x: { steps: 1 } } }')?.tolerance).toEqual({
      floats: undefined,
      named: new Map([['x', { steps: 1 }]]),
    });
  });

  it('is merged with the defaults key by key', () => {
    const [own, none] = sectionsOf(`
defaults: { smoke: { seed: 7, cases: [{ n: 1 }], buffers: { x: [n] } } }
kernels:
  k: { ${KERNEL}, smoke: { buffers: { y: [n] }, seed: 8 } }
  l: { ${KERNEL} }
`);
    expect(own).toMatchObject({ seed: 8n, cases: [{ values: new Map([['n', 1n]]) }] });
    expect([...(own?.buffers.keys() ?? [])]).toEqual(['y']);
    expect(none?.seed).toBe(7n);
  });
});

describe('a placeholder in a smoke section', () => {
  const filled = (value: string) =>
    sectionsOf(`
kernels:
  "k_{dtype}":
    for: { dtype: [fp16], n: [64], eps: [0.5], even: [true], role: [inout] }
    source: add.py:add
    signature: "*{dtype}"
    grid: 1
    smoke: ${value}
`)[0];

  it('keeps the type of its value if it is the whole string', () => {
    const section = filled(`
      cases: [{ n: "{n}", eps: "{eps}", EVEN: "{even}" }]
      arguments: { m: "{n}", scale: "{eps}", F: "{even}", twice: "2 * {n}" }
      seed: "{n}"
      deterministic: "{even}"
      algos: ["{n}"]
      tolerance: { norm: "{eps}" }`);
    expect([...(section?.cases[0]?.values ?? [])]).toEqual([
      ['n', 64n],
      ['eps', 0.5],
      ['EVEN', true],
    ]);
    const given = section?.arguments;
    expect([given?.get('m'), given?.get('scale'), given?.get('F')]).toEqual([64n, 0.5, true]);
    expect(given?.get('twice')).toMatchObject({ text: '2 * 64' });
    expect(section).toMatchObject({
      seed: 64n,
      isDeterministic: true,
      accepted: [],
      algos: [64n],
      tolerance: { floats: { norm: 0.5 } },
    });
  });

  it('works in strings, shapes, roles and fills', () => {
    const section = filled(`
      cases: [{}]
      reference: "{dtype}.py:add_{dtype}"
      buffers: { x: { shape: ["{n}", "{n} * 2"], role: "{role}", fill: { constant: "{eps}" } } }`);
    expect(section?.expected).toEqual({
      kind: 'reference',
      source: { file: 'fp16.py', function: 'add_fp16' },
    });
    const buffer = section?.buffers.get('x');
    expect(textsOf(buffer?.shape)).toEqual(['64', '64 * 2']);
    expect(buffer).toMatchObject({ role: 'inout', fill: { kind: 'constant', value: 0.5 } });
  });
});

describe('the JSON Schema', () => {
  it('describes the section', () => {
    const text = JSON.stringify(manifestJsonSchema());
    for (const word of ['"specialisations"', '"inout"', '"deviation"', '"flops"'])
      expect(text).toContain(word);
  });
});

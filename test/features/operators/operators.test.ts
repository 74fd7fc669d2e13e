import { describe, expect, it } from '#jest';
import { formatGrid } from '../../../src/manifest/grid/format.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';
import type { Operator } from '../../../src/features/operators/operator.ts';
import {
  operatorsIn,
  operatorsJson,
  operatorsOf,
} from '../../../src/features/operators/operators-json.ts';
import { packageManifestSchema } from '../../../src/package/read.ts';
import { fakeOperators } from './support/fake-operators.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const HEAD = `package: demo
triton: 3.8.0
targets: [sm_90]
`;

const SOFTMAX = `${HEAD}
kernels:
  "softmax_{dtype}":
    for: { dtype: [fp32, fp16] }
    source: k.py:forward
    arguments: { x_ptr: "*{dtype}", y_ptr: "*{dtype}", cols: i32 }
    grid_parameters: { rows: i32 }
    grid: [rows]
    op: { name: softmax, backward: softmax_backward }
    smoke:
      buffers: { x_ptr: [rows, cols], y_ptr: { shape: [rows, cols], role: out } }
      cases: [{ rows: 2, cols: 3 }]
  "softmax_backward_{dtype}":
    for: { dtype: [fp32, fp16] }
    source: k.py:backward
    arguments: { y_ptr: "*{dtype}", dy_ptr: "*{dtype}", dx_ptr: "*{dtype}", cols: i32 }
    grid_parameters: { rows: i32 }
    grid: [rows]
    op: softmax_backward
    smoke:
      buffers: { y_ptr: [rows, cols], dy_ptr: [rows, cols], dx_ptr: { shape: [rows, cols], role: out } }
      cases: [{ rows: 2, cols: 3 }]
`;

const FUNCTIONS = {
  forward: ['x_ptr', 'y_ptr', 'cols'],
  backward: ['y_ptr', 'dy_ptr', 'dx_ptr', 'cols'],
  matmul: [
    'a',
    'b',
    'c',
    'M',
    'N',
    'K',
    'stride_am',
    'stride_ak',
    'stride_cm',
    'scale',
    'FLAG',
    'BLOCK',
  ],
  first: ['x', 'mean', 'n', 'eps'],
  second: ['X', 'mean', 'out', 'rows', 'cols', 'k'],
  tiles: ['a', 'b', 'out', 'M', 'N'],
};

const MATMUL = `${HEAD}
kernels:
  matmul:
    source: k.py:matmul
    arguments: { a: "*fp16", b: "*fp16", c: "*fp32", M: i32, N: i32, K: i32, stride_am: i64, stride_ak: i32, stride_cm: i32, scale: fp32, FLAG: i1 }
    constants: { BLOCK: 64 }
    grid: [cdiv(M, BLOCK)]
    requires: [K <= BLOCK]
    op: { defaults: { scale: 0.5 }, arguments: { N: N } }
    smoke:
      buffers:
        a: { shape: [M, K], strides: [stride_am, stride_ak] }
        b: [K, N + 0]
        c: { shape: [M, N], strides: [stride_cm, 1], role: out }
      arguments: { stride_am: K, stride_ak: 1, stride_cm: "cdiv(N, BLOCK) * BLOCK", scale: 2.5, FLAG: true }
      cases: [{ M: 2, N: 3, K: 4 }]
`;

const JOINT = `${HEAD}
ops:
  norm:
    kernels: [first, { kernel: second, names: { X: x } }]
    arguments: { k: "x.shape[1] * 2" }
kernels:
  first:
    source: k.py:first
    arguments: { x: "*fp32", mean: "*fp32", n: i32, eps: fp32 }
    grid_parameters: { m: i32 }
    grid: [m]
    smoke:
      buffers: { x: [m, n], mean: { shape: [m], role: out } }
      arguments: { eps: 0.1 }
      cases: [{ m: 2, n: 3 }]
  second:
    source: k.py:second
    arguments: { X: "*fp32", mean: "*fp32", out: "*fp32", rows: i32, cols: i32, k: i32 }
    grid: [rows]
    smoke:
      buffers: { X: [rows, cols], mean: [rows], out: { shape: [rows, cols], role: out } }
      arguments: { k: 7 }
      cases: [{ rows: 2, cols: 3 }]
`;

const TILES = `${HEAD}
kernels:
  tiles:
    source: k.py:tiles
    arguments: { a: "tensordesc<fp16[16, 64]>", b: "tensordesc<fp16[16, 64]>", out: "tensordesc<fp16[16, 16]>", M: i32, N: i32 }
    grid: [M, N]
    op: tiles
    smoke:
      buffers:
        a: [M, K]
        b: { shape: [N, K], strides: ["cdiv(K, 8) * 8", 1] }
        out: { shape: [M, N], strides: ["cdiv(N, 8) * 8", 1], role: out }
      cases: [{ M: 2, N: 3, K: 8 }]
`;

/** Reads the operators of a manifest.json. */
function readBack(operators: unknown): readonly Operator[] {
  const manifest = packageManifestSchema.parse({
    package: 'demo',
    version: '1.0.0',
    triton: '3.8.0',
    ptxas: [],
    kernels: [],
    operators,
  });
  return operatorsIn(manifest, 'aot');
}

describe('operators', () => {
  it('follow from the buffers of the smoke test', () => {
    expectGolden(describeAll([SOFTMAX, MATMUL, JOINT]));
  });

  it('take any strides that a tensor descriptor can have', () => {
    expectGolden(describeAll([TILES]));
  });

  it('are the same after they were written to manifest.json', () => {
    for (const text of [SOFTMAX, MATMUL, JOINT]) {
      const operators = fakeOperators(text, FUNCTIONS);
      const json: unknown = JSON.parse(JSON.stringify(operatorsJson(operators)));
      const read = readBack(json);
      expect(operatorsJson(read)).toEqual(json);
      expect(describeOperators(read)).toBe(describeOperators(operators));
    }
  });

  it.each([
    ['int', 'x'],
    ['int', 1.5],
    ['float', 'much'],
    ['float', true],
    ['bool', 1],
  ])('are refused from manifest.json with the %s default %j', (kind, value) => {
    const [json] = operatorsJson(fakeOperators(MATMUL, FUNCTIONS)) as readonly object[];
    const read = (each: unknown): readonly Operator[] =>
      readBack([{ ...json, scalars: [{ name: 'n', kind, default: each }] }]);
    expect(() => read(value)).toThrow(`operators.0.scalars.0: \`${value}\` is not of type ${kind}`);
    expect(read({ int: '-12', float: 'Infinity', bool: false }[kind])).toHaveLength(1);
  });

  it('are those of the kernels that a package has', () => {
    const operators = fakeOperators(SOFTMAX, FUNCTIONS);
    const [left, ...others] = operatorsOf(operators, ['softmax_fp16']);
    expect(others).toEqual([]);
    expect(left).toMatchObject({ name: 'softmax', backward: undefined });
    expect(left?.implementations).toHaveLength(1);
    expect(operatorsOf(operators, [])).toEqual([]);
  });

  const kernel = (name: string, op: string, smoke: string): string =>
    `  ${name}:
    source: k.py:forward
    arguments: { x_ptr: "*fp32", y_ptr: "*fp32", cols: i32 }
    grid_parameters: { rows: i32 }
    grid: [rows]
    op: ${op}
${smoke}`;
  const smoke = `    smoke:
      buffers: { x_ptr: [rows, cols], y_ptr: { shape: [rows, cols], role: out } }
      cases: [{ rows: 2, cols: 3 }]
`;

  it('report problems with their places', async () => {
    const broken: Readonly<Record<string, string>> = {
      'no smoke section': kernel('a', 'softmax', ''),
      'an unknown backward operator': kernel('a', '{ backward: softmax_back }', smoke),
      'a name of Python': kernel('a', '{ names: { x_ptr: lambda } }', smoke),
      'a name that the kernel does not have': kernel('a', '{ names: { z: y } }', smoke),
      'a default of what follows from a tensor': kernel('a', '{ defaults: { cols: 3 } }', smoke),
      'an argument that does not exist': kernel('a', '{ arguments: { col: 3 } }', smoke),
      'an axis that does not exist': kernel('a', '{ arguments: { cols: "x.shape[2]" } }', smoke),
      'a tensor that does not exist': kernel('a', '{ arguments: { cols: "X.shape[1]" } }', smoke),
      'an argument that depends on itself': kernel(
        'a',
        '{ arguments: { cols: rows + 1, rows: cols - 1 } }',
        smoke,
      ),
      'a size that does not follow from an input': kernel(
        'a',
        'softmax',
        smoke.replace('[rows, cols]', '[rows, "cdiv(cols, 2)"]'),
      ),
      'a parameter with the memory of another': kernel(
        'a',
        'softmax',
        smoke
          .replace('x_ptr: [rows, cols]', 'x_ptr: { same: y_ptr }')
          .replace('role: out', 'role: inout'),
      ),
      'an output that does not exist': kernel('a', '{ returns: [z] }', smoke),
      'an unknown key': kernel('a', '{ nam: softmax }', smoke),
      'two implementations of the same types':
        kernel('a', 'softmax', smoke) + kernel('b', 'softmax', smoke),
      'implementations with different arguments':
        kernel('a', 'softmax', smoke) +
        kernel('b', '{ name: softmax, arguments: { rows: 1 }, names: { x_ptr: other } }', smoke),
      'a backward operator that takes something else':
        kernel('a', '{ backward: b }', smoke) + kernel('b', '{ names: { x_ptr: q } }', smoke),
    };
    const texts: string[] = [];
    const add = async (what: string, text: string): Promise<void> => {
      texts.push(`# ${what}\n${await failureOf(() => fakeOperators(text, FUNCTIONS))}`);
    };
    for (const [what, kernels] of Object.entries(broken))
      await add(what, `${HEAD}kernels:\n${kernels}`);
    await add('an unknown kernel', JOINT.replace('kernels: [first,', 'kernels: [frist,'));
    await add('two types of a tensor', JOINT.replace('X: "*fp32"', 'X: "*fp16"'));
    expectGolden(texts.join('\n'));
  });
});

describe('formatted expressions', () => {
  it.each([
    'a + b * c',
    '(a + b) * c',
    'a - (b - c)',
    '-(a + b)',
    'cdiv(a, b + 1) % 4',
    'a == b ? c : (a < b ? 1 : 2) + 1',
    'min(a, max(b, 2)) // 3',
    'x.shape[0] * x.stride[1]',
    '(a ? b : c) ? 1 : 2',
    '(a == b) == c',
  ])('%s is the same when it is read again', (text) => {
    const tree = treeOf(text);
    expect(withoutOffsets(treeOf(formatGrid(tree)))).toBe(withoutOffsets(tree));
  });
});

function treeOf(text: string) {
  const parsed = parseGrid(text);
  const [tree] = parsed.ok ? parsed.axes : [];
  if (tree === undefined) throw new Error(`\`${text}\` is not an expression`);
  return tree;
}

function withoutOffsets(tree: unknown): string {
  return JSON.stringify(tree, (key, value: unknown) => {
    if (key === 'offset') return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });
}

function describeAll(texts: readonly string[]): string {
  return texts.map((text) => describeOperators(fakeOperators(text, FUNCTIONS))).join('\n');
}

/** A text of everything in operators but their places. */
function describeOperators(operators: readonly Operator[]): string {
  return operators
    .map((operator) => {
      const { name, tensors, outputs, scalars, implementations, backward } = operator;
      const shown = (list: Operator['tensors']): string =>
        list.map((each) => `${each.role} ${each.name}[${each.axes}]`).join(', ');
      const parts = implementations.flatMap((each) => [
        ...[...each.layouts].map(([own, { element, shape, strides }]) => {
          const steps = strides && ` with strides [${strides.map(({ text }) => text).join(', ')}]`;
          return `  ${own}: ${element}[${shape.map(({ text }) => text).join(', ')}]${steps ?? ''}`;
        }),
        ...each.values.map((value) => `  ${value.name} = ${value.text}`),
        ...each.conditions.map(({ text }) => `  requires ${text}`),
        ...each.temporaries.map((own) => `  temporary ${own}`),
        ...each.calls.map(
          ({ kernel, arguments: list }) =>
            `  ${kernel}(${list
              .map((argument) => {
                if (argument.kind === 'null') return 'null';
                return argument.kind === 'number' ? argument.value : argument.name;
              })
              .join(', ')})`,
        ),
      ]);
      const given = scalars.map(
        (each) =>
          `${each.kind} ${each.name}${each.default === undefined ? '' : ` = ${each.default}`}`,
      );
      const gradients = backward && [`  backward: ${JSON.stringify(backward)}`];
      return [
        `${name}(${[shown(tensors), ...given].join(', ')}) -> ${shown(outputs)}`,
        ...parts,
        ...(gradients ?? []),
        '',
      ].join('\n');
    })
    .join('\n');
}

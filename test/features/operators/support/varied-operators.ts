import type { Formula } from '../../../../src/manifest/terms/kernel.ts';
import type {
  Implementation,
  Operator,
  OperatorScalar,
  OperatorTensor,
} from '../../../../src/features/operators/operator.ts';
import type { ElementType } from '../../../../src/manifest/terms/types.ts';
import { formula } from './operators.ts';

/** A layout in short: `fp32 [rows; cols]`, and with strides `fp32 [rows; cols] (s; 1)`. */
type ShortLayout = string;

function implementation(
  layouts: Readonly<Record<string, ShortLayout>>,
  values: Readonly<Record<string, string>>,
  conditions: readonly string[] = [],
): Implementation {
  return {
    layouts: new Map(
      Object.entries(layouts).map(([name, text]) => {
        const [, element = '', shape = '', strides] =
          /^(\w+) \[([^\]]*(?:\[\d+\][^\]]*)*)\](?: \((.*)\))?$/.exec(text) ?? [];
        const list = (items: string): Formula[] => items.split('; ').map(formula);
        return [
          name,
          {
            element: element as ElementType,
            shape: shape === '' ? [] : list(shape),
            strides: strides === undefined ? undefined : list(strides),
          },
        ] as const;
      }),
    ),
    temporaries: [],
    values: Object.entries(values).map(([name, text]) => ({ name, ...formula(text) })),
    conditions: conditions.map(formula),
    calls: [],
  };
}

type ShortOperator = Partial<Pick<Operator, 'backward'>> & {
  readonly name: string;
  /** `x 2` has two axes; `inout x 2` is changed. */
  readonly tensors: readonly string[];
  readonly outputs: readonly string[];
  readonly scalars?: readonly OperatorScalar[];
  readonly implementations: readonly Implementation[];
};

function operator(short: ShortOperator): Operator {
  const tensor = (text: string, role: 'in' | 'out'): OperatorTensor => {
    const [, inout, name = '', axes] = /^(inout )?(\w+) (\d+)$/.exec(text) ?? [];
    return { name, role: inout === undefined ? role : 'inout', axes: Number(axes) };
  };
  return {
    name: short.name,
    place: { file: 'kernels.yaml' },
    tensors: short.tensors.map((text) => tensor(text, 'in')),
    outputs: short.outputs.map((text) => tensor(text, 'out')),
    scalars: short.scalars ?? [],
    implementations: short.implementations,
    backward: short.backward,
  };
}

const SIZES = { rows: 'x.shape[0]', cols: 'x.shape[1]' };
/** The softmax of each row, with its gradient. */
export const softmax = (types: readonly ElementType[]): readonly Operator[] => [
  operator({
    name: 'softmax',
    tensors: ['x 2'],
    outputs: ['y 2'],
    implementations: types.map((type) =>
      implementation({ x: `${type} [rows; cols]`, y: `${type} [rows; cols]` }, SIZES),
    ),
    backward: {
      operator: 'softmax_backward',
      tensors: [
        { kind: 'saved', name: 'y' },
        { kind: 'gradient', name: 'y' },
      ],
      scalars: [],
      gradients: ['x'],
    },
  }),
  operator({
    name: 'softmax_backward',
    tensors: ['y 2', 'dy 2'],
    outputs: ['dx 2'],
    implementations: types.map((type) =>
      implementation(
        { y: `${type} [rows; cols]`, dy: `${type} [rows; cols]`, dx: `${type} [rows; cols]` },
        { rows: 'y.shape[0]', cols: 'y.shape[1]' },
      ),
    ),
  }),
];

export const SOFTMAX = softmax(['fp32', 'fp16']);

/** Operators with everything that generated Python has to write. */
export const varied = (types: readonly ElementType[]): readonly Operator[] => [
  // Two tensors with gradients, a scalar, and an output that is not differentiable.
  operator({
    name: 'scale_rows',
    tensors: ['x 2', 'w 1'],
    outputs: ['y 2', 'largest 1'],
    scalars: [
      { name: 'eps', kind: 'float', default: 1 },
      { name: 'twice', kind: 'bool', default: false },
    ],
    implementations: types.map((type) =>
      implementation(
        {
          x: `${type} [rows; cols]`,
          w: `${type} [cols]`,
          y: `${type} [rows; cols]`,
          largest: `${type} [rows]`,
        },
        SIZES,
      ),
    ),
    backward: {
      operator: 'scale_rows_backward',
      tensors: [
        { kind: 'saved', name: 'x' },
        { kind: 'saved', name: 'w' },
        { kind: 'gradient', name: 'y' },
      ],
      scalars: ['eps', 'twice'],
      gradients: ['x', 'w'],
    },
  }),
  operator({
    name: 'scale_rows_backward',
    tensors: ['x 2', 'w 1', 'dy 2'],
    outputs: ['dx 2', 'dw 1'],
    scalars: [
      { name: 'eps', kind: 'float', default: undefined },
      { name: 'twice', kind: 'bool', default: undefined },
    ],
    implementations: types.map((type) =>
      implementation(
        {
          x: `${type} [rows; cols]`,
          w: `${type} [cols]`,
          dy: `${type} [rows; cols]`,
          dx: `${type} [rows; cols]`,
          dw: `${type} [cols]`,
        },
        SIZES,
      ),
    ),
  }),
  // Sizes that are computed, with another dtype.
  operator({
    name: 'block_sums',
    tensors: ['x 1'],
    outputs: ['sums 1'],
    scalars: [{ name: 'block', kind: 'int', default: 4n }],
    implementations: [
      implementation(
        { x: 'fp32 [n]', sums: 'fp64 [max(blocks, 1)]' },
        {
          n: 'x.shape[0]',
          blocks: 'cdiv(n, block)',
        },
      ),
    ],
  }),
  // Changes a tensor, and returns nothing.
  operator({
    name: 'add_to',
    tensors: ['inout total 1', 'x 1'],
    outputs: [],
    implementations: [
      implementation({ total: 'fp32 [n]', x: 'fp32 [n]' }, { n: 'total.shape[0]' }),
    ],
  }),
  // Shapes that depend on dtypes, and on conditions; names that Python does not allow.
  operator({
    name: 'pack',
    tensors: ['lambda 2', 'scale 1'],
    outputs: ['packed 2'],
    implementations: [
      implementation(
        { lambda: 'i8 [m; k]', scale: 'fp32 [m]', packed: 'u8 [m; cdiv(k, 2)]' },
        { m: 'lambda.shape[0]', k: 'lambda.shape[1]' },
        ['k % 2 == 0'],
      ),
      implementation(
        { lambda: 'i8 [m; k]', scale: 'fp32 [m]', packed: 'u8 [m; k]' },
        { m: 'lambda.shape[0]', k: 'lambda.shape[1]' },
      ),
      implementation(
        { lambda: 'i16 [m; k]', scale: 'fp32 [m]', packed: 'u8 [m; 2 * k] (1; m)' },
        { m: 'lambda.shape[0]', k: 'lambda.shape[1]' },
      ),
      implementation(
        { lambda: 'i16 [m; k]', scale: 'fp16 [m]', packed: 'i8 [m; 2 * k] (1; m)' },
        { m: 'lambda.shape[0]', k: 'lambda.shape[1]' },
      ),
    ],
  }),
];

export const VARIED = varied(['fp32']);

import { parseSizes } from '../../../../src/manifest/grid/parse.ts';
import type { Formula, Kernel } from '../../../../src/manifest/terms/kernel.ts';
import {
  type Implementation,
  type Operator,
  type OperatorLayout,
  OPERATORS as PACKAGED,
} from '../../../../src/features/operators/operator.ts';
import type { ElementType } from '../../../../src/manifest/terms/types.ts';
import { operatorsOf } from '../../../../src/features/operators/operators-json.ts';
import {
  fakeCompiled,
  fakeKernels,
  fakePtx,
  fakeVariants,
  type Functions,
} from '../../../support/fake-build.ts';
import { packageOf } from '../../../support/fake-package.ts';

const MANIFEST = `
package: nn
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  softmax_fp32:
    source: k.py:softmax
    arguments: { x: "*fp32", y: "*fp32", cols: i32 }
    constants: { BLOCK: 1024 }
    grid_parameters: { rows: i32 }
    grid: rows
  softmax_fp16:
    source: k.py:softmax
    arguments: { x: "*fp16", y: "*fp16", cols: i32 }
    constants: { BLOCK: 1024 }
    grid_parameters: { rows: i32 }
    grid: rows
  partial:
    source: k.py:partial
    arguments: { x: "*fp32:16", sums: "*fp32", rows: i32, cols: i32, stride: i64, scale: fp32 }
    constants: { BLOCK: 64 }
    grid: rows
  apply:
    source: k.py:apply
    arguments: { sums: "*fp32", y: "*bf16", bias: "*fp32", flag: i1, k: u8, total: u64, half: fp16, wide: fp64 }
    constants: { BLOCK: 64 }
    grid_parameters: { blocks: i32 }
    grid: blocks
  tiles:
    source: k.py:tiles
    arguments: { a: "tensordesc<fp16[16, 64]>", out: "*fp8e4nv", rows: i32 }
    constants: { BLOCK: 64 }
    grid: rows
`;

const FUNCTIONS: Functions = {
  softmax: ['x', 'y', 'cols', 'BLOCK'],
  partial: ['x', 'sums', 'rows', 'cols', 'stride', 'scale', 'BLOCK'],
  apply: ['sums', 'y', 'bias', 'flag', 'k', 'total', 'half', 'wide', 'BLOCK'],
  tiles: ['a', 'out', 'rows', 'BLOCK'],
};

export function formula(text: string): Formula {
  const parsed = parseSizes(text);
  const [tree] = parsed.ok ? parsed.axes : [];
  if (tree === undefined) throw new Error(`${text} is not a formula`);
  return { tree, text };
}

/** A layout, such as `fp32 rows; cols` or, with strides, `fp32 rows; cols / x.stride[0]; 1`. */
function layout(text: string): OperatorLayout {
  const [element = '', rest = ''] = text.split(/ (.*)/);
  const [shape = '', strides] = rest.split(' / ');
  const formulas = (list: string) => (list === '' ? [] : list.split('; ').map(formula));
  return {
    element: element as ElementType,
    shape: formulas(shape),
    strides: strides === undefined ? undefined : formulas(strides),
  };
}

function implementation(
  layouts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
  calls: Implementation['calls'],
  more: Partial<Implementation> = {},
): Implementation {
  return {
    layouts: new Map(Object.entries(layouts).map(([name, text]) => [name, layout(text)])),
    temporaries: [],
    values: Object.entries(values).map(([name, text]) => ({ name, ...formula(text) })),
    conditions: [],
    calls,
    ...more,
  };
}

const tensor = (name: string) => ({ kind: 'tensor', name }) as const;
const value = (name: string) => ({ kind: 'value', name }) as const;

const ROWS = { rows: 'x.shape[0]', cols: 'x.shape[1]' };

function softmaxOf(element: string, ...conditions: readonly string[]): Implementation {
  const kernel = `softmax_${element}`;
  const values = [tensor('x'), tensor('y'), value('cols'), value('rows')];
  return implementation(
    { x: `${element} rows; cols`, y: `${element} rows; cols` },
    ROWS,
    [{ kernel, arguments: values }],
    { conditions: conditions.map(formula) },
  );
}

const COMMON = { place: { file: 'kernels.yaml' }, scalars: [], backward: undefined };
const X = { name: 'x', role: 'in', axes: 2 } as const;
const Y = { name: 'y', role: 'out', axes: 2 } as const;

/** One operator for each thing that operators can do. */
export const OPERATORS: readonly Operator[] = [
  {
    ...COMMON,
    name: 'softmax',
    tensors: [X],
    outputs: [Y],
    implementations: [softmaxOf('fp32'), softmaxOf('fp16')],
  },
  {
    ...COMMON,
    name: 'picky',
    tensors: [X],
    outputs: [Y],
    implementations: [
      softmaxOf('fp32', 'cols % 16 == 0'),
      softmaxOf('fp32', 'cols % 4 == 0', 'rows < 1000'),
      softmaxOf('fp16', 'cols / rows > 0'),
    ],
  },
  {
    ...COMMON,
    name: 'normalise',
    tensors: [X],
    outputs: [{ name: 'y', role: 'out', axes: 1 }],
    scalars: [
      { name: 'k', kind: 'int', default: undefined },
      { name: 'scale', kind: 'float', default: 1.5 },
      { name: 'flag', kind: 'bool', default: true },
    ],
    implementations: [
      implementation(
        {
          x: 'fp32 rows; cols / x.stride[0]; 1',
          y: 'bf16 rows * 2',
          sums: 'fp32 cdiv(cols, k) - 2; rows',
          total: 'fp32',
        },
        {
          ...ROWS,
          stride: 'x.stride[0]',
          unused: 'rows / cols',
          blocks: 'cdiv(cols, k)',
          elements: 'rows * stride',
        },
        [
          {
            kernel: 'partial',
            arguments: [
              tensor('x'),
              tensor('sums'),
              value('rows'),
              value('cols'),
              value('stride'),
              { kind: 'scalar', name: 'scale' },
            ],
          },
          {
            kernel: 'apply',
            arguments: [
              tensor('total'),
              tensor('y'),
              { kind: 'null' },
              value('flag'),
              value('k'),
              value('elements'),
              { kind: 'number', value: 1.5 },
              { kind: 'number', value: -0.125 },
              value('blocks'),
            ],
          },
        ],
        { temporaries: ['sums', 'total'] },
      ),
    ],
  },
  {
    ...COMMON,
    name: 'tiles',
    tensors: [{ name: 'a', role: 'in', axes: 2 }],
    outputs: [{ name: 'out', role: 'out', axes: 1 }],
    implementations: [
      implementation(
        { a: 'fp16 rows; a.shape[1] / a.stride[0]; a.stride[1]', out: 'fp8e4nv rows' },
        { rows: 'a.shape[0]' },
        [{ kernel: 'tiles', arguments: [tensor('a'), tensor('out'), value('rows')] }],
      ),
    ],
  },
];

/** The kernels that the operators call. */
export function operatorKernels(): readonly Kernel[] {
  return fakeKernels(MANIFEST, FUNCTIONS);
}

/** A tensor of two axes without a tensor map, a pointer, an integer, and Triton's own pointers. */
const TILES = [8, 8, 8, 8, 8, 1, 1, 4, 4, 8, 8, 8, 4, 8, 8];

/** The targets of a package for both vendors: tensor descriptors are for NVIDIA. */
const BOTH = MANIFEST.replace('[sm_80, sm_90]', '[sm_90, gfx942, gfx1100]').replace(
  'source: k.py:tiles',
  '$&\n    targets: [sm_90]',
);

const MANIFESTS = {
  cuda: MANIFEST,
  ptx: MANIFEST.replace('\nkernels:', '\nptx_fallback: true$&'),
  both: BOTH,
  amd: MANIFEST.replace('[sm_80, sm_90]', '[gfx942]').replace(/ {2}tiles:[^]*/, ''),
} as const;

/** Writes a package with these operators, for the recording drivers. Returns its folder. */
export async function operatorsPackage(kind: keyof typeof MANIFESTS = 'cuda'): Promise<string> {
  const manifest = MANIFESTS[kind];
  const variants = fakeVariants(manifest, FUNCTIONS);
  return packageOf(
    manifest,
    variants,
    (variant) => {
      const { name } = variant.kernel;
      return fakeCompiled(
        variant,
        { name, ...(name === 'tiles' && { parameters: TILES }) },
        {
          name,
          ...(name === 'tiles' &&
            variant.job.ptx && { ptx: fakePtx(name, variant.target.name, TILES) }),
        },
      );
    },
    undefined,
    new Map([
      PACKAGED.with(
        operatorsOf(OPERATORS, [...new Set(variants.map(({ kernel }) => kernel.name))]),
      ),
    ]),
  );
}

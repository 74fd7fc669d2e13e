import { describe, expect, it } from '@jest/globals';
import {
  assumedHints,
  mostSpecific,
  strideFamily,
} from '../../../src/core/advice/assumed-hints.ts';
import { type Kernel, specialisationOf } from '../../../src/core/model/kernel.ts';
import { fakeKernels } from '../../support/fake-build.ts';

const PARAMETERS = [
  'a',
  'b',
  'c',
  'M',
  'N',
  'stride_am',
  'stride_ak',
  'stride_bk',
  'stride_bn',
  'alpha',
  'flag',
];
const POINTERS = 'a: "*fp16", b: "*fp16", c: "*fp16"';
const SCALARS = 'M: i32, N: i64, alpha: fp32, flag: i1';

function kernelWith(types: string, more = ''): Kernel {
  const [kernel] = fakeKernels(
    `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { ${types} }
    grid: 1
    ${more}
`,
    { k: PARAMETERS },
  );
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

/** Each assumption as `a=16 stride_ak=1`, without arguments that have no hint. */
function assumed(kernel: Kernel): readonly string[] {
  const given = specialisationOf(kernel, mostSpecific(kernel) ?? -1).hints;
  return assumedHints(kernel, given).map((hints) =>
    kernel.arguments
      .flatMap(({ name }, index) => {
        if (hints[index] === 'none') return [];
        return [`${name}=${hints[index] === 'equal-to-1' ? 1 : 16}`];
      })
      .join(' '),
  );
}

describe('the hints of well-aligned calls', () => {
  it('are a multiple of 16 for pointers and integers, and nothing for floats and i1', () => {
    const kernel = kernelWith(
      `${POINTERS}, ${SCALARS}, stride_am: i32, stride_bk: i32`,
      'constants: { stride_ak: 1, stride_bn: 1 }',
    );
    expect(assumed(kernel)).toEqual(['a=16 b=16 c=16 M=16 N=16 stride_am=16 stride_bk=16']);
  });

  it('try 1 for the last stride of each tensor, since its name alone does not say', () => {
    const kernel = kernelWith(
      `${POINTERS}, ${SCALARS}, stride_am: i32, stride_ak: i32, stride_bk: i32, stride_bn: i32`,
    );
    expect(assumed(kernel)).toEqual([
      'a=16 b=16 c=16 M=16 N=16 stride_am=16 stride_ak=1 stride_bk=16 stride_bn=1',
      'a=16 b=16 c=16 M=16 N=16 stride_am=16 stride_ak=16 stride_bk=16 stride_bn=16',
    ]);
  });

  it('keep what the manifest says of strides', () => {
    const kernel = kernelWith(
      `${POINTERS}, ${SCALARS}, stride_am: i32, stride_ak: "i32:16", stride_bk: ["i32:1", i32], stride_bn: i32`,
    );
    expect(assumed(kernel)).toEqual([
      'a=16 b=16 c=16 M=16 N=16 stride_am=16 stride_ak=16 stride_bk=1 stride_bn=16',
    ]);
  });

  it('take the strides that are 1 in every case with more than one element', () => {
    const kernel = kernelWith(
      `${POINTERS}, ${SCALARS}, stride_am: i32, stride_ak: i32, stride_bk: i32, stride_bn: i32`,
      `smoke:
      reference: none
      arguments: { alpha: 1, flag: 1, stride_am: M, stride_ak: 1, stride_bk: 1, stride_bn: M }
      buffers: { a: [M], b: [M], c: { shape: [M, N], role: out } }
      cases: [{ M: 1, N: 1 }, { M: 64, N: 33 }, { M: 65, N: 3 }]`,
    );
    expect(assumed(kernel)).toEqual([
      'a=16 b=16 c=16 M=16 N=16 stride_am=16 stride_ak=1 stride_bk=1 stride_bn=16',
    ]);
  });
});

describe('the names of strides', () => {
  it.each([
    ['stride_am', 'stride_a'],
    ['stride_ak', 'stride_a'],
    ['stride_m', 'stride'],
    ['x_stride_0', 'x_stride'],
    ['stride_x_row', 'stride_x'],
    ['x_row_stride', 'x_row_strid'],
    ['n_rows', undefined],
  ])('%s belongs to %s', (name, family) => {
    expect(strideFamily(name)).toBe(family);
  });
});

import { expect, it } from '#jest';
import {
  alignmentOf,
  type PassedArgument,
} from '../../../src/features/operators/c/kernel-calls.ts';
import { fakeKernels } from '../../support/fake-build.ts';

/** The tensor `t`, passed as the parameter x of a kernel with these types. */
function passedAs(x: string, name = 't'): PassedArgument {
  const [kernel] = fakeKernels(
    `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { n: i32, x: ${x} }
    grid: n
    specialise: listed
`,
    { k: ['n', 'x'] },
  );
  const to = kernel?.arguments[1];
  if (kernel === undefined || to === undefined) throw new Error('no kernel');
  return { kernel, argument: { kind: 'tensor', name }, to };
}

const LAYOUT = { element: 'fp32', shape: [], strides: undefined } as const;

it.each([
  ['"*fp32:16"', 16],
  ['["*fp32:16", "*fp32:8"]', 8],
  ['["*fp32:8", "*fp32:16"]', 8],
  // One of two bytes is less than an element has.
  ['["*fp32:16", "*fp32:2"]', 4],
  ['["*fp32:16", "*fp32"]', 4],
  ['"tensordesc<fp32[64]>"', 16],
])(
  'a tensor that is passed as %s needs an alignment of %i bytes: the weakest hint of all',
  (x, bytes) => {
    expect(alignmentOf('t', LAYOUT, [passedAs(x)])).toBe(bytes);
  },
);

it('a tensor needs the strongest alignment of all parameters that it is passed to', () => {
  const calls = [passedAs('"*fp32:8"'), passedAs('"*fp32"'), passedAs('"*fp32:16"', 'other')];
  expect(alignmentOf('t', LAYOUT, calls)).toBe(8);
  expect(alignmentOf('other', LAYOUT, calls)).toBe(16);
});

import { expect, it } from '#jest';
import { fakeOperators } from './support/fake-operators.ts';

const FUNCTIONS = { add_kernel: ['x', 'n', 'BLOCK'] };

function kernel(name: string, targets: string, further = ''): string {
  return `
  ${name}:
    source: demo.py:add_kernel
    targets: [${targets}]
    arguments: { x: "*fp32", n: i32 }
    constants: { BLOCK: 64 }
    grid: 1
    smoke: { buffers: { x: { shape: [n], role: inout } }, cases: [{ n: 4 }] }${further}`;
}

const HEAD = `package: demo
triton: 3.9.0
targets: [sm_90, gfx942]
kernels:`;

it('can have kernels for AMD GPUs', () => {
  const one = `${HEAD}${kernel('add', 'gfx942', '\n    op: add')}\n`;
  expect(fakeOperators(one, FUNCTIONS)).toMatchObject([{ name: 'add' }]);
});

it('need targets of one vendor in all of their kernels', () => {
  const two = (first: string, second: string): string =>
    `${HEAD}${kernel('other', first)}${kernel('add', second)}
ops: { twice: { kernels: [add, other] } }
`;
  const both = two('gfx942', 'sm_90, gfx942');
  expect(fakeOperators(both, FUNCTIONS)).toMatchObject([{ name: 'twice' }]);
  expect(() => fakeOperators(two('sm_90', 'gfx942'), FUNCTIONS)).toThrow(
    'no GPU has code of all kernels of the operator: other has only NVIDIA targets, add has only AMD targets',
  );
});

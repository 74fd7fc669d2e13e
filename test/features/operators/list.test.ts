import { expect, it } from '#jest';
import { listedKernels } from '../../../src/cli/list.ts';
import { listJson, listText } from '../../../src/cli/listed.ts';
import { FUNCTIONS } from '../../cli/demo.ts';
import { fakePlan } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

it('list prints the operators that launch a kernel', () => {
  const operators = fakePlan(
    `
package: demo
triton: 3.8.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "*fp16", n: i64 }
    constants: { BLOCK: 32 }
    grid: [cdiv(n, BLOCK)]
    op: double
    smoke: { cases: [{ n: 5 }], buffers: { x: { shape: [n], role: inout } } }
`,
    FUNCTIONS,
  );
  expectGolden(listText(listedKernels(operators, new Map())));
  expect(listJson(listedKernels(operators, new Map()))).toMatchObject([
    { operators: ['double(inout x: fp16[n]) -> ()'] },
  ]);
});

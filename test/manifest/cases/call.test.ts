import { describe, expect, it } from '#jest';
import { sharedConstants } from '../../../src/compile/expected/jobs.ts';
import type { Kernel } from '../../../src/manifest/terms/kernel.ts';
import type { ReachedCase } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const FUNCTIONS = {
  add: {
    line: 9,
    parameters: ['x', 'bias', 'n', 'BLOCK', 'EVEN', 'HAS_BIAS'].map((name) => ({ name })),
    heuristics: [
      { parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' },
      { parameter: 'HAS_BIAS', line: 1, expression: 'defined(bias)' },
    ],
  },
};

const manifestOf = (smoke: string, settings = ''): string => `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
    source: add.py:add
    arguments: { x: "*fp32", bias: "*fp32", n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 96 }]
    grid: "EVEN ? n // BLOCK : cdiv(n, BLOCK)"
    ${settings}
    smoke:
      reference: none
      buffers: { x: { shape: [n], role: out }, bias: [n] }
${smoke.replaceAll(/^/gm, '      ')}
`;

function kernelOf(smoke: string, settings?: string): Kernel {
  const [kernel] = fakeKernels(manifestOf(smoke, settings), FUNCTIONS);
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

const casesOf = (kernel: Kernel): readonly ReachedCase[] => kernel.smoke?.cases ?? [];

const SPECIALISATIONS = 'specialisations: [0, 2]';

describe('a case of a kernel with heuristics', () => {
  it('reaches specialisations by algo', () => {
    const kernel = kernelOf(`${SPECIALISATIONS}\ncases: [{ n: 192 }, { n: 64 }, { n: 96 }]`);
    expect(casesOf(kernel).map(({ runs }) => runs)).toEqual([
      [{ specialisation: 0, offsets: {} }],
      [
        { specialisation: 0, offsets: {}, algos: [0] },
        { specialisation: 2, offsets: {}, algos: [1] },
      ],
      [
        { specialisation: 0, offsets: {}, algos: [1] },
        { specialisation: 2, offsets: {}, algos: [0] },
      ],
    ]);
  });

  it('knows null pointers', () => {
    const smoke = `${SPECIALISATIONS.replace('0, 2', '1, 3')}\ncases: [{ n: 192 }, { n: 1 }]`;
    const [kernel] = fakeKernels(manifestOf(smoke).replace('bias: [n]', 'bias: null'), FUNCTIONS);
    expect(kernel?.smoke?.cases.map(({ runs }) => runs[0]?.specialisation)).toEqual([1, 3]);
  });

  it('uses them in the grid', () => {
    const kernel = kernelOf(`${SPECIALISATIONS}\ncases: [{ n: 192 }, { n: 1 }]`);
    expect(casesOf(kernel).map(({ grids }) => grids.map(([x]) => x))).toEqual([
      [3n, 2n],
      [1n, 1n],
    ]);
  });

  it('gives the reference those that all algos share', () => {
    const kernel = kernelOf(`${SPECIALISATIONS}\ncases: [{ n: 192 }, { n: 64 }, { n: 1 }]`);
    expect(casesOf(kernel).map((each) => sharedConstants(kernel, each))).toEqual([
      { EVEN: ['bool', 'true'], HAS_BIAS: ['bool', 'true'] },
      { HAS_BIAS: ['bool', 'true'] },
      { EVEN: ['bool', 'false'], HAS_BIAS: ['bool', 'true'] },
    ]);
  });

  it.each([
    ['a specialisation that no case reaches', 'cases: [{ n: 192 }]', ''],
    ['one that only one algo reaches', `${SPECIALISATIONS}\ncases: [{ n: 64 }]`, ''],
    ['a case that is refused', 'cases: [{ n: 192 }, { n: 1 }]', 'requires: n % 64 == 0'],
    ['a case with a wrong value', 'cases: [{ n: 64 }]', 'constants: { EVEN: true }'],
    ['division by zero', 'cases: [{ n: 64 }]', 'requires: 8 % (n - 64) == 0'],
    ['a heuristic set by a case', 'cases: [{ n: 64, EVEN: 1 }]', ''],
    ['a heuristic in a size', 'cases: [{ n: 64 }]\nbytes: EVEN', ''],
    ['`defined` in a size', 'cases: [{ n: 64 }]\nbytes: defined(x)', ''],
  ])('is checked: %s', async (_what, smoke, settings) => {
    expectGolden(await failureOf(() => kernelOf(smoke, settings)));
  });
});

import { describe, expect, it } from '#jest';
import type { Kernel } from '../../../src/manifest/terms/kernel.ts';
import { emitFor, writeHeuristics, writeRequirements } from '../../../src/package/c/conditions.ts';
import { fakeKernels, type Functions } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  judged:
    source: k.py:judged
    arguments: { x: "*fp32", n: i32, wide: u64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 32 }, { BLOCK: 64, num_warps: 8 }]
    grid_parameters: { rows: i64 }
    grid: cdiv(n, BLOCK)
    requires: [n % BLOCK == 0, "defined(x)", rows <= wide]
  plain: { source: "k.py:plain", signature: "i32", grid: 1 }
`;
const named = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));
const FUNCTIONS: Functions = {
  judged: {
    line: 2,
    parameters: named(['x', 'n', 'wide', 'BLOCK', 'EVEN', 'SMALL']),
    heuristics: [
      { parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' },
      { parameter: 'SMALL', line: 1, expression: 'EVEN ? wide < 100 : 0' },
    ],
  },
  plain: ['n'],
};

describe('the C of conditions', () => {
  const [judged, plain] = fakeKernels(MANIFEST, FUNCTIONS) as [Kernel, Kernel];

  it('has a branch for algos with the same constants', () => {
    expectGolden([writeHeuristics(judged).text, writeRequirements(judged).text].join('\n'));
  });

  it('is empty for a kernel without', () => {
    for (const write of [writeHeuristics, writeRequirements])
      expect(write(plain)).toEqual({ emitted: [], text: '' });
  });

  it('is not written for a name that the kernel does not have', () => {
    const [config] = plain.configs;
    const nowhere = { kind: 'defined', name: 'nowhere', offset: 0 } as const;
    expect(() => config && emitFor(plain, config, [nowhere])).toThrow('unknown argument');
  });
});

import { describe, expect, it } from '#jest';
import { formatProblem, type Problem } from '../../src/base/errors.ts';
import { checkKnownWrong } from '../../src/compile/known-wrong.ts';
import type { CompiledKernel } from '../../src/toolchain/wire/compiled-kernel.ts';
import { fakeVariants } from '../support/fake-build.ts';
import { expectGolden, failureOf } from '../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32" }
    grid: 1
`;

type Found = CompiledKernel['miscompilations'][number];

const SOFTMAX: Found = {
  issue: 11406,
  message: '`tl.softmax` divides by the sum along the wrong axis',
  right: '3.9.0',
  file: 'k.py',
  line: 7,
  sha256: null,
};
const QUOTIENT: Found = { ...SOFTMAX, issue: 7749, message: '`//` rounds', right: null, line: 9 };

function check(found: Found[], knownWrong: 'warn' | 'error' = 'warn', triton = '3.8.0'): string {
  const warnings: Problem[] = [];
  checkKnownWrong(
    fakeVariants(MANIFEST, { scale: ['x'] }).map((each) => [each, { miscompilations: found }]),
    { knownWrong, triton, file: 'kernels.yaml' },
    { warning: (problem) => warnings.push(problem) },
  );
  return warnings.map(formatProblem).join('\n');
}

describe('known miscompilations', () => {
  it('are warned of once for each place and issue, with the release that is right', () => {
    expectGolden(check([SOFTMAX, QUOTIENT]));
  });

  it('end the build if the manifest says so', async () => {
    expectGolden(await failureOf(async () => check([SOFTMAX, QUOTIENT], 'error')));
  });

  it('are not mentioned if there are none', () => {
    expect(check([])).toBe('');
    expect(check([], 'error')).toBe('');
  });
});

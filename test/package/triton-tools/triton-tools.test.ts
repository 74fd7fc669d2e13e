import { expect, it } from '@jest/globals';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { warnOfUncheckedBudgets } from '../../../src/package/triton-tools/triton-tools.ts';
import { expectGolden } from '../../support/golden.ts';

const manifestOf = (budget: string): string => `
package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  add: { source: k.py:add, arguments: { n: i32 }, grid: 1,
    budget: ${budget} }
`;

it('a budget is not checked, and a warning says so', () => {
  const warnings: Problem[] = [];
  const log = { warning: (problem: Problem) => void warnings.push(problem) };
  const warn = (text: string) => warnOfUncheckedBudgets(readManifest(text, 'kernels.yaml'), log);
  warn(manifestOf('{}'));
  expect(warnings).toEqual([]);
  warn(manifestOf('{ registers: 128 }'));
  expectGolden(warnings.map(formatProblem).join('\n'));
});

import { describe, expect, it } from '#jest';
import { formatProblem } from '../../../src/base/errors.ts';
import { requirementProblem } from '../../../src/manifest/terms/triton-version.ts';
import { expectGolden } from '../../support/golden.ts';

describe('requirementProblem', () => {
  it.each([
    'numpy',
    'scipy==1.2',
    'ml_dtypes>=0.5,<1',
    'einops ~= 0.8',
    'jax[cpu]',
    'numpy; python_version < "3.12"',
    'triton-dejavu',
  ])('accepts %s', (text) => {
    expect(requirementProblem(text)).toBeUndefined();
  });

  it.each([
    '',
    '-rfoo.txt',
    '--index-url=http://x',
    './local',
    'a b',
    'numpy\n--pre',
    '/etc/passwd',
    'numpy-',
  ])('rejects %j', expectProblem);

  it.each([
    'mine @ https://example.org/mine-1.0-py3-none-any.whl',
    'numpy@file:///tmp/numpy',
    'jax[cpu] @ git+https://example.org/jax',
  ])('rejects %s, which the index does not have', expectProblem);

  it.each([
    'triton',
    'Triton==3.8.0',
    'pytorch-triton',
    'pytorch_triton.rocm>=3',
    'triton-nightly',
    'TRITON__windows',
  ])('rejects %s, which has its own entry', expectProblem);
});

function expectProblem(text: string): void {
  const problem = requirementProblem(text);
  expect(problem).toBeDefined();
  if (problem !== undefined) expectGolden(formatProblem(problem));
}

import { describe, expect, it } from '@jest/globals';
import { requirementProblem } from '../../../src/core/model/triton-version.ts';

describe('requirementProblem', () => {
  it.each([
    'numpy',
    'scipy==1.2',
    'ml_dtypes>=0.5,<1',
    'einops ~= 0.8',
    'jax[cpu]',
    'numpy; python_version < "3.12"',
    'mine @ https://example.org/mine-1.0-py3-none-any.whl',
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
  ])('refuses %j', (text) => {
    expect(requirementProblem(text)?.message).toBe(
      `${JSON.stringify(text)} is no Python requirement`,
    );
  });

  it.each(['triton', 'Triton==3.8.0'])(
    'refuses %s, whose version has an entry of its own',
    (text) => {
      expect(requirementProblem(text)?.message).toContain('must not stand among the requirements');
    },
  );
});

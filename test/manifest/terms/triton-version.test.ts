import { describe, expect, it } from '#jest';
import { formatProblem } from '../../../src/base/errors.ts';
import { compareReleases, parseTritonVersion } from '../../../src/manifest/terms/triton-version.ts';
import { expectGolden } from '../../support/golden.ts';

describe('parseTritonVersion', () => {
  it.each([
    '3.6.0',
    '3.7.1',
    '3.9.0',
    '3.9.0rc1',
    '3.9.0+git123',
    '3.8.0.post1',
    '3.8.0.dev20260101',
  ])('accepts the tested version %s', (text) => {
    expect(parseTritonVersion(text)).toEqual({ ok: true, version: text, untested: false });
  });

  it.each(['3.9.1', '3.10.0', '4.0.0'])(
    'accepts %s, which is newer than the tested versions',
    (text) => {
      expect(parseTritonVersion(text)).toEqual({ ok: true, version: text, untested: true });
    },
  );

  it('normalises spaces and case', () => {
    expect(parseTritonVersion(' 3.9.0RC1 ')).toMatchObject({ version: '3.9.0rc1' });
  });

  it.each([
    '3.8',
    '>=3.6',
    'latest',
    '',
    'v3.8.0',
    '3.8.*',
    '3.08.0',
    '==3.8.0',
    '3.8.0/../x',
    '3.8.0 -r x',
  ])('rejects %j, which is not an exact version', expectProblem);

  it.each(['3.5.1', '2.3.1', '3.5.99rc1'])('rejects %s as too old', expectProblem);
});

function expectProblem(text: string): void {
  const parsed = parseTritonVersion(text);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expectGolden(formatProblem(parsed.problem));
}

describe('compareReleases', () => {
  it('compares numbers, not letters', () => {
    expect(compareReleases('3.10.0', '3.9.0')).toBeGreaterThan(0);
    expect(compareReleases('2.27', '2.4')).toBeGreaterThan(0);
    expect(compareReleases('3.9', '3.9.0')).toBe(0);
  });
});

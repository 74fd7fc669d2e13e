import { describe, expect, it } from '@jest/globals';
import { compareReleases, parseTritonVersion } from '../../../src/core/model/triton-version.ts';

describe('parseTritonVersion', () => {
  it.each([
    '3.6.0',
    '3.7.1',
    '3.9.0',
    '3.9.0rc1',
    '3.9.0+git123',
    '3.8.0.post1',
    '3.8.0.dev20260101',
  ])('takes the exact version %s as tested', (text) => {
    expect(parseTritonVersion(text)).toEqual({ ok: true, version: text, untested: false });
  });

  it.each(['3.9.1', '3.10.0', '4.0.0'])('takes %s, which is newer than what was tested', (text) => {
    expect(parseTritonVersion(text)).toEqual({ ok: true, version: text, untested: true });
  });

  it('brings spaces and case into the normal form', () => {
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
  ])('refuses %j, which is no exact version', (text) => {
    expect(parseTritonVersion(text)).toMatchObject({
      ok: false,
      problem: { message: `${JSON.stringify(text)} is no exact Triton version` },
    });
  });

  it.each(['3.5.1', '2.3.1', '3.5.99rc1'])('refuses %s as too old', (text) => {
    expect(parseTritonVersion(text)).toMatchObject({
      ok: false,
      problem: { message: `Triton ${text} is too old: 3.6.0 is the oldest supported release` },
    });
  });
});

describe('compareReleases', () => {
  it('orders by number, not by letter', () => {
    expect(compareReleases('3.10.0', '3.9.0')).toBeGreaterThan(0);
    expect(compareReleases('2.27', '2.4')).toBeGreaterThan(0);
    expect(compareReleases('3.9', '3.9.0')).toBe(0);
  });
});

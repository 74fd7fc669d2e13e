import { describe, expect, it } from '#jest';
import { isLicenseExpression } from '../../../src/manifest/terms/package.ts';

describe('isLicenseExpression', () => {
  it.each([
    'MIT',
    'GPL-2.0-only',
    'GPL-2.0+',
    'Apache-2.0 OR MIT',
    'Apache-2.0 WITH LLVM-exception AND (MIT OR BSD-3-Clause)',
    '((MIT))',
    'LicenseRef-Ours',
    'DocumentRef-notes:LicenseRef-Ours',
  ])('accepts %s', (text) => {
    expect(isLicenseExpression(text)).toBe(true);
  });

  it.each([
    '',
    'MIT or later',
    'MIT,',
    'see LICENSE',
    'OR MIT',
    'MIT OR',
    'MIT WITH',
    '(MIT',
    'MIT)',
    'MIT AND AND MIT',
    '(MIT) WITH LLVM-exception',
    '©',
    '('.repeat(100_000),
  ])('rejects %.30j', (text) => {
    expect(isLicenseExpression(text)).toBe(false);
  });
});

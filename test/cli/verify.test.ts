import { describe, expect, it } from '#jest';
import { verifyJson, verifyText } from '../../src/cli/verify.ts';
import type { ReadManifest } from '../../src/package/read.ts';
import type { Verification } from '../../src/verify.ts';
import { expectGolden } from '../support/golden.ts';

const MANIFEST: ReadManifest = {
  package: 'demo',
  version: '1.2.0',
  triton: '3.8.0',
  ptxas: [],
  kernels: [],
};
const RESULT: Verification = {
  pkg: { folder: 'aot/sm_90', manifest: MANIFEST, manifestSha256: 'ab12', packageSha256: 'cd34' },
  checks: [
    { name: 'files', outcome: 'ok', text: '3 files' },
    { name: 'interface', outcome: 'failed', text: 'interface: 2 problems' },
    { name: 'rebuilt', outcome: 'skipped', text: 'no sources' },
  ],
  problems: [{ message: 'one' }, { message: 'two' }],
};

describe('verify', () => {
  it('prints a line for each check of each package', () => {
    expectGolden(verifyText([RESULT, RESULT]));
  });

  it('also gives the problems as JSON', () => {
    const { checks, problems } = RESULT;
    expect(verifyJson([RESULT])).toEqual({
      packages: [
        {
          package: 'demo',
          version: '1.2.0',
          folder: 'aot/sm_90',
          manifestSha256: 'ab12',
          checks,
          problems,
        },
      ],
    });
  });
});

import { describe, it } from '@jest/globals';
import { formatProblem } from '../../../src/core/base/errors.ts';
import {
  explainInstallFailure,
  type FailedInstall,
} from '../../../src/core/toolchain/install-errors.ts';
import { expectGolden } from '../../support/golden.ts';

const FAILED: FailedInstall = {
  tritonVersion: '3.9.0',
  pythonVersion: '3.10.13',
  folder: '/home/toolchains/x',
  installer: 'pip',
  output: '',
  wheels: [],
};

const none = (name: string): string =>
  `ERROR: Could not find a version that satisfies the requirement ${name} (from versions: none)\n` +
  `ERROR: No matching distribution found for ${name}`;

const listed =
  'ERROR: Could not find a version that satisfies the requirement triton==3.9.0 (from versions: 2.0.0, 3.5.1, 3.6.0, 3.8.0)\n' +
  'ERROR: No matching distribution found for triton==3.9.0';

const retrying = (error: string): string =>
  `WARNING: Retrying (Retry(total=0)) after connection broken by '${error}': /simple/triton/\n${none('triton==3.9.0')}`;

describe('explainInstallFailure', () => {
  it.each<[string, string]>([
    ['a full disk (pip)', 'ERROR: OSError: [Errno 28] No space left on device'],
    ['a full disk (uv)', '  cause: failed to write: No space left on device (os error 28)'],
    [
      'a wrong hash (pip)',
      'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.',
    ],
    ['a wrong hash (uv)', '  cause: Hash mismatch for `triton==3.9.0`'],
    [
      'a conflict (pip)',
      'ERROR: Cannot install torch==2.9.0 and triton==3.9.0 because these package versions have conflicting dependencies.',
    ],
    [
      'a conflict (uv)',
      '  cause: Because torch==2.9.0 depends on triton==3.5.0 and you require triton==3.9.0, we can conclude\n   that your requirements are unsatisfiable.',
    ],
    ['a version that does not exist (pip)', listed],
    [
      'a version that does not exist (uv)',
      '  ╰─▶ Because there is no version of triton==3.9.0 and you require\n      triton==3.9.0, we can conclude that your requirements are unsatisfiable.',
    ],
    ['an index without Triton (pip)', none('triton==3.9.0')],
    [
      'an index without Triton (uv)',
      '  cause: Because triton was not found in the package registry and you require triton==3.9.0, your requirements are unsatisfiable.',
    ],
    [
      'a wrong Python (uv)',
      '  cause: Because triton==3.9.0 has no wheels with a matching Python implementation tag (e.g., `cp310`)\nhint: You require CPython 3.10 (`cp310`), but we only found wheels for `triton` (v3.9.0) with the following Python implementation tags: `cp311`, `cp312`',
    ],
    [
      'a certificate (pip)',
      `Could not fetch URL: There was a problem confirming the ssl certificate: CERTIFICATE_VERIFY_FAILED\n${none('triton==3.9.0')}`,
    ],
    [
      'a certificate (uv)',
      '  cause: client error (Connect)\n  cause: invalid peer certificate: UnknownIssuer',
    ],
    ['a proxy (pip)', retrying("ProxyError('Cannot connect to proxy.')")],
    [
      'a proxy (uv)',
      '  cause: Failed to fetch: https://i/simple/triton/\n  cause: tunnel error: failed to create underlying connection',
    ],
    ['no network (pip)', retrying('NewConnectionError: [Errno -2] Name or service not known')],
    [
      'no network (uv)',
      '  cause: Failed to fetch: https://i/simple/triton/\n  cause: tcp connect error',
    ],
    ['credentials (pip)', 'ERROR: HTTP error 403 while getting https://i/triton.whl'],
    [
      'credentials (uv)',
      'hint: An index URL (http://i) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)',
    ],
    ['a requirement (pip)', none('numpy==99')],
    [
      'a requirement (uv)',
      '  cause: Because there is no version of numpy==99 and you require numpy==99, your requirements are unsatisfiable.',
    ],
    [
      'a requirement range (uv)',
      '  cause: Because only numpy<=2.5.5 is available and you require numpy>=99, your requirements are unsatisfiable.',
    ],
    ['anything else', 'Segmentation fault'],
  ])('recognises %s', (_name, output) => {
    expectGolden(formatProblem(explainInstallFailure({ ...FAILED, output })));
  });

  it('distinguishes a version without a fitting wheel from one that does not exist', () => {
    const wheels = ['cp311', 'cp312-abi3'];
    expectGolden(formatProblem(explainInstallFailure({ ...FAILED, output: listed, wheels })));
  });

  it('ends with the relevant lines of the output, shortened', () => {
    const output = `Collecting triton\nERROR: one\n\n  cause: ${'x'.repeat(400)}\nbye`;
    const problem = explainInstallFailure({ ...FAILED, installer: 'uv', output });
    expectGolden(formatProblem(problem));
  });
});

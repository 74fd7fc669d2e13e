import { describe, expect, it } from '@jest/globals';
import {
  explainInstallFailure,
  type FailedInstall,
} from '../../../src/core/toolchain/install-errors.ts';

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

describe('diagnose', () => {
  it.each<[string, string, string]>([
    [
      'a full disk (pip)',
      'ERROR: OSError: [Errno 28] No space left on device',
      'the disk filled up while Triton 3.9.0 was installed into /home/toolchains/x',
    ],
    [
      'a full disk (uv)',
      '  cause: failed to write: No space left on device (os error 28)',
      'the disk filled up while',
    ],
    [
      'a wrong hash (pip)',
      'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.',
      'a downloaded package is not the one the index announced',
    ],
    [
      'a wrong hash (uv)',
      '  cause: Hash mismatch for `triton==3.9.0`',
      'a downloaded package is not',
    ],
    [
      'a conflict (pip)',
      'ERROR: Cannot install torch==2.9.0 and triton==3.9.0 because these package versions have conflicting dependencies.',
      'the requirements do not go together with Triton 3.9.0',
    ],
    [
      'a conflict (uv)',
      '  cause: Because torch==2.9.0 depends on triton==3.5.0 and you require triton==3.9.0, we can conclude\n   that your requirements are unsatisfiable.',
      'the requirements do not go together',
    ],
    [
      'a version that does not exist (pip)',
      listed,
      'the package index has no Triton 3.9.0; it has 3.6.0, 3.8.0',
    ],
    [
      'a version that does not exist (uv)',
      '  ╰─▶ Because there is no version of triton==3.9.0 and you require\n      triton==3.9.0, we can conclude that your requirements are unsatisfiable.',
      'the package index has no Triton 3.9.0',
    ],
    [
      'an index without Triton (pip)',
      none('triton==3.9.0'),
      'the package index has no Triton 3.9.0',
    ],
    [
      'an index without Triton (uv)',
      '  cause: Because triton was not found in the package registry and you require triton==3.9.0, your requirements are unsatisfiable.',
      'the package index has no Triton 3.9.0',
    ],
    [
      'a wrong Python (uv)',
      '  cause: Because triton==3.9.0 has no wheels with a matching Python implementation tag (e.g., `cp310`)\nhint: You require CPython 3.10 (`cp310`), but we only found wheels for `triton` (v3.9.0) with the following Python implementation tags: `cp311`, `cp312`',
      'Triton 3.9.0 has no wheel for Python 3.10.13 on this machine; it has wheels for cp311, cp312',
    ],
    [
      'a certificate (pip)',
      `Could not fetch URL: There was a problem confirming the ssl certificate: CERTIFICATE_VERIFY_FAILED\n${none('triton==3.9.0')}`,
      "the package index's certificate is not trusted here",
    ],
    [
      'a certificate (uv)',
      '  cause: client error (Connect)\n  cause: invalid peer certificate: UnknownIssuer',
      "the package index's certificate",
    ],
    [
      'a proxy (pip)',
      retrying("ProxyError('Cannot connect to proxy.')"),
      'the proxy to the package index does not answer',
    ],
    [
      'a proxy (uv)',
      '  cause: Failed to fetch: https://i/simple/triton/\n  cause: tunnel error: failed to create underlying connection',
      'the proxy to the package index',
    ],
    [
      'no network (pip)',
      retrying('NewConnectionError: [Errno -2] Name or service not known'),
      'the package index cannot be reached',
    ],
    [
      'no network (uv)',
      '  cause: Failed to fetch: https://i/simple/triton/\n  cause: tcp connect error',
      'the package index cannot be reached',
    ],
    [
      'credentials (pip)',
      'ERROR: HTTP error 403 while getting https://i/triton.whl',
      'the package index refused the credentials',
    ],
    [
      'credentials (uv)',
      'hint: An index URL (http://i) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)',
      'the package index refused the credentials',
    ],
    [
      'a requirement (pip)',
      none('numpy==99'),
      'the package index has no fitting numpy for this Python',
    ],
    [
      'a requirement (uv)',
      '  cause: Because there is no version of numpy==99 and you require numpy==99, your requirements are unsatisfiable.',
      'the package index has no fitting numpy for this Python',
    ],
    [
      'a requirement range (uv)',
      '  cause: Because only numpy<=2.5.5 is available and you require numpy>=99, your requirements are unsatisfiable.',
      'the package index has no fitting numpy',
    ],
    [
      'anything else',
      'Segmentation fault',
      'Triton 3.9.0 could not be installed into /home/toolchains/x',
    ],
  ])('recognises %s', (_name, output, message) => {
    expect(explainInstallFailure({ ...FAILED, output }).message).toContain(message);
  });

  it('tells a version for other Pythons from one that does not exist', () => {
    const problem = explainInstallFailure({
      ...FAILED,
      output: listed,
      wheels: ['cp311', 'cp312-abi3'],
    });
    expect(problem.message).toBe(
      'Triton 3.9.0 has no wheel for Python 3.10.13 on this machine; it has wheels for cp311, cp312-abi3',
    );
  });

  it("ends with the installer's telling lines, shortened", () => {
    const output = `Collecting triton\nERROR: one\n\n  cause: ${'x'.repeat(400)}\nbye`;
    expect(explainInstallFailure({ ...FAILED, installer: 'uv', output }).hint?.split('\n')).toEqual(
      ['uv said:', 'ERROR: one', `  cause: ${'x'.repeat(290)}…`],
    );
  });
});

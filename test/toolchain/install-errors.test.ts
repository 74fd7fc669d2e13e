import { describe, it } from '@jest/globals';
import { formatProblem } from '../../src/base/errors.ts';
import { explainInstallFailure, type FailedInstall } from '../../src/toolchain/install-errors.ts';
import { expectGolden } from '../support/golden.ts';

const FAILED: FailedInstall = {
  what: 'Triton 3.9.0',
  pythonVersion: '3.10.13',
  folder: '/home/toolchains/x',
  output: '',
};

const unsolvable = (because: string, hint = ''): string =>
  `error: No solution found when resolving dependencies\n  cause: Because ${because}, we can conclude that your requirements are unsatisfiable.\n\n${hint}`;

const unfetched = (...causes: readonly string[]): string =>
  ['error: Failed to fetch: https://i/simple/triton/', ...causes].join('\n  cause: ').concat('\n');

const absent = 'triton was not found in the package registry and you require triton==3.9.0';

describe('explainInstallFailure', () => {
  // The texts are those of uv 0.13.9.
  it.each<[string, string]>([
    ['a full disk', '  cause: failed to write: No space left on device (os error 28)'],
    [
      'a wrong hash',
      'error: Failed to download `triton==3.9.0`\n  cause: Hash mismatch for `triton==3.9.0`\n\n         Expected:\n           sha256:00\n\n         Computed:\n           sha256:68',
    ],
    [
      'a conflict',
      unsolvable(
        "torch==2.9.0 depends on triton{platform_machine == 'x86_64' and sys_platform == 'linux'}==3.5.0 and you require triton==3.9.0, we can conclude that your requirements and torch==2.9.0 are incompatible.\n         And because you require torch==2.9.0",
      ),
    ],
    [
      'a version that does not exist',
      unsolvable('there is no version of triton==3.9.0 and you require triton==3.9.0'),
    ],
    ['an index without Triton', unsolvable(absent)],
    [
      'a wrong Python',
      unsolvable(
        'triton==3.9.0 has no wheels with a matching Python implementation tag (e.g., `cp310`) and you require triton==3.9.0',
        'hint: You require CPython 3.10 (`cp310`), but we only found wheels for `triton` (v3.9.0) with the following Python implementation tags: `cp311`, `cp312`',
      ),
    ],
    [
      'a certificate',
      unfetched('client error (Connect)', 'invalid peer certificate: UnknownIssuer'),
    ],
    [
      'a proxy',
      unfetched(
        'client error (Connect)',
        'tunnel error: failed to create underlying connection',
        'tcp connect error',
        'Connection refused (os error 111)',
      ),
    ],
    ['no network', unfetched('client error (Connect)', 'dns error', 'error resolving DNS')],
    [
      'an index that is out of order',
      unfetched(
        'HTTP status server error (503 Service Unavailable) for url (https://i/simple/triton/)',
      ),
    ],
    [
      'missing credentials',
      unsolvable(
        absent,
        'hint: An index URL (http://i) could not be queried due to a lack of valid authentication credentials (401 Unauthorized)',
      ),
    ],
    [
      'wrong credentials',
      unsolvable(
        absent,
        'hint: An index (http://i) returned a 403 Forbidden error. Check that the index URL is correct and the credentials are valid.',
      ),
    ],
    [
      'a folder without Triton',
      unsolvable(
        'triton was not found in the provided package locations and you require triton==3.9.0',
        'hint: Packages were unavailable because index lookups were disabled and no additional package locations were provided (try: `--find-links <uri>`)',
      ),
    ],
    [
      'a machine that is offline',
      unsolvable(
        'triton==3.9.0 needs to be downloaded from a registry and you require triton==3.9.0',
        'hint: Packages were unavailable because the network was disabled. When the network is disabled, registry packages may only be read from the cache.',
      ),
    ],
    ['a requirement', unsolvable('there is no version of numpy==99 and you require numpy==99')],
    [
      'a requirement that does not exist',
      unsolvable(
        'no-such-thing was not found in the package registry and you require no-such-thing',
      ),
    ],
    ['a requirement range', unsolvable('only numpy<=2.5.5 is available and you require numpy>=99')],
    ['anything else', 'Segmentation fault'],
  ])('recognises %s', (_name, output) => {
    expectGolden(formatProblem(explainInstallFailure({ ...FAILED, output })));
  });

  it('ends with the relevant lines of the output, shortened', () => {
    const output = `Collecting triton\nERROR: one\n\n  cause: ${'x'.repeat(400)}\nbye`;
    expectGolden(formatProblem(explainInstallFailure({ ...FAILED, output })));
  });
});

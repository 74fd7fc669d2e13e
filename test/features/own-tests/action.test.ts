import { afterEach, describe, expect, it } from '#jest';
import * as core from '@actions/core';
import {
  addCompared,
  addEmulation,
  requireProgram,
} from '../../../src/features/own-tests/action.ts';
import { readRootInputs } from '../../../src/entries/root-action.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const given =
  (inputs: Readonly<Record<string, string>>) =>
  (name: string): string =>
    inputs[name] ?? '';

describe('the input emulate', () => {
  it.each(['', 'auto', 'never'])('is one of a build: `%s`', (emulate) => {
    expect(readRootInputs(given({ emulate }))).toMatchObject({ manifest: 'kernels.yaml' });
  });

  it('names a program, for each of the targets', () => {
    const inputs = {
      emulate: 'pytest -k "a and b"',
      targets: 'sm_80, H100',
      'retention-days': '3',
      upgrade: '3.9.0',
    };
    expect(readRootInputs(given(inputs))).toEqual({
      script: 'pytest -k "a and b"',
      gpus: ['sm_80', 'H100'],
      upgrade: ['3.9.0'],
      summary: true,
      token: undefined,
      uploadSarif: false,
      artifact: undefined,
      retentionDays: 3,
      allowUntrusted: false,
    });
  });

  // `true` and `false` are programs, too.
  it('is no word that only looks like a mode', async () => {
    const words = ['off', 'False', 'true', 'requird', 'nevr', 'AUTO', 'no-such-program'];
    const refused = words.map((word) => failureOf(() => requireProgram(word, process.env)));
    expectGolden((await Promise.all(refused)).join('\n'));
  });

  it.each(['sh', ' sh\n', './tests', 'tests.sh', '$TESTS', 'nevr again', 'cd a\nb'])(
    'is a program if it is one on PATH, or more than a word: %j',
    (script) => requireProgram(script, process.env),
  );
});

describe('the job summary', () => {
  // All tests of a process have the same.
  afterEach(() => void core.summary.emptyBuffer());

  const found = {
    kernel: 'add_kernel',
    kind: 'out-of-bounds',
    message: 'add_kernel: reads 4 bytes at element 8 of <x>, which has 8 elements',
    launches: 2,
    expected: 0,
    accepted: 0,
    file: '/repository/kernels/add.py',
    line: 6,
    tests: ['test_add.py::test_add[8]'],
    gpus: ['H100'],
  };
  const kernels = [{ kernel: 'add_kernel', launches: 3, judged: 3, seconds: 1.26 }];

  it('has what is wrong, and the time of each kernel', () => {
    const report = {
      gpu: 'H100',
      right: false,
      kernels,
      found: [found, { ...found, kind: 'race', expected: 1, accepted: 1 }],
      problems: ['Triton 3.4 is too old'],
      no_launch: '',
    };
    const env = { GITHUB_WORKSPACE: '/repository' };
    expectGolden(addEmulation(core.summary.emptyBuffer(), report, env).stringify());
  });

  it('links to the lines at the commit, if they are in the repository', () => {
    const env = {
      GITHUB_WORKSPACE: '/repository',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_SHA: 'c0ffee1',
    };
    const textOf = (file: string): string => {
      const report = {
        gpu: 'sm_80',
        right: false,
        kernels,
        problems: [],
        no_launch: '',
        found: [{ ...found, file, line: 6 }],
      };
      return addEmulation(core.summary.emptyBuffer(), report, env).stringify();
    };
    expect(textOf('/repository/src/k.py')).toContain(
      '<td><a href="https://github.com/me/kernels/blob/c0ffee1/src/k.py#L6">src/k.py:6</a></td>',
    );
    expect(textOf('/opt/k.py')).not.toContain('<a href');
  });

  it('has a table for each other Triton', () => {
    const row = {
      kernel: 'add_kernel (BLOCK=64)',
      file: '/repository/kernels/add.py',
      line: 6,
      other: 'Triton 3.8.0',
      verdict: 'differs',
      launches: 2,
      note: '3 of 8 elements of <out>, by at most 2; element 1: 1 and 3',
      costs: 'registers 20 → 24',
    };
    const others = [row, { ...row, other: 'sm_90', verdict: 'bits equal', note: '', costs: '' }];
    const env = { GITHUB_WORKSPACE: '/repository' };
    expectGolden(addCompared(core.summary.emptyBuffer(), others, env).stringify());
  });

  it('says that all is right', () => {
    const report = { gpu: 'sm_80', right: true, kernels, found: [], problems: [], no_launch: '' };
    const text = addEmulation(core.summary.emptyBuffer(), report, {}).stringify();
    expect(text).toContain('3 launches, all right.');
    const idle = { ...report, kernels: [], right: false, no_launch: '`--help` was asked for' };
    const says = addEmulation(core.summary.emptyBuffer(), idle, {}).stringify();
    expect(says).toContain('No launch, and none was needed: `--help` was asked for.');
  });

  it('never says that all is right if a launch was not judged', () => {
    const lost = { ...found, kind: 'not-judged', kernel: '', launches: 0, file: null, line: null };
    const unknown = [{ ...kernels[0]!, judged: 2 }];
    const report = {
      gpu: 'sm_80',
      right: false,
      kernels: unknown,
      found: [lost],
      problems: [],
      no_launch: '',
    };
    const text = addEmulation(core.summary.emptyBuffer(), report, {}).stringify();
    expect(text).toContain('3 launches, 1 not judged, not all right.');
    expect(text).toContain('<td>unknown</td>');
    const expected = { ...report, right: true, found: [{ ...found, expected: 2 }] };
    expect(addEmulation(core.summary.emptyBuffer(), expected, {}).stringify()).toContain(
      '3 launches, 1 not judged.',
    );
  });
});

import { describe, expect, it } from '#jest';
import type { RunResult } from '../../../src/prove/smoke/result.ts';
import { generatedFindings, limitNotes, withLimits } from '../../../src/prove/smoke/generated.ts';
import { smokeFailure } from '../../../src/smoke-findings.ts';
import { fakeRun, fakeSmoke } from '../../action/smoke-result.ts';
import { expectGolden } from '../../support/golden.ts';

type Changes = NonNullable<RunResult['generated']>['changes'];

const STRIDE: Changes[number] = {
  kind: 'layout',
  text: 'a padded: stride_am = 67',
  strides: [{ name: 'stride_am', value: 67, contiguous: 'K', isArgument: true }],
};
const UNKNOWN: Changes[number] = {
  kind: 'layout',
  text: 'a padded: stride = 67',
  strides: [{ name: 'stride', value: 67, contiguous: 'rows * K', isArgument: false }],
};
const SIZE: Changes[number] = { kind: 'size', text: 'K = 65, one more than 64' };

/** A run of a generated case, which fails with a message. */
function run(name: string, changes: Changes, message?: string, kind: 'values' | 'race' = 'values') {
  const generated = { line: `{ ${name} }`, seed: '3', changes, bytes: changes.length };
  const problems = message === undefined ? [] : [{ kind, message, about: 'c' }];
  return fakeRun({
    case: name,
    generated,
    problems,
    path: ['kernels', 'matmul', 'smoke', 'cases'],
  });
}

function textOf(...runs: readonly RunResult[]): string {
  const locate = (path: readonly unknown[]) => ({ file: 'kernels.yaml', line: path.length });
  return smokeFailure(fakeSmoke({ runs }), locate)?.message ?? 'passed';
}

describe('failing generated cases', () => {
  const base = run('K: 64', []);

  it('are one problem of a kernel, with the fewest changes', () => {
    const runs = [
      base,
      run('K: 65, stride_am: 68', [SIZE, STRIDE], 'c is wrong'),
      run('K: 65', [SIZE], 'c is wrong'),
      run('K: 7', [SIZE], 'a race', 'race'),
    ];
    expectGolden(textOf(...runs));
    expect(generatedFindings(runs)).toMatchObject([
      { kind: 'fault', cases: 4, failed: 3, line: '{ K: 65 }', assumes: [] },
    ]);
  });

  it('that alone break a condition on sizes say which', () => {
    const broken = (name: string, breaks: readonly string[], message?: string): RunResult => {
      const made = run(name, [SIZE], message);
      const { generated } = made;
      return generated === undefined
        ? made
        : { ...made, generated: { ...generated, breaks: [...breaks] } };
    };
    const passing = [base, broken('K: 128', ['K <= BLOCK'])];
    const runs = [
      broken('K: 65', ['K % BLOCK == 0', 'K <= BLOCK'], 'out of bounds'),
      broken('K: 63', ['K % BLOCK == 0'], 'out of bounds'),
      broken('N: 7', ['N % 32 == 0', 'N <= K'], 'out of bounds'),
      broken('N: 33', ['N % 32 == 0'], 'out of bounds'),
    ];
    const [finding] = generatedFindings([...passing, ...runs]);
    // A passing case breaks `K <= BLOCK`, and `N <= K` says no more than `N % 32 == 0`.
    expect(finding).toMatchObject({
      kind: 'assumption',
      assumes: ['K % BLOCK == 0', 'N % 32 == 0'],
    });
    expectGolden(textOf(...passing, ...runs));
    // One failing case breaks many conditions by chance, and a written case has to pass.
    expect(generatedFindings([...passing, ...runs.slice(0, 1)])).toMatchObject([{ assumes: [] }]);
    expect(generatedFindings([...passing, ...runs.slice(1, 3)])).toMatchObject([{ assumes: [] }]);
    const written = fakeRun({ problems: [{ kind: 'values', message: 'c is wrong', about: 'c' }] });
    expect(generatedFindings([written, ...passing, ...runs])).toMatchObject([{ assumes: [] }]);
  });

  it('that differ by 1 in rounded integers say which tolerance allows it', () => {
    const outputs = [{ name: 'c', norm: 0.001, max: 1 }];
    expectGolden(
      textOf(base, { ...run('K: 65', [SIZE], 'c is outside of the tolerance'), outputs }),
    );
  });

  it('in which blocks store to one place say how to describe indices', () => {
    const message = 'the kernel depends on which of several threads stores to one place last';
    expectGolden(textOf(base, run('K: 65', [SIZE], message, 'race')));
  });

  it('that all have other strides show an assumption', () => {
    const runs = [base, run('K: 65', [SIZE]), run('K: 64, stride_am: 67', [STRIDE], 'c is wrong')];
    expectGolden(textOf(...runs));
    expect(generatedFindings(runs)).toMatchObject([
      { kind: 'assumption', assumes: ['stride_am == K'] },
    ]);
  });

  describe('with several strides', () => {
    const odd = (name: string, value = 67) => ({
      name,
      value,
      contiguous: 'K',
      isArgument: true,
    });
    const changed = (...strides: NonNullable<Changes[number]['strides']>): Changes => [
      { kind: 'layout', text: 'all buffers padded', strides },
    ];
    const both = run('both', changed(odd('stride_am'), odd('stride_bk')), 'c is wrong');

    it('name only those with which no case passes', () => {
      const runs = [base, run('b', changed(odd('stride_bk', 69))), both];
      expect(generatedFindings(runs)).toMatchObject([{ assumes: ['stride_am == K'] }]);
      const text = textOf(...runs);
      expect(text).toContain('`requires: stride_am == K`');
      expect(text).toContain('Otherwise use stride_am in the kernel.');
    });

    it.each([
      ['the other stride may need whole vectors', [run('b', changed(odd('stride_bk', 80)))]],
      [
        'the rest does not explain each failure',
        [
          run('b', changed(odd('stride_bk', 69))),
          run('b and c', [SIZE, ...changed(odd('stride_bk', 71))], 'c is wrong'),
        ],
      ],
    ])('name all if %s', (_why, others) => {
      const assumes = ['stride_am == K', 'stride_bk == K'];
      expect(generatedFindings([base, ...others, both])[0]?.assumes).toEqual(assumes);
    });
  });

  it('show no assumption on strides that a passing case has changed', () => {
    const padded = (name: string): Changes[number] => ({
      kind: 'layout',
      text: `${name} padded`,
      strides: [name, name].map((each) => ({
        name: each,
        value: 67,
        contiguous: 'K',
        isArgument: true,
      })),
    });
    const a = padded('stride_am');
    const both = { ...a, strides: [...(a.strides ?? []), ...(padded('stride_bm').strides ?? [])] };
    const runs = [base, run('K: 64, stride_am: 67', [a]), run('K: 64', [both], 'c is wrong')];
    expect(generatedFindings(runs)).toMatchObject([
      { kind: 'assumption', assumes: ['stride_bm == K'] },
    ]);
    expectGolden(textOf(...runs));
  });

  it('show an assumption on what the kernel does not get', () => {
    expectGolden(textOf(base, run('K: 64, stride: 67', [UNKNOWN], 'c is wrong')));
  });

  it('are no assumption if a written case fails', () => {
    const problems = [{ kind: 'values' as const, message: 'c is wrong', about: 'c' }];
    const runs = [fakeRun({ problems }), run('K: 64, stride_am: 67', [STRIDE], 'c is wrong')];
    expect(generatedFindings(runs)).toMatchObject([{ kind: 'fault' }]);
    // The cause is the same, so the written case stands for it.
    expectGolden(textOf(...runs));
  });

  describe('beyond 2^31 elements', () => {
    const limits = [
      { buffer: 'a', condition: 'M * K < 2147483648' },
      { buffer: 'c', condition: 'M * N < 2147483648', from: 'M = 33554433' },
    ];
    const LARGE: Changes[number] = { kind: 'large', text: 'M = 67108864', limits };
    const far = { element: { index: -5, buffer: 'c', count: 2 ** 32 } };

    /** The run of a large case with one problem, which is far away unless its kind is another. */
    function large(problem: object, change = LARGE) {
      const made = run('M: 67108864', [change], 'c is far');
      const problems = made.problems.map((own) => ({
        ...own,
        ...far,
        kind: 'out-of-bounds' as const,
        ...problem,
      }));
      return { ...made, problems };
    }

    it('are a limit, and fail nothing', () => {
      const runs = withLimits([base, large({ overflows: true })]);
      expect(runs[1]?.problems).toEqual([]);
      expect(generatedFindings(runs)).toMatchObject([
        { kind: 'limit', assumes: ['M * N < 2147483648'], failed: 1 },
      ]);
      expectGolden(limitNotes(runs).join('\n'));
      expect(textOf(...runs)).toBe('passed');
    });

    it('have no condition if the kernel does not get what it needs', () => {
      const unknown = large({ overflows: true }, { ...LARGE, limits: [{ buffer: 'c' }] });
      const runs = withLimits([base, unknown]);
      expect(generatedFindings(runs)).toMatchObject([{ kind: 'limit', assumes: [] }]);
      expectGolden(limitNotes(runs).join('\n'));
    });

    it('are a limit without an overflow only if no other case fails', () => {
      expectGolden(limitNotes(withLimits([base, large({})])).join('\n'));
      const failing = run('K: 65', [SIZE], 'c is wrong');
      expect(withLimits([failing, large({})])).toEqual([failing]);
      expect(withLimits([failing, large({ overflows: true })])).toHaveLength(2);
    });

    it('show nothing if they fail otherwise: some blocks may wait for those that do not run', () => {
      expect(withLimits([base, large({ kind: 'deadlock' })])).toEqual([base]);
      expect(withLimits([run('K: 65', [SIZE], 'c is wrong')])[0]?.problems).toHaveLength(1);
    });
  });

  it('are none if all pass', () => {
    expect(generatedFindings([base, run('K: 65', [SIZE])])).toEqual([]);
  });
});

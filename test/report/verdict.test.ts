import { describe, expect, it } from '#jest';
import { type Report } from '../../src/report/report.ts';
import { reportMarkdown } from '../../src/report/markdown.ts';
import { htmlReport } from '../../src/report/page.ts';
import { failureCounter, verdictOf } from '../../src/report/verdict.ts';
import { exampleReport, failingReport, smallReport } from '../support/example-report.ts';

const { difference: _difference, ...same } = exampleReport();
/** A report of a build that was compared with no other. */
const SAME: Report = same;

const markdownOf = (report: Report): string =>
  reportMarkdown(report, { bytes: 100_000, rest: 'See report.html.' });
const pageOf = (report: Report): string => htmlReport(report, '');

describe('the verdict of a report', () => {
  it('is that all tests passed, on which device', () => {
    const tests = SAME.smoke[0]?.passed;
    expect(verdictOf(SAME)).toEqual({
      state: 'passed',
      title: `Passed: ${tests} tests on NVIDIA H100 80GB HBM3`,
      notes: [],
      causes: [],
    });
    const emulated = SAME.smoke.map((each) => ({ ...each, emulated: 'sm_80' }));
    expect(verdictOf({ ...SAME, smoke: emulated }).title).toBe(
      `Passed: ${tests} tests with the PTX of sm_80 on the CPU`,
    );
    expect(verdictOf({ ...SAME, smoke: [...SAME.smoke, ...SAME.smoke] }).title).toBe(
      `Passed: ${2 * (tests ?? 0)} tests on 2 devices`,
    );
  });

  it('has one cause for one wrong line, whatever the tests, and the command for the first', () => {
    const { state, title, causes } = verdictOf(failingReport());
    expect(state).toBe('failed');
    expect(title).toMatch(/^Failed: 9 of \d+ tests on NVIDIA H100 80GB HBM3$/);
    expect(causes.map((cause) => [cause.also.length, cause.title.split(' ')[0]])).toEqual([
      [7, 'softmax_forward_fp16'],
      [0, 'matmul_fp16'],
    ]);
    expect(causes[0]?.command).toMatch(/^triton-aot smoke .* --specialisation \d$/);
    expect(causes[1]?.title).toBe('matmul_fp16 [check memory]');
  });

  it('needs a look if something got worse', () => {
    const { state, title, notes } = verdictOf(exampleReport());
    expect([state, title.split(':')[0]]).toEqual(['doubtful', 'Passed']);
    expect(notes).toEqual([
      '12 regressions since transformer_kernels 1.3.2, such as registers 168 → 255 (+52 %) in fmha_d128_fp16',
    ]);
  });

  it('is open if the emulator does not know code, or nothing was tested', () => {
    const smoke = failingReport().smoke.map(({ runs, ...each }) => ({
      ...each,
      failedChecks: [],
      emulated: 'sm_90',
      runs: runs.map((run) =>
        run.problems.length === 0 ? run : { ...run, unsupported: true as const },
      ),
    }));
    const { state, title, causes } = verdictOf({ ...SAME, smoke });
    expect(state).toBe('doubtful');
    expect(title).toMatch(/^Not decided: 8 of \d+ tests .* cannot be emulated$/);
    expect(causes).toHaveLength(1);
    expect(failureCounter({ smoke })('softmax_forward_fp16', 'sm_90')).toBe(0);
    expect(failureCounter(failingReport())('softmax_forward_fp16', 'sm_90')).toBe(8);
    expect(verdictOf({ ...SAME, smoke: [] })).toMatchObject({
      state: 'untested',
      title: 'Built, not tested',
    });
    const kernels = SAME.kernels.map(({ variants, ...kernel }) => ({
      ...kernel,
      variants: variants.map((variant) => ({ ...variant, emulated: 'reference' as const })),
    }));
    expect(verdictOf({ ...SAME, kernels, smoke: [] }).title).toBe(
      'Built: the same code passed a smoke test before',
    );
  });

  it('is that there is no package if the build ended with an error', () => {
    const errors = [{ message: 'the cubin has 4 parameters', place: 'kernels.yaml:3' }];
    expect(verdictOf({ ...SAME, smoke: [], errors })).toEqual({
      state: 'failed',
      title: 'Failed: there is no package, because of 1 error',
      notes: [],
      causes: [{ title: 'kernels.yaml:3', also: [], messages: ['the cubin has 4 parameters'] }],
    });
    const totals = { ...SAME.totals, failed: 2 };
    expect(verdictOf({ ...SAME, totals, errors }).title).toMatch(
      /^Failed: 2 of \d+ variants did not compile$/,
    );
  });
});

describe('a report', () => {
  it('begins with the verdict, as a page and as Markdown', () => {
    const text = markdownOf(failingReport());
    const [, , first, , second, , third] = text.split('\n');
    expect(first).toMatch(/^\*\*❌ Failed: 9 of \d+ tests on NVIDIA H100 80GB HBM3\*\*$/);
    expect(second).toMatch(/^⚠️ 12 regressions since /);
    expect(third).toMatch(
      /^- <code>softmax_forward_fp16 .*; also in 7 more tests\. Run only this test: <code>/,
    );
    const page = pageOf(failingReport());
    expect(page.indexOf('class="verdict failed"')).toBeLessThan(page.indexOf('7 kernels, 152'));
    expect(page.match(/class="failure"/g)).toHaveLength(2);
    expect(page).toContain('<p>Also in 7 more tests.</p>');
  });

  it('shows a kernel with failed tests as failed, and not as checked', () => {
    const text = markdownOf(failingReport());
    const rowOf = (of: string, target: string): string | undefined =>
      of
        .split('\n')
        .find((line) => line.startsWith(`| <code>softmax_forward_fp16</code> | ${target} |`));
    expect(rowOf(text, 'sm_90')).toContain('**8 tests failed**');
    const page = pageOf(failingReport());
    expect(page).toMatch(
      /Look first at <strong>softmax_forward_fp16<\/strong> on sm_90: 8 tests failed/,
    );
    expect(page).toContain('<td><strong class="bad">8 tests failed</strong></td>');
    expect(pageOf(smallReport())).not.toContain('tests failed');
  });

  it('says that a target whose code was not executed was not, although tests on another failed', () => {
    const text = markdownOf(failingReport());
    for (const target of ['sm_80', 'sm_100', 'sm_120']) {
      const row = text
        .split('\n')
        .find((line) => line.startsWith(`| <code>softmax_forward_fp16</code> | ${target} |`));
      expect(row).toMatch(/\| not executed \|$/);
    }
    expect(pageOf(failingReport()).match(/<td>not executed<\/td>/g)).toHaveLength(6);
    expect(markdownOf(exampleReport())).not.toContain('not executed');
  });

  it('counts tests without a target for all targets, and a missing cubin for none', () => {
    const failing = failingReport();
    const untold = failing.smoke.map(({ runs, ...smoke }) => ({
      ...smoke,
      runs: runs.map(({ target: _target, ...run }) => run),
    }));
    expect(failureCounter({ smoke: untold })('softmax_forward_fp16', 'sm_80')).toBe(8);
    const [smoke] = failing.smoke;
    const check = { kernel: 'add', check: 'cubin', problems: ['no cubin for sm_75'] };
    const missing = smoke === undefined ? [] : [{ ...smoke, runs: [], failedChecks: [check] }];
    expect(failureCounter({ smoke: missing })('add', 'sm_80')).toBe(0);
  });

  it('shows the line of a finding with those around it, and links to it at the commit', () => {
    const page = pageOf(failingReport());
    const url = failingReport().smoke[0]?.sources[0]?.url;
    expect(page).toContain(`<a href="${url}">softmax.py:19</a>`);
    expect(page).toContain(
      [
        '<pre tabindex="0">  17 |     row = tl.program_id(0)',
        '  18 |     offsets = tl.arange(0, BLOCK)',
        '<mark>&gt; 19 |     x = tl.load(x_ptr + row * columns + offsets)</mark>',
        '  20 |     shifted = x - tl.max(x, axis=0)',
      ].join('\n'),
    );
    expect(page.match(/<mark>/g)).toHaveLength(1);
    expect(markdownOf(failingReport())).toContain(`[softmax.py:19](${url})`);
  });

  it('limits the causes, and says how many are left', () => {
    const errors = Array.from({ length: 30 }, (_, index) => ({ message: `error ${index}` }));
    expect(markdownOf({ ...SAME, errors })).toContain('- … and 10 more\n');
    expect(pageOf({ ...SAME, errors })).toContain('… and 20 more causes');
  });
});

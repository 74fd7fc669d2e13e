import * as core from '@actions/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFailure, summariseFailure } from '../../src/action/failure-report.ts';
import { writeSummary } from '../../src/action/summary.ts';
import { Failure, type Problem } from '../../src/base/errors.ts';
import { expectGolden } from '../support/golden.ts';

const TYPO: Problem = {
  message: "vector_add_fp32: module 'triton.language' has no attribute 'stor'",
  place: { file: 'vector_add.py', line: 12, column: 5 },
  hint: 'Correct the kernel.',
};

function summaryOf(error: unknown, env: Readonly<Record<string, string>> = {}): string {
  const text = addFailure(core.summary, error, env).stringify();
  core.summary.emptyBuffer();
  return text;
}

describe('the summary of a failed step', () => {
  it('says what failed, where, and what to do', () => {
    expectGolden(summaryOf(new Failure('compile', [TYPO, { message: 'and another' }])));
  });

  it('shows the lines of a problem below a link to it, and what to do after them', () => {
    const source = {
      file: 'a.py',
      line: 8,
      first: 7,
      lines: ['x = 1', 'y < 2'],
      url: 'https://x.example/a.py#L8',
    };
    const place = { file: 'kernels/a.py', line: 8 };
    const wrong = { message: 'the kernel reads <b>', place, source, hint: 'Run only this test: x' };
    expectGolden(summaryOf(new Failure('smoke', [wrong, { message: 'and another' }])));
  });

  it('says how much failed', () => {
    const summary = '1 variant of 1 kernel failed, 67 variants compiled';
    expectGolden(summaryOf(new Failure('compile', TYPO, { summary })));
  });

  it('reports an unexpected error as a bug', () => {
    expectGolden(summaryOf(new TypeError('x is not a function')));
  });

  it('shows what others wrote as text only', () => {
    const message =
      '</code></pre><img src=x>\n\n[a](https://x.example) **b** @team\u001B[31m\u202E';
    const text = summaryOf(new Failure('smoke', { message }));
    for (const raw of ['<img', '\u001B', '\u202E']) expect(text).not.toContain(raw);
    // All of it is inside of the only preformatted block, which begins after an empty line, and so ends at none.
    const [, block] = /\n\n<pre><code>([^]*)<\/code><\/pre>/.exec(text) ?? [];
    expect(block).toContain('&lt;/code&gt;&lt;/pre&gt;&lt;img src=x&gt;\n');
    expect(block).toContain('[a](https://x.example) **b** @team');
  });

  it('shows no secrets', () => {
    const env = {
      INPUT_TOKEN: 'ghs_123456',
      ACTIONS_RUNTIME_TOKEN: 'eyJ.abc',
      GH_TOKEN: '',
      PATH: '/usr/bin',
    };
    const message = 'GET https://x:ghs_123456@x.example/usr/bin: Bearer eyJ.abc';
    const text = summaryOf(new Failure('environment', { message }), env);
    expect(text).toContain('GET https://x:***@x.example/usr/bin: Bearer ***');
  });
});

describe('a summary', () => {
  let folder: string;
  let file: string;
  // The library keeps the path of the first.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'summary-'));
    file = join(folder, 'summary.md');
    process.env['GITHUB_STEP_SUMMARY'] = file;
  });
  beforeEach(() => writeFile(file, ''));
  afterAll(async () => {
    delete process.env['GITHUB_STEP_SUMMARY'];
    await rm(folder, { recursive: true });
  });

  it('of at most 1 MiB has the error that ended the step, whatever came before', async () => {
    const env = { GITHUB_STEP_SUMMARY: file };
    for (const size of [700_000, 300_000, 10_000])
      await writeSummary(core.summary.addRaw('x'.repeat(size)), env);
    const worst = '&'.repeat(10_000);
    const problems = Array.from({ length: 1000 }, () => ({ message: worst }));
    await writeSummary(addFailure(core.summary, new Failure('compile', problems), {}), env, true);
    const text = await readFile(file, 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toMatch(/^x{700000}The rest is left out[^\n]*\nx{10000}<h3>/);
    expect(text).toContain('… and 980 more problems.');
  });

  it('has a failure once, before the tables of what knew of it first', async () => {
    const env = { GITHUB_STEP_SUMMARY: file };
    const error = new Failure('smoke', { message: 'the cause' });
    await summariseFailure(error, env);
    await writeSummary(core.summary.addRaw('a table', true), env);
    await summariseFailure(error, env);
    const text = await readFile(file, 'utf8');
    expect(text.match(/the cause/g)).toHaveLength(1);
    expect(text.indexOf('the cause')).toBeLessThan(text.indexOf('a table'));
  });

  it('is not written where the runner has none', async () => {
    await writeSummary(core.summary.addRaw('text'), {});
    expect(core.summary.isEmptyBuffer()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('');
  });
});

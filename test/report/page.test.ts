import { describe, expect, it } from '@jest/globals';
import { htmlReport, type PageCode } from '../../src/report/page.ts';
import type { Report } from '../../src/report/report.ts';
import {
  exampleReport,
  hostileReport,
  largeReport,
  smallReport,
} from '../support/example-report.ts';
import { expectGolden } from '../support/golden.ts';

const CODE: PageCode = { script: 'console.log("a < b");', style: 'body { color: black }' };
const page = (report: Report): string => htmlReport(report, CODE);

describe('the report as a page', () => {
  it('has all tables in its text', () => {
    expectGolden(page(smallReport()));
  });

  it('says how to get the data of sections that have none', () => {
    const { kernels, difference: _difference, ...report } = smallReport();
    const untuned = kernels.map((kernel) => ({ ...kernel, tuned: [] }));
    const text = page({ ...report, kernels: untuned, smoke: [], bench: [] });
    for (const command of ['smoke', 'tune', 'bench'])
      expect(text).toContain(`<code>triton-aot ${command} --package aot`);
    expect(text).toContain('<code>triton-aot build --baseline FOLDER</code>');
    expect(text).not.toMatch(/<figure data-chart="(?:errors|times|roofline)"/);
  });

  it('says which specialisations were not measured', () => {
    const { kernels, ...report } = smallReport();
    const [first] = kernels.filter(({ tuned }) => tuned.length > 0);
    if (first === undefined) throw new Error('the small report has no tuned kernel');
    const tuned = first.tuned.map((each) => ({
      ...each,
      unmeasured: ['n % 8 == 0', 'any values'],
    }));
    const text = page({ ...report, kernels: [{ ...first, tuned }] });
    expect(text).toContain('Not measured: n % 8 == 0. Its algo is the one that spills least');
    expect(text).toContain('Not measured: any values.');
    expect(page(smallReport())).not.toContain('Not measured');
  });

  it('says what a roofline needs, if it is missing', () => {
    const { bench, ...report } = smallReport();
    const [first] = bench;
    if (first === undefined) throw new Error('the small report has no bench');
    const { peaks: _peaks, ...withoutPeaks } = first;
    expect(page({ ...report, bench: [withoutPeaks] })).toContain(
      'needs the published peaks of the GPU',
    );
    const runs = first.runs.map(({ teraflops: _rate, ...run }) => run);
    expect(page({ ...report, bench: [{ ...first, runs }] })).toContain('needs <code>flops:</code>');
  });

  it('escapes what others wrote', () => {
    const text = page(hostileReport());
    expect(text).not.toContain('<img');
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    expect(text).toContain(
      '&lt;/script&gt;&lt;img src=x onerror=&quot;document.title=&#39;hit&#39;&quot;&gt;',
    );
    // Direction marks would show other text than there is.
    expect(text).not.toContain('\u202E');
    expect(text).toContain('\\u{202E}');
  });

  it('keeps a script from ending its element, and limits scripts to that one', () => {
    const script = 'const text = "</script><!-- <script>";';
    const text = htmlReport(smallReport(), { ...CODE, script });
    expect(text).toContain('<script>const text = "\\x3C/script>\\x3C!-- \\x3Cscript>";</script>');

    expect(text).toContain('default-src &#39;none&#39;');
    expect(text).toMatch(/script-src &#39;sha256-[A-Za-z0-9+/]{43}=&#39;;/);
  });

  it('folds failed variants with the same message', () => {
    const { kernels, ...report } = smallReport();
    const failing = kernels.map((kernel) => ({
      ...kernel,
      variants: kernel.variants.map(({ resources: _resources, ...variant }) => ({
        ...variant,
        status: 'failed' as const,
        message: 'out of resource: shared memory',
      })),
    }));
    const text = page({ ...report, kernels: failing });
    expect(text.match(/<pre tabindex="0">out of resource: shared memory<\/pre>/g)).toHaveLength(1);
    expect(text).toContain('and 3 other variants');
  });

  it('stays small with 5,000 variants and one row for the worst of many runs', () => {
    const report = largeReport(5000);
    expect(report.totals.variants).toBe(5000);
    expect(report.smoke[0]?.runs.length).toBeGreaterThan(3000);
    expect(page(report).length).toBeLessThan(7_500_000);
    const [smoke] = report.smoke;
    const runs = Array.from({ length: 3 }, () => smoke?.runs ?? []).flat();
    const many = page({ ...report, smoke: smoke === undefined ? [] : [{ ...smoke, runs }] });
    expect(many).toContain(`The worst of ${runs.length} runs for each kernel, case and algo`);
    expect(many.length).toBeLessThan(7_500_000);
  });

  it('shows the example in all sections', () => {
    const text = page(exampleReport());
    expect(text).not.toContain('class="empty"');
    for (const chart of ['size', 'seconds', 'errors', 'times', 'roofline'])
      expect(text).toContain(`<figure data-chart="${chart}"`);
  });
});

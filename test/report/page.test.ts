import { describe, expect, it } from '#jest';
import { tunedIn } from '../../src/features/tuning/report.ts';
import { countInstructions } from '../../src/compile/cubin/instructions.ts';
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
const ERROR = { message: 'wrong' };
const page = (report: Report): string => htmlReport(report, CODE);

describe('the report as a page', () => {
  it('has all tables in its text', () => {
    expectGolden(page(smallReport()));
  });

  it('has the notes of a smoke test, such as what was not watched', () => {
    const { smoke, ...report } = smallReport();
    const notes = [
      'add: not all races in device memory were watched: <too large>. Add a smaller case.',
    ];
    expect(page({ ...report, smoke: smoke.map((each) => ({ ...each, notes })) })).toContain(
      '<p>Note: add: not all races in device memory were watched: &lt;too large&gt;. Add a smaller case.</p>',
    );
  });

  it('lists what was not measured, and the commands for it, in place of empty sections', () => {
    const { kernels, difference: _difference, ...report } = smallReport();
    const untuned = kernels.map((kernel) => ({ ...kernel, tuned: [] }));
    const text = page({ ...report, kernels: untuned, smoke: [], bench: [] });
    for (const command of ['smoke', 'tune', 'bench'])
      expect(text).toContain(`<code>triton-aot ${command} --package aot`);
    expect(text).toContain('<code>triton-aot build --baseline PACKAGE</code>');
    expect(text.match(/<section id="[a-z]+"/g)).toHaveLength(3);
    expect(
      page({ ...report, kernels: untuned, smoke: [], bench: [], errors: [ERROR] }),
    ).not.toContain('Not measured yet');
    expect(text).not.toMatch(/<figure data-chart="(?:errors|times)"/);
  });

  it('names the kernel to look at first: the one that spills most, then the lowest occupancy', () => {
    const withFigures = (share: number, spillBytes: number, tensorCore = 0): string => {
      const { kernels, ...report } = smallReport();
      const changed = kernels.map((kernel) => ({
        ...kernel,
        variants: kernel.variants.map(({ resources, ...variant }) => ({
          ...variant,
          ...(resources && {
            resources: {
              ...resources,
              instructions: { ...countInstructions([], 90), spillBytes, tensorCore },
              occupancy: { ...resources.occupancy, share, limit: 'warps' as const },
            },
          }),
        })),
      }));
      return page({ ...report, kernels: changed });
    };
    const first = 'Look first at <a href="#kernel-0">softmax_forward_fp16</a> on sm_90';
    expect(withFigures(1, 256)).toContain(`${first}: each thread spills up to 256 B`);
    const low = withFigures(0.19, 0);
    expect(low).toContain(
      `${first}: no kernel spills registers, but its occupancy is 19 %, limited by warps.`,
    );
    expect(low.match(/<td class="n bar low"/g)).toHaveLength(5);
    // Kernels with matrix products have a low occupancy on purpose.
    for (const text of [withFigures(1, 0), withFigures(0.19, 0, 32)]) {
      expect(text).toContain('No kernel spills registers.');
      expect(text).not.toContain(' low"');
    }
  });

  it('says from which commit and run it is, if it knows', () => {
    const { origin, ...report } = smallReport();
    const text = page(smallReport());
    expect(text).toContain(`<a href="${origin?.commitUrl}"><code>8d2f6b1</code></a>`);
    expect(text).toContain(`<a href="${origin?.runUrl}">workflow run</a>`);
    expect(text).toContain('2026-11-22 09:41 UTC');
    expect(page(report)).toContain('<title>transformer_kernels 1.4.0: report</title>');
    const unlinked = page({ ...report, origin: { time: '2026-11-22T09:41:07.000Z' } });
    expect(unlinked).not.toContain('<a href="http');
  });

  it('draws no charts of sizes for fewer than three kernels', () => {
    const { kernels, ...report } = exampleReport();
    const chart = '<figure data-chart="size"';
    expect(page({ ...report, kernels: kernels.slice(0, 3) })).toContain(chart);
    expect(page({ ...report, kernels: kernels.slice(0, 2) })).not.toContain(chart);
  });

  it('says which specialisations were not measured', () => {
    const { kernels, ...report } = smallReport();
    const [first] = kernels.filter((kernel) => tunedIn(kernel).length > 0);
    if (first === undefined) throw new Error('the small report has no tuned kernel');
    const tuned = tunedIn(first).map((each) => ({
      ...each,
      unmeasured: ['n % 8 == 0', 'any values'],
    }));
    const kernel = { ...first, tuned };
    const text = page({ ...report, kernels: [kernel] });
    expect(text).toContain('Not measured: n % 8 == 0. Its algo is the one that spills least');
    expect(text).toContain('Not measured: any values.');
    expect(page(smallReport())).not.toContain('Not measured');
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
    for (const chart of ['size', 'seconds', 'errors', 'times'])
      expect(text).toContain(`<figure data-chart="${chart}"`);
  });
});

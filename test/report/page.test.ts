import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { PAGE_STYLE } from '../../src/base/assets.ts';
import { tunedIn } from '../../src/features/tuning/report.ts';
import { countInstructions } from '../../src/compile/cubin/instructions.ts';
import { htmlReport } from '../../src/report/page.ts';
import type { Report } from '../../src/report/report.ts';
import {
  exampleReport,
  hostileReport,
  largeReport,
  smallReport,
} from '../support/example-report.ts';
import { expectGolden } from '../support/golden.ts';

const page = (report: Report): string => htmlReport(report, 'body { color: black }');

describe('the report as a page', () => {
  it('has all tables in its text', () => {
    expectGolden(page(smallReport()));
  });

  it('has the sections that have data', () => {
    const titlesOf = (text: string): readonly string[] =>
      [...text.matchAll(/<h2>([\w ]+)<\/h2>/g)].map(([, title = '']) => title);
    expect(titlesOf(page(exampleReport()))).toEqual([
      'Kernels',
      'What changed',
      'Smoke test',
      'Tuning',
      'Benchmark',
      'Variants',
    ]);
    const { kernels, difference: _difference, ...report } = smallReport();
    const untuned = kernels.map((kernel) => ({ ...kernel, tuned: [] }));
    const text = page({ ...report, kernels: untuned, smoke: [], bench: [] });
    expect(titlesOf(text)).toEqual(['Kernels', 'Variants']);
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
    const first = 'Look first at <strong>softmax_forward_fp16</strong> on sm_90';
    // The row of the kernel, and its four variants.
    const spilling = withFigures(1, 256);
    expect(spilling).toContain(`${first}: each thread spills up to 256 B of registers.`);
    expect(spilling.match(/<strong class="low">256 B</g)).toHaveLength(5);
    const low = withFigures(0.19, 0);
    expect(low).toContain(`${first}: its occupancy is 19 %, limited by warps.`);
    expect(low.match(/<strong class="low">19 %</g)).toHaveLength(5);
    // Kernels with matrix products have a low occupancy on purpose.
    for (const text of [withFigures(1, 0), withFigures(0.19, 0, 32)]) {
      expect(text).toContain('No kernel spills registers.');
      expect(text).not.toMatch(/class="low">\d+ (?:B|%)/);
    }
  });

  it('links to the details of a kernel', () => {
    const text = page(exampleReport());
    const [, place] =
      /<a href="#([\w-]+)"><code>softmax_forward_fp32<\/code><\/a>/.exec(text) ?? [];
    expect(text).toMatch(
      new RegExp(`<strong>softmax_forward_fp32</strong>[^\\n]*</summary>\\n<div id="${place}">`),
    );
  });

  it('says from which commit and run it is, if it knows', () => {
    const { origin, ...report } = smallReport();
    const text = page(smallReport());
    expect(text).toContain(`<a href="${origin?.commitUrl}">8d2f6b1</a>`);
    expect(text).toContain(`<a href="${origin?.runUrl}">workflow run</a>`);
    expect(page(report)).toContain('<title>transformer_kernels 1.4.0: report</title>');
    const unlinked = page({ ...report, origin: { time: '2026-11-22T09:41:07.000Z' } });
    expect(unlinked).not.toContain('<a href="http');
  });

  it('marks a package that is slower than the JIT, and a run that failed', () => {
    const { bench, ...report } = smallReport();
    const withRun = (more: object): string =>
      page({
        ...report,
        bench: bench.map(({ device, runs }) => ({
          device,
          runs: runs.slice(0, 1).map((run) => ({ ...run, ...more })),
        })),
      });
    expect(withRun({ jit: 1.3 })).toContain('<strong class="low">1.30</strong>');
    expect(withRun({ jit: 1.05 })).toContain('<td class="n">1.05</td>');
    expect(withRun({ microseconds: undefined })).toContain('<strong class="bad">failed</strong>');
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
    expect(text).not.toMatch(/<\/?script/);
    expect(text).toContain(
      '&lt;/script&gt;&lt;img src=x onerror=&quot;document.title=&#39;hit&#39;&quot;&gt;',
    );
    // Direction marks would show other text than there is.
    expect(text).not.toContain('\u202E');
    expect(text).toContain('\\u{202E}');
  });

  it('has no script, loads nothing, and keeps a style from ending its element', () => {
    const text = htmlReport(exampleReport(), readFileSync(PAGE_STYLE, 'utf8'));
    expect(text).not.toMatch(/<script|<img|<iframe|@import|url\(/);
    expect(text).toContain('default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;;');
    expect(htmlReport(smallReport(), '/* </style> */')).toContain('/* <\\/style> */');
  });

  it('says why a variant did not compile', () => {
    const { kernels, ...report } = smallReport();
    const failing = kernels.map((kernel) => ({
      ...kernel,
      variants: kernel.variants.map(({ resources: _resources, ...variant }) => ({
        ...variant,
        status: 'failed' as const,
        message: `out of resource: shared memory ${'x'.repeat(400)}`,
      })),
    }));
    expect(page({ ...report, kernels: failing })).toMatch(
      /<td><strong class="bad">failed<\/strong>: out of resource: shared memory x{200,300}…<\/td>/,
    );
  });

  it('stays small with 5,000 variants and many runs, of which those that failed come first', () => {
    const report = largeReport(5000);
    expect(report.totals.variants).toBe(5000);
    expect(report.smoke[0]?.runs.length).toBeGreaterThan(3000);
    expect(page(report).length).toBeLessThan(6_000_000);
    const [smoke] = report.smoke;
    const runs = Array.from({ length: 3 }, () => smoke?.runs ?? []).flat();
    const [last, ...others] = runs.toReversed();
    if (smoke === undefined || last === undefined) throw new Error('the report has no runs');
    const failing = [...others, { ...last, problems: ['out differs'] }];
    const many = page({ ...report, smoke: [{ ...smoke, runs: failing }] });
    expect(many).toContain(`… and ${runs.length - 5000} more in <code>report.json</code>`);
    expect(many).toContain('<td>out differs</td>');
    expect(many.length).toBeLessThan(6_000_000);
  });
});

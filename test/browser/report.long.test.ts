import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { htmlReport } from '../../src/report/page.ts';
import { readPageCode } from '../../src/report/files.ts';
import type { Report } from '../../src/report/report.ts';
import { startBrowser } from '../support/browser.ts';
import { ROOT } from '../support/command.ts';
import {
  exampleReport,
  failingReport,
  hostileReport,
  largeReport,
  smallReport,
} from '../support/example-report.ts';

// The page of dist, in a browser. The code in quotation marks runs in the page.

const EXAMPLE = exampleReport();

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** What went wrong in the page, and what it asked for besides itself. */
interface Noise {
  readonly errors: string[];
  readonly requests: string[];
}

async function open(
  report: Report,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly noise: Noise }> {
  const file = join(folder, 'report.html');
  await writeFile(file, htmlReport(report, await readPageCode()));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const noise: Noise = { errors: [], requests: [] };
  page.on('console', (message) => noise.errors.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.errors.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) noise.requests.push(request.url());
  });
  await page.goto(`file://${file}`);
  return { page, noise };
}

const OPEN_ALL = `for (const each of document.querySelectorAll('details')) each.open = true`;

/** Returns the texts of a column of the first table with this name. */
function column(page: Page, table: string, index: number): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelector('[data-table="${table}"]').tBodies[0].rows].filter((row) => !row.hidden).map((row) => row.cells[${index}].textContent)`,
  );
}

/** Presses Tab until the button of a column has the focus. */
async function tabTo(page: Page, title: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate<string>(`document.activeElement?.textContent ?? ''`);
    if (text.startsWith(title)) return;
  }
  throw new Error(`the button ${title} cannot be reached with Tab`);
}

describe('the page of a report', () => {
  it('loads nothing else, and has no errors', async () => {
    const { page, noise } = await open(EXAMPLE);
    await page.evaluate(OPEN_ALL);
    await page.setViewportSize({ width: 700, height: 900 });
    await setTimeout(200);
    expect(noise).toEqual({ errors: [], requests: [] });
  });

  it('draws a mark for each row', async () => {
    const { page } = await open(EXAMPLE);
    const marks = (chart: string): Promise<number> =>
      page.locator(`[data-chart=${chart}] .marks > *`).count();
    const rows = EXAMPLE.kernels.reduce((sum, { targets }) => sum + targets.length, 0);
    const runs = EXAMPLE.smoke[0]?.runs ?? [];
    expect(await marks('size')).toBe(rows);
    expect(await marks('seconds')).toBe(rows);
    expect(await marks('errors')).toBe(runs.length);
    expect(await marks('times')).toBe(runs.length);
  });

  it('shows runs without an error at 0, and runs that failed with another mark', async () => {
    const { smoke, ...report } = smallReport();
    const runs = smoke.flatMap((each) => each.runs);
    const changed = runs.map((run, index) => ({
      ...run,
      outputs: run.outputs.map((output) => ({ ...output, norm: index === 0 ? 0 : 1e-3 })),
      problems: index === 1 ? ['out differs'] : [],
    }));
    const { page } = await open({
      ...report,
      smoke: smoke.map((each) => ({ ...each, failed: 1, runs: changed })),
    });
    expect(await page.locator('.failure').textContent()).toContain('out differs');
    const titles = await page.locator('[data-chart=errors] .marks title').allTextContents();
    expect(titles.filter((title) => title.includes(': 0 '))).toHaveLength(1);
    expect(titles.filter((title) => title.includes(', failed: 0.001 '))).toHaveLength(1);
    expect(await page.locator('[data-chart=errors] svg text', { hasText: /^0$/ }).count()).toBe(1);
    const shapes = await page
      .locator('[data-chart=errors] .marks > *')
      .evaluateAll((marks) =>
        marks.map((mark) => mark.getAttribute('d')?.replaceAll(/[^A-Z]/gi, '')),
      );
    expect(new Set(shapes).size).toBe(2);
  });

  it('shows runs that failed before their outputs were compared at the right end', async () => {
    const { page } = await open(failingReport());
    const runs = failingReport().smoke.flatMap((each) => each.runs);
    const titles = await page.locator('[data-chart=errors] .marks title').allTextContents();
    expect(titles).toHaveLength(runs.length);
    expect(titles.filter((title) => title.endsWith(', failed'))).toHaveLength(8);
    const label = page.locator('[data-chart=errors] svg text', { hasText: /^failed$/ });
    expect(await label.count()).toBe(1);
    // Without any error, the chart has these alone.
    const none = failingReport().smoke.map((each) => ({
      ...each,
      runs: each.runs.map((run) => ({ ...run, outputs: [] })),
    }));
    const { page: alone } = await open({ ...failingReport(), smoke: none });
    expect(await alone.locator('[data-chart=errors] .marks > *').count()).toBe(8);
  });

  it('is sorted with the keyboard', async () => {
    const { page } = await open(EXAMPLE);
    const before = await column(page, 'kernels', 2);
    await tabTo(page, 'Registers');
    await page.keyboard.press('Enter');
    const header = page.locator('[data-table=kernels] th[data-key=registers]');
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    const numbers = before.map(Number);
    const descending = numbers.toSorted((a, b) => b - a).map(String);
    expect(await column(page, 'kernels', 2)).toEqual(descending);
    await page.keyboard.press('Space');
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    expect(await column(page, 'kernels', 2)).toEqual(descending.toReversed());
    await tabTo(page, 'Evidence');
    await page.keyboard.press('Enter');
    expect(await header.getAttribute('aria-sort')).toBeNull();
    expect(new Set(await column(page, 'kernels', 2))).toEqual(new Set(before));
  });

  it('sorts targets by their numbers, and what is unknown last', async () => {
    const { page } = await open(EXAMPLE);
    await page.locator('[data-table=kernels] th[data-key=target] button').click();
    const targets = await column(page, 'kernels', 1);
    expect([...new Set(targets)]).toEqual(['sm_80', 'sm_90', 'sm_100', 'sm_120']);
    const [kernel, ...others] = EXAMPLE.kernels;
    if (kernel === undefined) throw new Error('the example has no kernels');
    const variants = kernel.variants.map(({ seconds: _seconds, ...variant }) => variant);
    const { page: next } = await open({
      ...EXAMPLE,
      kernels: [{ ...kernel, variants }, ...others],
    });
    const button = next.locator('[data-table=kernels] th[data-key=seconds] button');
    for (const _order of ['descending', 'ascending']) {
      await button.click();
      expect((await column(next, 'kernels', 7)).slice(-4)).toEqual(['–', '–', '–', '–']);
    }
  });

  it('is filtered by kernel, target and status', async () => {
    const { page } = await open(EXAMPLE);
    await page.getByLabel('Kernel', { exact: true }).fill('SOFTMAX');
    await page.locator('select[name=target]').selectOption('sm_90');
    await page.locator('output', { hasText: '2 of 28 rows' }).waitFor();
    expect(await column(page, 'kernels', 0)).toEqual([
      'softmax_forward_fp16',
      'softmax_forward_fp32',
    ]);
    expect(await page.locator('details.kernel:visible').count()).toBe(2);
    // Charts follow.
    expect(await page.locator('[data-chart=size] .marks > *').count()).toBe(2);
    await page.locator('select[name=status]').selectOption('built');
    await page.locator('output', { hasText: '0 of 28 rows' }).waitFor();
    expect(await page.locator('[data-chart=size]').isVisible()).toBe(false);
  });

  it('has no filter for a few rows', async () => {
    const { page } = await open(smallReport());
    expect(await page.locator('form.filter').count()).toBe(0);
    expect(await page.locator('[data-table=kernels] thead button').count()).toBeGreaterThan(5);
  });

  it('sorts changes by how much worse they are, and sizes by their bytes', async () => {
    const { page } = await open(EXAMPLE);
    await page.locator('[data-table=changes] th[data-key=registers] button').click();
    expect(await column(page, 'changes', 1)).toEqual(['168 → 255', '248 → 240', '–']);
    await page.locator('[data-table=kernels] th[data-key=shared] button').click();
    const shared = await column(page, 'kernels', 5);
    expect([shared[0], shared.at(-1)]).toEqual(['144 KiB', '32 B']);
  });

  it('shows the figures on a phone without scrolling', async () => {
    const { page } = await open(EXAMPLE, { viewport: { width: 390, height: 844 } });
    const right = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).first().boundingBox();
      return (box?.x ?? Number.NaN) + (box?.width ?? 0);
    };
    const edge = await right('#kernels .scroll');
    for (const key of ['registers', 'spills', 'occupancy'])
      expect(await right(`[data-table=kernels] th[data-key=${key}]`)).toBeLessThanOrEqual(edge);
  });

  it('opens the details of a kernel that a link names', async () => {
    const { page } = await open(EXAMPLE);
    const body = page.locator('#kernel-2');
    expect(await body.isVisible()).toBe(false);
    await page.locator('a[href="#kernel-2"]').first().focus();
    await page.keyboard.press('Enter');
    await body.waitFor({ state: 'visible' });
    await page.locator('details.kernel[open] button', { hasText: 'Registers' }).click();
    expect(await page.locator('details.kernel[open] th[aria-sort=descending]').count()).toBe(1);
  });

  it.each(['light', 'dark'] as const)(
    'has no serious violations of accessibility rules: %s',
    async (colorScheme) => {
      const axe = await readFile(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
      const failing = EXAMPLE.kernels.map((kernel, index) => ({
        ...kernel,
        variants: kernel.variants.map(({ resources, ...variant }) => {
          if (index > 0) return { ...variant, resources };
          return { ...variant, status: 'failed' as const, message: 'out of shared memory' };
        }),
      }));
      const errors = [{ message: 'one kernel did not compile', place: 'kernels.yaml:3:1' }];
      const { page } = await open(
        { ...failingReport(), kernels: failing, errors },
        { colorScheme },
      );
      const background = await page.evaluate<string>(
        'getComputedStyle(document.body).backgroundColor',
      );
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(15, 18, 22)' : 'rgb(246, 247, 249)');
      await page.evaluate(OPEN_ALL);
      await page.evaluate(axe);
      const violations = await page.evaluate<
        readonly { id: string; impact: string; nodes: readonly { html: string }[] }[]
      >('axe.run().then(({ violations }) => violations)');
      const serious = violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(
        serious.map(({ id, nodes }) => `${id}: ${nodes.length}, such as ${nodes[0]?.html}`),
      ).toEqual([]);
    },
  );

  it.each([320, 360])('does not scroll sideways on a screen of %d pixels', async (width) => {
    const { page } = await open(hostileReport(), { viewport: { width, height: 740 } });
    await page.evaluate(OPEN_ALL);
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    expect(await page.evaluate(widths)).toEqual([width, width]);
    const { page: example } = await open(failingReport(), { viewport: { width, height: 740 } });
    await example.evaluate(OPEN_ALL);
    expect(await example.evaluate(widths)).toEqual([width, width]);
    // Tables scroll in their boxes.
    const box = `document.querySelector('.scroll')`;
    expect(await example.evaluate(`${box}.scrollWidth > ${box}.clientWidth`)).toBe(true);
    expect(await example.locator('[data-chart=errors] .marks > *').count()).toBeGreaterThan(50);
  });

  it('opens with 5,000 variants', async () => {
    const report = largeReport(5000);
    const { page, noise } = await open(report);
    expect(await page.locator('[data-chart=size] .marks > *').count()).toBe(20 * 4);
    expect(await page.locator('[data-chart=size] .note').textContent()).toBe(
      ' The 20 largest of 125 kernels.',
    );
    await page.getByLabel('Kernel', { exact: true }).fill('shape_77');
    await page.locator('output', { hasText: '4 of 500 rows' }).waitFor({ timeout: 120_000 });
    expect(noise).toEqual({ errors: [], requests: [] });
  });

  it('runs no script that others wrote', async () => {
    const { page, noise } = await open(hostileReport());
    await page.evaluate(OPEN_ALL);
    await page.mouse.move(400, 600);
    expect(await page.title()).toContain('<img src=x onerror=');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(noise).toEqual({ errors: [], requests: [] });
  });

  it('refuses scripts and pictures, if escaping should fail', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { page, noise } = await open(smallReport());
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:${port}/x.png" onerror="document.title=1"><iframe srcdoc="<script>top.document.title=2</script>"></iframe>'),
      document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = 3' }))`,
    );
    await setTimeout(300);
    expect(await page.title()).toBe('transformer_kernels 1.4.0 (8d2f6b1): report');
    expect(asked).toBe(0);
    server.close();
    expect(noise.errors.join('\n')).toContain('Content Security Policy');
  });

  it('has all tables without scripts', async () => {
    const { page } = await open(EXAMPLE, { javaScriptEnabled: false });
    expect(await page.locator('[data-table=kernels] tbody tr:visible').count()).toBe(28);
    expect(await page.locator('table.heat').first().isVisible()).toBe(true);
    expect(await page.locator('form, figure').filter({ visible: true }).count()).toBe(0);
    await page.locator('summary', { hasText: 'matmul_fp16' }).click();
    expect(await page.locator('[data-table=variants] tbody tr:visible').count()).toBe(40);
  });

  it('is printed without controls and boxes that scroll', async () => {
    const { page } = await open(EXAMPLE);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('form.filter, nav').filter({ visible: true }).count()).toBe(0);
    const overflow = `getComputedStyle(document.querySelector('.scroll')).overflow`;
    expect(await page.evaluate(overflow)).toBe('visible');
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

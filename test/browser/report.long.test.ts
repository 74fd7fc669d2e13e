import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PAGE_STYLE } from '../../src/base/assets.ts';
import { htmlReport } from '../../src/report/page.ts';
import type { Report } from '../../src/report/report.ts';
import { startBrowser } from '../support/browser.ts';
import { ROOT } from '../support/command.ts';
import { exampleReport, failingReport, hostileReport } from '../support/example-report.ts';

// The page in a browser. The code in quotation marks runs in the page.

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

async function open(
  report: Report,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly noise: readonly string[] }> {
  const file = join(folder, 'report.html');
  await writeFile(file, htmlReport(report, await readFile(PAGE_STYLE, 'utf8')));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  // Errors, and what the page asks for besides itself.
  const noise: string[] = [];
  page.on('console', (message) => noise.push(message.text()));
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) noise.push(request.url());
  });
  await page.goto(`file://${file}`);
  await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
  return { page, noise };
}

describe('the page of a report', () => {
  it('loads nothing, also if others wrote addresses and scripts', async () => {
    const { page, noise } = await open(hostileReport());
    expect(await page.title()).toContain('<img src=x onerror=');
    expect(await page.locator('img, script').count()).toBe(0);
    expect(noise).toEqual([]);
  });

  it('refuses scripts and pictures, if escaping should fail', async () => {
    const { page, noise } = await open(exampleReport());
    const title = await page.title();
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:1/x.png" onerror="document.title=1">'),
      document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = 2' }))`,
    );
    expect(await page.title()).toBe(title);
    expect(noise.join('\n')).toContain('Content Security Policy');
  });

  it.each(['light', 'dark'] as const)(
    'has no serious violations of accessibility rules: %s',
    async (colorScheme) => {
      const { page } = await open(failingReport(), { colorScheme });
      await page.evaluate(await readFile(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8'));
      const violations = await page.evaluate<
        readonly { id: string; impact: string; nodes: readonly { html: string }[] }[]
      >('axe.run().then(({ violations }) => violations)');
      const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );

  it('does not scroll sideways on a phone, but its tables do', async () => {
    for (const report of [hostileReport(), failingReport()]) {
      const { page } = await open(report, { viewport: { width: 320, height: 740 } });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      const box = `document.querySelector('.scroll')`;
      expect(await page.evaluate(`${box}.scrollWidth > ${box}.clientWidth`)).toBe(true);
    }
  });

  // `npm run screenshots` makes the picture again.
  it('has its picture in docs/guides/tuning.md', async () => {
    const file = join(ROOT, 'docs/images/report.webp');
    if (process.env['UPDATE'] === '1') {
      const { page } = await open(exampleReport(), { deviceScaleFactor: 1.5 });
      const session = await page.context().newCDPSession(page);
      const picture = { format: 'webp', quality: 80 } as const;
      const { data } = await session.send('Page.captureScreenshot', picture);
      await writeFile(file, data, 'base64');
    }
    expect((await readFile(file)).length).toBeGreaterThan(10_000);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { htmlReport } from '../../src/report/page.ts';
import { readPageCode } from '../../src/report/files.ts';
import { startBrowser } from '../support/browser.ts';
import { ROOT } from '../support/command.ts';
import { exampleReport } from '../support/example-report.ts';

// The pictures of docs/guides/tuning.md. `npm run screenshots` makes them again, and writes the
// page that they show.

const FOLDER = join(ROOT, 'docs/images');
const PAGE = join(ROOT, '.cache/example-report.html');

/** Pictures of these parts of the page. */
const PICTURES = [
  { name: 'report', width: 1280, height: 900, scheme: 'light', at: 'header' },
  { name: 'report-smoke', width: 1280, height: 900, scheme: 'light', at: '#smoke' },
  { name: 'report-dark', width: 1280, height: 900, scheme: 'dark', at: '#tuning' },
  { name: 'report-phone', width: 390, height: 844, scheme: 'light', at: 'header' },
] as const;

describe('pictures of the report', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each(PICTURES)('$name', async ({ name, width, height, scheme, at }) => {
    const file = join(FOLDER, `${name}.webp`);
    if (process.env['UPDATE'] === '1') {
      await writeFile(PAGE, htmlReport(exampleReport(), await readPageCode()));
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme: scheme,
        deviceScaleFactor: 1.5,
      });
      await page.goto(`file://${PAGE}`);
      await page.locator(at).evaluate((element) => element.scrollIntoView());
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'webp',
        quality: 80,
      });
      await mkdir(FOLDER, { recursive: true });
      await writeFile(file, data, 'base64');
    }
    const { length } = await readFile(file);
    expect(length).toBeGreaterThan(10_000);
    expect(length).toBeLessThan(150_000);
  });
});

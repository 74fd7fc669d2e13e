import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * The browsers that are started, the first one found. Debian has the first two. GitHub's runners have
 * the first and the third. Ubuntu's `chromium-browser` starts a snap, which cannot read /tmp.
 */
const NAMES = ['chromium', 'chromium-headless-shell', 'google-chrome'];

/** Starts the distribution's Chromium, without a window. Fails if there is none. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    // Chromium does not start its sandbox for root, and in most containers not at all.
    chromiumSandbox: false,
    args: ['--font-render-hinting=none'],
  });
}

async function findChromium(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  throw new Error(
    `no ${NAMES.join(', ')} on PATH: install one, such as with apt-get install chromium`,
  );
}

import { readFile } from 'node:fs/promises';
import { PAGE_FILES } from '../base/assets.ts';
import type { PageCode } from './page.ts';

/** Reads what every page contains besides the report. Only a run that writes a page needs it. */
export async function readPageCode(): Promise<PageCode> {
  const [script, style] = await Promise.all([
    readFile(PAGE_FILES.script, 'utf8'),
    readFile(PAGE_FILES.style, 'utf8'),
  ]);
  return { script, style };
}

import { markdownText } from '../../base/markdown.ts';
import { plural } from '../../base/text.ts';
import { markdownSheet, type Sheet } from '../spans.ts';
import type { Difference } from './difference.ts';
import { differenceTables } from './tables.ts';
import { comparisonNotes, headingOf } from './text.ts';

/** The most rows of the table of kernels, and of the folded one of variants. */
const MOST_ROWS = 20;
const MOST_FOLDED = 50;

/** The most characters of a name, and of a cell with several figures. */
const LENGTHS = { code: 100, text: 250 };

/**
 * Returns the difference as Markdown of GitHub, for a job summary or a comment: a table of the kernels
 * that changed, the worst first, and a folded one of their variants. It has less than 64 KiB, which
 * is the most of a comment. Regressions are bold.
 */
export function differenceMarkdown(difference: Difference): string {
  const { summary, kernels, variants } = differenceTables(difference);
  const notable = variants.rows.length;
  const parts = [
    `**${markdownText(headingOf(difference), LENGTHS.text)}**`,
    summary,
    first(MOST_ROWS, kernels),
    omitted(kernels.rows.length - MOST_ROWS, 'kernels'),
    details(
      plural(Math.min(notable, MOST_FOLDED), 'changed variant'),
      first(MOST_FOLDED, variants),
    ),
    omitted(notable - MOST_FOLDED, 'changes'),
    ...comparisonNotes(difference).map((note) => `Note: ${markdownText(note, LENGTHS.text)}.`),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The first rows of a table; nothing if it has none. */
function first(count: number, sheet: Sheet): string {
  if (sheet.rows.length === 0) return '';
  const rows = sheet.rows.slice(0, count);
  return markdownSheet({ ...sheet, rows }, LENGTHS)
    .join('')
    .trimEnd();
}

function details(title: string, body: string): string {
  return body === '' ? '' : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function omitted(count: number, items: string): string {
  return count > 0 ? `… and ${count} more ${items}: \`triton-aot diff\` lists all.` : '';
}

import { groupBy } from '../../base/groups.ts';
import { markdownCode, markdownTable, markdownText } from '../../base/markdown.ts';
import { withoutEmptyColumns } from '../../base/table.ts';
import { capitalised, plural } from '../../base/text.ts';
import { FIGURES } from '../../compile/figures.ts';
import type { Difference, KernelDifference, VariantChange } from './difference.ts';
import { findRegressions, keyOf, keyOfFigure } from './regressions.ts';
import {
  changedKernels,
  COLUMNS,
  comparisonNotes,
  countsText,
  type FigureCell,
  formatFigures,
  headingOf,
  isNotable,
  kernelCounts,
  othersText,
  worstChange,
  worstText,
} from './text.ts';

const HEADINGS = COLUMNS.map((name) => capitalised(FIGURES[name].label));

/** The most rows of the table of kernels, and of the folded one of variants. */
const MOST_ROWS = 20;
const MOST_FOLDED = 50;

/** The most characters of a name, and of a cell with several figures. */
const MOST_TEXT = 100;
const MOST_FIGURES = 250;

/**
 * Returns the difference as Markdown of GitHub, for a job summary or a comment: a table of the kernels
 * that changed, the worst first, and a folded one of their variants. It has less than 64 KiB, which
 * is the most of a comment. Regressions are bold.
 */
export function differenceMarkdown(difference: Difference): string {
  const kernels = changedKernels(difference);
  const notable = difference.changed.filter(isNotable);
  const regressions = findRegressions(difference);
  const bold = new Set(regressions.map(keyOf));
  const summary = [
    ...(regressions.length === 0 ? [] : [`⚠️ ${plural(regressions.length, 'regression')}`]),
    worstText(difference),
    countsText(difference),
  ];
  const parts = [
    `**${markdownText(headingOf(difference), MOST_FIGURES)}**`,
    summary
      .filter((text) => text !== '')
      .map(sentence)
      .join(' '),
    kernelsTable(kernels.slice(0, MOST_ROWS), difference, bold),
    omitted(kernels.length - MOST_ROWS, 'kernels'),
    details(
      plural(Math.min(notable.length, MOST_FOLDED), 'changed variant'),
      changesTable(notable.slice(0, MOST_FOLDED), bold),
    ),
    omitted(notable.length - MOST_FOLDED, 'changes'),
    ...comparisonNotes(difference).map((note) => `Note: ${markdownText(note, MOST_FIGURES)}.`),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A row for each kernel, with the worst change of each figure. */
function kernelsTable(
  kernels: readonly KernelDifference[],
  difference: Difference,
  bold: ReadonlySet<string>,
): string {
  const changes = groupBy(difference.changed.filter(isNotable), ({ kernel }) => kernel);
  const rows = kernels.map((own) => [
    markdownCode(own.kernel, MOST_TEXT),
    kernelCounts(own, difference),
    ...COLUMNS.map((name) => figureCell(worstChange(changes.get(own.kernel) ?? [], name), bold)),
    markdownText(own.settings.join('; '), MOST_FIGURES),
  ]);
  return table(['Kernel', 'Variants', ...HEADINGS, 'Settings'], rows);
}

function changesTable(changes: readonly VariantChange[], bold: ReadonlySet<string>): string {
  const rows = changes.map((change) => {
    const { kernel, target, label } = change;
    return [
      markdownCode(kernel, MOST_TEXT),
      label,
      target,
      ...COLUMNS.map((name) => figureCell(worstChange([change], name), bold)),
      markdownText(othersText(change), MOST_FIGURES),
    ];
  });
  return table(['Kernel', 'Variant', 'Target', ...HEADINGS, 'Also'], rows);
}

function figureCell(cell: FigureCell | undefined, bold: ReadonlySet<string>): string {
  if (cell === undefined) return '';
  const text = formatFigures(cell.change);
  return bold.has(keyOfFigure(cell)) ? `**${text}**` : text;
}

function details(title: string, body: string): string {
  return body === '' ? '' : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function omitted(count: number, items: string): string {
  return count > 0 ? `… and ${count} more ${items}: \`triton-aot diff\` lists all.` : '';
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return markdownTable(withoutEmptyColumns({ headings, rows })).join('').trimEnd();
}

function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

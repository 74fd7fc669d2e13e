import { markdownCode, markdownText } from '../../base/markdown.ts';
import type { Difference, NamedVariant, VariantChange } from './difference.ts';
import { FIGURES, type FigureName, formatChange, formatFigure } from './figures.ts';
import {
  countsText,
  comparisonNotes,
  formatTimes,
  headingOf,
  isNotable,
  isNotableTime,
  settingsText,
  timePlace,
  variantPlace,
} from './text.ts';
import {
  DEFAULT_THRESHOLDS,
  findRegressions,
  type Regression,
  type Thresholds,
} from './thresholds.ts';

/** The columns of the table. Other figures are in the last one. */
const COLUMNS = ['registers', 'spills', 'shared', 'occupancy', 'size'] as const;

/** The most rows of the table, and of the folded one. */
const MOST_ROWS = 20;
const MOST_FOLDED = 50;

/** The most characters of a name, and of a cell with several figures. */
const MOST_TEXT = 100;
const MOST_FIGURES = 250;

/**
 * The difference as Markdown of GitHub, for a job summary or a comment: one table of what changed, the
 * worst first, and folded details. It has less than 64 KiB, which is the most of a comment. What
 * exceeds the thresholds is bold.
 */
export function differenceMarkdown(
  difference: Difference,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): string {
  const notable = difference.changed.filter(isNotable);
  const regressions = findRegressions(difference, thresholds);
  const bold = new Set(regressions.map(keyOf));
  const times = difference.times.filter(isNotableTime);
  const parts = [
    `**${markdownText(headingOf(difference), MOST_FIGURES)}**`,
    `${regressions.length === 0 ? '' : `⚠️ ${regressions.length === 1 ? '1 regression' : `${regressions.length} regressions`}. `}${sentence(countsText(difference))}`,
    changesTable(notable.slice(0, MOST_ROWS), bold),
    timesTable(times.slice(0, MOST_ROWS), bold),
    details(
      `${Math.min(notable.length - MOST_ROWS, MOST_FOLDED)} more changes`,
      changesTable(notable.slice(MOST_ROWS, MOST_ROWS + MOST_FOLDED), bold),
    ),
    omitted(notable.length - MOST_ROWS - MOST_FOLDED, 'changes'),
    omitted(times.length - MOST_ROWS, 'times'),
    details('Variants added, removed, and changed without other figures', others(difference)),
    ...comparisonNotes(difference).map((note) => `Note: ${markdownText(note, MOST_FIGURES)}.`),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function changesTable(changes: readonly VariantChange[], bold: ReadonlySet<string>): string {
  const columns = COLUMNS.filter((name) =>
    changes.some(({ figures }) => figures.some(({ figure }) => figure === name)),
  );
  const rows = changes.map((change) => {
    const { kernel, target, label, figures } = change;
    const cell = (name: FigureName): string => {
      const found = figures.find(({ figure }) => figure === name);
      if (found === undefined) return '';
      const { unit } = FIGURES[name];
      const text = `${formatFigure(found.before, unit)} → ${formatFigure(found.after, unit)}`;
      return bold.has(keyOf({ kernel, where: variantPlace(change), name })) ? `**${text}**` : text;
    };
    const rest = figures
      .filter(({ figure }) => !COLUMNS.some((name) => name === figure))
      .map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`);
    const what = [settingsText(change), ...(change.kind === 'metadata' ? ['the same code'] : [])];
    const more = [...what, ...rest].filter((text) => text !== '').join('; ');
    return [
      markdownCode(kernel, MOST_TEXT),
      target,
      markdownCode(label, MOST_TEXT),
      ...columns.map(cell),
      markdownText(more, MOST_FIGURES),
    ];
  });
  const headings = columns.map((name) => capitalised(FIGURES[name].label));
  return table(['Kernel', 'Target', 'Variant', ...headings, 'Also'], rows);
}

function timesTable(times: Difference['times'], bold: ReadonlySet<string>): string {
  const rows = times.map((time) => {
    const { kernel, label, device, isChanged } = time;
    const text = formatTimes(time);
    const isBold = bold.has(keyOf({ kernel, where: timePlace(time), name: 'time' }));
    const remark = isChanged ? '' : ', the same code';
    const cells = [
      markdownCode(kernel, MOST_TEXT),
      markdownCode(time.case, MOST_TEXT),
      markdownCode(label, MOST_TEXT),
      markdownText(device, MOST_TEXT),
    ];
    return [...cells, `${isBold ? `**${text}**` : text}${remark}`];
  });
  return table(['Kernel', 'Case', 'Algo', 'GPU', 'Time'], rows);
}

/** What has no row of its own, by kernel. */
function others({ added, removed, changed, ...difference }: Difference): string {
  const rest = changed.filter((change) => !isNotable(change));
  const ofKind = (kind: VariantChange['kind']): readonly NamedVariant[] =>
    rest.filter((change) => change.kind === kind);
  const kinds = [
    ['added', added],
    ['removed', removed],
    ['code changed, with the same figures', ofKind('code')],
    ['changed, not known whether in code', ofKind('unknown')],
    ['only metadata changed', ofKind('metadata')],
  ] as const;
  const counts = new Map<string, { kernel: string; what: string; count: number }>();
  for (const [what, variants] of kinds) {
    for (const { kernel } of variants) {
      const row = counts.get(`${kernel}\n${what}`) ?? { kernel, what, count: 0 };
      counts.set(`${kernel}\n${what}`, { ...row, count: row.count + 1 });
    }
  }
  const whole = new Set([...difference.addedKernels, ...difference.removedKernels]);
  const rows = [...counts.values()].map(({ kernel, what, count }) => [
    markdownCode(kernel, MOST_TEXT),
    `${what}${whole.has(kernel) ? ', the whole kernel' : ''}`,
    String(count),
  ]);
  const shown = table(['Kernel', 'What', 'Variants'], rows.slice(0, MOST_FOLDED));
  return [shown, omitted(rows.length - MOST_FOLDED, 'rows')]
    .filter((text) => text !== '')
    .join('\n\n');
}

function keyOf({
  kernel,
  where,
  name,
}: Pick<Regression, 'kernel' | 'where'> & { readonly name: string }): string {
  return `${kernel}\n${where}\n${name}`;
}

function details(title: string, body: string): string {
  return body === '' ? '' : `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function omitted(count: number, items: string): string {
  return count > 0 ? `… and ${count} more ${items}: \`triton-aot diff\` lists all.` : '';
}

/** A table without the columns that are empty. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const used = headings.flatMap((_heading, column) =>
    rows.some((row) => row[column] !== '') ? [column] : [],
  );
  const line = (cells: readonly string[]): string =>
    `| ${used.map((column) => cells[column] ?? '').join(' | ')} |`;
  return [line(headings), `|${used.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function sentence(text: string): string {
  return `${capitalised(text)}.`;
}

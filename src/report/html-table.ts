import { markup, type Html, type HtmlContent } from './html.ts';

/** A column of a table. Tables are sorted, filtered and drawn by the script of the page. */
export interface HtmlColumn {
  /** The name of the column for the script, such as `registers`. */
  readonly key: string;
  readonly title: string;
  /** The unit, or what the number is, below the title. */
  readonly unit?: string;
  /** Text is aligned left and sorted by its words, numbers right and by their value. */
  readonly kind: 'text' | 'number';
}

export interface HtmlCell {
  readonly content: HtmlContent;
  /** Draws a bar of this share of the cell, from 0 to 1. */
  readonly share?: number | undefined;
  /** Something to look at. The content says what; colour is not enough. */
  readonly isBad?: boolean;
}

/** Rows of cells. The first cell of a row names it. */
export type HtmlRow = readonly HtmlCell[];

/** Returns a table in a box of its own, which scrolls sideways if the table is wider than the page. */
export function htmlTable(
  name: string,
  caption: string,
  columns: readonly HtmlColumn[],
  rows: readonly HtmlRow[],
): Html {
  return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table data-table="${name}">
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>${columns.map(headerOf)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>${row.map((cell, index) => cellOf(cell, columns[index]?.kind, index === 0))}</tr>\n`,
        )}</tbody>
    </table>
  </div>
`;
}

function headerOf({ key, title, unit, kind }: HtmlColumn): Html {
  const small = unit === undefined ? undefined : markup` <small>${unit}</small>`;
  const numeric = kind === 'number' ? markup` class="n"` : undefined;
  return markup`<th scope="col"${numeric} data-key="${key}" data-kind="${kind}">${title}${small}</th>`;
}

function cellOf(
  { content, share, isBad }: HtmlCell,
  kind: HtmlColumn['kind'] | undefined,
  isFirst: boolean,
): Html {
  const classes = [
    ...(kind === 'number' ? ['n'] : []),
    ...(share === undefined ? [] : ['bar']),
    ...(isBad === true ? ['bad'] : []),
  ].join(' ');
  const attributes = [
    ...(classes === '' ? [] : [markup` class="${classes}"`]),
    ...(share === undefined
      ? []
      : [markup` style="--v:${Math.round(100 * Math.min(1, Math.max(0, share)))}%"`]),
  ];
  return isFirst
    ? markup`<th scope="row"${attributes}>${content}</th>`
    : markup`<td${attributes}>${content}</td>`;
}

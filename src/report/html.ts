import { visibleText } from '../base/text.ts';
import { formatFigure } from '../compile/figures.ts';
import { describeCapability, describeDriver } from '../manifest/terms/target.ts';
import { UNKNOWN } from './cells.ts';

/** Text of HTML in which everything that others wrote is escaped. Only `markup` makes it. */
export interface Html {
  readonly html: string;
}

/** The values that a template can contain. Text and numbers are escaped; nothing is written for `undefined`. */
export type HtmlContent = Html | string | number | undefined | readonly HtmlContent[];

/**
 * The tag of templates of HTML: markup`<b>${name}</b>`. Attributes in a template must have quotation marks.
 */
export function markup(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return {
    html: unindented(parts)
      .map((part, index) => part + htmlText(values[index]))
      .join(''),
  };
}

/** A large report uses the same templates a hundred thousand times. */
const UNINDENTED = new WeakMap<TemplateStringsArray, readonly string[]>();

function unindented(parts: TemplateStringsArray): readonly string[] {
  const known = UNINDENTED.get(parts) ?? parts.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  UNINDENTED.set(parts, known);
  return known;
}

function htmlText(value: HtmlContent): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeText(value);
  return 'html' in value ? value.html : value.map(htmlText).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Most cells of a large table: ASCII without the characters below. */
const PLAIN = /^[\w !#$%()*+,\-./:;=?@[\\\]^`{|}~]*$/;

function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return visibleText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A column of a table. Tables are sorted, filtered and drawn by the script of the page. */
export interface Column<Row> {
  /** The name of the column for the script, such as `registers`. */
  readonly key: string;
  readonly title: string;
  /** Text is aligned left and sorted by its words, numbers right and by their value. */
  readonly kind: 'text' | 'number';
  /** The unit, or what the number is, below the title. */
  readonly unit: string;
  /** Returns undefined for a value that is not known. */
  readonly cell: (row: Row) => HtmlContent;
  /** Draws a bar of this share of the cell, from 0 to 1. */
  readonly share?: ((row: Row) => number | undefined) | undefined;
  /** Marks what is wrong, or worth a look. The content says what; colour is not enough. */
  readonly mark?: ((row: Row) => 'bad' | 'low' | undefined) | undefined;
  /** For text that takes several lines: how much of the width it gets if there is not enough. */
  readonly wraps?: 'narrow' | 'medium' | 'wide' | undefined;
}

type Marks<Row> = Pick<Column<Row>, 'share' | 'mark' | 'wraps'>;

/** Returns a column of text, with a title such as `Registers|of 255`: with the unit. */
export function textColumn<Row>(
  key: string,
  titles: string,
  cell: Column<Row>['cell'],
  marks?: Marks<Row>,
): Column<Row> {
  const [title = '', unit = ''] = titles.split('|');
  return { key, title, unit, kind: 'text', cell, ...marks };
}

/** Returns a column of numbers, with a title as in `textColumn`. */
export function numberColumn<Row>(...parts: Parameters<typeof textColumn<Row>>): Column<Row> {
  return { ...textColumn(...parts), kind: 'number' };
}

/** Returns a name that a narrow column breaks after underscores. */
export function breakable(name: string): Html {
  return markup`${name.split(/(?<=_)/).map((part, index) => (index === 0 ? part : markup`<wbr>${part}`))}`;
}

/** Returns bytes with their unit. The table is sorted by their number. */
export function bytesCell(bytes: number): Html {
  return markup`<data value="${bytes}">${formatFigure(bytes, 'B')}</data>`;
}

/**
 * Returns a table in its own box, which scrolls sideways if it is wider. The first cell names a row.
 * Columns without any value are left out.
 */
export function htmlTable<Row>(
  name: string,
  caption: string,
  all: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  const columns = all.filter(({ cell }) => rows.some((row) => (cell(row) ?? UNKNOWN) !== UNKNOWN));
  return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table data-table="${name}">
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>${columns.map(headerOf)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => markup`<tr>${columns.map((column, index) => cellOf(column, row, index === 0))}</tr>\n`)}</tbody>
    </table>
  </div>
`;
}

function headerOf<Row>({ key, title, unit, kind }: Column<Row>): Html {
  const small = unit === '' ? undefined : markup` <small>${unit}</small>`;
  const numeric = kind === 'number' ? markup` class="n"` : undefined;
  return markup`<th scope="col"${numeric} data-key="${key}" data-kind="${kind}">${title}${small}</th>`;
}

function cellOf<Row>(column: Column<Row>, row: Row, isFirst: boolean): Html {
  const share = column.share?.(row);
  const classes = [
    ...(column.kind === 'number' ? ['n'] : []),
    ...(share === undefined ? [] : ['bar']),
    ...(column.wraps === undefined ? [] : ['wraps', column.wraps]),
    column.mark?.(row) ?? '',
  ]
    .join(' ')
    .trim();
  const attributes = [
    ...(classes === '' ? [] : [markup` class="${classes}"`]),
    ...(share === undefined
      ? []
      : [markup` style="--v:${Math.round(100 * Math.min(1, Math.max(0, share)))}%"`]),
  ];
  const content = column.cell(row) ?? UNKNOWN;
  return isFirst
    ? markup`<th scope="row"${attributes}>${content}</th>`
    : markup`<td${attributes}>${content}</td>`;
}

/** The charts that the script of the page can draw. */
type ChartName = 'size' | 'seconds' | 'errors' | 'times';

/** Returns the place of a chart, which the script draws from a table. Without a script, it is hidden. */
export function chartOf(name: ChartName, table: string, caption: string): Html {
  return markup`<figure data-chart="${name}" data-of="${table}" hidden>
    <figcaption>${caption}<span class="note"></span></figcaption>
    <div class="plot"></div>
  </figure>
`;
}

/** Returns the heading of a GPU, as the sections about measurements name it. */
export function deviceHeading({
  name,
  capability,
  driver,
}: {
  readonly name: string;
  readonly capability: string;
  readonly driver?: string;
}): Html {
  const more = [
    describeCapability(capability),
    ...(driver === undefined ? [] : [describeDriver(capability, driver)]),
  ];
  return markup`<h3>${name} <span class="note">${more.join(', ')}</span></h3>
`;
}

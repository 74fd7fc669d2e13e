import { visibleText } from '../base/text.ts';
import { withoutEmptyColumns } from '../base/table.ts';
import { describeCapability, describeDriver } from '../manifest/terms/target.ts';
import { type Spans, type Sheet, type Span, spansOf } from './spans.ts';

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
  const texts = parts.map((part) => part.replaceAll(/\n\s*/g, '\n'));
  return { html: texts.map((text, index) => text + htmlText(values[index])).join('') };
}

function htmlText(value: HtmlContent): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return visibleText(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return 'html' in value ? value.html : value.map(htmlText).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a sentence or a cell. */
export function htmlSpans(cell: Spans): Html {
  return markup`${spansOf(cell).map(htmlSpan)}`;
}

function htmlSpan(span: Span): Html {
  if (typeof span === 'string') return markup`${span}`;
  const { text, as, url, heat } = span;
  if (url !== undefined) return markup`<a href="${url}">${text}</a>`;
  if (heat !== undefined)
    return markup`<span class="heat" style="--heat:${Math.round(100 * heat)}%">${text}</span>`;
  if (as === undefined) return markup`${text}`;
  return as === 'code'
    ? markup`<code>${text}</code>`
    : markup`<strong class="${as}">${text}</strong>`;
}

/**
 * Returns a table without empty columns, in its own box, which scrolls sideways if it is wider. The first
 * cell names a row.
 * @param linkOf the place in the page that the name of a row is a link to
 */
export function htmlTable(
  caption: string,
  sheet: Sheet,
  linkOf?: (row: number) => string | undefined,
): Html {
  const { headings, rows } = withoutEmptyColumns(sheet);
  const { texts = headings } = sheet;
  const classOf = (column: number): Html | undefined =>
    texts.includes(headings[column] ?? '') ? undefined : markup` class="n"`;
  const cellOf = (cell: Spans, column: number, row: number): Html => {
    if (column > 0) return markup`<td${classOf(column)}>${htmlSpans(cell)}</td>`;
    const link = linkOf?.(row);
    const name = htmlSpans(cell);
    return markup`<th scope="row"${classOf(0)}>${link === undefined ? name : markup`<a href="${link}">${name}</a>`}</th>`;
  };
  return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <thead>
        <tr>${headings.map((heading, column) => markup`<th scope="col"${classOf(column)}>${heading}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((cells, row) => markup`<tr>${cells.map((cell, column) => cellOf(cell, column, row))}</tr>\n`)}</tbody>
    </table>
  </div>
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
  readonly driver: string;
}): Html {
  return markup`<h3>${name} <small>${describeCapability(capability)}, ${describeDriver(capability, driver)}</small></h3>
`;
}

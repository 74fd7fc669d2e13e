import type { Table } from './table.ts';
import { visibleText } from './text.ts';

/** Characters that are HTML or Markdown inside a line. An underscore inside a word is neither. */
const SPECIAL = /[&<>|`*~[\]\\#@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/**
 * Text of others as nothing but text in one line of Markdown, such as a cell of a table. It is cut
 * after `most` characters.
 */
export function markdownText(text: string, most = Infinity): string {
  const line = visibleText(text).replaceAll(/\s+/g, ' ');
  const cut = line.length > most ? `${line.slice(0, most)}…` : line;
  return cut.replaceAll(SPECIAL, (character) => `&#${character.codePointAt(0)};`);
}

/** The same as code. With tags, because backticks cannot hold every text. Nothing for no text. */
export function markdownCode(text: string, most = Infinity): string {
  return text === '' ? '' : `<code>${markdownText(text, most)}</code>`;
}

/**
 * Returns the lines of a table, whose cells are Markdown. Columns are aligned right if their heading is
 * none of `texts`.
 */
export function markdownTable(
  { headings, rows }: Table,
  texts: readonly string[] = headings,
): readonly string[] {
  const alignments = headings.map((heading) => (texts.includes(heading) ? '---' : '--:'));
  return [headings, alignments, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
}

import { markdownCode, markdownTable, markdownText } from '../base/markdown.ts';
import { type Table, withoutEmptyColumns } from '../base/table.ts';

// The page and the Markdown have the same tables and sentences. They are made of these pieces.

/** A piece of text. */
export type Span = string | StyledSpan;

interface StyledSpan {
  readonly text: string;
  /** `low` is worth a look: only the page marks it. */
  readonly as?: 'code' | 'bad' | 'low';
  /** The page that it is a link to. */
  readonly url?: string | undefined;
  /** The strength of its colour on the page, from 0 to 1. */
  readonly heat?: number;
}

/** The content of a cell of a table. An unknown value is an empty text. */
export type Spans = Span | readonly Span[];

/** A table. */
export interface Sheet extends Table<Spans> {
  /** The headings of columns of text; the others have numbers. Without it, all have text. */
  readonly texts?: readonly string[];
}

/** Returns a name of a program. */
export function code(text: string): Span {
  return { text, as: 'code' };
}

/** Returns a text that is marked if it is wrong. */
export function badIf(isWrong: boolean, text: string): Span {
  return isWrong ? { text, as: 'bad' } : text;
}

/** Returns a text that is marked if it is worth a look. */
export function lowIf(isLow: boolean, text: string): Span {
  return isLow ? { text, as: 'low' } : text;
}

/** Returns a text that is a link if there is an address. */
export function linked(text: string, url: string | undefined): Span {
  return { text, url };
}

/** The most characters of a piece of text, and of a name. */
interface Lengths {
  readonly text: number;
  readonly code: number;
}

const UNLIMITED: Lengths = { text: Infinity, code: Infinity };

/** Returns a sentence or a cell as Markdown. */
export function markdownSpans(cell: Spans, most = UNLIMITED): string {
  return spansOf(cell)
    .map((span) => markdownSpan(span, most))
    .join('');
}

/** Returns the pieces of a cell. */
export function spansOf(cell: Spans): readonly Span[] {
  return typeof cell === 'string' || 'text' in cell ? [cell] : cell;
}

function markdownSpan(span: Span, most: Lengths): string {
  if (typeof span === 'string') return markdownText(span, most.text);
  const { text, as, url } = span;
  if (as === 'code') return markdownCode(text, most.code);
  const shown = markdownText(text, most.text);
  if (as === 'bad') return `**${shown}**`;
  return url === undefined ? shown : `[${shown}](${url})`;
}

/** Returns the lines of a table as Markdown, without empty columns. */
export function markdownSheet(sheet: Sheet, most = UNLIMITED): readonly string[] {
  const { headings, rows } = withoutEmptyColumns(sheet);
  const cells = rows.map((row) => row.map((cell) => markdownSpans(cell, most)));
  return markdownTable({ headings, rows: cells }, sheet.texts);
}

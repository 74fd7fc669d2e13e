import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.ts';

/** A table of the documentation: its text, and what is in the first cell of each row. */
export interface Table {
  readonly text: string;
  readonly first: readonly string[];
}

/** Returns the tables of a part of a document, such as `## Top level`: until the next heading of its level. */
export function tablesIn(file: string, heading: string): readonly Table[] {
  const level = heading.slice(0, heading.indexOf(' '));
  const [, rest = ''] = `\n${readFileSync(join(ROOT, file), 'utf8')}`.split(`\n${heading}\n`);
  const ends = new RegExp(`\n#{1,${level.length}} `);
  const part = rest.slice(0, ends.exec(rest)?.index ?? rest.length);
  return part
    .split('\n\n')
    .filter((each) => each.trim().startsWith('| '))
    .map((each) => ({ text: each.trim(), first: firstCells(each.trim()) }));
}

function firstCells(table: string): readonly string[] {
  const rows = table.split('\n').slice(2);
  // A cell may have an escaped bar.
  return rows.map((row) => (/^\| ((?:\\\||[^|])*) \|/.exec(row)?.[1] ?? '').trim());
}

/** Returns the names in backticks of a text. */
export function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

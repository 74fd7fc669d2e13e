import * as core from '@actions/core';

// What an action reports to its workflow: outputs for later steps, and the job summary for people.

/** The job summary while it is written. */
export type Summary = typeof core.summary;

/** A cell: text, or code. */
type Cell = string | { readonly code: string };

/** The most rows of a table: the runner drops a summary of more than 1 MiB. */
const MAX_ROWS = 500;

/** The most characters of a text, for the same reason. */
const MAX_TEXT = 2000;

/** Sets outputs, by their names in the action's metadata file. */
export function setOutputs(outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

/** Adds a table with escaped cells. If it has too many rows, says how many are left out. */
export function addTable(
  to: Summary,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  if (rows.length === 0) return;
  to.addTable([
    headings.map((data) => ({ data, header: true })),
    ...rows.slice(0, MAX_ROWS).map((row) => row.map(cellHtml)),
  ]);
  addOmitted(to, rows.length - MAX_ROWS, 'rows');
}

/** Says how many items are left out, if any. */
export function addOmitted(to: Summary, count: number, items: string): void {
  if (count > 0) to.addRaw(`… and ${count} more ${items}.`, true);
}

/** Escapes text for the summary, which is HTML: the library writes texts as they are. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text of any length, and cuts it. */
export function escapeShort(text: string): string {
  return escapeHtml(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

function cellHtml(cell: Cell): string {
  return typeof cell === 'string' ? escapeShort(cell) : `<code>${escapeShort(cell.code)}</code>`;
}

import * as core from '@actions/core';
import { stat } from 'node:fs/promises';
import type { Environment } from '../base/process.ts';
import { plural } from '../base/text.ts';

// What an action reports to its workflow: outputs for later steps, and the job summary for people.

/** The job summary while it is written. */
export type Summary = typeof core.summary;

/** A cell: text, code, or a link if it has an address. */
export type Cell =
  | string
  | { readonly code: string }
  | { readonly text: string; readonly url: string | undefined };

/**
 * The runner drops the whole summary of a step that has more bytes.
 * Source: GitHub, "Workflow commands", "Step isolation and limits".
 */
const MAX_BYTES = 1024 * 1024;

/** The bytes that are left for the error that ends a step, which is written last. */
const RESERVED = 256 * 1024;

/** The most rows of a table. */
const MAX_ROWS = 500;

/** The most characters of a text. */
const MAX_TEXT = 2000;

/** Sets outputs, by their names in the action's metadata file. */
export function setOutputs(outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

/**
 * Appends what was added to the summary, if the summary of this step does not get too large by it;
 * otherwise says that it is left out. `isLast`: nothing follows.
 */
export async function writeSummary(to: Summary, env: Environment, isLast = false): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) {
    // This runner has no summaries.
    to.emptyBuffer();
    return;
  }
  const { size } = await stat(file);
  const added = Buffer.byteLength(to.stringify());
  if (size + added > MAX_BYTES - (isLast ? 0 : RESERVED))
    to.emptyBuffer().addRaw('The rest is left out, because it is too large. See the log.', true);
  await to.write();
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
  addOmitted(to, rows.length - MAX_ROWS, 'row');
}

/** Says how many items are left out, if any. */
export function addOmitted(to: Summary, count: number, item: string): void {
  if (count > 0) to.addRaw(`… and ${plural(count, `more ${item}`)}.`, true);
}

/**
 * Adds escaped text as a block after an empty line: only then is it one block for Markdown, in which empty lines do not
 * end the HTML. Source: CommonMark 0.31, "HTML blocks".
 */
export function addBlock(to: Summary, text: string): void {
  to.addEOL().addCodeBlock(text);
}

/** Escapes text for the summary, which is HTML: the library writes texts as they are. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Cuts a text that is too long. */
export function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** Escapes text of any length, and cuts it. */
export function escapeShort(text: string): string {
  return escapeHtml(shorten(text));
}

function cellHtml(cell: Cell): string {
  if (typeof cell === 'string') return escapeShort(cell);
  if ('code' in cell) return `<code>${escapeShort(cell.code)}</code>`;
  const text = escapeShort(cell.text);
  return cell.url === undefined ? text : `<a href="${escapeHtml(cell.url)}">${text}</a>`;
}

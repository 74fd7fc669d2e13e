import type { summary } from '@actions/core';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EVIDENCE_FILE } from '../core/package/evidence.ts';
import { type SmokeResult, titleOf } from '../core/smoke/result.ts';
import { type KernelTable, kernelTables } from '../core/smoke/tables.ts';
import { escapeHtml, MAX_ROWS } from './summary.ts';

/** Like rows, failures and characters of one text are limited. */
const MAX_FAILURES = 50;
const MAX_TEXT = 2000;

/** The outputs that the root action has of a smoke test; undefined: it was left out. */
export function gateOutputs(result: SmokeResult | undefined): Readonly<Record<string, string>> {
  return { smoke: result?.outcome ?? 'off', evidence: evidenceOf(result) };
}

/** Every output's name in smoke/action.yml, with its value. `results` is the path of the JSON. */
export function smokeOutputs(
  result: SmokeResult,
  results: string,
): Readonly<Record<string, string>> {
  return {
    result: result.outcome,
    executed: String(result.executed),
    failed: String(result.failed),
    device: result.device?.name ?? '',
    evidence: evidenceOf(result),
    results,
  };
}

/** Writes the result as JSON below `folder` and gives the file's path. */
export async function writeResults(result: SmokeResult, folder: string): Promise<string> {
  // A job may test several packages.
  const file = join(folder, `smoke-${randomUUID().slice(0, 8)}.json`);
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`);
  return file;
}

/** Adds what a smoke test found: a table of all cases, then each failure with the command that repeats it alone. */
export function addSmokeSummary(to: typeof summary, result: SmokeResult): typeof summary {
  to.addHeading(`Smoke test of ${result.package.name} ${result.package.version}`, 3);
  to.addRaw(escapeShort(outcome(result)), true);
  addTables(to, kernelTables(result));
  addFailures(to, result);
  const remarks = [
    ...(result.untested.length > 0
      ? [`Not tested, for want of a \`smoke:\` section: ${result.untested.join(', ')}.`]
      : []),
    ...result.notes,
  ];
  if (remarks.length > 0) to.addList(remarks.slice(0, MAX_FAILURES).map(escapeHtml));
  return to;
}

function outcome({ device, reason, executed, failed, seconds }: SmokeResult): string {
  if (device === undefined)
    return `Compiled and linked, not run${reason === undefined ? '.' : `: ${reason.message}.`}`;
  const where = `${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
  return `${executed - failed} passed, ${failed} failed in ${seconds.toFixed(0)} s on ${where}.`;
}

function addTables(to: typeof summary, tables: readonly KernelTable[]): void {
  const rows = tables.flatMap(tableRows);
  if (rows.length === 0) return;
  const headings = ['Kernel', 'Case', 'Runs', 'Error', 'Largest', 'Time', 'Rate'];
  to.addTable([
    headings.map((data) => ({ data, header: true })),
    ...rows.slice(0, MAX_ROWS).map((row) => row.map(escapeShort)),
  ]);
  if (rows.length > MAX_ROWS) to.addRaw(`… and ${rows.length - MAX_ROWS} more rows.`, true);
}

function tableRows({ kernel, cases, checks, failedChecks, comparison }: KernelTable): string[][] {
  const failures = failedChecks === 0 ? '' : `, ${failedChecks} failed`;
  return [
    ...cases.map(({ name, runs, norm, max, time, rate }) => [
      kernel,
      name,
      runs,
      norm === '' ? comparison : norm,
      max,
      time,
      rate,
    ]),
    ...(checks === 0 ? [] : [[kernel, 'checks', `${checks}${failures}`, '', '', '', '']]),
  ];
}

function addFailures(to: typeof summary, { runs, checks }: SmokeResult): void {
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
  for (const one of failed.slice(0, MAX_FAILURES)) {
    to.addRaw(`<p><b>${escapeShort(titleOf(one))}</b></p>`, true);
    const messages = one.problems.map(({ message }) => message);
    to.addCodeBlock(escapeShort([...messages, '', one.command].join('\n')));
  }
  if (failed.length > MAX_FAILURES)
    to.addRaw(`… and ${failed.length - MAX_FAILURES} more failures.`, true);
}

/** Empty where no kernel passed, or nothing ran: what lies there then speaks of another time. */
function evidenceOf(result: SmokeResult | undefined): string {
  if (result === undefined || result.outcome === 'built') return '';
  const file = resolve(result.package.folder, EVIDENCE_FILE);
  return existsSync(file) ? file : '';
}

function escapeShort(text: string): string {
  return escapeHtml(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

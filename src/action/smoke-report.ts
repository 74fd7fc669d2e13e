import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { plural } from '../base/text.ts';
import { COMPARED_WITH } from '../package/evidence.ts';
import { EVIDENCE_FILE } from '../package/layout.ts';
import { describeGpu } from '../prove/harness/choose-gpu.ts';
import { causeOf, groupByCause } from '../prove/smoke/causes.ts';
import { type SmokeResult, titleOf } from '../prove/smoke/result.ts';
import { emulationText, type KernelTable, kernelTables } from '../prove/smoke/tables.ts';
import {
  addBlock,
  addOmitted,
  addTable,
  escapeHtml,
  escapeShort,
  type Summary,
} from './summary.ts';

/** The most failures in a summary. */
const MAX_FAILURES = 50;

/** Returns the outputs of the root action; empty if there was no smoke test. */
export function testOutputs(
  result: SmokeResult | undefined,
  sarif = '',
): Readonly<Record<string, string>> {
  return {
    smoke: result?.outcome ?? 'off',
    evidence: result === undefined ? '' : evidenceOf(result),
    sarif,
  };
}

/**
 * Returns the outputs, by their names in smoke/action.yml. `results` is the path of the JSON file, `report` that
 * of the page, `sarif` that of the findings.
 */
export function smokeOutputs(
  result: SmokeResult,
  results: string,
  report: string,
  sarif: string,
): Readonly<Record<string, string>> {
  return {
    result: result.outcome,
    executed: String(result.executed),
    failed: String(result.failed),
    device: result.emulated === undefined ? (result.device?.name ?? '') : '',
    emulated: result.emulated ?? '',
    evidence: evidenceOf(result),
    results,
    sarif,
    report,
  };
}

/**
 * Adds a smoke test to the job summary: what the emulator cannot execute, then a table of all cases. The failure of the
 * test is written before it.
 */
export function addSmokeSummary(to: Summary, result: SmokeResult): Summary {
  to.addHeading(`Smoke test of ${result.package.name} ${result.package.version}`, 3);
  to.addRaw(escapeShort(outcomeText(result)), true);
  if (result.outcome === 'unsupported') addUndecided(to, result);
  const headings = ['Kernel', 'Case', 'Runs', 'Error', 'Max error', 'Time', 'Rate'];
  addTable(to, headings, kernelTables(result).flatMap(tableRows));
  const interpreted = kernelTables(result).flatMap(({ kernel, comparison }) =>
    comparison === COMPARED_WITH.interpreter ? [kernel] : [],
  );
  const remarks = [
    ...(interpreted.length > 0
      ? [
          `Compared with Triton's interpreter, which can have the same fault as the code: ${interpreted.join(', ')}.`,
        ]
      : []),
    ...(result.untested.length > 0
      ? [`Not tested (no smoke cases): ${result.untested.join(', ')}.`]
      : []),
    ...result.notes,
  ];
  if (remarks.length > 0) to.addList(remarks.slice(0, MAX_FAILURES).map(escapeHtml));
  return to;
}

function outcomeText(result: SmokeResult): string {
  const { device, emulated, reason, executed, failed, seconds } = result;
  const sign = { passed: '✅ ', failed: '❌ ', unsupported: '⚠️ ', built: '' }[result.outcome];
  const counts = `${sign}${executed - failed} passed, ${failed} failed in ${seconds.toFixed(0)} s`;
  if (emulated !== undefined) return `${counts}: ${emulationText(emulated)}.`;
  if (device === undefined)
    return `Compiled and linked, not run${reason === undefined ? '.' : `: ${reason.message}.`}`;
  const where = describeGpu(device);
  return `${counts} on ${where}.`;
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

/** The first test of each cause, with the command that repeats it. */
function addUndecided(to: Summary, { runs, checks }: SmokeResult): void {
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0);
  const groups = groupByCause(failed, causeOf);
  for (const [one, ...others] of groups.slice(0, MAX_FAILURES)) {
    const also = others.length === 0 ? '' : `, also in ${plural(others.length, 'more test')}`;
    to.addRaw(`<p><b>${escapeShort(titleOf(one))}</b>${also}</p>`, true);
    const messages = one.problems.map(({ message }) => message);
    addBlock(to, escapeShort([...messages, '', one.command].join('\n')));
  }
  addOmitted(to, groups.length - MAX_FAILURES, 'cause');
}

/**
 * Returns the file with the evidence. Empty if no kernel has run: a file in the package is then from an
 * earlier test.
 */
function evidenceOf(result: SmokeResult): string {
  if (result.outcome === 'built') return '';
  const file = resolve(result.package.folder, EVIDENCE_FILE);
  return existsSync(file) ? file : '';
}

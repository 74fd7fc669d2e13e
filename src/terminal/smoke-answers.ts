import type { SmokeResult } from '../core/smoke/result.ts';
import { kernelTables, type CaseRow, type KernelTable } from '../core/smoke/table.ts';

const HEADINGS: CaseRow = {
  name: 'case',
  runs: 'runs',
  norm: 'error',
  max: 'largest',
  time: 'time',
  rate: 'rate',
};
const COLUMNS = ['name', 'runs', 'norm', 'max', 'time', 'rate'] as const;

/** What `smoke` prints: a table for each kernel, what could not be tested, and how many passed. */
export function smokeText(result: SmokeResult): string {
  const { executed, failed, untested, notes } = result;
  return [
    heading(result),
    ...kernelTables(result).flatMap(tableLines),
    ...(untested.length > 0 ? [`no smoke test: ${untested.join(', ')}`] : []),
    ...notes.map((note) => `note: ${note}`),
    ...(result.outcome === 'built' ? [] : [`${executed - failed} passed, ${failed} failed`]),
    '',
  ].join('\n');
}

function heading({ package: tested, device, reason }: SmokeResult): string {
  const name = `${tested.name} ${tested.version} in ${tested.folder}`;
  if (device !== undefined) {
    return `${name} on ${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
  }
  return `${name}: compiled and linked, not run${reason === undefined ? '' : `: ${reason.message}`}`;
}

function tableLines(table: KernelTable): string[] {
  const facts = [
    ...(table.runs > 0 ? [`${counted(table.runs, 'run')} ${table.comparison}`] : []),
    ...(table.checks > 0 ? [counted(table.checks, 'check')] : []),
    ...(table.failedChecks > 0 ? [`${counted(table.failedChecks, 'check')} failed`] : []),
  ];
  const rows = table.cases.length === 0 ? [] : [HEADINGS, ...table.cases];
  const columns = COLUMNS.filter((column) => table.cases.some((row) => row[column] !== ''));
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  return [
    `${table.kernel}: ${facts.join(', ')}`,
    ...rows.map((row) => {
      const cells = columns.map((column, index) => row[column].padEnd(widths[index] ?? 0));
      return `  ${cells.join('  ')}`.trimEnd();
    }),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

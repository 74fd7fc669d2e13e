import { Option } from 'commander';
import { availableParallelism } from 'node:os';
import { plural } from '../core/base/text.ts';
import { readDocument } from '../core/manifest/yaml.ts';
import { deviceLockFolder } from '../core/smoke/lease.ts';
import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT, type SmokeRequest } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smoke, smokeFailure } from '../core/smoke/smoke.ts';
import { type CaseRow, type KernelTable, kernelTables } from '../core/smoke/tables.ts';
import { parseCount, parseIndex, parseList } from './options.ts';
import type { AddCommands } from './program.ts';

interface SmokeOptions extends Omit<SmokeRequest, 'lockFolder' | 'only' | 'sanitize'> {
  readonly manifest: string;
  readonly only?: string[];
  readonly sanitize?: true;
  readonly json?: true;
}

/** The command `smoke`, which tests a package on a GPU. */
export const addSmokeCommand: AddCommands = (program, context, answer) => {
  program
    .command('smoke')
    .description('test a package on a GPU as its manifest says; needs no Python and no Triton')
    .option('--package <folder>', 'the package to test', 'aot')
    .option('--manifest <file>', 'where failures are shown, if it is there', 'kernels.yaml')
    .addOption(
      new Option('--gpu <need>', 'without one: fail, or compile and link the test only')
        .choices(['required', 'auto'])
        .default('required'),
    )
    .option('--device <number or UUID>', 'the GPU to test on (an idle one when left out)')
    .option('--only <globs>', 'kernels to test (all when left out)', parseList)
    .option('--case <n>', 'one case of each kernel, by its number from 0', parseIndex)
    .option('--algo <n>', 'one algo of each kernel', parseIndex)
    .option('--sanitize', 'run under compute-sanitizer, which the machine must have')
    .option('--wait <seconds>', 'for a GPU that other tests use', parseCount, DEFAULT_WAIT)
    .option('--timeout <seconds>', 'after which a run is given up', parseCount, DEFAULT_RUN_TIMEOUT)
    .option('--jobs <n>', 'compiles at once', parseCount, availableParallelism())
    .option('--keep <folder>', 'keep the compiled test here')
    .option('--json', 'print one JSON document')
    .action(async ({ manifest, only = [], sanitize, json, ...chosen }: SmokeOptions) => {
      const request = {
        ...chosen,
        only,
        sanitize: sanitize === true,
        lockFolder: deviceLockFolder(context.env),
      };
      const result = await smoke(request, context);
      answer(
        json === true ? { json } : {},
        () => result,
        () => smokeText(result),
      );
      // A machine that tests need not have the manifest.
      const document = await readDocument(manifest);
      const failure = smokeFailure(result, (path) => document?.locate(path));
      if (failure !== undefined) throw failure;
    });
};

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
    ...(table.runs > 0 ? [`${plural(table.runs, 'run')} ${table.comparison}`] : []),
    ...(table.checks > 0 ? [plural(table.checks, 'check')] : []),
    ...(table.failedChecks > 0 ? [`${plural(table.failedChecks, 'check')} failed`] : []),
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

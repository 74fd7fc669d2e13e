import { type Command, Option } from 'commander';
import { join } from 'node:path';
import type { Path, Place } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { readOwnDocument } from '../package/sources-beside.ts';
import { describeGpu } from '../prove/harness/choose-gpu.ts';
import { deviceLockFolder } from '../prove/harness/lease.ts';
import { DEFAULT_RUN_TIMEOUT, type SmokeRequest } from '../prove/smoke/request.ts';
import type { SmokeResult } from '../prove/smoke/result.ts';
import { smoke } from '../smoke.ts';
import { smokeFailure, smokeSarif } from '../smoke-findings.ts';
import { emulationText, type KernelTable, kernelTables } from '../prove/smoke/tables.ts';
import { COUNT, DEFAULT_MANIFEST, INDEX } from '../base/form.ts';
import type { AddCommands } from './command.ts';
import {
  ADD_REPORT_OPTION,
  addGpuOptions,
  ALGO_OPTION,
  CASE_OPTION,
  type GpuOptions,
} from './gpu-options.ts';
import { furtherChecks } from '../prove/smoke/further-checks.ts';
import type { Flag } from '../base/flags.ts';
import {
  addFlags,
  attributeOf,
  flagsIn,
  JSON_OPTION,
  PYTHON_OPTION,
  SARIF_OPTION,
  valueOf,
} from './options.ts';
import { givenOptions } from './propose.ts';
import { withSmoke } from '../report/add.ts';
import { updateReport } from '../report/files.ts';
import { writeSarif } from '../report/sarif.ts';
import { tableText } from '../base/table.ts';

interface SmokeOptions
  extends GpuOptions, Pick<SmokeRequest, 'gpu' | 'case' | 'algo' | 'specialisation' | 'keep'> {
  readonly manifest: string;
  readonly sanitize?: true;
  readonly emulate?: true;
  readonly generate?: number;
  readonly seed?: number;
  readonly target?: string;
  readonly store?: string;
  readonly python?: string;
  readonly report?: string;
  readonly sarif?: string;
  readonly json?: true;
}

/** The command `smoke`. */
export const addSmokeCommand: AddCommands = (program, context, answer, propose) => {
  const command = program
    .command('smoke')
    .description('Test a package on a GPU, or without one on an emulator');
  const flags = furtherChecks.parts.map(({ flag }) => flag);
  addGpuOptions(command, 'test', 'one run of a kernel', DEFAULT_RUN_TIMEOUT)
    .option(
      '--manifest <file>',
      'Manifest of the package, if it exists: to say what has changed, to locate failures, and with --emulate to compile',
      DEFAULT_MANIFEST,
    )
    .addOption(
      new Option(
        '--gpu <need>',
        'If there is no usable GPU, `required` fails, and `auto` only compiles the test',
      )
        .choices(['required', 'auto'])
        .default('required'),
    )
    .option(...CASE_OPTION)
    .option(...ALGO_OPTION)
    .option(
      '--specialisation <n>',
      'Run only this specialisation of each kernel, counted from 0',
      valueOf(INDEX),
    )
    .addOption(
      new Option(
        '--emulate',
        'Execute the PTX on the CPU, in place of the cubins on a GPU',
      ).conflicts(['device', 'sanitize', ...flags.map(attributeOf)]),
    )
    .option(
      '--generate <n>',
      'Also run so many generated cases for each kernel, from the manifest: sizes, strides and data that are hardly ever written',
      valueOf(COUNT),
    )
    .option('--seed <n>', 'With --generate: the seed of the choice (default: 0)', valueOf(INDEX))
    .option('--target <name>', 'With --emulate: the target whose PTX is executed, such as sm_80')
    .option(
      '--store <folder>',
      'With --emulate or --generate: the store of the build (default: as for build)',
    )
    .option(...PYTHON_OPTION)
    .option('--sanitize', 'Run under compute-sanitizer, which must be installed');
  addFlags(command, flags)
    .option(
      '--keep <folder>',
      'Keep the compiled test, and the outputs of each run, in this folder',
    )
    .option(...ADD_REPORT_OPTION)
    .option(...SARIF_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: SmokeOptions, self: Command) => {
      const { manifest, sanitize, json, report, sarif, emulate, target, store, python, ...given } =
        options;
      const { generate, seed = 0, ...chosen } = given;
      const folder = store ?? join(context.home, 'store');
      const request = {
        ...chosen,
        manifest,
        emulate:
          emulate === true ? { when: 'always' as const, target, python, store: folder } : undefined,
        generate:
          generate === undefined
            ? undefined
            : { count: generate, seed: BigInt(seed), store: folder, python },
        sanitize: sanitize === true,
        flags: flagsIn(options, flags),
        lockFolder: deviceLockFolder(context.env),
        command: propose(
          'smoke',
          '--package',
          chosen.package,
          ...givenOptions(self, isRepeated(flags)),
        ),
      };
      const result = await smoke(request, context);
      answer(json, result, smokeText(result));
      if (report !== undefined)
        await updateReport(report, request.package, (old) => withSmoke(old, result));
      const document = await readOwnDocument(request.package, manifest);
      const locate = (path: Path): Place | undefined => document?.locate(path);
      if (sarif !== undefined) await writeSarif(sarif, smokeSarif(result, locate), context.env);
      const failure = smokeFailure(result, locate);
      if (failure !== undefined) throw failure;
    });
};

/** The options that say which tests run, and what is done with the result. */
const NOT_REPEATED = [
  'package',
  'only',
  'case',
  'algo',
  'specialisation',
  'keep',
  'report',
  'sarif',
  'json',
];

function isRepeated(flags: readonly Flag[]): (name: string) => boolean {
  const left = new Set([...NOT_REPEATED, ...flags.map(attributeOf)]);
  return (name) => !left.has(name);
}

const HELP = `
Runs the cases under \`smoke:\` in the manifest. It needs a C and a C++ compiler. On a GPU, it needs
neither Python nor Triton. With --emulate, it needs Python and the store of the build, and no GPU.

Examples:
  triton-aot smoke
  triton-aot smoke --emulate
  triton-aot smoke --emulate --target sm_90
  triton-aot smoke --package aot --gpu auto
  triton-aot smoke --only matmul_fp16 --case 2 --algo 0`;

const HEADINGS = ['case', 'runs', 'error', 'max error', 'time', 'rate'];
const COLUMNS = ['name', 'runs', 'norm', 'max', 'time', 'rate'] as const;

/** The text of `smoke`: a table for each kernel, what was not tested, and how many passed. */
export function smokeText(result: SmokeResult): string {
  const { executed, failed, untested, notes } = result;
  return [
    heading(result),
    ...kernelTables(result).flatMap(tableLines),
    ...(untested.length > 0 ? [`not tested (no smoke cases): ${untested.join(', ')}`] : []),
    ...notes.map((note) => `note: ${note}`),
    ...(result.outcome === 'built' ? [] : [`${executed - failed} passed, ${failed} failed`]),
    '',
  ].join('\n');
}

function heading({ package: tested, device, reason, emulated }: SmokeResult): string {
  const name = `${tested.name} ${tested.version} in ${tested.folder}`;
  if (emulated !== undefined) return `${name}: ${emulationText(emulated)}`;
  if (device !== undefined) {
    return `${name} on ${describeGpu(device)}`;
  }
  return `${name}: compiled and linked, not run${reason === undefined ? '' : `: ${reason.message}`}`;
}

function tableLines(table: KernelTable): string[] {
  const facts = [
    ...(table.runs > 0 ? [`${plural(table.runs, 'run')} ${table.comparison}`] : []),
    ...(table.checks > 0 ? [plural(table.checks, 'check')] : []),
    ...(table.failedChecks > 0 ? [`${plural(table.failedChecks, 'check')} failed`] : []),
  ];
  const rows = table.cases.map((row) => COLUMNS.map((column) => row[column]));
  return [`${table.kernel}: ${facts.join(', ')}`, ...tableText(HEADINGS, rows)];
}

import { dirname, join } from 'node:path';
import { COUNT, INDEX } from '../../base/form.ts';
import { plural } from '../../base/text.ts';
import { describeGpu } from '../../prove/harness/choose-gpu.ts';
import { deviceLockFolder } from '../../prove/harness/lease.ts';
import { readOwnDocument } from '../../package/sources-beside.ts';
import { DEFAULT_TIMING } from '../../prove/measure/meter.ts';
import { type TuneTable, tuneTables } from './measure/tune-table.ts';
import { tune, tuneFailure } from './measure/tune.ts';
import type { TuneResult } from './measure/tune-kernel.ts';
import { DEFAULT_RUN_TIMEOUT } from '../../prove/smoke/request.ts';
import { TUNING_FILE } from './file.ts';
import type { AddCommands } from '../../cli/command.ts';
import { addGpuOptions, type GpuOptions } from '../../cli/gpu-options.ts';
import { JSON_OPTION, listOf, valueOf } from '../../cli/options.ts';
import { tableText } from '../../base/table.ts';

interface TuneOptions extends GpuOptions {
  readonly manifest?: string;
  readonly out?: string;
  readonly algo?: number[];
  readonly again?: true;
  readonly time: number;
  readonly flush: boolean;
  readonly json?: true;
}

/** The command `tune`. */
export const addTuneCommand: AddCommands = (program, context, answer) => {
  const command = program
    .command('tune')
    .description('Measure every algo of a package on a GPU, to choose one by size');
  addGpuOptions(command, 'measure', 'one algo with one size', DEFAULT_RUN_TIMEOUT)
    .option('--manifest <file>', 'Manifest of the package, used to locate problems')
    .option(
      '--out <file>',
      `File to add the measurements to (default: ${TUNING_FILE} beside the manifest, or in the working directory)`,
    )
    .option('--algo <list>', 'Algos to measure, counted from 0 (default: all)', listOf(INDEX))
    .option('--again', 'Measure again what the file already has')
    .option(
      '--time <ms>',
      'Longest time to measure one algo for one size; it ends earlier when the median is known to 1 %',
      valueOf(COUNT),
      DEFAULT_TIMING.milliseconds,
    )
    .option('--no-flush', 'Do not flush the L2 cache before every call')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async ({ manifest, out, json, ...chosen }: TuneOptions) => {
      const { algo, again, time, flush, ...settings } = chosen;
      const beside = manifest === undefined ? '.' : dirname(manifest);
      const request = {
        ...settings,
        file: out ?? join(beside, TUNING_FILE),
        algos: algo,
        again: again === true,
        timing: { ...DEFAULT_TIMING, milliseconds: time, flush },
        lockFolder: deviceLockFolder(context.env),
      };
      const result = await tune(request, context);
      answer(json, result, tuneText(result));
      const document =
        manifest === undefined ? undefined : await readOwnDocument(settings.package, manifest);
      const failure = tuneFailure(result, (path) => document?.locate(path));
      if (failure !== undefined) throw failure;
    });
};

const HELP = `
Measures the sizes under \`tune:\` in the manifest and others between them, so that all code of the
kernel is measured; or, without \`tune:\`, the cases under \`smoke:\`. Each algo runs in a separate process: those that fail, crash or hang are set aside. What the file already has for the
same code, GPU and driver is not measured again. Commit the file, and build the package again.
Python and Triton are not needed; a C++ compiler is.

Examples:
  triton-aot tune --manifest kernels.yaml
  triton-aot tune --package aot --out tuning.json --only "matmul_*"
  triton-aot tune --only matmul_fp16 --algo 3,4 --again`;

const HEADINGS = ['size', 'best algo', 'time', 'rate', 'algo 0', 'slowest', 'failed'];
const COLUMNS = ['size', 'best', 'time', 'rate', 'first', 'slowest', 'faults'] as const;

/** The text of `tune`: a table for each kernel, and what was not measured. */
export function tuneText(result: TuneResult): string {
  const { package: measured, device, file, untuned } = result;
  return [
    `${measured.name} ${measured.version} in ${measured.folder} on ${describeGpu(device)}`,
    ...tuneTables(result).flatMap(tableLines),
    ...(untuned.length > 0 ? [`not measured (no cases): ${untuned.join(', ')}`] : []),
    `wrote ${file}`,
    '',
  ].join('\n');
}

function tableLines({ kernel, algos, measured, kept, rows }: TuneTable): string[] {
  const facts = [
    plural(algos, 'algo'),
    plural(rows.length, 'size'),
    plural(measured, 'new score'),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ];
  const cells = rows.map((row) => COLUMNS.map((column) => row[column]));
  return [`${kernel}: ${facts.join(', ')}`, ...tableText(HEADINGS, cells)];
}

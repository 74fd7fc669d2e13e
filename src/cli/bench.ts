import { bench } from '../bench.ts';
import { describeGpu } from '../prove/harness/choose-gpu.ts';
import {
  type BenchRequest,
  DEFAULT_BENCH_TIMEOUT,
  DEFAULT_ROUNDS,
} from '../prove/bench/request.ts';
import { benchFailure, type BenchResult } from '../prove/bench/result.ts';
import { benchTables } from '../prove/bench/tables.ts';
import { COUNT, DEFAULT_MANIFEST } from '../base/form.ts';
import { deviceLockFolder } from '../prove/harness/lease.ts';
import type { AddCommands } from './command.ts';
import {
  ADD_REPORT_OPTION,
  addGpuOptions,
  ALGO_OPTION,
  CASE_OPTION,
  type GpuOptions,
} from './gpu-options.ts';
import { JSON_OPTION, valueOf } from './options.ts';
import { withBench } from '../report/add.ts';
import { updateReport } from '../report/files.ts';
import { tableText } from '../base/table.ts';

interface BenchOptions
  extends GpuOptions, Pick<BenchRequest, 'manifest' | 'python' | 'case' | 'algo' | 'rounds'> {
  readonly jit?: true;
  readonly report?: string;
  readonly json?: true;
}

/** The command `bench`. */
export const addBenchCommand: AddCommands = (program, context, answer) => {
  const command = program
    .command('bench')
    .description("Measure a package on a GPU, alone or compared with Triton's JIT and PyTorch");
  addGpuOptions(command, 'measure', 'one case with one algo', DEFAULT_BENCH_TIMEOUT)
    .option('--jit', "Run the same kernels through Triton's JIT, and the functions of PyTorch")
    .option(
      '--python <exe>',
      'For --jit: Python interpreter with Triton and PyTorch (default: python3 on PATH)',
    )
    .option('--manifest <file>', 'For --jit: manifest of the package', DEFAULT_MANIFEST)
    .option(...CASE_OPTION)
    .option(...ALGO_OPTION)
    .option(
      '--rounds <n>',
      'How often package, JIT and PyTorch take turns',
      valueOf(COUNT),
      DEFAULT_ROUNDS,
    )
    .option(...ADD_REPORT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async ({ jit, json, report, ...chosen }: BenchOptions) => {
      const selected = { ...chosen, lockFolder: deviceLockFolder(context.env) };
      const result = await bench({ ...selected, jit: jit === true }, context);
      answer(json, result, benchText(result));
      if (report !== undefined)
        await updateReport(report, selected.package, (old) => withBench(old, result));
      const failure = benchFailure(result);
      if (failure !== undefined) throw failure;
    });
};

const HELP = `
Measures the cases of the package. Before each call, the L2 cache is overwritten.
Package, JIT and PyTorch take turns, and a ratio is the median over the rounds.

Examples:
  triton-aot bench
  triton-aot bench --jit --python .venv/bin/python --only "matmul_*"`;

/** The text of `bench`: a table for each kernel, what failed, and what limits the results. */
export function benchText(result: BenchResult): string {
  const { package: measured, device, versions, runs, notes } = result;
  const faults = runs.flatMap(({ kernel, algo, case: name, faults: own }) =>
    Object.entries(own)
      .filter(([who]) => who !== 'package')
      .map(
        ([who, why]) => `${WHO[who] ?? who} failed for ${kernel} [algo ${algo}, ${name}]: ${why}`,
      ),
  );
  return [
    `${measured.name} ${measured.version} in ${measured.folder} on ${describeGpu(device)}`,
    ...(versions === undefined
      ? []
      : [`Python ${versions.python}, Triton ${versions.triton}, PyTorch ${versions.torch}`]),
    ...benchTables(result).flatMap(({ title, headings, rows }) => [
      title,
      ...tableText(headings, rows),
    ]),
    ...[...faults, ...notes].map((note) => `note: ${note.replaceAll('\n', '\n    ')}`),
    '',
  ].join('\n');
}

const WHO: Readonly<Record<string, string>> = { jit: 'the JIT', torch: 'PyTorch' };

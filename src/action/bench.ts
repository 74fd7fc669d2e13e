import * as core from '@actions/core';
import type { BuildContext } from '../base/context.ts';
import { DEFAULT_MANIFEST } from '../base/form.ts';
import { withoutEmptyColumns } from '../base/table.ts';
import { bench } from '../bench.ts';
import { describeGpu } from '../prove/harness/choose-gpu.ts';
import { DEFAULT_BENCH_TIMEOUT, DEFAULT_ROUNDS } from '../prove/bench/request.ts';
import { benchFailure, type BenchResult } from '../prove/bench/result.ts';
import { benchTables } from '../prove/bench/tables.ts';
import { withBench } from '../report/add.ts';
import { updateReportOf } from '../report/files.ts';
import { gpuRequest, readGpuInputs, writeResults } from './gpu.ts';
import { summariseFailure } from './failure-report.ts';
import { inputsOf } from './inputs.ts';
import { addTable, escapeShort, setOutputs, type Summary, writeSummary } from './summary.ts';

/** Reads the inputs of the sub-action bench. */
export const readBenchInputs = inputsOf((read) => ({
  ...readGpuInputs(read, DEFAULT_BENCH_TIMEOUT),
  jit: read.flag('jit'),
  python: read.text('python'),
  manifest: read.text('manifest') ?? DEFAULT_MANIFEST,
}));

/** Times the calls of a package that was built before, and reports them to the workflow. */
export async function runBench(
  inputs: ReturnType<typeof readBenchInputs>,
  context: BuildContext,
): Promise<void> {
  const { jit, python, manifest } = inputs;
  const settings = await gpuRequest(inputs, context);
  const request = { ...settings, jit, python, manifest, rounds: DEFAULT_ROUNDS };
  const result = await bench(request, context);
  const report = await updateReportOf(request.package, (old) => withBench(old, result));
  const failure = benchFailure(result);
  if (failure !== undefined) await summariseFailure(failure, context.env);
  await writeSummary(addBenchSummary(core.summary, result), context.env);
  const results = await writeResults('bench', result, context.scratch);
  setOutputs(benchOutputs(result, results, report));
  if (failure !== undefined) throw failure;
}

/**
 * The outputs, by their names in bench/action.yml. `results` is the path of the JSON file, `report` that
 * of the page.
 */
export function benchOutputs(
  { device }: BenchResult,
  results: string,
  report: string,
): Readonly<Record<string, string>> {
  return { device: device.name, results, report };
}

/** Adds a table for each kernel to the job summary, and what limits the results. */
export function addBenchSummary(to: Summary, result: BenchResult): Summary {
  const { package: measured, device, notes } = result;
  to.addHeading(`Times of ${measured.name} ${measured.version}`, 3);
  const where = describeGpu(device);
  to.addRaw(escapeShort(`Measured on ${where}.`), true);
  for (const { title, ...table } of benchTables(result)) {
    to.addHeading(escapeShort(title), 4);
    // Without the JIT and PyTorch, their columns are empty.
    const { headings, rows } = withoutEmptyColumns(table);
    addTable(to, headings, rows);
  }
  for (const remark of notes) to.addRaw(escapeShort(remark), true);
  return to;
}

import * as core from '@actions/core';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { workersFor } from '../base/workers.ts';
import { bench } from '../bench.ts';
import { DEFAULT_ROUNDS } from '../prove/bench/request.ts';
import { benchFailure, type BenchResult } from '../prove/bench/result.ts';
import { benchTables, peaksText } from '../prove/bench/tables.ts';
import { deviceLockFolder } from '../prove/harness/lease.ts';
import type { BenchInputs } from './bench-inputs.ts';
import { packageFolder, smokeRefusal } from './smoke.ts';
import { withBench } from '../report/add.ts';
import { updateReportOf } from '../report/files.ts';
import { addTable, escapeShort, setOutputs, type Summary, writeSummary } from './summary.ts';
import { warnOfIdentity } from './trust.ts';

/** Times the calls of a package that was built before, and reports them to the workflow. */
export async function runBench(inputs: BenchInputs, context: BuildContext): Promise<void> {
  const { allowUntrusted, artifact, package: named, ...chosen } = inputs;
  const refusal = await smokeRefusal(allowUntrusted, context);
  if (refusal !== undefined) throw refusal;
  warnOfIdentity(context.env, context.log);
  const folder = await packageFolder({ package: named, artifact, release: undefined }, context);
  const result = await bench(
    {
      ...chosen,
      package: folder,
      rounds: DEFAULT_ROUNDS,
      jobs: workersFor(),
      lockFolder: deviceLockFolder(context.env),
    },
    context,
  );
  const report = await updateReportOf(folder, (old) => withBench(old, result));
  await writeSummary(addBenchSummary(core.summary, result), context.env);
  // A job can measure several packages.
  const file = join(context.scratch, `bench-${randomUUID().slice(0, 8)}.json`);
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`);
  setOutputs(benchOutputs(result, file, report));
  const failure = benchFailure(result);
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
  const where = `${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
  to.addRaw(escapeShort(`Measured on ${where}.`), true);
  for (const { title, headings, rows } of benchTables(result)) {
    to.addHeading(escapeShort(title), 4);
    // Without the JIT and PyTorch, their columns are empty.
    const isFilled = (_: unknown, column: number) => rows.some((row) => row[column] !== '');
    addTable(
      to,
      headings.filter(isFilled),
      rows.map((row) => row.filter(isFilled)),
    );
  }
  for (const remark of [peaksText(result), ...notes]) to.addRaw(escapeShort(remark), true);
  return to;
}

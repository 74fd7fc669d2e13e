import * as core from '@actions/core';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { workersFor } from '../base/workers.ts';
import type { BuildContext } from '../base/context.ts';
import { deviceLockFolder } from '../prove/harness/lease.ts';
import { DEFAULT_TIMING } from '../prove/measure/meter.ts';
import { tuneTables } from '../prove/measure/tune-table.ts';
import { tune, tuneFailure } from '../tune.ts';
import type { TuneResult } from '../prove/measure/tune-kernel.ts';
import { locator, packageFolder, smokeRefusal } from './smoke.ts';
import { addTable, escapeShort, setOutputs, type Summary, writeSummary } from './summary.ts';
import { warnOfIdentity } from './trust.ts';
import type { TuneInputs } from './tune-inputs.ts';

/** Measures a package that was built before, and reports the result to the workflow. */
export async function runTune(inputs: TuneInputs, context: BuildContext): Promise<void> {
  const refusal = await smokeRefusal(inputs.allowUntrusted, context);
  if (refusal !== undefined) throw refusal;
  warnOfIdentity(context.env, context.log);
  const { artifact, out, only, algo, again, device, wait, timeout } = inputs;
  const folder = await packageFolder(
    { package: inputs.package, artifact, release: undefined },
    context,
  );
  const settings = { file: out, only, algos: algo, again, device, wait, timeout };
  const result = await tune(
    {
      ...settings,
      package: folder,
      timing: DEFAULT_TIMING,
      jobs: workersFor(),
      lockFolder: deviceLockFolder(context.env),
    },
    context,
  );
  await writeSummary(addTuneSummary(core.summary, result), context.env);
  setOutputs(tuneOutputs(result, await writeScores(result, context.scratch)));
  const failure = tuneFailure(result, await locator(inputs.manifest));
  if (failure !== undefined) throw failure;
}

/** Returns the outputs, by their names in tune/action.yml. `results` is the path of the JSON file. */
export function tuneOutputs(
  { file, kernels, device }: TuneResult,
  results: string,
): Readonly<Record<string, string>> {
  return {
    tuning: resolve(file),
    measured: String(kernels.reduce((sum, { measured }) => sum + measured, 0)),
    kept: String(kernels.reduce((sum, { kept }) => sum + kept, 0)),
    device: device.name,
    results,
  };
}

/** Adds the best algo of each size to the job summary. */
export function addTuneSummary(to: Summary, result: TuneResult): Summary {
  const { package: measured, device, untuned, seconds } = result;
  to.addHeading(`Measurements of ${measured.name} ${measured.version}`, 3);
  const where = `${device.name} (compute capability ${device.capability}, CUDA ${device.driver}, ${device.uuid})`;
  to.addRaw(escapeShort(`Measured in ${seconds.toFixed(0)} s on ${where}.`), true);
  const headings = ['Kernel', 'Size', 'Best algo', 'Time', 'Rate', 'Algo 0', 'Slowest', 'Failed'];
  const rows = tuneTables(result).flatMap(({ kernel, rows: own }) =>
    own.map(({ size, best, time, rate, first, slowest, faults }) => [
      kernel,
      size,
      best,
      time,
      rate,
      first,
      slowest,
      faults,
    ]),
  );
  addTable(to, headings, rows);
  if (untuned.length > 0)
    to.addRaw(escapeShort(`Not measured (no cases): ${untuned.join(', ')}.`), true);
  return to;
}

/** Writes the result as JSON to a new file in `folder`, and returns its path. */
async function writeScores(result: TuneResult, folder: string): Promise<string> {
  // A job can measure several packages.
  const file = join(folder, `tune-${randomUUID().slice(0, 8)}.json`);
  await writeFile(file, `${JSON.stringify(result, undefined, 2)}\n`);
  return file;
}

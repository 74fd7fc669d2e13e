import * as core from '@actions/core';
import { dirname, join, resolve } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { DEFAULT_MANIFEST, INDEX } from '../../base/form.ts';
import { TUNING_FILE } from './file.ts';
import { describeGpu } from '../../prove/harness/choose-gpu.ts';
import { DEFAULT_TIMING } from '../../prove/measure/meter.ts';
import type { TuneResult } from './measure/tune-kernel.ts';
import { tuneTables } from './measure/tune-table.ts';
import { DEFAULT_RUN_TIMEOUT } from '../../prove/smoke/request.ts';
import { tune, tuneFailure } from './measure/tune.ts';
import { gpuRequest, locator, readGpuInputs, writeResults } from '../../action/gpu.ts';
import { summariseFailure } from '../../action/failure-report.ts';
import { inputsOf } from '../../action/inputs.ts';
import {
  addTable,
  escapeShort,
  setOutputs,
  type Summary,
  writeSummary,
} from '../../action/summary.ts';

/** Reads the inputs of the sub-action tune. */
export const readTuneInputs = inputsOf((read) => {
  const manifest = read.text('manifest') ?? DEFAULT_MANIFEST;
  return {
    ...readGpuInputs(read, DEFAULT_RUN_TIMEOUT),
    manifest,
    out: read.text('out') ?? join(dirname(manifest), TUNING_FILE),
    algo: read.values('algo', INDEX),
    again: read.flag('again'),
  };
});

/** Measures a package that was built before, and reports the result to the workflow. */
export async function runTune(
  inputs: ReturnType<typeof readTuneInputs>,
  context: BuildContext,
): Promise<void> {
  const { manifest, out: file, algo: algos, again } = inputs;
  const settings = await gpuRequest(inputs, context);
  const result = await tune({ ...settings, file, algos, again, timing: DEFAULT_TIMING }, context);
  const failure = tuneFailure(result, await locator(settings.package, manifest));
  if (failure !== undefined) await summariseFailure(failure, context.env);
  await writeSummary(addTuneSummary(core.summary, result), context.env);
  setOutputs(tuneOutputs(result, await writeResults('tune', result, context.scratch)));
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
  const where = describeGpu(device);
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

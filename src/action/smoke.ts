import * as core from '@actions/core';
import type { BuildContext } from '../base/context.ts';
import { COUNT, DEFAULT_MANIFEST, INDEX, oneOf } from '../base/form.ts';
import { furtherChecks } from '../prove/smoke/further-checks.ts';
import { DEFAULT_RUN_TIMEOUT, type SmokeRequest } from '../prove/smoke/request.ts';
import { failureText, isUnsupported, type SmokeResult } from '../prove/smoke/result.ts';
import { withSmoke } from '../report/add.ts';
import { updateReportOf } from '../report/files.ts';
import { smoke } from '../smoke.ts';
import { smokeFailure, smokeSarif } from '../smoke-findings.ts';
import {
  EMULATE_MODES,
  emulateRequest,
  gpuRequest,
  locator,
  machineSettings,
  readGpuInputs,
  writeResults,
} from './gpu.ts';
import { summariseFailure } from './failure-report.ts';
import { inputsOf } from './inputs.ts';
import { annotateNotice } from './log.ts';
import { readRelease } from './package-folder.ts';
import { readUpload, uploadFindings, writeFindings } from './sarif.ts';
import { addSmokeSummary, smokeOutputs } from './smoke-report.ts';
import { setOutputs, writeSummary } from './summary.ts';
import { storeFolder } from './trust.ts';

/** Reads the inputs of the sub-action smoke. */
export const readSmokeInputs = inputsOf((read) => {
  const inputs = {
    ...readGpuInputs(read, DEFAULT_RUN_TIMEOUT),
    release: readRelease(read),
    manifest: read.text('manifest') ?? DEFAULT_MANIFEST,
    gpu: read.value('gpu', oneOf(['required', 'auto'])) ?? 'required',
    emulate: read.value('emulate', oneOf(EMULATE_MODES)) ?? 'auto',
    python: read.text('python'),
    generate: read.value('generate', COUNT),
    seed: read.value('seed', INDEX) ?? 0,
    sanitize: read.flag('sanitize'),
    token: read.text('token'),
    uploadSarif: readUpload(read),
    flags: read.flags(furtherChecks.parts.map(({ flag }) => flag)),
  };
  if (inputs.artifact !== undefined && inputs.release !== undefined)
    read.reject('inputs artifact and release: set only one of them');
  return inputs;
});

/** Tests a package that was built before, and reports the result to the workflow. */
export async function runSmoke(
  inputs: ReturnType<typeof readSmokeInputs>,
  context: BuildContext,
): Promise<void> {
  const { gpu, manifest, sanitize, flags, seed, generate: count, python } = inputs;
  const emulate = emulateRequest(inputs.emulate, inputs, context);
  const generate =
    count === undefined
      ? undefined
      : { count, seed: BigInt(seed), store: storeFolder(context), python };
  const settings = { manifest, gpu, emulate, generate, sanitize, flags };
  const request = { ...(await gpuRequest(inputs, context)), ...settings };
  const result = await runSmokeTest(request, context);
  const locate = await locator(request.package, manifest);
  const found = smokeFailure(result, locate);
  // Without a GPU, what cannot be emulated is no failure. `runSmokeTest` says so.
  const failure = result.outcome === 'unsupported' ? undefined : found;
  if (failure !== undefined) await summariseFailure(failure, context.env);
  await writeSummary(addSmokeSummary(core.summary, result), context.env);
  const report = await updateReportOf(request.package, (old) => withSmoke(old, result));
  const results = await writeResults('smoke', result, context.scratch);
  const sarif = await writeFindings(smokeSarif(result, locate), context);
  setOutputs(smokeOutputs(result, results, report, sarif));
  await uploadFindings(sarif, inputs, failure, context);
  if (failure !== undefined) throw failure;
}

/** Runs the smoke test of a package. The caller reports it, and decides whether it is a failure. */
export async function runSmokeTest(
  settings: Omit<SmokeRequest, 'jobs' | 'lockFolder'>,
  context: BuildContext,
): Promise<SmokeResult> {
  const result = await smoke({ ...settings, ...machineSettings(context) }, context);
  if (result.reason !== undefined) {
    const { message, ...more } = result.reason;
    annotateNotice({
      message: `the smoke test was compiled and linked, but not run: ${message}`,
      ...more,
    });
  }
  if (result.outcome === 'unsupported') {
    const [first] = [...result.runs, ...result.checks].filter(isUnsupported);
    annotateNotice({
      message: `not all of the smoke test was emulated: ${first === undefined ? '' : failureText(first)}`,
      hint: 'Test it on a GPU. `require: emulated` of the action publish does not accept it.',
    });
  }
  return result;
}

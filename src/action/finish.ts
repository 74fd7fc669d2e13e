import * as core from '@actions/core';
import { resolve } from 'node:path';
import type { BuildContext, Log, RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { checkRegressions } from '../report/difference/baseline.ts';
import type { BuildResult } from '../build.ts';
import { FailedBuild } from '../compile/run.ts';
import { DEFAULT_WAIT } from '../prove/harness/lease.ts';
import { REPORT_FILES } from '../package/layout.ts';
import { withSmoke } from '../report/add.ts';
import { originOf, reportBuild } from '../report/create.ts';
import { writeReport } from '../report/files.ts';
import { DEFAULT_RUN_TIMEOUT } from '../prove/smoke/request.ts';
import type { SmokeResult } from '../prove/smoke/result.ts';
import { smokeFailure, smokeSarif } from '../smoke-findings.ts';
import { AUTO_NAME, automaticName, uploadArtifact, type UploadedArtifact } from './artifact.ts';
import type { BuildInputs, SmokeMode } from './build-inputs.ts';
import { addReport, artifactOutputs, buildOutputs } from './build-report.ts';
import type { OpenCache } from './cache.ts';
import { addDifferenceSummary, differenceOutputs } from './difference.ts';
import { emulateRequest } from './gpu.ts';
import { summariseFailure } from './failure-report.ts';
import { annotateNotice } from './log.ts';
import { uploadFindings, writeFindings } from './sarif.ts';
import { addSmokeSummary, testOutputs } from './smoke-report.ts';
import { runSmokeTest } from './smoke.ts';
import { setOutputs, writeSummary } from './summary.ts';

/**
 * Builds a package, tests it, reports it to the workflow and uploads it.
 * @throws what `build` throws, what the tests found, that results were not saved to `cache` although
 * they must be, or what got worse by more than `failOn` allows.
 */
export async function buildAndFinish(
  build: () => Promise<BuildResult>,
  cache: Pick<OpenCache, 'traffic' | 'requireSaved'>,
  inputs: BuildInputs,
  failOn: BuildInputs['failOn'],
  context: BuildContext,
): Promise<void> {
  let result;
  try {
    result = await build();
  } catch (error) {
    if (error instanceof FailedBuild) {
      await summariseFailure(error, context.env);
      const report = await reportBuild(error);
      await writeSummary(addReport(core.summary, report, context.env), context.env);
    }
    throw error;
  }
  setOutputs({
    ...buildOutputs(result, cache.traffic()),
    ...differenceOutputs(result),
  });
  const { tested, failure } = await testBuilt(result, inputs, context);
  const findings =
    tested && smokeSarif(tested, (path) => result.plan.manifest.document.locate(path));
  const sarif = findings && (await writeFindings(findings, context));
  setOutputs(testOutputs(tested, sarif));
  const built = await reportBuild(result, originOf(context));
  const report = tested === undefined ? built : withSmoke(built, tested);
  if (inputs.report) await writeReport(result.out, report);
  setOutputs({ report: inputs.report ? resolve(result.out, REPORT_FILES.html) : '' });
  if (failure !== undefined) await summariseFailure(failure, context.env);
  addReport(core.summary, report, context.env);
  addDifferenceSummary(core.summary, result);
  await writeSummary(core.summary, context.env);
  if (tested !== undefined) await writeSummary(addSmokeSummary(core.summary, tested), context.env);
  context.signal.throwIfAborted();
  if (sarif !== undefined) await uploadFindings(sarif, inputs, failure, context);
  await reportUpload(() => uploadBuilt(result, inputs, context), failure, context.log);
  if (failure !== undefined) throw failure;
  cache.requireSaved();
  if (failOn !== undefined) checkRegressions(result);
}

/**
 * Uploads, and sets the outputs about the artifact. If there is a `failure` already, that is more
 * important: then a failed upload is a warning.
 */
export async function reportUpload(
  upload: () => Promise<UploadedArtifact | undefined>,
  failure: unknown,
  log: Pick<Log, 'warning'>,
): Promise<void> {
  try {
    setOutputs(artifactOutputs(await upload()));
  } catch (error) {
    if (failure === undefined || !(error instanceof Failure)) throw error;
    for (const problem of error.problems) log.warning(problem);
  }
}

/** Tests the package. Returns the result, and why the test failed or could not run. */
async function testBuilt(
  result: BuildResult,
  inputs: BuildInputs,
  context: BuildContext,
): Promise<{ readonly tested?: SmokeResult | undefined; readonly failure: unknown }> {
  try {
    const tested = await smokeTestPackage(result, inputs, context);
    return { tested, failure: tested && testFailure(tested, inputs.smoke, result.plan) };
  } catch (error) {
    return { failure: error };
  }
}

/**
 * Uploads the package after the tests, because it contains their evidence. Uploads it after failed tests too, for
 * inspection.
 */
async function uploadBuilt(
  { out, plan }: BuildResult,
  { artifact, matrix, retentionDays }: BuildInputs,
  context: RunContext,
): Promise<UploadedArtifact | undefined> {
  if (artifact === undefined) return undefined;
  const name = artifact === AUTO_NAME ? automaticName(plan.manifest.package, matrix) : artifact;
  return uploadArtifact({ name, folder: out, retentionDays }, context);
}

/**
 * Tests the package. Returns undefined if there is nothing to test.
 * @throws {Failure} if the test is required but does not run.
 */
async function smokeTestPackage(
  result: BuildResult,
  inputs: BuildInputs,
  context: BuildContext,
): Promise<SmokeResult | undefined> {
  const { smoke: gpu, device, sanitize } = inputs;
  if (gpu === 'off') return undefined;
  if (result.plan.kernels.every(({ smoke }) => smoke === undefined)) {
    skipTest(gpu, withoutTests(result));
    return undefined;
  }
  const emulate = emulateRequest(gpu === 'required' ? 'never' : inputs.emulate, inputs, context);
  const { file: manifest } = result.plan.manifest;
  const settings = { manifest, gpu, device, emulate, only: [], sanitize } as const;
  const times = { wait: DEFAULT_WAIT, timeout: DEFAULT_RUN_TIMEOUT };
  return runSmokeTest({ package: result.out, ...settings, ...times }, context);
}

/** The failure of a test, with places in the manifest; undefined if it did not fail. */
function testFailure(
  result: SmokeResult,
  mode: SmokeMode,
  { manifest }: BuildResult['plan'],
): Failure | undefined {
  const { outcome, reason } = result;
  if (mode === 'required' && outcome === 'built' && reason !== undefined)
    return new Failure('no-gpu', reason);
  if (outcome === 'unsupported') return undefined;
  return smokeFailure(result, (path) => manifest.document.locate(path));
}

function skipTest(mode: SmokeMode, reason: Failure): void {
  if (mode === 'required') throw reason;
  for (const problem of reason.problems) annotateNotice(problem);
}

function withoutTests({ plan }: BuildResult): Failure {
  return new Failure('smoke', {
    message: 'nothing to test: no kernel has a `smoke:` section',
    place: { file: plan.manifest.file },
    hint: 'docs/guides/gpu.md explains how to write one.',
  });
}

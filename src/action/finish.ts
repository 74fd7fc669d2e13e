import * as core from '@actions/core';
import { basename, resolve } from 'node:path';
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
import { smokeFailure } from '../smoke.ts';
import { AUTO_NAME, automaticName, uploadArtifact, type UploadedArtifact } from './artifact.ts';
import type { BuildInputs, SmokeMode } from './build-inputs.ts';
import { addReport, artifactOutputs, buildOutputs } from './build-report.ts';
import type { OpenCache } from './cache.ts';
import { addDifferenceSummary, differenceOutputs } from './difference.ts';
import { emulateRequest } from './gpu.ts';
import { annotateNotice } from './log.ts';
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
      // The error itself is added to the summary last.
      const report = { ...(await reportBuild(error)), errors: [] };
      await writeSummary(addReport(core.summary, report, context.env), context.env);
    }
    throw error;
  }
  setOutputs({
    ...buildOutputs(result, cache.traffic()),
    ...differenceOutputs(result),
  });
  const { tested, failure } = await testAll(result, inputs, context);
  setOutputs(testOutputs(tested));
  const report = tested.reduce(withSmoke, await reportBuild(result, originOf(context)));
  if (inputs.report) await writeReport(result.out, report);
  setOutputs({ report: inputs.report ? resolve(result.out, REPORT_FILES.html) : '' });
  addReport(core.summary, report, context.env);
  addDifferenceSummary(core.summary, result);
  await writeSummary(core.summary, context.env);
  for (const one of tested) await writeSummary(addSmokeSummary(core.summary, one), context.env);
  context.signal.throwIfAborted();
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

/** Tests the packages. Returns the results, and why tests failed or could not run. */
async function testAll(
  result: BuildResult,
  inputs: BuildInputs,
  context: BuildContext,
): Promise<{ readonly tested: readonly SmokeResult[]; readonly failure: unknown }> {
  const tested: SmokeResult[] = [];
  try {
    await smokeTestPackages(result, inputs, context, tested);
    return { tested, failure: testFailure(tested, result.plan) };
  } catch (error) {
    return { tested, failure: error };
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
 * Tests the packages, one after the other, and adds the results to `results`: none if there is nothing
 * to test.
 * @throws {Failure} if the test is required but runs for no package. `testFailure` decides about
 * the results.
 */
async function smokeTestPackages(
  result: BuildResult,
  inputs: BuildInputs,
  context: BuildContext,
  results: SmokeResult[],
): Promise<void> {
  const mode = inputs.smoke;
  if (mode === 'off') return;
  const folders = testedFolders(result, inputs.split);
  if (folders.length === 0) return skipTest(mode, withoutTests(result));
  // A GPU runs only the package for its own target: of several packages, one must run.
  const gpu = folders.length > 1 ? 'auto' : mode;
  const { device, sanitize } = inputs;
  // Of several packages, those for other GPUs are not emulated either if one is required.
  const emulation = mode === 'required' ? 'never' : inputs.emulate;
  const emulate = emulateRequest(emulation, inputs, context);
  const settings = { gpu, device, emulate, only: [], sanitize } as const;
  const times = { wait: DEFAULT_WAIT, timeout: DEFAULT_RUN_TIMEOUT };
  for (const folder of folders)
    results.push(await runSmokeTest({ package: folder, ...settings, ...times }, context));
  const reasons = results.flatMap(({ outcome, reason }) =>
    outcome === 'built' && reason !== undefined ? [reason] : [],
  );
  if (mode === 'required' && reasons.length === results.length)
    throw new Failure('no-gpu', reasons);
}

/** The failure of the results, with places in the manifest; undefined if none failed. */
function testFailure(
  results: readonly SmokeResult[],
  { manifest }: BuildResult['plan'],
): Failure | undefined {
  const tested = results.filter(({ outcome }) => outcome !== 'unsupported');
  const problems = tested.flatMap(
    (result) => smokeFailure(result, (path) => manifest.document.locate(path))?.problems ?? [],
  );
  return problems.length === 0 ? undefined : new Failure('smoke', problems);
}

/** The packages with something to test. */
function testedFolders({ packages, plan }: BuildResult, isSplit: boolean): readonly string[] {
  const tested = plan.kernels.filter(({ smoke }) => smoke !== undefined);
  const targets = new Set(tested.flatMap((kernel) => kernel.targets.map(({ name }) => name)));
  // The folder of a part is named after its target.
  return packages.filter((folder) => (isSplit ? targets.has(basename(folder)) : tested.length > 0));
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

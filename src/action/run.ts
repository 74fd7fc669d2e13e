import { join } from 'node:path';
import { build, type BuildResult } from '../core/build.ts';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import type { StockResult } from '../core/stock/build.ts';
import { DEFAULT_STORE_LIMIT } from '../core/store/size.ts';
import { openCache } from './cache.ts';
import { testBuilt, testFailure } from './built-tests.ts';
import { gateRefusal } from './gate.ts';
import type { Inputs, SmokeMode } from './inputs.ts';
import {
  artifactOutputs,
  outputsOf,
  setOutputs,
  testOutputs,
  writeStockSummary,
  writeSummary,
} from './report.ts';
import { uploadArtifact, type UploadedArtifact } from './upload.ts';
import { AUTO, automaticName } from './upload-name.ts';

/** Names the folder results are kept in between jobs, when `store` beside the toolchains will not do. */
const STORE_VARIABLE = 'TRITON_AOT_STORE';

/** Builds the package, tests and uploads it, and tells the workflow about it. */
export async function runBuild(inputs: Inputs, context: BuildContext): Promise<void> {
  // Ahead of the build: who refuses says so at once.
  const smoke = await allowedMode(inputs, context);
  const remote = await openCache(inputs.cache, context);
  const result = await build(
    {
      manifest: inputs.manifest,
      targets: inputs.targets,
      triton: inputs.tritonVersion,
      python: inputs.python,
      only: inputs.only,
      out: inputs.out,
      split: inputs.split,
      jobs: inputs.jobs,
      store: context.env[STORE_VARIABLE] || join(context.home, 'store'),
      storeLimit: DEFAULT_STORE_LIMIT,
      remote,
      timeout: DEFAULT_TIMEOUT,
      generator: inputs.generator,
      allowKnownWrong: inputs.allowKnownWrong,
    },
    context,
  );
  setOutputs(outputsOf(result, remote !== undefined));
  await (result.generator === 'triton' ? writeStockSummary(result) : writeSummary(result));
  const failure = await testAndTell(result, smoke, inputs, context);
  try {
    setOutputs(artifactOutputs(await uploadBuilt(result, inputs, context)));
  } catch (error) {
    // What the tests found matters more.
    if (failure === undefined || !(error instanceof Failure)) throw error;
    for (const problem of error.problems) context.log.warning(problem);
  }
  if (failure !== undefined) throw failure;
}

/** How the package may be tested on this runner. */
async function allowedMode(inputs: Inputs, context: BuildContext): Promise<SmokeMode> {
  if (inputs.smoke === 'off') return 'off';
  const refusal = await gateRefusal(inputs.allowUntrusted, context);
  if (refusal === undefined) return inputs.smoke;
  if (inputs.smoke === 'required') throw refusal;
  for (const problem of refusal.problems) context.log.warning(problem);
  return 'off';
}

/** Why the tests failed, or could not be made; undefined where they passed or there were none. */
async function testAndTell(
  result: BuildResult | StockResult,
  smoke: SmokeMode,
  inputs: Inputs,
  context: BuildContext,
): Promise<unknown> {
  try {
    const tested = await testBuilt(result, smoke, inputs, context);
    setOutputs(testOutputs(tested));
    return testFailure(tested, result.preparation);
  } catch (error) {
    context.signal.throwIfAborted();
    return error;
  }
}

/** After the tests, whose evidence is in it. A package that failed them is what one wants to look at. */
async function uploadBuilt(
  { out, preparation }: BuildResult | StockResult,
  { artifact, matrix, retentionDays }: Inputs,
  context: BuildContext,
): Promise<UploadedArtifact | undefined> {
  if (artifact === undefined) return undefined;
  const name = artifact === AUTO ? automaticName(preparation.manifest.package, matrix) : artifact;
  return uploadArtifact({ name, folder: out, retentionDays }, context);
}

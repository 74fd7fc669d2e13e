import { basename, join } from 'node:path';
import type { BuildContext, RunContext } from '../core/base/context.ts';
import { Failure } from '../core/base/errors.ts';
import { DEFAULT_STORE_LIMIT } from '../core/base/text.ts';
import { DEFAULT_TIMEOUT } from '../core/bridge/pool.ts';
import { build, type BuildResult } from '../core/build/build.ts';
import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smokeFailure } from '../core/smoke/smoke.ts';
import type { TritonToolsResult } from '../core/triton-tools/triton-tools.ts';
import { AUTO_NAME, automaticName, uploadArtifact, type UploadedArtifact } from './artifact.ts';
import type { BuildInputs, SmokeMode } from './build-inputs.ts';
import {
  artifactOutputs,
  buildOutputs,
  setOutputs,
  testOutputs,
  writeBuildSummary,
  writeTritonToolsSummary,
} from './build-report.ts';
import { openCache } from './cache.ts';
import { annotateNotice } from './log.ts';
import { gateRefusal, runGate } from './smoke.ts';

/** Names the folder results are kept in between jobs, when `store` beside the toolchains will not do. */
const STORE_VARIABLE = 'TRITON_AOT_STORE';

/** Builds the package, tests and uploads it, and tells the workflow about it. */
export async function runBuild(inputs: BuildInputs, context: BuildContext): Promise<void> {
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
  setOutputs(buildOutputs(result, remote !== undefined));
  await (result.generator === 'triton'
    ? writeTritonToolsSummary(result)
    : writeBuildSummary(result));
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
async function allowedMode(
  inputs: BuildInputs,
  context: Pick<RunContext, 'env' | 'log'>,
): Promise<SmokeMode> {
  if (inputs.smoke === 'off') return 'off';
  const refusal = await gateRefusal(inputs.allowUntrusted, context);
  if (refusal === undefined) return inputs.smoke;
  if (inputs.smoke === 'required') throw refusal;
  for (const problem of refusal.problems) context.log.warning(problem);
  return 'off';
}

/** Why the tests failed, or could not be made; undefined where they passed or there were none. */
async function testAndTell(
  result: BuildResult | TritonToolsResult,
  smoke: SmokeMode,
  inputs: BuildInputs,
  context: BuildContext,
): Promise<unknown> {
  try {
    const tested = await smokeTestPackages(result, smoke, inputs, context);
    setOutputs(testOutputs(tested));
    return testFailure(tested, result.preparation);
  } catch (error) {
    context.signal.throwIfAborted();
    return error;
  }
}

/** After the tests, whose evidence is in it. A package that failed them is what one wants to look at. */
async function uploadBuilt(
  { out, preparation }: BuildResult | TritonToolsResult,
  { artifact, matrix, retentionDays }: BuildInputs,
  context: RunContext,
): Promise<UploadedArtifact | undefined> {
  if (artifact === undefined) return undefined;
  const name =
    artifact === AUTO_NAME ? automaticName(preparation.manifest.package, matrix) : artifact;
  return uploadArtifact({ name, folder: out, retentionDays }, context);
}

/**
 * Tests what was built, one package after the other; nothing where there is nothing to test.
 * @throws {Failure} where the test is required and does not run on any package; see `testFailure` for what it finds.
 */
async function smokeTestPackages(
  result: BuildResult | TritonToolsResult,
  mode: SmokeMode,
  inputs: BuildInputs,
  context: BuildContext,
): Promise<readonly SmokeResult[]> {
  if (mode === 'off') return [];
  if (result.generator === 'triton') return untested(mode, untestedTree(result));
  const folders = testedFolders(result, inputs.split);
  if (folders.length === 0) return untested(mode, withoutTests(result));
  // A GPU runs the packages of its own architecture: of several, one must run.
  const gpu = folders.length > 1 ? 'auto' : mode;
  const { device, sanitize } = inputs;
  const settings = { gpu, device, only: [], sanitize } as const;
  const times = { wait: DEFAULT_WAIT, timeout: DEFAULT_RUN_TIMEOUT };
  const results: SmokeResult[] = [];
  for (const folder of folders)
    results.push(await runGate({ package: folder, ...settings, ...times }, context));
  const reasons = results.flatMap(({ outcome, reason }) =>
    outcome === 'built' && reason !== undefined ? [reason] : [],
  );
  if (mode === 'required' && reasons.length === results.length)
    throw new Failure('no-gpu', reasons);
  return results;
}

/** The failure that results mean; undefined where none failed. Problems stand at the manifest's lines. */
function testFailure(
  results: readonly SmokeResult[],
  { manifest }: BuildResult['preparation'],
): Failure | undefined {
  const problems = results.flatMap(
    (result) => smokeFailure(result, (path) => manifest.document.locate(path))?.problems ?? [],
  );
  return problems.length === 0 ? undefined : new Failure('smoke', problems);
}

/** The packages that hold something to test. */
function testedFolders(
  { packages, preparation }: BuildResult,
  isSplit: boolean,
): readonly string[] {
  const tested = preparation.kernels.filter(({ smoke }) => smoke !== undefined);
  const targets = new Set(tested.flatMap((kernel) => kernel.targets.map(({ name }) => name)));
  // A part's folder has the name of its target.
  return packages.filter((folder) => (isSplit ? targets.has(basename(folder)) : tested.length > 0));
}

function untested(mode: SmokeMode, why: Failure): readonly SmokeResult[] {
  if (mode === 'required') throw why;
  for (const problem of why.problems) annotateNotice(problem);
  return [];
}

function untestedTree({ preparation }: TritonToolsResult): Failure {
  return new Failure('usage', {
    message: "there is no smoke test: files of Triton's own tools are no package",
    place: { file: preparation.manifest.file },
    hint: 'Take the native generator, or `smoke: off`.',
  });
}

function withoutTests({ preparation }: BuildResult): Failure {
  return new Failure('smoke', {
    message: 'nothing is tested: no kernel has a `smoke:` section',
    place: { file: preparation.manifest.file },
    hint: 'docs/guides/gpu.md tells how to write one.',
  });
}

import { checkAbi, type CheckedVariant } from './compile/cubin/check.ts';
import type { BuildContext } from './base/context.ts';
import { Failure } from './base/errors.ts';
import { plural } from './base/text.ts';
import { keepingWorkers, type KeptWorkers } from './toolchain/workers/kept-workers.ts';
import { checkBudgets, warnOfUncheckedBudgets } from './compile/budgets.ts';
import { checkLaunches } from './compile/limits.ts';
import { addExpected, warnOfMissingOutputs } from './compile/expected/pack-cases.ts';
import type { Difference } from './report/difference/difference.ts';
import { checkOutputFolder } from './package/folder.ts';
import { planChoices, type PlannedChoices } from './plan/choices.ts';
import type { Preparation } from './plan/prepare.ts';
import { scopeOf } from './compile/store/baseline.ts';
import { measuredTimes, NO_TIMES, readTimes, writeHistory } from './compile/store/history.ts';
import { type DirectoryStore, directoryStore } from './compile/store/store.ts';
import { manifestToolchain } from './toolchain/toolchain.ts';
import type { TuningFile } from './manifest/tuning/file.ts';
import {
  buildWithTritonTools,
  type TritonToolsResult,
} from './package/triton-tools/triton-tools.ts';
import { openBaseline } from './report/difference/baseline.ts';
import { computeMissing } from './compile/compute.ts';
import { openBuild, openWork } from './compile/open.ts';
import { writePackages } from './package/packages.ts';
import { openParts } from './compile/shard.ts';
import {
  completeResults,
  type Progress,
  readProgress,
  type StoredResults,
} from './compile/results.ts';
import { type BuildRun, FailedBuild, recordRun, type RunRecorder } from './compile/run.ts';
import type { BuildRequest, BuildWork } from './compile/work.ts';
import { explainMissing } from './compile/store/explain.ts';
import { saveResults } from './compile/store/prune.ts';

/** The result of building a package. */
export interface BuildResult extends Built {
  readonly generator: 'native';
  readonly out: string;
  /** From the baseline; undefined if there is none, or it was not asked for. */
  readonly difference?: Difference | undefined;
}

interface Built {
  /** Without the configs that do not compile or cannot be launched. */
  readonly preparation: Preparation;
  readonly run: BuildRun;
  readonly choices: PlannedChoices;
  readonly checked: readonly CheckedVariant[];
  /** The folders of the packages: `out`, or one below it for each target. */
  readonly packages: readonly string[];
  /** The numbers of variants that were compiled, and that came from the store. */
  readonly compiled: number;
  readonly cached: number;
}

/**
 * Builds a package from a manifest, or runs Triton's own tools if the manifest or the request names
 * that generator. Writes nothing to the output folder unless every variant compiles and passes its
 * checks.
 * @throws {Failure} of any kind: a `FailedBuild` once the build is planned.
 */
export async function build(
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult | TritonToolsResult> {
  return keepingWorkers(context, (kept) => buildWith({ ...request, kept }, kept, context));
}

async function buildWith(
  request: BuildRequest,
  kept: KeptWorkers,
  context: BuildContext,
): Promise<BuildResult | TritonToolsResult> {
  const { log } = context;
  await checkOutputFolder(request.out);
  const parts = request.results && (await openParts(request.results, context));
  await parts?.copyHints(directoryStore(request.store, log, context.now));
  const opened = await openBuild({ ...request, kept }, context);
  const { preparation, tuning } = opened;
  if (preparation.manifest.generator === 'native') {
    const work = await openWork(opened, request);
    const measured = await parts?.copyResults(work, opened.local);
    return buildPackage(work, opened.local, tuning, measured, request, context);
  }
  if (parts !== undefined) {
    throw new Failure('usage', {
      message: "results of shards are of no use to Triton's own tools",
      place: { file: request.manifest },
      hint: 'Use the native generator, or omit --results.',
    });
  }
  if (tuning !== undefined)
    log.info(`${tuning.file} is not used: the code of Triton's own tools does not choose algos`);
  warnOfUncheckedBudgets(preparation.manifest, log);
  if (preparation.operators.length > 0)
    log.info("operators are left out: Triton's own tools do not make them");
  if (request.baseline?.compare !== undefined)
    log.info("nothing is compared: Triton's own tools do not say what their code takes of a GPU");
  if (request.split === true) {
    throw new Failure('usage', {
      message: "files of Triton's own tools cannot be split by target",
      place: { file: request.manifest },
      hint: 'Use the native generator, or omit --split.',
    });
  }
  return buildWithTritonTools(preparation, request, context);
}

/** Saves results even if the build fails: the next one then has less to compile. */
async function buildPackage(
  work: BuildWork,
  store: DirectoryStore,
  tuning: TuningFile | undefined,
  measured: ReadonlyMap<string, number> | undefined,
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const { manifest } = work.preparation;
  const times =
    request.times === true ? await readTimes(store.directory, manifest.package) : NO_TIMES;
  const recorder = recordRun(work.preparation, measured, times, context.now);
  let built;
  let difference;
  try {
    const finish = await openBaseline(manifest.package, store, request, context);
    built = await buildWork(work, tuning, store, recorder, request, context);
    difference = await finish(built.packages);
  } catch (error) {
    throw error instanceof Failure ? new FailedBuild(error, recorder.run()) : error;
  } finally {
    await saveResults(store, scopeOf(manifest.package, request), request, context);
  }
  const { out } = request;
  return { generator: 'native', out, ...built, difference };
}

async function buildWork(
  work: BuildWork,
  tuning: TuningFile | undefined,
  store: DirectoryStore,
  recorder: RunRecorder,
  request: BuildRequest,
  context: BuildContext,
): Promise<Built> {
  const { manifest, variants } = work.preparation;
  const { log } = context;

  const start = await readProgress(work, store, request.manifest);
  recorder.addStored(start.results.kernels);
  const fresh = new Set(start.missing.variants);
  log.info(`${variants.length - fresh.size} of ${plural(variants.length, 'variant')} in the store`);
  await explainMissing(start.missing.variants, manifest.package, store, log);

  // If nothing is missing, no Python runs.
  const isComplete = fresh.size + start.missing.jobs.length === 0;
  const python = isComplete ? '' : await installTriton(work.preparation, request, context);
  const { seconds, onTime } = recorder;
  const settings = { ...request, python, onTime, onCompiled: recorder.onCompiled };
  const compute = ({ missing, remaining }: Progress): Promise<StoredResults> =>
    computeMissing(missing, remaining, store, settings, context);
  const { remaining, results } = await completeResults(
    work,
    start,
    store,
    request.manifest,
    compute,
  );
  const { preparation, jobs } = remaining;
  const { kernels, outputs } = results;
  recorder.replan(preparation);
  checkLaunches(preparation.variants, kernels, request.manifest);
  const choices = planChoices(tuning, preparation);
  for (const warning of [...remaining.warnings, ...choices.warnings]) log.warning(warning);
  const checked = checkAbi(
    preparation.variants.map((variant) => [variant, resultOf(kernels, variant.hash)]),
  );
  checkBudgets(checked, manifest, log);
  const cases = addExpected(
    remaining.cases,
    new Map(jobs.map((job) => [job.packaged, resultOf(outputs, job.key)])),
  );
  warnOfMissingOutputs(cases, manifest, log);

  const what = request.split === true ? 'a package for each target' : 'the package';
  const packages = await log.group(
    `Write ${what} to ${request.out}`,
    () => writePackages(preparation, checked, cases, tuning, request, context),
    (written) => [written.length, 'package'],
  );
  if (seconds.size > 0)
    await writeHistory(
      store.directory,
      manifest.package,
      variants,
      measuredTimes(seconds, variants, jobs),
    );
  const cached = variants.filter((variant) => !fresh.has(variant) && kernels.has(variant.hash));
  return {
    preparation,
    run: recorder.run(),
    choices,
    checked,
    packages,
    compiled: fresh.size,
    cached: cached.length,
  };
}

/** Finds or installs Triton. Returns the Python interpreter that has it. */
async function installTriton(
  { manifest }: Preparation,
  request: BuildRequest,
  context: BuildContext,
): Promise<string> {
  const { python } = await context.log.group(`Install Triton ${manifest.triton}`, () =>
    manifestToolchain(manifest, request.python, context),
  );
  return python;
}

function resultOf<T>(results: ReadonlyMap<string, T>, hash: string): T {
  const result = results.get(hash);
  if (result === undefined) throw new Error(`no result for ${hash}`);
  return result;
}

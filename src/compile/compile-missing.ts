import type { BuildContext } from '../base/context.ts';
import { plural } from '../base/text.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import { computeMissing } from './compute.ts';
import { costNote } from './estimate.ts';
import { dropFailing, type Progress, readProgress, type StoredResults } from './results.ts';
import type { RunRecorder } from './run.ts';
import { readTimes } from './store/times.ts';
import type { DirectoryStore } from './store/store.ts';
import type { BuildRequest, Work } from './work.ts';

/** The results of a build: nothing is missing. */
export interface CompiledBuild extends Progress {
  /** The numbers of variants that were compiled, and that came from the store. */
  readonly compiled: number;
  readonly cached: number;
}

/**
 * Takes the results of a build from the store and computes the others. Drops configs that fail, again
 * until no result is missing: without these configs, cases can have other outputs. Installs Triton if
 * anything has to be computed.
 * @throws {Failure} as `computeMissing`.
 */
export async function compileMissing(
  work: Work,
  store: DirectoryStore,
  toolchain: Toolchain,
  recorder: RunRecorder,
  request: Pick<BuildRequest, 'manifest' | 'jobs' | 'timeout'>,
  context: BuildContext,
): Promise<CompiledBuild> {
  const { manifest, variants } = work.plan;
  let progress = await readProgress(work, store);
  recorder.addStored(progress.results.kernels);
  const fresh = new Set(progress.missing.variants);
  context.log.detail(
    `${variants.length - fresh.size} of ${plural(variants.length, 'variant')} in the store`,
  );

  // Before the time left is known. If nothing is missing, no Python runs.
  if (!isComplete(progress)) await toolchain.interpreter();
  const { onTime, onCompiled } = recorder;
  const times = await readTimes(store.directory, manifest.package);
  const cost = costNote(progress.missing.variants, times);
  if (cost !== undefined) context.log.info(cost);
  const settings = { ...request, toolchain, onTime, onCompiled, times };
  const asked = [...work.jobs];
  while (!isComplete(progress)) {
    asked.push(...progress.remaining.jobs);
    const { missing, remaining } = progress;
    const computed = await computeMissing(missing, remaining, store, settings, context);
    const results = joinResults(progress.results, computed);
    progress = await dropFailing(work, results, asked, store);
  }
  recorder.replan(progress.remaining.plan);
  const { kernels } = progress.results;
  const cached = variants.filter((variant) => !fresh.has(variant) && kernels.has(variant.hash));
  return { ...progress, compiled: fresh.size, cached: cached.length };
}

function isComplete({ missing }: Progress): boolean {
  return missing.variants.length + missing.jobs.length === 0;
}

function joinResults(first: StoredResults, second: StoredResults): StoredResults {
  return {
    kernels: new Map([...first.kernels, ...second.kernels]),
    failures: new Map([...first.failures, ...second.failures]),
    outputs: new Map([...first.outputs, ...second.outputs]),
  };
}

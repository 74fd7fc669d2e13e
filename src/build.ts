import type { BuildContext } from './base/context.ts';
import { checkVariants, type CheckedBuild } from './compile/check-variants.ts';
import { compileMissing, type CompiledBuild } from './compile/compile-missing.ts';
import { type OpenBuild, openBuild } from './compile/open-build.ts';
import { type BuildRun, recordRun } from './compile/run.ts';
import { saveResults, saveTimes } from './compile/store/build-store.ts';
import type { BuildRequest } from './compile/work.ts';
import { checkOutputFolder } from './package/folder.ts';
import { writeBuiltPackage } from './package/packages.ts';
import { openBaseline } from './report/difference/baseline.ts';
import type { Difference } from './report/difference/difference.ts';
import { keepingWorkers } from './toolchain/workers/kept-workers.ts';

/** The result of a build. */
export interface BuildResult
  extends
    Pick<CheckedBuild, 'plan' | 'choosers' | 'checked'>,
    Pick<CompiledBuild, 'compiled' | 'cached'> {
  /** The folder of the package. */
  readonly out: string;
  /** The compiled variants, for a report. */
  readonly run: BuildRun;
  /** From the baseline; undefined if there is none, or it was not asked for. */
  readonly difference?: Difference | undefined;
}

/**
 * Builds a package from a manifest. Writes nothing to the output folder unless every variant compiles
 * and passes its checks.
 * @throws {Failure} of any kind: a `FailedBuild` once the build is planned.
 */
export async function build(request: BuildRequest, context: BuildContext): Promise<BuildResult> {
  return keepingWorkers(context, async (kept) => {
    await checkOutputFolder(request.out);
    const opened = await openBuild(request, kept, context);
    return buildPackage(opened, request, context);
  });
}

/** Saves results even if the build fails: the next one then has less to compile. */
async function buildPackage(
  { work, toolchain, store, choose, parts }: OpenBuild,
  request: BuildRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const { package: name } = work.plan.manifest;
  const measured = await parts?.copyResults(work, store);
  const recorder = await recordRun(work.plan, store, measured, request, context.now);
  try {
    const compare = await openBaseline(name, store, request, context);
    const results = await compileMissing(work, store, toolchain, recorder, request, context);
    const checkedBuild = checkVariants(results, choose, context.log);
    await writeBuiltPackage(checkedBuild, store, toolchain, request, context);
    await saveTimes(store, work.plan, results.remaining.jobs, recorder.seconds);
    const run = recorder.run();
    const difference = await compare(request.out);
    const { plan, choosers, checked } = checkedBuild;
    const { compiled, cached } = results;
    return {
      out: request.out,
      plan,
      choosers,
      checked,
      compiled,
      cached,
      run,
      difference,
    };
  } catch (error) {
    throw recorder.failed(error);
  } finally {
    await saveResults(store, name, request, context);
  }
}

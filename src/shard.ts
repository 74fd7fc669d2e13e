import type { BuildContext } from './base/context.ts';
import { Failure } from './base/errors.ts';
import { plural } from './base/text.ts';
import { computeMissing } from './compile/compute.ts';
import { type OpenBuild, openBuild, type OpenRequest } from './compile/open-build.ts';
import { readProgress } from './compile/results.ts';
import { checkPartFolder, type Shard, workOfShard, writePart } from './compile/shard.ts';
import { saveResults } from './compile/store/build-store.ts';
import { entryName } from './compile/store/entry.ts';
import { readTimes } from './compile/store/times.ts';
import type { BuildRequest } from './compile/work.ts';
import { keepingWorkers } from './toolchain/workers/kept-workers.ts';

/** One shard of a build. */
export interface ShardRequest extends OpenRequest, Pick<BuildRequest, 'storeLimit'> {
  readonly shard: Shard;
  /** The folder of the part: for the results of the shard. */
  readonly out: string;
}

/** Counts what a shard has computed, and which of its results the store had. */
export interface ShardResult {
  readonly package: string;
  readonly shard: Shard;
  readonly out: string;
  readonly computed: number;
  readonly cached: number;
}

/**
 * Computes a shard of what a build needs, and writes its results to a folder: if some fail, those that
 * do not.
 * @throws {Failure} as `build` does before it compiles, then `compile` with everything that fails.
 */
export async function buildShard(
  request: ShardRequest,
  context: BuildContext,
): Promise<ShardResult> {
  await checkPartFolder(request.out);
  return keepingWorkers(context, async (kept) => {
    const opened = await openBuild(request, kept, context);
    return computeShard(opened, request, context);
  });
}

async function computeShard(
  { work, toolchain, store }: OpenBuild,
  request: ShardRequest,
  context: BuildContext,
): Promise<ShardResult> {
  const { shard, out } = request;
  const { manifest } = work.plan;
  try {
    const { remaining, missing } = await readProgress(work, store);
    const times = await readTimes(store.directory, manifest.package);
    const own = workOfShard(work, shard, times);
    const variants = missing.variants.filter(({ hash }) =>
      own.names.has(entryName('kernel', hash)),
    );
    const jobs = missing.jobs.filter(({ key }) => own.names.has(entryName('expected', key)));
    const computed = new Set([...variants.map(({ hash }) => hash), ...jobs.map(({ key }) => key)]);
    const cached = own.names.size - computed.size;
    context.log.info(
      `shard ${shard.index} of ${shard.count}: ${plural(own.names.size, 'result')}, ${cached} in the store`,
    );
    const seconds = new Map<string, number>();
    let failure: Failure | undefined;
    if (computed.size > 0) {
      await toolchain.interpreter();
      const onTime = (key: string, cpuSeconds: number): void => void seconds.set(key, cpuSeconds);
      const settings = { ...request, toolchain, onTime, times, triesAll: true };
      try {
        await computeMissing({ variants, jobs }, remaining, store, settings, context);
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof Failure)) throw error;
        failure = error;
      }
    }
    await writePart(out, work, shard, own, seconds, store, context);
    if (failure !== undefined) throw failure;
    return { package: manifest.package, shard, out, computed: computed.size, cached };
  } finally {
    await saveResults(store, manifest.package, request, context);
  }
}

import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { build } from '../build.ts';
import { DEFAULT_STORE_LIMIT } from '../compile/store/prune.ts';
import { buildShard, type ShardRequest, type ShardResult } from '../shard.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { storeFolder } from './trust.ts';
import { AUTO_NAME, uploadArtifact } from './artifact.ts';
import type { BuildInputs } from './build-inputs.ts';
import { openCache } from './cache.ts';
import { comparisonOf } from './difference.ts';
import { buildAndFinish, reportUpload } from './finish.ts';
import { setOutputs } from './summary.ts';

/** Builds, tests and uploads the package; with the input `shard`, computes and uploads a part. */
export async function runBuild(inputs: BuildInputs, context: BuildContext): Promise<void> {
  const { shard, results } = inputs;
  // Only the job that makes the package saves.
  const isShared = shard !== undefined && inputs.cache !== 'off';
  const cache = await openCache(isShared ? 'read' : inputs.cache, context);
  const request = {
    manifest: inputs.manifest,
    targets: inputs.targets,
    triton: inputs.tritonVersion,
    python: inputs.python,
    only: inputs.only,
    out: inputs.out,
    flags: inputs.flags,
    jobs: inputs.jobs,
    store: storeFolder(context),
    storeLimit: DEFAULT_STORE_LIMIT,
    cache: cache.store,
    timeout: DEFAULT_TIMEOUT,
  };
  if (shard !== undefined) return runShard({ ...request, shard }, inputs, context);
  const { baseline, failOn } = await comparisonOf(inputs, context);
  const whole = { ...request, results, baseline, times: true };
  await buildAndFinish(() => build(whole, context), cache, inputs, failOn, context);
}

/** Computes a shard, and uploads what compiles even if something else does not. */
async function runShard(
  request: ShardRequest,
  { artifact, retentionDays }: BuildInputs,
  context: BuildContext,
): Promise<void> {
  const { index, count } = request.shard;
  let result: ShardResult | undefined;
  let failure: Failure | undefined;
  try {
    result = await buildShard(request, context);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'compile') throw error;
    failure = error;
  }
  context.signal.throwIfAborted();
  if (artifact !== undefined) {
    const name = artifact === AUTO_NAME ? `aot-part-${index}-of-${count}` : artifact;
    // A job that runs again replaces what its earlier attempt has uploaded.
    const upload = { name, folder: request.out, retentionDays, replaces: true };
    await reportUpload(() => uploadArtifact(upload, context), failure, context.log);
  }
  if (failure !== undefined) throw failure;
  setOutputs({ compiled: String(result?.computed ?? 0), cached: String(result?.cached ?? 0) });
}

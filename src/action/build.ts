import type { BuildContext } from '../base/context.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { build } from '../build.ts';
import { DEFAULT_STORE_LIMIT } from '../compile/store/prune.ts';
import { admit } from './trust.ts';
import type { BuildInputs } from './build-inputs.ts';
import { openCache } from './cache.ts';
import { comparisonOf } from './difference.ts';
import { buildAndFinish } from './finish.ts';

/** Builds, tests and uploads the package. */
export async function runBuild(inputs: BuildInputs, given: BuildContext): Promise<void> {
  // Before the build, so that a refusal comes at once.
  const { context, store } = await admit(inputs.allowUntrusted, given);
  const cache = await openCache(inputs.cache, context);
  const { baseline, failOn } = await comparisonOf(inputs, context);
  const request = {
    manifest: inputs.manifest,
    targets: inputs.targets,
    triton: inputs.tritonVersion,
    python: inputs.python,
    only: inputs.only,
    out: inputs.out,
    split: inputs.split,
    strictTuning: inputs.strictTuning,
    jobs: inputs.jobs,
    store,
    times: true,
    storeLimit: DEFAULT_STORE_LIMIT,
    cache: cache.store,
    timeout: DEFAULT_TIMEOUT,
    generator: inputs.generator,
    allowKnownWrong: inputs.allowKnownWrong,
    baseline,
  };
  await buildAndFinish(() => build(request, context), cache, inputs, failOn, context);
}

import * as core from '@actions/core';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { PART_FILE, readPlan, type ShardPlan } from '../shards/document.ts';
import { mergeShards } from '../shards/merge.ts';
import { planShards } from '../shards/plan.ts';
import { computeShard, type ShardResult } from '../shards/shard.ts';
import { DEFAULT_STORE_LIMIT } from '../compile/store/prune.ts';
import { admit } from './trust.ts';
import { downloadArtifact, downloadArtifacts, uploadArtifact } from './artifact.ts';
import type { MergeInputs, PlanInputs, ShardInputs } from './build-inputs.ts';
import { openCache } from './cache.ts';
import { comparisonOf } from './difference.ts';
import { buildAndFinish, reportUpload } from './finish.ts';
import { addTable, setOutputs, type Summary, writeSummary } from './summary.ts';

// A build on several runners: the sub-action plan, the sub-action shard for each part, and the sub-action
// merge. Plan and results travel as artifacts of the run.

/** Plans the shards, and uploads the plan. */
export async function runPlan(inputs: PlanInputs, given: BuildContext): Promise<void> {
  const { context, store } = await admit(inputs.allowUntrusted, given);
  const cache = await openCache(inputs.cache, context);
  const out = join(await mkdtemp(join(context.scratch, 'plan-')), 'plan');
  const { manifest, targets, tritonVersion: triton, python, only, jobs, shards } = inputs;
  const selection = { manifest, targets, triton, python, only };
  const plan = await planShards(
    { ...selection, jobs, shards, out, store, cache: cache.store, timeout: DEFAULT_TIMEOUT },
    context,
  );
  const { artifact: name, retentionDays } = inputs;
  const upload = { name, folder: out, retentionDays, isCompressed: true };
  const uploaded = await uploadArtifact(upload, context);
  setOutputs({ ...planOutputs(plan), 'artifact-name': uploaded.name });
  await writeSummary(addPlanSummary(core.summary, plan), context.env);
}

/** The outputs of the sub-action plan, without the artifact. */
export function planOutputs({ shards }: ShardPlan): Readonly<Record<string, string>> {
  return {
    matrix: JSON.stringify({ shard: shards.map((_shard, index) => index + 1) }),
    shards: String(shards.length),
  };
}

/** Adds the shards to the job summary: a row for each. */
export function addPlanSummary(to: Summary, plan: ShardPlan): Summary {
  to.addHeading(`Plan of ${plan.package}`, 3);
  if (plan.shards.length === 0) return to.addRaw('Everything is in the store.', true);
  addTable(
    to,
    ['Shard', 'Results', 'Expected CPU time', 'Kernels'],
    plan.shards.map(({ work, seconds, kernels }, index) => [
      String(index + 1),
      String(work.length),
      `${Math.ceil(seconds)} s`,
      kernels.join(', '),
    ]),
  );
  return to;
}

/** Computes a shard of the plan that an earlier job has uploaded, and uploads the results. */
export async function runShard(inputs: ShardInputs, given: BuildContext): Promise<void> {
  const { context } = await admit(inputs.allowUntrusted, given);
  const { shard, plan: name, python, jobs, retentionDays } = inputs;
  const plan = await downloadArtifact(name, context.scratch);
  const part = partName(name, shard);
  // An earlier attempt of this job can have left results.
  const [earlier] = await downloadArtifacts([part], context.scratch);
  const out = earlier ?? join(await mkdtemp(join(context.scratch, 'part-')), 'part');
  const request = { plan, shard, out, python, jobs, timeout: DEFAULT_TIMEOUT };
  let result: ShardResult | undefined;
  let failure: unknown;
  try {
    result = await computeShard(request, context);
  } catch (error) {
    context.signal.throwIfAborted();
    failure = error;
  }
  // The results of kernels that did compile are kept if others did not.
  if (existsSync(join(out, PART_FILE))) {
    const upload = { name: part, folder: out, retentionDays, replaces: earlier !== undefined };
    await reportUpload(() => uploadArtifact(upload, context), failure, context.log);
  }
  if (failure !== undefined) throw failure;
  setOutputs({ compiled: String(result?.computed ?? 0), cached: String(result?.reused ?? 0) });
}

/** The name of the artifact with the results of a shard. */
function partName(plan: string, shard: number): string {
  return `${plan}-part-${shard}`;
}

/** Writes, tests and uploads the package of a plan, from the results that its shards have uploaded. */
export async function runMerge(inputs: MergeInputs, given: BuildContext): Promise<void> {
  const { context, store } = await admit(inputs.allowUntrusted, given);
  const cache = await openCache(inputs.cache, context);
  const plan = await downloadArtifact(inputs.plan, context.scratch);
  const { shards } = (await readPlan(plan)).document;
  const names = shards.map((_shard, index) => partName(inputs.plan, index + 1));
  const parts = await downloadArtifacts(names, context.scratch);
  const { out, split, strictTuning, python, jobs } = inputs;
  const settings = { out, split, strictTuning, python, jobs, store, cache: cache.store };
  const { baseline, failOn } = await comparisonOf(inputs, context);
  const request = {
    ...settings,
    times: true,
    plan,
    parts: parts.filter((folder) => folder !== undefined),
    storeLimit: DEFAULT_STORE_LIMIT,
    timeout: DEFAULT_TIMEOUT,
    baseline,
  };
  await buildAndFinish(() => mergeShards(request, context), cache, inputs, failOn, context);
}

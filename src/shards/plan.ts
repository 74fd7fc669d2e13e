import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { keepingWorkers } from '../toolchain/workers/kept-workers.ts';
import { openBuild, type OpenRequest, openWork } from '../compile/open.ts';
import { readStanding } from '../compile/results.ts';
import { entryNames } from '../compile/work.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import { type EntryName, entryName } from '../compile/store/entry.ts';
import { readTimes } from '../compile/store/history.ts';
import { filesToHandOn } from '../toolchain/toolchain.ts';
import { balance, shardCount } from './balance.ts';
import { checkFolder, PLAN_FILE, type ShardPlan, writeDocument } from './document.ts';
import { secondsOf, type WorkItem, workItems } from './estimate.ts';
import { explainMissing } from '../compile/store/explain.ts';

/** A plan for the jobs of a workflow. */
export interface PlanRequest extends OpenRequest {
  /** The folder of the plan. */
  readonly out: string;
  /** The most shards. Default: as many as the work needs. */
  readonly shards?: number | undefined;
}

/**
 * Finds out what no store has, divides it into shards, and writes a plan: with it, other machines
 * compute the shards, and merge them. The plan has everything that is known already, and the wheel of
 * Triton that the shards install, so that it is downloaded once.
 * @throws {Failure} as `build` does before it compiles.
 */
export async function planShards(request: PlanRequest, context: BuildContext): Promise<ShardPlan> {
  await checkFolder(request.out, PLAN_FILE);
  // Hints may need Triton, before it is known whether there is work for others.
  const keeping = { ...context, handedOn: 'keep' } as const;
  return keepingWorkers(context, (kept) => planWith({ ...request, kept }, keeping));
}

async function planWith(request: PlanRequest, context: BuildContext): Promise<ShardPlan> {
  const opened = await openBuild(request, context);
  const { manifest, kernels, variants } = opened.preparation;
  if (manifest.generator !== 'native') {
    throw new Failure('usage', {
      message: "the work of Triton's own tools cannot be divided into shards",
      place: { file: request.manifest },
      hint: 'Use the native generator, or build on one machine.',
    });
  }
  const work = await openWork(opened, request);
  const store = opened.local;
  const { stored, known, missing } = await readStanding(work, store, request.manifest);
  await explainMissing(missing.variants, manifest.package, store, context.log);
  const times = await readTimes(store.directory, manifest.package);
  const items = workItems(missing.variants, missing.jobs, times);
  const shards = balance(items, request.shards ?? shardCount(items));
  context.log.info(
    `${variants.length - missing.variants.length} of ${plural(variants.length, 'variant')} in the store`,
  );
  const present = [
    ...hintNames(kernels),
    ...entryNames(variants, [...work.jobs, ...known.jobs]),
    ...[...stored.failures.keys()].map((hash) => entryName('failure', hash)),
  ];
  const files =
    shards.length === 0 ? undefined : await filesToHandOn(manifest, request.python, context);
  const plan: Omit<ShardPlan, 'pack'> = {
    format: 1,
    package: manifest.package,
    triton: manifest.triton,
    selection: selectionOf(request),
    ...(files !== undefined && { wheel: { name: files.wheel.name, sha256: files.wheel.sha256 } }),
    shards: shards.map(shardOf),
  };
  return await writeDocument(
    request.out,
    PLAN_FILE,
    present,
    store,
    ({ digest }) => ({ ...plan, pack: digest }),
    context,
    files === undefined ? [] : [files.wheel.file, files.uv].filter((file) => file !== undefined),
  );
}

/** The names of the hints of kernels. */
function hintNames(kernels: readonly Kernel[]): readonly EntryName[] {
  return kernels.flatMap(({ automatic }) =>
    automatic === undefined ? [] : [entryName('hints', automatic.key)],
  );
}

function selectionOf({ manifest, targets, triton, only }: PlanRequest): ShardPlan['selection'] {
  return {
    manifest,
    ...(targets !== undefined && { targets: [...targets] }),
    ...(triton !== undefined && { triton }),
    ...(only !== undefined && { only: [...only] }),
  };
}

function shardOf(items: readonly WorkItem[]): ShardPlan['shards'][number] {
  return {
    seconds: Math.round(secondsOf(items) * 10) / 10,
    kernels: [...new Set(items.map(({ kernel }) => kernel))].toSorted(),
    work: items.map(({ name }) => name),
  };
}

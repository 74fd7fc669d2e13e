import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { Failure, formatProblem } from '../base/errors.ts';
import { makeScratch, removeFolder } from '../base/leftovers.ts';
import { plural } from '../base/text.ts';
import { keepingWorkers } from '../toolchain/workers/kept-workers.ts';
import { computeMissing } from '../compile/compute.ts';
import { planBuild, type OpenRequest, planCases } from '../compile/open.ts';
import { readProgress, type Progress } from '../compile/results.ts';
import { entryNames } from '../compile/work.ts';
import { type EntryName, entryName, parseEntryName } from '../compile/store/entry.ts';
import { type DirectoryStore, directoryStore } from '../compile/store/store.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import {
  acceptResults,
  checkFolder,
  type FromFolder,
  handedOnBy,
  PART_FILE,
  readPart,
  readPlan,
  type ShardPlan,
  writeDocument,
} from './document.ts';

/** One shard of a plan. */
export interface ShardRequest extends Pick<OpenRequest, 'jobs' | 'timeout' | 'python' | 'kept'> {
  /** The folder of the plan. */
  readonly plan: string;
  /** Which shard, from 1. */
  readonly shard: number;
  /** The folder for the results. What an earlier run of this shard has left there is used. */
  readonly out: string;
}

export interface ShardResult {
  readonly plan: ShardPlan;
  /** How many results were computed, and how many an earlier run had left. */
  readonly computed: number;
  readonly reused: number;
}

/**
 * Computes the results of a shard, and writes them to a folder: if some fail, those that do not. Uses
 * no store but the plan, so that every machine plans the same.
 * @throws {Failure} `usage` if the manifest or its sources are not those of the plan, `compile` with
 * everything that does not compile.
 */
export async function computeShard(
  request: ShardRequest,
  context: BuildContext,
): Promise<ShardResult> {
  await checkFolder(request.out, PART_FILE);
  const plan = await readPlan(request.plan);
  const store = await makeScratch(context.scratch, 'shard');
  try {
    return await keepingWorkers(context, (kept) =>
      compute(
        plan,
        { ...plan.document.selection, ...request, kept, store },
        { ...context, handedOn: handedOnBy(plan) },
      ),
    );
  } finally {
    await removeFolder(store);
  }
}

async function compute(
  plan: FromFolder<ShardPlan>,
  request: ShardRequest & OpenRequest,
  context: BuildContext,
): Promise<ShardResult> {
  const own = plan.document.shards[request.shard - 1];
  if (own === undefined) {
    throw new Failure('usage', {
      message: `the plan has no shard ${request.shard}: it has ${plan.document.shards.length}`,
      place: { file: plan.folder },
    });
  }
  const { log, now } = context;
  await acceptResults(plan, () => true, directoryStore(request.store, log, now));
  const opened = await planBuild(request, context);
  const work = await planCases(opened, request);
  const store = opened.store;
  const { remaining: known, missing } = await readProgress(work, store, request.manifest);
  checkSources(own.work, missing, plan.folder, request.manifest);

  const earlier = await acceptEarlier(plan, own.work, request, store, context);
  const left = new Set(own.work.filter((name) => !earlier.hashes.has(parseEntryName(name).hash)));
  const variants = missing.variants.filter(({ hash }) => left.has(entryName('kernel', hash)));
  const jobs = missing.jobs.filter(({ key }) => left.has(entryName('expected', key)));
  const seconds = new Map(Object.entries(earlier.seconds));
  let error: unknown;
  if (left.size > 0) {
    const { manifest } = opened.preparation;
    const { python } = await manifestToolchain(manifest, request.python, context);
    const onTime = (key: string, cpuSeconds: number): void => void seconds.set(key, cpuSeconds);
    const settings = { ...request, python, onTime, triesAll: true };
    await computeMissing({ variants, jobs }, known, store, settings, context).catch(
      (reason: unknown) => void (error = reason),
    );
  }
  context.signal.throwIfAborted();
  const problems = error instanceof Failure ? error.problems : [];
  await writeDocument(
    request.out,
    PART_FILE,
    resultNames(own.work),
    store,
    ({ digest }) => ({
      format: 1,
      plan: plan.digest,
      shard: request.shard,
      pack: digest,
      seconds: Object.fromEntries(seconds),
      problems: problems.map(formatProblem),
    }),
    context,
  );
  if (error !== undefined) throw error;
  return { plan: plan.document, computed: left.size, reused: own.work.length - left.size };
}

/** @throws {Failure} `usage` if work of the plan is not missing here: the sources are others. */
function checkSources(
  work: readonly EntryName[],
  { variants, jobs }: Progress['missing'],
  plan: string,
  manifest: string,
): void {
  const here = new Set(entryNames(variants, jobs));
  const unknown = work.filter((name) => !here.has(name));
  if (unknown.length === 0) return;
  throw new Failure('usage', {
    message: `${unknown.length} of ${plural(work.length, 'result')} of the plan ${unknown.length === 1 ? 'does' : 'do'} not belong to this manifest and its sources`,
    place: { file: manifest },
    hint: `Check out the commit that ${plan} was planned for, and use the same version of triton-aot.`,
  });
}

/** Takes over what an earlier run of the same shard has computed. */
async function acceptEarlier(
  plan: FromFolder<ShardPlan>,
  work: readonly EntryName[],
  { out, shard }: ShardRequest,
  store: DirectoryStore,
  { log }: Pick<BuildContext, 'log'>,
): Promise<{ readonly hashes: ReadonlySet<string>; readonly seconds: Record<string, number> }> {
  const nothing = { hashes: new Set<string>(), seconds: {} };
  if (!existsSync(join(out, PART_FILE))) return nothing;
  const part = await readPart(out);
  if (part.document.plan !== plan.digest || part.document.shard !== shard) {
    log.info(`${out} has results of another plan, which are not used`);
    return nothing;
  }
  const names = new Set(work);
  const accepted = await acceptResults(part, (name) => isOfWork(name, names), store);
  log.info(`${accepted.length} of ${plural(work.length, 'result')} from an earlier run`);
  return {
    hashes: new Set(accepted.map((name) => parseEntryName(name).hash)),
    seconds: part.document.seconds,
  };
}

/** Whether a result belongs to work: a kernel that does not compile can be a result too. */
export function isOfWork(name: EntryName, work: ReadonlySet<EntryName>): boolean {
  const { kind, hash } = parseEntryName(name);
  return work.has(kind === 'failure' ? entryName('kernel', hash) : name);
}

/** The names under which a store can have the results of work. */
function resultNames(work: readonly EntryName[]): readonly EntryName[] {
  return work.flatMap((name) => {
    const { kind, hash } = parseEntryName(name);
    return kind === 'kernel' ? [name, entryName('failure', hash)] : [name];
  });
}

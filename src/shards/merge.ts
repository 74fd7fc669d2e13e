import type { BuildContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { build, type BuildResult } from '../build.ts';
import type { BuildRequest } from '../compile/work.ts';
import { type EntryName, parseEntryName } from '../compile/store/entry.ts';
import { directoryStore } from '../compile/store/store.ts';
import {
  acceptResults,
  type FromFolder,
  handedOnBy,
  readPart,
  readPlan,
  type ShardPart,
  type ShardPlan,
} from './document.ts';
import { isOfWork } from './shard.ts';

/** A plan and the results of its shards, to write the package from. */
export interface MergeRequest extends Omit<
  BuildRequest,
  'manifest' | 'targets' | 'triton' | 'only' | 'generator' | 'measured' | 'allowKnownWrong'
> {
  /** The folder of the plan. */
  readonly plan: string;
  /** The folders with the results of the shards, in any order. */
  readonly parts: readonly string[];
}

/**
 * Writes the package of a plan, whose shards other machines have computed: the same bytes as a
 * build on one machine.
 * @throws {Failure} `verification` if a part is damaged, `usage` if it is of another plan, `compile`
 * with the kernels that failed, `environment` with the shards that have no results; and what
 * `build` throws.
 */
export async function mergeShards(
  request: MergeRequest,
  context: BuildContext,
): Promise<BuildResult> {
  const plan = await readPlan(request.plan);
  const parts = new Map<number, FromFolder<ShardPart>>();
  for (const folder of request.parts) {
    const part = await readPart(folder);
    checkOrigin(part, plan);
    parts.set(part.document.shard, part);
  }
  const store = directoryStore(request.store, context.log, context.now);
  await acceptResults(plan, () => true, store);
  const seconds = new Map<string, number>();
  const there = new Set<string>();
  for (const [shard, part] of parts) {
    const work = new Set(plan.document.shards[shard - 1]?.work);
    for (const name of await acceptResults(part, (each) => isOfWork(each, work), store))
      there.add(parseEntryName(name).hash);
    for (const [key, value] of Object.entries(part.document.seconds)) seconds.set(key, value);
  }
  const lacking = plan.document.shards.map(({ work }) =>
    work.filter((name) => !there.has(parseEntryName(name).hash)),
  );
  if (lacking.some((names) => names.length > 0)) throw incomplete(plan, parts, lacking);
  context.log.info(
    `${plural(there.size, 'result')} of ${plural(plan.document.shards.length, 'shard')}`,
  );
  const settings = { ...plan.document.selection, generator: 'native', measured: seconds } as const;
  const result = await build(
    { ...request, ...settings, allowKnownWrong: [] },
    { ...context, handedOn: handedOnBy(plan) },
  );
  if (result.generator !== 'native') throw new Error('a plan is built by the native generator');
  return result;
}

/** @throws {Failure} `usage` if the part is not of a shard of the plan. */
function checkOrigin(
  { folder, document: { plan: digest, shard } }: FromFolder<ShardPart>,
  plan: FromFolder<ShardPlan>,
): void {
  const { length } = plan.document.shards;
  if (digest === plan.digest && shard <= length) return;
  throw new Failure('usage', {
    message: 'the results are of another plan',
    place: { file: folder },
    hint: `Merge the results of shards that were computed with ${plan.folder}.`,
  });
}

/** How many kernels a message names. */
const SHOWN = 8;

/** The failure for shards without all their results. */
function incomplete(
  plan: FromFolder<ShardPlan>,
  parts: ReadonlyMap<number, FromFolder<ShardPart>>,
  lacking: readonly (readonly EntryName[])[],
): Failure {
  const { shards } = plan.document;
  const problems = lacking.flatMap((names, index): Problem[] => {
    if (names.length === 0) return [];
    const subject = `shard ${index + 1} of ${shards.length}`;
    const failed = parts.get(index + 1)?.document.problems ?? [];
    const hint = 'Run its job again. What the other shards have computed is kept.';
    if (failed.length > 0)
      return failed.map((message) => ({ message: `${subject} failed: ${message}` }));
    const kernels = shards[index]?.kernels ?? [];
    const more = kernels.length > SHOWN ? ` and ${kernels.length - SHOWN} more` : '';
    return [
      {
        message: `${subject} lacks ${plural(names.length, 'result')} of ${kernels.slice(0, SHOWN).join(', ')}${more}`,
        hint,
      },
    ];
  });
  const isCompileError = [...parts.values()].some(({ document }) => document.problems.length > 0);
  return new Failure(isCompileError ? 'compile' : 'environment', problems);
}

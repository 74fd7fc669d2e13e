import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { finishPlan } from './hints.ts';
import { planChoices, readTuningBeside } from '../plan/choices.ts';
import { draftPlan, type Plan } from '../plan/plan.ts';
import { openParts, type Parts, type Shard } from './shard.ts';
import { type DirectoryStore, directoryStore } from './store/store.ts';
import type { TuningFile } from '../manifest/tuning/file.ts';
import { scopeOf } from './store/baseline.ts';
import { type BuildRequest, type Work, planWork } from './work.ts';

/** The part of a build request that planning reads. */
export interface OpenRequest extends Omit<BuildRequest, 'out' | 'storeLimit' | 'allowKnownWrong'> {
  /** The part of the work to compute; undefined for all of it. */
  readonly shard?: Shard | undefined;
}

/** A planned build, with the store of its results. */
export interface PlannedBuild {
  readonly plan: Plan;
  readonly store: DirectoryStore;
  /** Measurements beside the manifest. */
  readonly tuning: TuningFile | undefined;
  /** The results of shards, if the request names some. Their hints are in the store. */
  readonly parts: Parts | undefined;
}

/** Opens the store and plans every variant. @throws as `draftPlan`. */
export async function planBuild(
  request: OpenRequest,
  context: BuildContext,
): Promise<PlannedBuild> {
  const { log } = context;
  const store = directoryStore(request.store, log, context.now);
  const parts = request.results && (await openParts(request.results, context));
  await parts?.copyHints(store);
  const plan = await log.group(
    `Plan ${request.manifest}`,
    async () => {
      const draft = await draftPlan(request, context, async (manifest) => {
        if (manifest.generator === 'triton') checkDivision(request);
        else await request.cache?.restore(scopeOf(manifest.package, request), store);
      });
      return finishPlan(draft, store, request, context);
    },
    (prepared) => [prepared.variants.length, 'variant'],
  );
  const { manifest, kernels, variants } = plan;
  log.info(
    `${plural(kernels.length, 'kernel')}, ${plural(variants.length, 'variant')}, Triton ${manifest.triton}`,
  );
  return { plan, store, tuning: await readTuningBeside(request.manifest), parts };
}

/** Triton's own tools write all files at once, for all targets. */
function checkDivision({ manifest, results, shard, split }: OpenRequest): void {
  const [option] = Object.entries({ results, shard, split }).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  );
  if (option === undefined) return;
  throw new Failure('usage', {
    message: `the work of Triton's own tools cannot be divided: \`${option}\` needs the generator \`native\``,
    place: { file: manifest },
    hint: `Use the native generator, or omit \`${option}\`.`,
  });
}

/**
 * Plans the test cases of a build too.
 * @throws {Failure} `usage` for cases that are wrong, and measurements that do not fit: before
 * compiling, so that the error comes at once.
 */
export async function planCases(
  { plan, tuning }: Pick<PlannedBuild, 'plan' | 'tuning'>,
  request: OpenRequest,
): Promise<Work> {
  planChoices(tuning, plan, request.strictTuning);
  return planWork(plan, request.manifest);
}

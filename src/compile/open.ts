import type { BuildContext } from '../base/context.ts';
import { plural } from '../base/text.ts';
import { finishPlan } from './hints.ts';
import { planChoices, readTuningBeside } from '../plan/choices.ts';
import { draftPlan, type Preparation } from '../plan/prepare.ts';
import { type DirectoryStore, directoryStore } from './store/store.ts';
import type { TuningFile } from '../manifest/tuning/file.ts';
import { scopeOf } from './store/baseline.ts';
import { type BuildRequest, type BuildWork, planWork } from './work.ts';

/** The part of a build request that planning reads. */
export type OpenRequest = Omit<BuildRequest, 'out' | 'storeLimit' | 'allowKnownWrong'>;

/** A planned build, with the store of its results. */
export interface OpenBuild {
  readonly preparation: Preparation;
  readonly local: DirectoryStore;
  /** Measurements beside the manifest. */
  readonly tuning: TuningFile | undefined;
}

/** Opens the store and plans every variant. @throws as `draftPlan`. */
export async function openBuild(request: OpenRequest, context: BuildContext): Promise<OpenBuild> {
  const { log } = context;
  const local = directoryStore(request.store, log, context.now);
  const preparation = await log.group(
    `Plan ${request.manifest}`,
    async () => {
      const draft = await draftPlan(request, context, async (manifest) => {
        if (manifest.generator === 'native')
          await request.cache?.restore(scopeOf(manifest.package, request), local);
      });
      return finishPlan(draft, local, request, context);
    },
    (prepared) => [prepared.variants.length, 'variant'],
  );
  const { manifest, kernels, variants } = preparation;
  log.info(
    `${plural(kernels.length, 'kernel')}, ${plural(variants.length, 'variant')}, Triton ${manifest.triton}`,
  );
  return { preparation, local, tuning: await readTuningBeside(request.manifest) };
}

/**
 * Plans the test cases of a build too.
 * @throws {Failure} `usage` for cases that are wrong, and measurements that do not fit: before
 * compiling, so that the error comes at once.
 */
export async function openWork(
  { preparation, tuning }: Pick<OpenBuild, 'preparation' | 'tuning'>,
  request: OpenRequest,
): Promise<BuildWork> {
  planChoices(tuning, preparation, request.strictTuning);
  return planWork(preparation, request.manifest);
}

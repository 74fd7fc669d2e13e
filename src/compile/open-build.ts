import type { BuildContext } from '../base/context.ts';
import { plural } from '../base/text.ts';
import { type ChoosePlan, readChoices } from '../plan/choosers.ts';
import { planVariants } from '../plan/plan.ts';
import { readSelection, scopeOf } from '../plan/selection.ts';
import { openToolchain, type Toolchain } from '../toolchain/toolchain.ts';
import type { KeptWorkers } from '../toolchain/workers/kept-workers.ts';
import { openParts, type Parts, type Shard } from './shard.ts';
import { type DirectoryStore, directoryStore } from './store/store.ts';
import { type BuildRequest, type Work, workOf } from './work.ts';

/** The part of a build request that opening it reads. */
export interface OpenRequest extends Omit<BuildRequest, 'out' | 'storeLimit'> {
  /** The part of the work to compute; undefined for all of it. */
  readonly shard?: Shard | undefined;
}

/** A planned build, with what its later steps use. */
export interface OpenBuild {
  readonly work: Work;
  readonly toolchain: Toolchain;
  readonly store: DirectoryStore;
  /** Chooses algos by what is beside the manifest. */
  readonly choose: ChoosePlan;
  /** The results of shards, if the request names some. Their hints are in the store. */
  readonly parts: Parts | undefined;
}

/**
 * Opens the store and the toolchain, and plans every variant and the test cases.
 * @throws {Failure} as `planVariants`; `usage` for cases that are wrong, and choices that do not fit:
 * before compiling, so that the error comes at once.
 */
export async function openBuild(
  request: OpenRequest,
  kept: KeptWorkers,
  context: BuildContext,
): Promise<OpenBuild> {
  const { log } = context;
  const store = directoryStore(request.store, log, context.now);
  const parts = request.results && (await openParts(request.results, context));
  await parts?.copyHints(store);
  const { plan, toolchain } = await log.group(
    `Plan ${request.manifest}`,
    async () => {
      const selection = await readSelection(request, context);
      const { manifest } = selection;
      await request.cache?.restore(scopeOf(manifest.package, request), store);
      const opened = openToolchain(manifest, request, kept, context);
      const planned = await planVariants(selection, request, opened, store.hints, context);
      return { plan: planned, toolchain: opened };
    },
    ({ plan: { variants } }) => [variants.length, 'variant'],
  );
  const { manifest, kernels, variants } = plan;
  log.detail(
    `${plural(kernels.length, 'kernel')}, ${plural(variants.length, 'variant')}, Triton ${manifest.triton}`,
  );
  const choose = await readChoices(manifest.file);
  choose(plan, { flags: request.flags });
  return { work: await workOf(plan), toolchain, store, choose, parts };
}

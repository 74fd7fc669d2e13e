import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { workersFor } from '../base/workers.ts';
import { finishPlan } from '../compile/hints.ts';
import { draftPlan, type Preparation } from '../plan/prepare.ts';
import { type DirectoryStore, directoryStore } from '../compile/store/store.ts';
import type { SelectionOptions } from './build-options.ts';

/** The options of commands that plan variants and read the store. */
export interface StoreOptions extends SelectionOptions {
  readonly store?: string;
}

export function storeOf(
  { store }: Pick<StoreOptions, 'store'>,
  { home, log, now }: BuildContext,
): DirectoryStore {
  return directoryStore(store ?? join(home, 'store'), log, now);
}

/** Plans what the options select. Hints that the store lacks are found with Triton. */
export async function prepareWith(
  store: DirectoryStore,
  options: SelectionOptions,
  context: BuildContext,
): Promise<Preparation> {
  const draft = await draftPlan(options, context);
  return finishPlan(draft, store, { ...options, jobs: workersFor() }, context);
}

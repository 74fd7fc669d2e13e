import { mapConcurrently } from '../concurrency.ts';
import type { Variant } from '../plan.ts';
import type { DirectoryStore } from './directory.ts';
import { entryName } from './name.ts';

/** Looks at once; each is one call of the system. */
const LOOKS = 8;

/** Which variants the store has an entry of. Entries are not read, so one that is damaged counts. */
export async function storedVariants(
  variants: readonly Variant[],
  store: Pick<DirectoryStore, 'has'>,
): Promise<ReadonlySet<Variant>> {
  const isStored = await mapConcurrently(variants, LOOKS, ({ hash }) =>
    store.has(entryName('kernel', hash)),
  );
  return new Set(variants.filter((_variant, index) => isStored[index]));
}

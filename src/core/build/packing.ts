import type { Image } from '../abi/check.ts';
import { embeddedCode, type PackCubins, packCubins, packingKey } from '../codegen/packing.ts';
import { loadEntries, type Store } from '../store/store.ts';

/**
 * Returns what compresses the cubins of these kernels as `packCubins` does. Takes what the store has,
 * since compressing takes most of the time of a build that compiles nothing, and keeps the rest there.
 * @param kernels the images of each
 */
export async function storedPacking(
  kernels: Iterable<readonly Image[]>,
  { packed }: Pick<Store, 'packed'>,
): Promise<PackCubins> {
  const wanted = new Map(
    Array.from(kernels, (images) => {
      const { all } = embeddedCode(images);
      return [packingKey(all), all] as const;
    }),
  );
  const stored = await loadEntries(
    packed,
    [...wanted.keys()],
    (key, streams) => streams.length === wanted.get(key)?.length,
  );
  const made = new Map(stored);
  for (const [key, code] of wanted) {
    if (made.has(key)) continue;
    const streams = packCubins(code);
    made.set(key, streams);
    await packed.put(key, streams);
  }
  return (code) => made.get(packingKey(code)) ?? packCubins(code);
}

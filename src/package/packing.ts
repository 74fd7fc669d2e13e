import { setImmediate } from 'node:timers/promises';
import type { Image } from '../compile/cubin/check.ts';
import { groupBy } from '../base/groups.ts';
import { embeddedCode, type PackCubins, packCubins, packingKey } from './c/packing.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import type { EarlyPacking } from '../compile/compile-missing.ts';
import type { StoredResults } from '../compile/results.ts';
import { loadEntries, type Store } from '../compile/store/store.ts';
import type { BuildRequest } from '../compile/work.ts';

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
    const streams: Uint8Array[] = [];
    for (const each of code) {
      // Handing out variants waits for one cubin, not for all.
      await setImmediate();
      streams.push(...packCubins([each]));
    }
    made.set(key, streams);
    await packed.put(key, streams);
  }
  return (code) => made.get(packingKey(code)) ?? packCubins(code);
}

/**
 * Returns what compresses cubins while other variants compile, those of a kernel as soon as its last
 * variant is compiled: writing the package then finds them in the store.
 */
export function packEarly(
  store: Pick<Store, 'packed'>,
  request: Pick<BuildRequest, 'split'>,
): (progress: PackedProgress) => EarlyPacking {
  return ({ remaining, results }) => {
    const kernels = new Map(results.kernels);
    const waiting = new Map<string, PartToPack[]>();
    for (const variants of partsToPack(remaining.preparation, request)) {
      const missing = new Set(variants.flatMap(({ hash }) => (kernels.has(hash) ? [] : [hash])));
      for (const hash of missing)
        waiting.set(hash, [...(waiting.get(hash) ?? []), { variants, missing }]);
    }
    const pack = async (variants: readonly Variant[]): Promise<void> => {
      const images = variants.flatMap((variant): readonly Image[] => {
        const compiled = kernels.get(variant.hash);
        return compiled === undefined ? [] : [{ ...variant, compiled, tensors: [] }];
      });
      await storedPacking([images], store);
    };
    let queue = Promise.resolve();
    return {
      onCompiled(hash, outcome) {
        if (!outcome.ok) return;
        kernels.set(hash, outcome.kernel);
        for (const { variants, missing } of waiting.get(hash) ?? []) {
          missing.delete(hash);
          // Writing the package says what is wrong.
          if (missing.size === 0) queue = queue.then(() => pack(variants)).catch(() => undefined);
        }
      },
      settle: () => queue,
    };
  };
}

/** Returns the variants of each kernel of each package, if their cubins are compressed. */
function partsToPack(
  { manifest, variants }: Pick<Preparation, 'manifest' | 'variants'>,
  { split = false }: Pick<BuildRequest, 'split'>,
): Iterable<readonly Variant[]> {
  if (manifest.embed === 'raw') return [];
  return groupBy(variants, ({ kernel, target }) =>
    split ? `${kernel.name} ${target.name}` : kernel.name,
  ).values();
}

/** The part of a build's progress that decides what is compressed. */
interface PackedProgress {
  readonly remaining: { readonly preparation: Pick<Preparation, 'manifest' | 'variants'> };
  readonly results: Pick<StoredResults, 'kernels'>;
}

interface PartToPack {
  readonly variants: readonly Variant[];
  /** The hashes of those without a result. */
  readonly missing: Set<string>;
}

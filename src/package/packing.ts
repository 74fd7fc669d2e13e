import { setImmediate } from 'node:timers/promises';
import type { Image } from '../compile/cubin/check.ts';
import { groupBy } from '../base/groups.ts';
import type { CompiledKernel, CompileOutcome } from '../toolchain/workers/protocol.ts';
import { embeddedCode, type PackCubins, packCubins, packingKey } from './c/packing.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
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

/** The variants of each kernel of each package, if their cubins are compressed. */
export function partsToPack(
  { manifest, variants }: Pick<Preparation, 'manifest' | 'variants'>,
  { split = false }: Pick<BuildRequest, 'split'>,
): Iterable<readonly Variant[]> {
  if (manifest.embed === 'raw') return [];
  return groupBy(variants, ({ kernel, target }) =>
    split ? `${kernel.name} ${target.name}` : kernel.name,
  ).values();
}

/** Compresses the cubins of each kernel as soon as its last variant is compiled. */
export interface EarlyPacking {
  readonly onCompiled: (hash: string, outcome: CompileOutcome) => void;
  /** Waits until what has begun is in the store. Never rejects. */
  readonly settle: () => Promise<void>;
}

/**
 * Compresses cubins while other variants compile, so that writing the package finds them in the store.
 * @param parts the variants that are compressed together
 * @param stored those that are compiled already, by kernel hash
 * @param onCompiled is called too
 */
export function packEarly(
  parts: Iterable<readonly Variant[]>,
  stored: ReadonlyMap<string, CompiledKernel>,
  store: Pick<Store, 'packed'>,
  onCompiled?: EarlyPacking['onCompiled'],
): EarlyPacking {
  const kernels = new Map(stored);
  const waiting = new Map<string, PartToPack[]>();
  for (const variants of parts) {
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
      onCompiled?.(hash, outcome);
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
}

interface PartToPack {
  readonly variants: readonly Variant[];
  /** The hashes of those without a result. */
  readonly missing: Set<string>;
}

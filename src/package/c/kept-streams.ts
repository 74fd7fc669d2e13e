import { inflateRawSync } from 'node:zlib';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { Image } from '../../compile/cubin/check.ts';
import type { Store } from '../../compile/store/store.ts';
import { digestOf, type EmbeddedCode, embeddedCode, type Pack, packCode } from './packing.ts';

/** Compresses code, unless the store has its stream from an earlier build. */
export interface KeptStreams {
  readonly pack: Pack;
  /** Adds the streams of sources that the store did not have. */
  readonly save: () => Promise<void>;
}

/**
 * Loads the streams of C sources from the store, where each source has one entry. A stream that does not open to
 * its code is made again.
 * @param sources the images of each source
 */
export async function keptStreams(
  sources: readonly (readonly Image[])[],
  files: Pick<Store['files'], 'get' | 'put'>,
): Promise<KeptStreams> {
  const streams = new Map<string, Uint8Array>();
  const missing = new Map<string, readonly string[]>();
  for (const images of sources) {
    const { all } = embeddedCode(images);
    const names = all.map(({ bytes, base }) => nameOf(bytes, base?.bytes));
    const key = sha256(canonicalJson({ deflate: 1, names }));
    const found = await files.get(key, (each) =>
      all.every((code, index) => opensTo(code, each.get(names[index] ?? ''))),
    );
    if (found === undefined) missing.set(key, names);
    else for (const [name, stream] of found) streams.set(name, stream);
  }
  return {
    pack: (bytes, base) => {
      const name = nameOf(bytes, base);
      const stream = streams.get(name) ?? packCode(bytes, base);
      streams.set(name, stream);
      return stream;
    },
    save: async () => {
      for (const [key, names] of missing) {
        const made = names.flatMap((name) => {
          const stream = streams.get(name);
          return stream === undefined ? [] : [[name, stream] as const];
        });
        await files.put(key, new Map(made));
      }
    },
  };
}

/** Names a stream by everything that it depends on. */
function nameOf(bytes: Uint8Array, base: Uint8Array | undefined): string {
  return base === undefined ? digestOf(bytes) : `${digestOf(bytes)} after ${digestOf(base)}`;
}

function opensTo({ bytes, base }: EmbeddedCode, stream: Uint8Array | undefined): boolean {
  if (stream === undefined) return false;
  try {
    // Node's zlib opens a stream in a tenth of the time that fflate takes to make it.
    const settings = { maxOutputLength: Math.max(1, bytes.length) };
    const dictionary = base && { dictionary: base.bytes };
    return inflateRawSync(stream, { ...settings, ...dictionary }).equals(bytes);
  } catch {
    return false;
  }
}

import { deflateSync, inflateSync } from 'fflate';
import type { Image } from '../../compile/cubin/check.ts';
import { sha256 } from '../../base/text.ts';

/** A cubin or PTX in a kernel's source. */
export interface EmbeddedCode {
  readonly symbol: string;
  /** As the driver takes them. */
  readonly bytes: Uint8Array;
  /** The preset dictionary if it is compressed. */
  readonly base?: EmbeddedCode | undefined;
  /** True if the last byte is a NUL that ends a text, as for PTX. */
  readonly hasEnd: boolean;
}

/** The code of a kernel's source. */
interface KernelCode {
  readonly cubins: ReadonlyMap<Image, EmbeddedCode>;
  /** Of the images that have some. */
  readonly ptx: ReadonlyMap<Image, EmbeddedCode>;
  /** Each once, in the order of the source. */
  readonly all: readonly EmbeddedCode[];
}

/** Names the cubins and the PTX of images. Equal ones share a name: a hint may change nothing. */
export function embeddedCode(images: readonly Image[]): KernelCode {
  const [cubins, ptx] = [nameCubins(images), namePtx(images)];
  return { cubins, ptx, all: [...new Set([...cubins.values(), ...ptx.values()])] };
}

function nameCubins(images: readonly Image[]): ReadonlyMap<Image, EmbeddedCode> {
  return nameCode(
    images.map((image) => ({
      image,
      prefix: 'cubin',
      bytes: image.compiled.cubin,
      family: image.target.name,
    })),
  );
}

function namePtx(images: readonly Image[]): ReadonlyMap<Image, EmbeddedCode> {
  return nameCode(
    images.flatMap((image) => {
      const { ptx } = image.compiled;
      if (ptx === undefined) return [];
      return [{ image, prefix: 'ptx', bytes: Buffer.from(`${ptx}\0`), family: '' }];
    }),
  );
}

/** @param list the code of images; that of one family is much alike */
function nameCode(
  list: readonly {
    readonly image: Image;
    readonly prefix: 'cubin' | 'ptx';
    readonly bytes: Uint8Array;
    readonly family: string;
  }[],
): ReadonlyMap<Image, EmbeddedCode> {
  const bases = new Map<string, EmbeddedCode>();
  const all = new Map<string, EmbeddedCode>();
  return new Map(
    list.map(({ image, prefix, bytes, family }) => {
      const digest = digestOf(bytes);
      const known = all.get(digest);
      if (known !== undefined) return [image, known];
      const first = bases.get(family);
      const base =
        first !== undefined && first.bytes.length <= MOST_OF_BASE * bytes.length
          ? first
          : undefined;
      const code = { symbol: `${prefix}_${all.size}`, bytes, base, hasEnd: prefix === 'ptx' };
      all.set(digest, code);
      // The base of each is the first of its family, unless opening that takes much longer.
      if (first === undefined) bases.set(family, code);
      return [image, code];
    }),
  );
}

/** A base is at most so many times as large as the cubin: it is opened too. */
const MOST_OF_BASE = 2;

/**
 * Settings of fflate. Level 9 is 0.4 % smaller and takes half as long again; the default memory takes
 * 3 times as long.
 */
const SETTINGS = { level: 6, mem: 8 } as const;

/** Compresses code with DEFLATE. `base` is the preset dictionary, if any. */
export type Pack = (bytes: Uint8Array, base?: Uint8Array) => Uint8Array;

/** Compresses code with fflate: it writes the same bytes on every machine, and Node's zlib does not. */
export const packCode: Pack = (bytes, base) =>
  deflateSync(bytes, base === undefined ? SETTINGS : { ...SETTINGS, dictionary: base });

/**
 * Decompresses code of `size` bytes.
 * @throws {Error} if the stream is damaged.
 */
export function unpackCode(packed: Uint8Array, size: number, base?: Uint8Array): Uint8Array {
  // A size that nothing compresses to, in a package that is not trusted, would take all memory.
  if (size > packed.length * MOST_RATIO) throw new Error(`${size} bytes are too many`);
  // fflate drops what does not fit: one more byte shows that the stream is longer.
  const out = new Uint8Array(size + 1);
  const { length } = inflateSync(packed, base === undefined ? { out } : { out, dictionary: base });
  if (length !== size) throw new Error(`it does not open to ${size} bytes`);
  return out.subarray(0, size);
}

/** The largest ratio of DEFLATE: 258 bytes in 2 bits. */
const MOST_RATIO = 1032;

/** The SHA-256 of a cubin's bytes. Computed once, since several files of a package have it. */
export function digestOf(cubin: Uint8Array): string {
  const digest = digests.get(cubin) ?? sha256(cubin);
  digests.set(cubin, digest);
  return digest;
}

const digests = new WeakMap<Uint8Array, string>();

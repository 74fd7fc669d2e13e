import type { Image } from '../abi/check.ts';
import { sha256 } from '../base/text.ts';
import { PACKER, packCubin } from './pack-cubin.ts';

/** A cubin in a kernel's source. */
export interface EmbeddedCubin {
  readonly symbol: string;
  readonly bytes: Uint8Array;
  /** The cubin with which its window begins if it is compressed. */
  readonly base?: EmbeddedCubin | undefined;
}

/** Names each image's cubin. Equal cubins share one: a hint may change nothing. */
export function embeddedCubins(images: readonly Image[]): ReadonlyMap<Image, EmbeddedCubin> {
  const bases = new Map<string, EmbeddedCubin>();
  const cubins = new Map<string, EmbeddedCubin>();
  return new Map(
    images.map((image) => {
      const bytes = image.compiled.cubin;
      const digest = digestOf(bytes);
      const known = cubins.get(digest);
      if (known !== undefined) return [image, known];
      const first = bases.get(image.target.name);
      const base =
        first !== undefined && first.bytes.length <= MOST_OF_BASE * bytes.length
          ? first
          : undefined;
      const cubin = { symbol: `cubin_${cubins.size}`, bytes, base };
      cubins.set(digest, cubin);
      // The base of each is the first for the same target, unless opening that takes much longer.
      if (first === undefined) bases.set(image.target.name, cubin);
      return [image, cubin];
    }),
  );
}

/** A base is at most so many times as large as the cubin: it is opened too. */
const MOST_OF_BASE = 2;

/** Compresses the cubins of a kernel, in their order. */
export type PackCubins = (cubins: readonly EmbeddedCubin[]) => readonly Uint8Array[];

export const packCubins: PackCubins = (cubins) =>
  cubins.map(({ bytes, base }) => packCubin(bytes, base?.bytes));

/** A hash of everything that the result of `packCubins` depends on. */
export function packingKey(cubins: readonly EmbeddedCubin[]): string {
  const described = cubins.map(({ bytes, base }) => [
    digestOf(bytes),
    base === undefined ? null : digestOf(base.bytes),
  ]);
  return sha256(JSON.stringify([PACKER, described]));
}

/** The SHA-256 of a cubin's bytes. Computed once, since several files of a package have it. */
export function digestOf(cubin: Uint8Array): string {
  const digest = digests.get(cubin) ?? sha256(cubin);
  digests.set(cubin, digest);
  return digest;
}

const digests = new WeakMap<Uint8Array, string>();

import type { Image } from '../../compile/cubin/check.ts';
import { sha256 } from '../../base/text.ts';
import { CUBIN_PACKER, packCubin } from './pack-cubin.ts';
import { packPtx, PTX_PACKER } from './pack-ptx.ts';

/** A cubin or PTX in a kernel's source. */
export interface EmbeddedCode {
  readonly symbol: string;
  /** As the driver takes them. */
  readonly bytes: Uint8Array;
  /** The code with which its window begins if it is compressed. */
  readonly base?: EmbeddedCode | undefined;
  /** Whether the last byte is a NUL that ends a text, as for PTX. */
  readonly hasEnd: boolean;
}

/** The code of a kernel's source. */
export interface KernelCode {
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

/** Compresses the code of a kernel, in its order. */
export type PackCubins = (cubins: readonly EmbeddedCode[]) => readonly Uint8Array[];

export const packCubins: PackCubins = (cubins) =>
  cubins.map(({ bytes, base, hasEnd }) => (hasEnd ? packPtx : packCubin)(bytes, base?.bytes));

/** A hash of everything that the result of `packCubins` depends on. */
export function packingKey(cubins: readonly EmbeddedCode[]): string {
  const described = cubins.map(({ bytes, base, hasEnd }) => [
    hasEnd ? PTX_PACKER : CUBIN_PACKER,
    digestOf(bytes),
    base === undefined ? null : digestOf(base.bytes),
  ]);
  return sha256(JSON.stringify(described));
}

/** The SHA-256 of a cubin's bytes. Computed once, since several files of a package have it. */
export function digestOf(cubin: Uint8Array): string {
  const digest = digests.get(cubin) ?? sha256(cubin);
  digests.set(cubin, digest);
  return digest;
}

const digests = new WeakMap<Uint8Array, string>();

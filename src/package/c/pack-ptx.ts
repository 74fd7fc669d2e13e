import { deflateSync, inflateSync } from 'fflate';

/** Level 9 is 0.4 % smaller and takes half as long again. The default memory takes 3 times as long. */
const SETTINGS = { level: 6, mem: 8 } as const;

/** What decides how PTX is compressed: fflate's version and settings. */
export const PTX_PACKER = ['fflate 0.8.3', SETTINGS] as const;

/**
 * Compresses PTX with DEFLATE. The result is the same on every machine, which that of Node's zlib is
 * not.
 * @param base PTX with which the window begins, if any
 */
export function packPtx(ptx: Uint8Array, base?: Uint8Array): Uint8Array {
  return deflateSync(ptx, base === undefined ? SETTINGS : { ...SETTINGS, dictionary: base });
}

/**
 * Decompresses PTX of `size` bytes.
 * @throws {Error} if the stream is damaged.
 */
export function unpackPtx(packed: Uint8Array, size: number, base?: Uint8Array): Uint8Array {
  // A size that nothing compresses to, in a package that is not trusted, would take all memory.
  if (size > packed.length * MOST_RATIO) throw new Error(`${size} bytes are too many`);
  const out = new Uint8Array(size);
  const { length } = inflateSync(packed, base === undefined ? { out } : { out, dictionary: base });
  if (length !== size) throw new Error(`${length} bytes instead of ${size}`);
  return out;
}

/** Of DEFLATE: 258 bytes in 2 bits. */
const MOST_RATIO = 1032;

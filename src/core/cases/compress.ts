import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { sha256 } from '../hash.ts';
import { DATA_FOLDER, type PackagedData } from './document.ts';

/** Bytes on their way into a package: what names them, and the compressed file. */
export interface PackedData {
  readonly data: PackagedData;
  readonly content: Uint8Array;
}

/** Higher ones are slower and gain next to nothing on the mantissas of random numbers. */
const QUALITY = 6;

/**
 * Compresses elements: first bytes of all of them first, since those are alike. The file is named by what it
 * holds, so that equal data is kept once.
 */
export function pack(bytes: Uint8Array, elementSize: number): PackedData {
  const planes = toPlanes(bytes, elementSize);
  const content = brotliCompressSync(planes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: planes.length,
    },
  });
  const file = `${DATA_FOLDER}/${sha256(planes).slice(0, 16)}.br`;
  return { data: { file, elementSize }, content };
}

/** The bytes that were packed. Throws where `content` is no such file. */
export function unpack(content: Uint8Array, elementSize: number): Uint8Array {
  return fromPlanes(brotliDecompressSync(content), elementSize);
}

function toPlanes(bytes: Uint8Array, size: number): Uint8Array {
  const count = bytes.length / size;
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0, to = 0; plane < size; plane++) {
    for (let i = 0, from = plane; i < count; i++, from += size)
      planes[to++] = bytes[from] as number;
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, size: number): Uint8Array {
  const count = planes.length / size;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0, from = 0; plane < size; plane++) {
    for (let i = 0, to = plane; i < count; i++, to += size) bytes[to] = planes[from++] as number;
  }
  return bytes;
}

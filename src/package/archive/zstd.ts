import type { Zstd } from '@hpcc-js/wasm-zstd';

/** Higher levels gain nothing (measured: 9, 12, 15, 17, 19, 22). Takes about 2 s for 10 MB of C. */
const LEVEL = 19;

/** A frame with the content `x`. */
const X_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 0x09, 0, 0, 0x78);

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `body` with the library. It handles one stream at a time, so calls wait for each other and
 * must not nest.
 */
export async function withZstd<T>(body: (zstd: Zstd) => Promise<T>): Promise<T> {
  const result = turn.then(async () => {
    // Imported here: few runs read or write archives.
    const { Zstd } = await import('@hpcc-js/wasm-zstd');
    return body(await Zstd.load());
  });
  turn = result.catch(() => undefined);
  return result;
}

/**
 * Compresses to one frame without a checksum. Its bytes depend on the content and on the size of
 * the chunks.
 */
export function compressZstd(zstd: Zstd) {
  return async function* compress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    zstd.reset();
    zstd.setCompressionLevel(LEVEL);
    for await (const chunk of source) yield zstd.compressChunk(chunk);
    yield zstd.compressEnd();
  };
}

/**
 * Decompresses one frame, in chunks of 128 KiB at most. Rejects if it is damaged; see
 * `framePieces`.
 */
export function decompressZstd(zstd: Zstd) {
  return async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    zstd.reset();
    for await (const piece of framePieces(source)) yield decompressPiece(zstd, piece);
    // The library does not report errors, but it decompresses nothing after one. This is the only
    // way to notice a wrong checksum (the zstd tool writes checksums).
    if (zstd.decompressChunk(X_FRAME, 1).length !== 1) throw new Error('incorrect data check');
  };
}

/**
 * Decompresses a single piece, so the library's output buffer cannot overflow or keep bytes back.
 */
function decompressPiece(zstd: Zstd, { bytes, size }: FramePiece): Uint8Array {
  const content = zstd.decompressChunk(bytes, MAX_BLOCK);
  const isRight = size === undefined ? content.length > 0 : content.length === size;
  if (!isRight) throw new Error('a block is damaged');
  return content;
}

/** A piece of a frame, and the size of its content in bytes if the piece says so. */
interface FramePiece {
  readonly bytes: Uint8Array;
  readonly size?: number;
}

/** The most bytes that a block decompresses to. Source of the format: RFC 8878, 3.1.1. */
const MAX_BLOCK = 1 << 17;

/** The largest window accepted, in bytes: the default limit of the zstd tool. */
const MAX_WINDOW = 2 ** 27;

const BLOCK_KINDS = ['raw', 'repeated', 'compressed'] as const;

/**
 * Splits a .zst with one frame into header, blocks and checksum, so that no piece is large and the
 * end is known. Rejects if it is cut off, needs a lot of memory, or has data after the frame.
 */
async function* framePieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<FramePiece> {
  const { take, isAtEnd } = chunkReader(source);
  const start = await take(5);
  const descriptor = start[4] ?? 0;
  const hasWindow = (descriptor & 0x20) === 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeBytes = [hasWindow ? 0 : 1, 2, 4, 8][descriptor >> 6] ?? 0;
  if ((descriptor & 0x08) !== 0) throw new Error('its frame has an unknown format');
  if ((descriptor & 0x03) !== 0) throw new Error('it needs a dictionary');
  const rest = await take((hasWindow ? 1 : 0) + sizeBytes);
  const window = hasWindow
    ? windowOf(rest[0] ?? 0)
    : littleEndian(rest) + (sizeBytes === 2 ? 256 : 0);
  if (window > MAX_WINDOW) throw new Error(`its window of ${window} bytes exceeds ${MAX_WINDOW}`);
  yield { bytes: Buffer.concat([start, rest]), size: 0 };
  let isLast = false;
  while (!isLast) {
    const header = await take(3);
    isLast = ((header[0] ?? 0) & 1) === 1;
    yield await readBlock(header, take);
  }
  if (hasChecksum) yield { bytes: await take(4), size: 0 };
  if (!(await isAtEnd())) throw new Error('there is data after its end');
}

async function readBlock(
  header: Uint8Array,
  take: (count: number) => Promise<Uint8Array>,
): Promise<FramePiece> {
  const fields = littleEndian(header);
  const kind = BLOCK_KINDS[(fields >> 1) & 3];
  const size = fields >> 3;
  if (kind === undefined) throw new Error('a block has an unknown type');
  if (size > MAX_BLOCK) throw new Error('a block is too large');
  const bytes = Buffer.concat([header, await take(kind === 'repeated' ? 1 : size)]);
  return kind === 'compressed' ? { bytes } : { bytes, size };
}

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/**
 * Regroups bytes into chunks of `size` (the last may be smaller), so that compressed bytes do not
 * depend on how files are read. A chunk is overwritten when the next one is requested.
 */
export async function* chunksOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(size);
  let filled = 0;
  for await (const piece of source) {
    let at = 0;
    while (at < piece.length) {
      const part = piece.subarray(at, at + size - filled);
      chunk.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled === size) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/** Reads a source in pieces of the requested sizes. Rejects if it ends early. */
function chunkReader(source: AsyncIterable<Uint8Array>): {
  readonly take: (count: number) => Promise<Uint8Array>;
  readonly isAtEnd: () => Promise<boolean>;
} {
  const chunks = source[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array();
  const fill = async (count: number): Promise<boolean> => {
    const pieces = [held];
    let length = held.length;
    while (length < count) {
      const { done, value } = await chunks.next();
      if (done === true) break;
      pieces.push(value);
      length += value.length;
    }
    held = pieces.length === 1 ? held : Buffer.concat(pieces);
    return length >= count;
  };
  return {
    async take(count) {
      if (!(await fill(count))) throw new Error('unexpected end of file');
      const taken = held.subarray(0, count);
      held = held.subarray(count);
      return taken;
    },
    isAtEnd: async () => !(await fill(1)),
  };
}

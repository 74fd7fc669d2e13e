import type { Zstd } from '@hpcc-js/wasm-zstd';
import { xxh64 } from './xxh64.ts';

/** Of 9, 12, 15, 17, 19 and 22, the one beyond which nothing becomes smaller: some 2 s for 10 MB of C. */
const LEVEL = 19;

/** Where a frame's header says what it has, and the bit for a checksum. Source: RFC 8878, 3.1.1.1.1. */
const DESCRIPTOR = 4;
const CHECKSUM_FLAG = 0x04;

/** A frame that holds an x. */
const X_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 0x09, 0, 0, 0x78);

let turn: Promise<unknown> = Promise.resolve();

/** Lends the library, which knows one stream at a time: whoever comes meanwhile waits. Do not ask for it inside. */
export async function withZstd<T>(body: (zstd: Zstd) => Promise<T>): Promise<T> {
  const result = turn.then(async () => {
    // Only now: few runs have to do with archives.
    const { Zstd } = await import('@hpcc-js/wasm-zstd');
    return body(await Zstd.load());
  });
  turn = result.catch(() => undefined);
  return result;
}

/** One frame with a checksum, whose bytes depend on those of the source and on how they are cut. */
export function compressZstd(zstd: Zstd) {
  return async function* compress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = xxh64();
    let written = 0;
    // The library has no way to ask for a checksum: that there is one is said here, in the frame's header.
    const mark = (bytes: Uint8Array): Uint8Array => {
      const at = DESCRIPTOR - written;
      if (at >= 0 && at < bytes.length) bytes[at] = (bytes[at] ?? 0) | CHECKSUM_FLAG;
      written += bytes.length;
      return bytes;
    };
    zstd.reset();
    zstd.setCompressionLevel(LEVEL);
    for await (const chunk of source) {
      hash.update(chunk);
      yield mark(zstd.compressChunk(chunk));
    }
    yield mark(zstd.compressEnd());
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(Number(BigInt.asUintN(32, hash.digest())));
    yield checksum;
  };
}

/** What one frame holds, in chunks of 128 KiB at most. Rejects where it is damaged; see `framePieces` too. */
export function decompressZstd(zstd: Zstd) {
  return async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    zstd.reset();
    for await (const piece of framePieces(source)) yield decompressPiece(zstd, piece);
    // The library tells of no error, but does nothing more after one. The checksum shows in no other way.
    if (zstd.decompressChunk(X_FRAME, 1).length !== 1) throw new Error('incorrect data check');
  };
}

/** Given piece by piece, the library can neither run out of room for what comes out, nor hold any of it back. */
function decompressPiece(zstd: Zstd, { bytes, size }: FramePiece): Uint8Array {
  const content = zstd.decompressChunk(bytes, MAX_BLOCK);
  const isRight = size === undefined ? content.length > 0 : content.length === size;
  if (!isRight) throw new Error('a block is damaged');
  return content;
}

/** A piece of a frame, and how many bytes it stands for where that is known before it is decompressed. */
interface FramePiece {
  readonly kind: 'header' | 'raw' | 'repeated' | 'compressed' | 'checksum';
  readonly bytes: Uint8Array;
  readonly size?: number;
}

/** The most that a block stands for, in bytes. Source of the format: RFC 8878, 3.1.1. */
const MAX_BLOCK = 1 << 17;

/** The largest window that is decompressed, in bytes: as much as zstd itself takes unless it is told otherwise. */
const MAX_WINDOW = 2 ** 27;

const BLOCK_KINDS = ['raw', 'repeated', 'compressed'] as const;

/**
 * Takes the one frame of a .zst apart, so that no piece can become large, and the end is known. Rejects where it is
 * cut off, has anything behind it, or would take much memory.
 */
async function* framePieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<FramePiece> {
  const { take, isAtEnd } = chunkReader(source);
  const start = await take(5);
  const descriptor = start[4] ?? 0;
  const hasWindow = (descriptor & 0x20) === 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeBytes = [hasWindow ? 0 : 1, 2, 4, 8][descriptor >> 6] ?? 0;
  if ((descriptor & 0x08) !== 0) throw new Error('its frame is of a later format');
  if ((descriptor & 0x03) !== 0) throw new Error('it needs a dictionary');
  const rest = await take((hasWindow ? 1 : 0) + sizeBytes);
  const window = hasWindow
    ? windowOf(rest[0] ?? 0)
    : littleEndian(rest) + (sizeBytes === 2 ? 256 : 0);
  if (window > MAX_WINDOW) throw new Error(`its window of ${window} bytes exceeds ${MAX_WINDOW}`);
  yield { kind: 'header', bytes: Buffer.concat([start, rest]), size: 0 };
  let isLast = false;
  while (!isLast) {
    const header = await take(3);
    isLast = ((header[0] ?? 0) & 1) === 1;
    yield await blockOf(header, take);
  }
  if (hasChecksum) yield { kind: 'checksum', bytes: await take(4), size: 0 };
  if (!(await isAtEnd())) throw new Error('something follows its end');
}

async function blockOf(
  header: Uint8Array,
  take: (count: number) => Promise<Uint8Array>,
): Promise<FramePiece> {
  const fields = littleEndian(header);
  const kind = BLOCK_KINDS[(fields >> 1) & 3];
  const size = fields >> 3;
  if (kind === undefined) throw new Error('a block is of no known kind');
  if (size > MAX_BLOCK) throw new Error('a block is too large');
  const bytes = Buffer.concat([header, await take(kind === 'repeated' ? 1 : size)]);
  return kind === 'compressed' ? { kind, bytes } : { kind, bytes, size };
}

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/**
 * The same bytes in chunks of `size`, the last of which may be smaller: how a file happens to be read must not show in
 * what compresses it. A chunk is overwritten when the next is asked for.
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

/** Gives a source's bytes in the amounts that are asked for. Rejects where it ends before. */
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

import type { Zstd } from '@hpcc-js/wasm-zstd';
import { xxh64 } from './xxh64.ts';
import { framePieces, LARGEST_BLOCK, type FramePiece } from './zstd-frame.ts';

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
  const content = zstd.decompressChunk(bytes, LARGEST_BLOCK);
  const isRight = size === undefined ? content.length > 0 : content.length === size;
  if (!isRight) throw new Error('a block is damaged');
  return content;
}

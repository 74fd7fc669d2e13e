import { takerOf } from './chunks.ts';

/** A piece of a frame, and how many bytes it stands for where that is known before it is decompressed. */
export interface FramePiece {
  readonly kind: 'header' | 'raw' | 'repeated' | 'compressed' | 'checksum';
  readonly bytes: Uint8Array;
  readonly size?: number;
}

/** The most that a block stands for, in bytes. Source of the format: RFC 8878, 3.1.1. */
export const LARGEST_BLOCK = 1 << 17;

/** The largest window that is decompressed, in bytes: as much as zstd itself takes unless it is told otherwise. */
const LARGEST_WINDOW = 2 ** 27;

const BLOCK_KINDS = ['raw', 'repeated', 'compressed'] as const;

/**
 * Takes the one frame of a .zst apart, so that no piece can become large, and the end is known. Rejects where it is
 * cut off, has anything behind it, or would take much memory.
 */
export async function* framePieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<FramePiece> {
  const { take, isAtEnd } = takerOf(source);
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
  if (window > LARGEST_WINDOW)
    throw new Error(`its window of ${window} bytes exceeds ${LARGEST_WINDOW}`);
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
  if (size > LARGEST_BLOCK) throw new Error('a block is too large');
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

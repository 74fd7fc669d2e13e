import type { ByteRange } from '../base/context.ts';
import type { GetBytes } from './package-places.ts';

/** A file that is read in parts. */
export interface ByteSource {
  readonly bytes: number;
  /** Says which parts will be read, the most urgent first, so that they can be got in advance. */
  announce(ranges: readonly ByteRange[]): void;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
  /** Ends what is still being got; reading fails from now on. */
  close(): void;
}

/** A file in memory. */
export function memorySource(content: Uint8Array): ByteSource {
  return {
    bytes: content.length,
    announce: () => undefined,
    async *read({ start, end }) {
      yield content.subarray(start, end);
    },
    close: () => undefined,
  };
}

/** Bytes of one request: few enough that unpacking starts soon, and enough that its start costs little. */
const PIECE_BYTES = 4e6;

/** Requests at the same time: one connection alone is often slower than the network. */
const AT_ONCE = 6;

/** Bytes between two parts that are read with them, since another request takes longer. */
const GAP_BYTES = 100_000;

interface Piece extends ByteRange {
  readonly content: Promise<Uint8Array>;
}

/** A file on a server, whose announced parts are got in pieces, several at a time. */
export function remoteSource(bytes: number, getBytes: GetBytes): ByteSource {
  const closing = new AbortController();
  const get = (range: ByteRange): Promise<Uint8Array> => getBytes(range, closing.signal);
  const pieces: Piece[] = [];
  const pieceAt = (at: number): Piece | undefined =>
    pieces.find(({ start, end }) => start <= at && at < end);
  return {
    bytes,
    announce(ranges) {
      for (const range of ranges.flatMap(split)) {
        // As many lanes as requests at the same time; one that fails ends its lane.
        const before = pieces.at(-AT_ONCE)?.content ?? Promise.resolve();
        const content = before.then(() => get(range));
        content.catch(() => undefined);
        pieces.push({ ...range, content });
      }
    },
    async *read({ start, end }) {
      for (let at = start; at < end;) {
        const piece = pieceAt(at);
        if (piece === undefined) {
          const next = pieces.reduce(
            (to, each) => (each.start > at ? Math.min(to, each.start) : to),
            end,
          );
          yield await get({ start: at, end: next });
          at = next;
          continue;
        }
        const content = await piece.content;
        yield content.subarray(at - piece.start, end - piece.start);
        at = Math.min(end, piece.end);
      }
    },
    close: () => closing.abort(),
  };
}

/** Joins ranges that are in order and near to each other. */
export function joinRanges(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const joined: ByteRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last === undefined || range.start - last.end > GAP_BYTES) joined.push(range);
    else joined.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) });
  }
  return joined;
}

function split({ start, end }: ByteRange): readonly ByteRange[] {
  const count = Math.ceil((end - start) / PIECE_BYTES);
  const size = Math.ceil((end - start) / count);
  return Array.from({ length: count }, (_, at) => ({
    start: start + at * size,
    end: Math.min(end, start + (at + 1) * size),
  }));
}

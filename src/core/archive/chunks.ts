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
export function takerOf(source: AsyncIterable<Uint8Array>): {
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

import { describe, expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { compressZstd, decompressZstd, withZstd } from '../../../src/package/archive/zstd.ts';

/** The bytes in pieces of `size`. */
function piecesOf(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)));
}

const compress = (bytes: Uint8Array, size = 1000): Promise<Buffer> =>
  withZstd((zstd) => buffer(compressZstd(zstd)(piecesOf(bytes, size))));
const decompress = (bytes: Uint8Array, size = 1000): Promise<Buffer> =>
  withZstd((zstd) => buffer(decompressZstd(zstd)(piecesOf(bytes, size))));

const FRAME = [0x28, 0xb5, 0x2f, 0xfd];
/** Last blocks: one with the content `x`, and one that repeats `x`. */
const X = [0x09, 0, 0, 0x78];
const repeated = (count: number): number[] => {
  const fields = (count << 3) | 0b011;
  return [fields & 255, (fields >> 8) & 255, fields >> 16, 0x78];
};

const mixed = Buffer.concat([
  Buffer.from('int a = 3;\n'.repeat(30_000)),
  Buffer.from(Uint32Array.from({ length: 50_000 }, (_, i) => Math.imul(i, 0x9e3779b1)).buffer),
]);

describe('a .zst', () => {
  it.each([1, 7, 1000, 1 << 20])('decompresses from pieces of %d bytes', async (size) => {
    const content = size === 1 ? mixed.subarray(0, 5000) : mixed;
    const archive = await compress(content);
    expect(archive.length).toBeLessThan(content.length);
    expect((await decompress(archive, size)).equals(content)).toBe(true);
  });

  it('may be empty', async () => {
    expect((await decompress(await compress(Buffer.alloc(0)))).length).toBe(0);
  });

  it('is written without a checksum, and read with one, as the zstd tool writes it', async () => {
    const [descriptor = 0] = (await compress(mixed)).subarray(4);
    expect(descriptor & 0x04).toBe(0);
    // Written by `printf x | zstd`.
    const frame = Uint8Array.of(...FRAME, 0x04, 0x58, ...X, 0x23, 0x11, 0x04, 0x83);
    expect((await decompress(frame)).toString()).toBe('x');
  });

  it('is processed one at a time, however many are requested', async () => {
    const contents = [mixed, Buffer.alloc(300_000, 'y'), mixed.subarray(100)];
    const archives = await Promise.all(contents.map((content) => compress(content)));
    const again = await Promise.all(archives.map((archive) => decompress(archive)));
    expect(again.map((content, index) => content.equals(contents[index] ?? mixed))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is read after a damaged one', async () => {
    await expect(decompress(Uint8Array.of(...FRAME, 0, 0x58, 0x05, 0, 0))).rejects.toThrow();
    expect((await decompress(Uint8Array.of(...FRAME, 0x20, 1, ...X))).toString()).toBe('x');
  });

  it('is rejected wherever it is truncated', async () => {
    const archive = await compress(Buffer.from('abc'.repeat(100)));
    for (let length = 0; length < archive.length; length += 1)
      await expect(decompress(archive.subarray(0, length))).rejects.toThrow('unexpected end');
  });

  it.each<[string, readonly number[], string]>([
    ['whose window is 2 GiB', [0, 21 << 3, ...X], 'window of 2147483648 bytes exceeds 134217728'],
    ['whose window is 3.75 TiB', [0, 255, ...X], 'window of 4123168604160 bytes exceeds'],
    ['whose content is 4 GiB', [0xe0, 0, 0, 0, 0, 1, 0, 0, 0, ...X], 'window of 4294967296 bytes'],
    ['that needs a dictionary', [0x21, 1, 1, ...X], 'it needs a dictionary'],
    ['with an unknown flag', [0x28, 1, ...X], 'its frame has an unknown format'],
    ['with an unknown block', [0x20, 1, 0x07, 0, 0, 0x78], 'a block has an unknown type'],
    ['with a block that is too large', [0x20, 1, ...repeated(2 ** 21 - 1)], 'a block is too large'],
    ['with more content than declared', [0x20, 1, ...repeated(100)], 'a block is damaged'],
    ['with data after the frame', [0x20, 1, ...X, 0], 'there is data after its end'],
    ['with a second frame', [0x20, 1, ...X, ...FRAME, 0x20, 1, ...X], 'there is data after'],
    ['with a wrong checksum', [0x24, 1, ...X, 0, 0, 0, 0], 'incorrect data check'],
  ])('%s is rejected', async (_which, bytes, reason) => {
    await expect(decompress(Uint8Array.of(...FRAME, ...bytes))).rejects.toThrow(reason);
  });
});

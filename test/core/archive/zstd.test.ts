import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { xxh64 } from '../../../src/core/archive/xxh64.ts';
import { compressZstd, decompressZstd, withZstd } from '../../../src/core/archive/zstd.ts';

/** The bytes in pieces of some size. */
function piecesOf(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)));
}

const compress = (bytes: Uint8Array, size = 1000): Promise<Buffer> =>
  withZstd((zstd) => buffer(compressZstd(zstd)(piecesOf(bytes, size))));
const decompress = (bytes: Uint8Array, size = 1000): Promise<Buffer> =>
  withZstd((zstd) => buffer(decompressZstd(zstd)(piecesOf(bytes, size))));

const FRAME = [0x28, 0xb5, 0x2f, 0xfd];
/** Blocks that are the last: one that holds `x`, and one that stands for so many of them. */
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
  it.each([1, 7, 1000, 1 << 20])('comes back from pieces of %d bytes', async (size) => {
    const content = size === 1 ? mixed.subarray(0, 5000) : mixed;
    const archive = await compress(content);
    expect(archive.length).toBeLessThan(content.length);
    expect((await decompress(archive, size)).equals(content)).toBe(true);
  });

  it('may hold nothing', async () => {
    expect((await decompress(await compress(Buffer.alloc(0)))).length).toBe(0);
  });

  it('is one stream at a time, however many are asked for', async () => {
    const contents = [mixed, Buffer.alloc(300_000, 'y'), mixed.subarray(100)];
    const archives = await Promise.all(contents.map((content) => compress(content)));
    const again = await Promise.all(archives.map((archive) => decompress(archive)));
    expect(again.map((content, index) => content.equals(contents[index] ?? mixed))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is read after one that was damaged', async () => {
    await expect(decompress(Uint8Array.of(...FRAME, 0, 0x58, 0x05, 0, 0))).rejects.toThrow();
    expect((await decompress(Uint8Array.of(...FRAME, 0x20, 1, ...X))).toString()).toBe('x');
  });

  it('is refused wherever it is cut off', async () => {
    const archive = await compress(Buffer.from('abc'.repeat(100)));
    for (let length = 0; length < archive.length; length += 1)
      await expect(decompress(archive.subarray(0, length))).rejects.toThrow('unexpected end');
  });

  it.each<[string, readonly number[], string]>([
    ['whose window is 2 GiB', [0, 21 << 3, ...X], 'window of 2147483648 bytes exceeds 134217728'],
    ['whose window is 3.75 TiB', [0, 255, ...X], 'window of 4123168604160 bytes exceeds'],
    ['that says it is huge', [0xe0, 0, 0, 0, 0, 1, 0, 0, 0, ...X], 'window of 4294967296 bytes'],
    ['that needs a dictionary', [0x21, 1, 1, ...X], 'it needs a dictionary'],
    ['of a later format', [0x28, 1, ...X], 'its frame is of a later format'],
    ['with a block of a later format', [0x20, 1, 0x07, 0, 0, 0x78], 'a block is of no known kind'],
    ['with a block beyond its limit', [0x20, 1, ...repeated(2 ** 21 - 1)], 'a block is too large'],
    ['with more than it says', [0x20, 1, ...repeated(100)], 'a block is damaged'],
    ['with something behind it', [0x20, 1, ...X, 0], 'something follows its end'],
    ['with another behind it', [0x20, 1, ...X, ...FRAME, 0x20, 1, ...X], 'something follows'],
    ['with a wrong checksum', [0x24, 1, ...X, 0, 0, 0, 0], 'incorrect data check'],
  ])('%s is refused', async (_which, bytes, reason) => {
    await expect(decompress(Uint8Array.of(...FRAME, ...bytes))).rejects.toThrow(reason);
  });
});

describe('XXH64', () => {
  // Known values of the reference implementation, for the seed 0.
  it.each([
    ['', 0xef46db3751d8e999n],
    ['a', 0xd24ec4f1a98c6e5bn],
    ['abc', 0x44bc2cf5ad770999n],
  ])('of `%s` is that of the specification', (text, hash) => {
    const xxh = xxh64();
    xxh.update(Buffer.from(text));
    expect(xxh.digest()).toBe(hash);
  });

  it('does not depend on how the bytes come', () => {
    const content = mixed.subarray(0, 333);
    const whole = xxh64();
    whole.update(content);
    for (const size of [1, 5, 31, 32, 33, 100]) {
      const pieces = xxh64();
      for (let at = 0; at < content.length; at += size)
        pieces.update(content.subarray(at, at + size));
      expect(pieces.digest()).toBe(whole.digest());
    }
  });
});

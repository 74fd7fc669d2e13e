import { describe, expect, it } from '#jest';
import { deflateSync } from 'fflate';
import { constants, deflateRawSync } from 'node:zlib';
import { sha256 } from '../../../src/base/text.ts';
import { packCode, unpackCode } from '../../../src/package/c/packing.ts';
import { type PackedSample, scrambled, testOpening } from './opening.ts';

const SAMPLES = samples();

describe('compressed code', () => {
  it('is decompressed by `verify`', () => {
    for (const { bytes, packed, base } of SAMPLES) {
      const before = base === undefined ? undefined : SAMPLES[base]?.bytes;
      expect(Buffer.from(unpackCode(packed, bytes.length, before)).equals(bytes)).toBe(true);
    }
  });

  it('is the same on every machine', () => {
    const all = SAMPLES.map(({ bytes, base }) => {
      const before = base === undefined ? undefined : SAMPLES[base]?.bytes;
      return sha256(packCode(bytes, before));
    });
    expect(sha256(all.join('\n'))).toBe(
      'e0f7d29694c809ea0e259c4ff783406cbb4f4d4f61c0708e9d366aed6fab8fd0',
    );
  });

  it('is small if it is like its base', () => {
    // A distance in DEFLATE is at most 32 KiB.
    const base = scrambled(30_000, 256, 5);
    const changed = Buffer.from(base);
    for (let at = 0; at < changed.length; at += 997) changed[at] = at % 251;
    expect(packCode(changed).length).toBeGreaterThan(30_000);
    expect(packCode(changed, base).length).toBeLessThan(1500);
  });

  it('is refused by `verify` if it is damaged', () => {
    let refused = 0;
    for (const { bytes, packed } of SAMPLES) {
      for (let at = 0; at < packed.length; at += 1 + Math.floor(packed.length / 20)) {
        const damaged = Uint8Array.from(packed);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
        try {
          expect(unpackCode(damaged, bytes.length)).toHaveLength(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(50);
    const bytes = Buffer.from('abcabcabcabc');
    const packed = packCode(bytes);
    for (const size of [bytes.length - 1, bytes.length + 1])
      expect(() => unpackCode(packed, size)).toThrow(`it does not open to ${size} bytes`);
    expect(() => unpackCode(packed.subarray(0, -1), bytes.length)).toThrow('unexpected EOF');
    expect(() => unpackCode(packed, 2 ** 40)).toThrow('too many');
  });

  testOpening(SAMPLES);
});

/** Every kind of block, lengths and distances from the shortest to the longest, and bases. */
function samples(): PackedSample[] {
  const code = Buffer.concat(
    Array.from({ length: 4000 }, (_, index) =>
      Buffer.concat([
        scrambled(5, 7, index % 37),
        scrambled(3, 256, index),
        Buffer.alloc(8, index % 11),
      ]),
    ),
  );
  const inputs = [
    Buffer.alloc(0),
    Buffer.from('a'),
    Buffer.from('abcabcabcabcabcabc'),
    Buffer.alloc(100_000),
    scrambled(70_000, 256, 1),
    scrambled(20_000, 3, 2),
    // Codes of up to 15 bits.
    Buffer.concat(
      Array.from({ length: 19 }, (_, index) => Buffer.alloc(Math.min(2 ** index, 30_000), index)),
    ),
    Buffer.concat([scrambled(32_768, 256, 3), scrambled(32_768, 256, 3)]),
    code,
    ...Array.from({ length: 15 }, (_, index) => scrambled(index * 17 + 1, 2 ** (index % 9), index)),
  ];
  const found: PackedSample[] = inputs.map((bytes) => ({ bytes, packed: packCode(bytes) }));
  for (const bytes of [...inputs.slice(0, 5), code]) {
    const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
    for (const strategy of [Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE])
      found.push({ bytes, packed: deflateRawSync(bytes, { strategy, level: 9 }) });
    found.push({ bytes, packed: deflateSync(bytes, { level: 0 }) });
  }
  const changed = Buffer.from(code);
  for (let at = 0; at < changed.length; at += 997) changed[at] = at % 251;
  for (const bytes of [code, changed, changed.subarray(0, 100), Buffer.alloc(0)])
    found.push({ bytes, packed: packCode(bytes, code), base: inputs.indexOf(code) });
  return found;
}

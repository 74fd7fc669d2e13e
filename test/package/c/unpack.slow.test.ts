import { describe, expect, it } from '@jest/globals';
import { sha256 } from '../../../src/base/text.ts';
import { packCubin, unpackCubin } from '../../../src/package/c/pack-cubin.ts';
import { embedPacked, fromCharacters } from '../../../src/package/c/packed-text.ts';
import { type PackedSample, scrambled, testOpening } from './opening.ts';

/** Like instructions: few opcodes, and most bytes as in an earlier one. */
const CODE = Buffer.concat(
  Array.from({ length: 3000 }, (_, index) => {
    const word = scrambled(16, 5, index % 23);
    word[2] = index % 97;
    word[index % 16] = index % 251;
    return word;
  }),
);

const SAMPLES = samples();

describe('a compressed cubin', () => {
  it('is read back from its text by `verify`', () => {
    for (const { bytes, packed, base } of SAMPLES) {
      const text = embedPacked('x', packed, bytes.length).split('\nstatic const struct')[0] ?? '';
      const characters = [...text.matchAll(/^ {4}u?"(.*)";?$/gm)].map(([, line]) => line).join('');
      const found = fromCharacters(characters) ?? Buffer.from('unknown characters');
      const before = base === undefined ? undefined : SAMPLES[base]?.bytes;
      expect(Buffer.from(unpackCubin(found, bytes.length, before)).equals(bytes)).toBe(true);
    }
  });

  it('is the same on every machine', () => {
    const all = SAMPLES.map(({ packed }) => sha256(packed));
    expect(sha256(all.join('\n'))).toBe(
      '81b5e4fe660cc90d6aef970ec923e9b09335ca031661479732734505a1392d74',
    );
  });

  it('takes little room if its instructions differ in few bytes', () => {
    const [code, changed] = [SAMPLES.find(({ bytes }) => bytes === CODE), SAMPLES.at(-1)];
    expect(code?.packed.length).toBeLessThan(CODE.length / 4);
    expect(changed?.base).toBeDefined();
    expect(changed?.packed.length).toBeLessThan((changed?.bytes.length ?? 0) / 20);
  });

  it('is refused by `verify` if it is damaged', () => {
    let refused = 0;
    for (const { bytes, packed } of SAMPLES.slice(4)) {
      for (let at = 0; at < packed.length; at += 1 + Math.floor(packed.length / 20)) {
        const damaged = Uint8Array.from(packed);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
        try {
          expect(unpackCubin(damaged, bytes.length)).toHaveLength(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(() => unpackCubin(Buffer.from('abc'), 2 ** 40)).toThrow('too many');
    expect(() => unpackCubin(new Uint8Array(), 10)).toThrow('no such code');
    const packed = packCubin(CODE);
    const longer = Buffer.concat([packed, Buffer.alloc(2)]);
    for (const stream of [packed.subarray(0, -1), longer])
      expect(() => unpackCubin(stream, CODE.length)).toThrow('another length');
  });

  testOpening('aot_unpack.h', 'aot_open', 16, SAMPLES, () => SAMPLES.length);
});

/** Runs and distances from the shortest to the longest, all sizes of the last word, and bases. */
function samples(): PackedSample[] {
  const inputs = [
    Buffer.alloc(0),
    Buffer.from('a'),
    Buffer.alloc(16),
    Buffer.from('0123456789abcdef0'),
    Buffer.alloc(300_000),
    scrambled(70_000, 256, 1),
    scrambled(20_000, 3, 2),
    // Codes as long as they may be, and as deep as they would be without a limit.
    Buffer.concat(
      Array.from({ length: 20 }, (_, index) =>
        Buffer.alloc(16 * Math.ceil(1.6 ** index), Buffer.from([1, index, 3, index * 7])),
      ),
    ),
    ...[2, 3, 4, 5, 17, 1000, 5000].map((words) =>
      Buffer.concat([scrambled(16 * words, 256, 3), scrambled(16 * words, 256, 3)]),
    ),
    CODE,
    ...Array.from({ length: 20 }, (_, index) => scrambled(index * 17 + 1, 2 ** (index % 9), index)),
  ];
  const found: PackedSample[] = inputs.map((bytes) => ({ bytes, packed: packCubin(bytes) }));
  const base = inputs.indexOf(CODE);
  const odd = inputs.findIndex(({ length }) => length === 17 * 7 + 1);
  const changed = Buffer.from(CODE);
  for (let at = 0; at < changed.length; at += 997) changed[at] = at % 251;
  for (const bytes of [changed.subarray(0, 100), Buffer.alloc(0), CODE, changed])
    found.push({ bytes, packed: packCubin(bytes, inputs[odd]), base: odd });
  for (const bytes of [CODE, changed.subarray(8), Buffer.alloc(0), changed])
    found.push({ bytes, packed: packCubin(bytes, CODE), base });
  return found;
}

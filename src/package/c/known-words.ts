/** Bytes of a word: an instruction has as many. */
export const WORD = 16;

/** How many of the distances that were used last have a symbol of their own. */
export const RECENT = 4;

/** Earlier words with the same opcode that are compared with a word. */
const COMPARED = 64;

/** What the compressor expects of words: roughly the bits that they take. */
const [NEW_DISTANCE, OTHER_RECENT, MASK, CHANGE, GOOD] = [4, 3, 4, 5, 11] as const;

/** A word of zeros, the base, and the cubin, each filled up with zeros. */
export interface PackWindow {
  readonly bytes: Uint8Array;
  /** The first word of the cubin. */
  readonly first: number;
}

/** Makes the window of a cubin. */
export function packWindow(cubin: Uint8Array, base?: Uint8Array): PackWindow {
  const first = 1 + Math.ceil((base?.length ?? 0) / WORD);
  const bytes = new Uint8Array((first + Math.ceil(cubin.length / WORD)) * WORD);
  bytes.set(base ?? [], WORD);
  bytes.set(cubin, first * WORD);
  return { bytes, first };
}

/** The words that others can be copies of. */
export class KnownWords {
  /** Four numbers for each word. */
  readonly #parts: Int32Array;
  /** The last word for each opcode, and the one before each word; -1: none. */
  readonly #last = new Int32Array(OPCODES).fill(-1);
  readonly #before: Int32Array;

  constructor({ bytes, first }: PackWindow) {
    const view = new DataView(bytes.buffer);
    this.#parts = new Int32Array(bytes.length / 4);
    for (let index = 0; index < this.#parts.length; index += 1)
      this.#parts[index] = view.getInt32(4 * index, true);
    this.#before = new Int32Array(bytes.length / WORD);
    for (let word = 0; word < first; word += 1) this.add(word);
  }

  add(word: number): void {
    const opcode = this.#opcodeOf(word);
    this.#before[word] = this.#last[opcode] ?? -1;
    this.#last[opcode] = word;
  }

  /** The word that a word is best a copy of. `place`: of its distance among the recent ones, or -1. */
  nearest(
    word: number,
    recent: readonly number[],
  ): { readonly distance: number; readonly place: number; readonly mask: number } {
    let best = { distance: 0, place: -1, mask: 0 };
    let least = Infinity;
    for (let place = 0; place < RECENT; place += 1) {
      const distance = recent[place] ?? 0;
      if (distance > word) continue;
      const mask = this.#changes(word, word - distance);
      const bits = (place === 0 ? 1 : 1 + OTHER_RECENT) + bitsOfChanges(mask);
      if (bits >= least) continue;
      least = bits;
      best = { distance, place, mask };
      if (mask === 0) return best;
    }
    if (least <= 1 + GOOD) return best;
    let other = this.#last[this.#opcodeOf(word)] ?? -1;
    for (let count = 0; other >= 0 && count < COMPARED; count += 1) {
      const distance = word - other;
      const mask = this.#changes(word, other);
      const bits = NEW_DISTANCE + 32 - Math.clz32(distance) + bitsOfChanges(mask);
      if (bits < least) {
        least = bits;
        best = { distance, place: -1, mask };
      }
      other = this.#before[other] ?? -1;
    }
    return best;
  }

  #opcodeOf(word: number): number {
    return (this.#parts[4 * word] ?? 0) & (OPCODES - 1);
  }

  /** A bit for each byte in which two words differ. */
  #changes(one: number, other: number): number {
    let mask = 0;
    for (let part = 3; part >= 0; part -= 1) {
      let bits = (this.#parts[4 * one + part] ?? 0) ^ (this.#parts[4 * other + part] ?? 0);
      // The lowest bit of each byte becomes whether the byte is not 0.
      bits |= (bits >>> 4) & 0x0f0f0f0f;
      bits |= (bits >>> 2) & 0x03030303;
      bits |= (bits >>> 1) & 0x01010101;
      bits &= 0x01010101;
      mask = (mask << 4) | ((bits | (bits >>> 7) | (bits >>> 14) | (bits >>> 21)) & 15);
    }
    return mask;
  }
}

/** The lowest 12 bits of an instruction. */
const OPCODES = 4096;

function bitsOfChanges(mask: number): number {
  return mask === 0 ? 0 : MASK + CHANGE * ((ONES[mask & 0xff] ?? 0) + (ONES[mask >> 8] ?? 0));
}

/** How many bits of a byte are 1. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
  return count;
});

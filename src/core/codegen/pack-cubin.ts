import {
  BitReader,
  BitWriter,
  prefixCode,
  readCode,
  readSymbol,
  writeCode,
} from './prefix-code.ts';

/** What decides how cubins are compressed. Changes whenever a cubin would become another stream. */
export const CUBIN_PACKER = 'words 1';

/** Bytes of a word: an instruction has as many. */
const WORD = 16;

/** The alphabets of a stream, in its order. See src/runtime/aot_unpack.h. */
const [RUNS, DISTANCES, FIRST_MASKS, SECOND_MASKS, CHANGES] = [0, 1, 2, 3, 4] as const;
const ALPHABETS = 5;

/** Symbols of runs that are their own length, 2^4. */
const SHORT_RUNS = 16;
const SHORT_RUN_BITS = 4;

/** Symbols of distances that have been used. */
const RECENT = 4;

/** Earlier words with the same opcode that are compared with a word. */
const COMPARED = 64;

/** What the compressor expects of words: roughly the bits that they take. */
const [NEW_DISTANCE, OTHER_RECENT, MASK, CHANGE, GOOD] = [4, 3, 4, 5, 11] as const;

/**
 * Compresses a cubin in words of 16 bytes: each is a copy of an earlier word in which some bytes have
 * changed. Instructions differ from each other in some bytes, mostly registers, so that this is much
 * smaller than DEFLATE.
 * @param base a cubin with which the window begins, if any
 */
export function packCubin(cubin: Uint8Array, base?: Uint8Array): Uint8Array {
  const { symbols, extras } = symbolsOf(windowOf(cubin, base));
  const counts = Array.from({ length: ALPHABETS }, () => new Uint32Array(256));
  for (const each of symbols) {
    const own = counts[each >> 8];
    if (own !== undefined) own[each & 0xff] = (own[each & 0xff] ?? 0) + 1;
  }
  const codes = counts.map(prefixCode);
  const writer = new BitWriter();
  for (const code of codes) writeCode(code, writer);
  for (const [index, each] of symbols.entries()) {
    const code = codes[each >> 8];
    if (code === undefined) continue;
    writer.write(code.codes[each & 0xff] ?? 0, code.lengths[each & 0xff] ?? 0);
    const rest = restBits(each);
    if (rest > 0) writer.write(extras[index] ?? 0, rest);
  }
  return writer.finish();
}

/** A word of zeros, the base, and the cubin, each filled up with zeros. */
interface PackWindow {
  readonly bytes: Uint8Array;
  /** The first word of the cubin. */
  readonly first: number;
}

function windowOf(cubin: Uint8Array, base?: Uint8Array): PackWindow {
  const first = 1 + Math.ceil((base?.length ?? 0) / WORD);
  const bytes = new Uint8Array((first + Math.ceil(cubin.length / WORD)) * WORD);
  bytes.set(base ?? [], WORD);
  bytes.set(cubin, first * WORD);
  return { bytes, first };
}

/** A symbol is 256 * alphabet + its number there. `extras` has the bits that follow it. */
interface Symbols {
  readonly symbols: readonly number[];
  readonly extras: readonly number[];
}

function symbolsOf(window: PackWindow): Symbols {
  const { bytes, first } = window;
  const symbols: number[] = [];
  const extras: number[] = [];
  const write = (alphabet: number, symbol: number, extra = 0): void => {
    symbols.push(256 * alphabet + symbol);
    extras.push(extra);
  };
  const writeRun = (length: number): void => {
    if (length < SHORT_RUNS) return write(RUNS, length);
    const bits = 31 - Math.clz32(length);
    return write(RUNS, SHORT_RUNS + bits - SHORT_RUN_BITS, length - (1 << bits));
  };
  const writeDistance = (distance: number): void => {
    const bits = 31 - Math.clz32(distance);
    if (bits === 0) return write(DISTANCES, RECENT);
    const half = (distance >> (bits - 1)) & 1;
    return write(DISTANCES, RECENT + 2 * bits + half, distance & ((1 << (bits - 1)) - 1));
  };
  const known = new KnownWords(window);
  const recent = firstDistances(first);
  let run = 0;
  for (let word = first; word < bytes.length / WORD; word += 1) {
    const { distance, place, mask } = known.nearest(word, recent);
    known.add(word);
    if (place === 0 && mask === 0) {
      run += 1;
      continue;
    }
    writeRun(run);
    run = 0;
    if (place < 0) writeDistance(distance);
    else write(DISTANCES, place);
    moveToFront(recent, place < 0 ? RECENT - 1 : place, distance);
    write(FIRST_MASKS, mask & 0xff);
    write(SECOND_MASKS, mask >> 8);
    for (let at = 0; at < WORD; at += 1) {
      const copied = (word - distance) * WORD + at;
      if (mask & (1 << at)) write(CHANGES, (bytes[word * WORD + at] ?? 0) ^ (bytes[copied] ?? 0));
    }
  }
  if (run > 0) writeRun(run);
  return { symbols, extras };
}

/** The number of bits that follow a symbol. */
function restBits(symbol: number): number {
  const number = symbol & 0xff;
  if (symbol >> 8 === RUNS) return number < SHORT_RUNS ? 0 : number - SHORT_RUNS + SHORT_RUN_BITS;
  if (symbol >> 8 === DISTANCES && number > RECENT + 1) return ((number - RECENT) >> 1) - 1;
  return 0;
}

function firstDistances(first: number): number[] {
  return [first > 1 ? first - 1 : 1, 1, 2, 3];
}

function moveToFront(recent: number[], place: number, distance: number): void {
  recent.splice(place, 1);
  recent.unshift(distance);
}

/** The words that others can be copies of. */
class KnownWords {
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

/**
 * Decompresses a cubin of `size` bytes.
 * @throws {Error} if the stream is damaged.
 */
export function unpackCubin(packed: Uint8Array, size: number, base?: Uint8Array): Uint8Array {
  // A size in a package that is not trusted could take all memory.
  if (size > MOST_BYTES) throw new Error(`${size} bytes are too many`);
  const reader = new BitReader(packed);
  const codes = Array.from({ length: ALPHABETS }, () => readCode(reader));
  const read = (alphabet: number): { readonly symbol: number; readonly extra: number } => {
    const symbol = readSymbol(reader, codes[alphabet] ?? NO_CODE);
    return { symbol, extra: reader.read(Math.min(24, restBits(256 * alphabet + symbol))) };
  };
  const { bytes, first } = windowOf(new Uint8Array(size), base);
  const end = bytes.length / WORD;
  const recent = firstDistances(first);
  const copyWord = (word: number): void => {
    const start = (word - (recent[0] ?? 0)) * WORD;
    if (start < 0) throw new Error('a distance is too large');
    bytes.copyWithin(word * WORD, start, start + WORD);
  };
  for (let word = first; word < end; word += 1) {
    const stop = word + runOf(read(RUNS));
    if (stop > end) throw new Error('a run is too long');
    for (; word < stop; word += 1) copyWord(word);
    if (word === end) break;
    const { symbol, extra } = read(DISTANCES);
    const distance = symbol < RECENT ? (recent[symbol] ?? 0) : distanceOf(symbol, extra);
    moveToFront(recent, Math.min(symbol, RECENT - 1), distance);
    copyWord(word);
    const mask = read(FIRST_MASKS).symbol | (read(SECOND_MASKS).symbol << 8);
    for (let at = word * WORD, rest = mask; rest !== 0; at += 1, rest >>= 1)
      if (rest & 1) bytes[at] = (bytes[at] ?? 0) ^ read(CHANGES).symbol;
  }
  if (!reader.isAtEnd()) throw new Error('the stream has another length');
  return bytes.slice(first * WORD, first * WORD + size);
}

const MOST_BYTES = 2 ** 28;

const NO_CODE = new Uint16Array();

function runOf({ symbol, extra }: { readonly symbol: number; readonly extra: number }): number {
  return symbol < SHORT_RUNS ? symbol : 2 ** (symbol - SHORT_RUNS + SHORT_RUN_BITS) + extra;
}

function distanceOf(symbol: number, extra: number): number {
  const number = symbol - RECENT;
  return number < 2 ? 1 : (2 + (number % 2)) * 2 ** ((number >> 1) - 1) + extra;
}

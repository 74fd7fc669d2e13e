import { KnownWords, type PackWindow, packWindow, RECENT, WORD } from './known-words.ts';
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

/** The alphabets of a stream, in its order. See src/package/c/runtime/aot_unpack.h. */
const [RUNS, DISTANCES, FIRST_MASKS, SECOND_MASKS, CHANGES] = [0, 1, 2, 3, 4] as const;
const ALPHABETS = 5;

/** Symbols of runs that are their own length, 2^4. */
const SHORT_RUNS = 16;
const SHORT_RUN_BITS = 4;

/**
 * Compresses a cubin in words of 16 bytes: each is a copy of an earlier word in which some bytes have
 * changed. Instructions differ from each other in some bytes, mostly registers, so that this is much
 * smaller than DEFLATE.
 * @param base a cubin with which the window begins, if any
 */
export function packCubin(cubin: Uint8Array, base?: Uint8Array): Uint8Array {
  const { symbols, extras } = symbolsOf(packWindow(cubin, base));
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
  const { bytes, first } = packWindow(new Uint8Array(size), base);
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

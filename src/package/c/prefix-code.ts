/** The longest code of a symbol, in bits. */
const LONGEST = 10;

const SYMBOLS = 256;

/** Bits, the first in the lowest bit of the first byte. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;
  #count = 0;

  /** @param count at most 24 */
  write(value: number, count: number): void {
    this.#bits |= value << this.#count;
    for (this.#count += count; this.#count >= 8; this.#count -= 8) {
      this.#bytes.push(this.#bits & 0xff);
      this.#bits >>>= 8;
    }
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.#count > 0 ? [...this.#bytes, this.#bits] : this.#bytes);
  }
}

/** Reads what a `BitWriter` wrote. Behind the end are zeros. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #next = 0;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param count at most 24 */
  read(count: number): number {
    const value = this.peek(count);
    this.#bits >>>= count;
    this.#count -= count;
    return value;
  }

  /** The next bits, which are still to be read. */
  peek(count: number): number {
    for (; this.#count < count; this.#count += 8)
      this.#bits |= (this.#bytes[this.#next++] ?? 0) << this.#count;
    return this.#bits & ((1 << count) - 1);
  }

  /** Whether all was read, but for less than two bytes, and nothing behind the end. */
  isAtEnd(): boolean {
    const left = 8 * (this.#bytes.length - this.#next) + this.#count;
    return left >= 0 && left < 16;
  }
}

/** A canonical Huffman code, as src/package/c/runtime/aot_unpack.h describes it. */
export interface PrefixCode {
  /** The length of each symbol's code; 0: it has none. */
  readonly lengths: Uint8Array;
  /** The bits of each symbol's code. */
  readonly codes: Uint16Array;
}

/** Makes the best code for symbols that occur so often. At least two have one. */
export function prefixCode(counts: Uint32Array): PrefixCode {
  const used: number[] = [];
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) if (counts[symbol] !== 0) used.push(symbol);
  for (let symbol = 0; used.length < 2; symbol += 1) if (!used.includes(symbol)) used.push(symbol);
  const lengths = new Uint8Array(SYMBOLS);
  const leaves = used
    .map((symbol): Package => ({ count: counts[symbol] ?? 0, symbol }))
    .toSorted((one, other) => one.count - other.count || (one.symbol ?? 0) - (other.symbol ?? 0));
  let list: readonly Package[] = leaves;
  for (let length = 1; length < LONGEST; length += 1) list = merge(leaves, pairs(list));
  for (const each of list.slice(0, 2 * leaves.length - 2)) lengthen(each, lengths);
  return canonical(lengths);
}

/** Of the package-merge algorithm: a symbol, or two packages. */
interface Package {
  readonly count: number;
  readonly symbol?: number;
  readonly parts?: readonly [Package, Package];
}

function pairs(list: readonly Package[]): readonly Package[] {
  const found: Package[] = [];
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [one, other] = [list[index], list[index + 1]];
    if (one !== undefined && other !== undefined)
      found.push({ count: one.count + other.count, parts: [one, other] });
  }
  return found;
}

/** Both lists are sorted by count; of equal ones, symbols come first. */
function merge(leaves: readonly Package[], packages: readonly Package[]): readonly Package[] {
  return [...leaves, ...packages].toSorted((one, other) => one.count - other.count);
}

function lengthen({ symbol, parts }: Package, lengths: Uint8Array): void {
  if (symbol !== undefined) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
  for (const part of parts ?? []) lengthen(part, lengths);
}

function canonical(lengths: Uint8Array): PrefixCode {
  const codes = new Uint16Array(SYMBOLS);
  let next = 0;
  for (let length = 1; length <= LONGEST; length += 1)
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
      if (lengths[symbol] !== length) continue;
      for (let bit = 0; bit < length; bit += 1)
        codes[symbol] = ((codes[symbol] ?? 0) << 1) | ((next >> (LONGEST - length + bit)) & 1);
      next += 1 << (LONGEST - length);
    }
  return { lengths, codes };
}

/** Writes a code: for each symbol, how many symbols before it have none, and its length. */
export function writeCode({ lengths }: PrefixCode, writer: BitWriter): void {
  let last = -1;
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const step = symbol - last;
    const bits = 31 - Math.clz32(step);
    writer.write(1 << bits, bits + 1);
    writer.write(step - (1 << bits), bits);
    writer.write(length, 4);
    last = symbol;
  }
}

/**
 * Reads a code. Returns what `readSymbol` takes.
 * @throws {Error} if there is no such code.
 */
export function readCode(reader: BitReader): Uint16Array {
  const lengths = new Uint8Array(SYMBOLS);
  const room = 1 << LONGEST;
  let used = 0;
  for (let symbol = -1; used < room;) {
    let bits = 0;
    while (bits < 9 && reader.read(1) === 0) bits += 1;
    symbol += (1 << bits) + reader.read(bits);
    const length = reader.read(4);
    if (symbol >= SYMBOLS || length === 0 || length > LONGEST) throw new Error('no such code');
    lengths[symbol] = length;
    used += room >> length;
  }
  if (used > room) throw new Error('no such code');
  const { codes } = canonical(lengths);
  const table = new Uint16Array(room);
  for (const [symbol, length] of lengths.entries())
    if (length > 0)
      for (let place = codes[symbol] ?? 0; place < room; place += 1 << length)
        table[place] = 16 * symbol + length;
  return table;
}

/** Reads a symbol with a code of `readCode`. */
export function readSymbol(reader: BitReader, code: Uint16Array): number {
  const entry = code[reader.peek(LONGEST)] ?? 0;
  reader.read(entry & 15);
  return entry >> 4;
}

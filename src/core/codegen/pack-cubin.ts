import { deflateSync, inflateSync } from 'fflate';

/** Bits of the compressed stream in each character of the text. */
const BITS = 15;

/**
 * The characters are the next 2^15: CJK ideographs, Yi, Hangul and others. None of them is a control
 * character, changes the direction of text, or is a surrogate.
 */
const FIRST_CHARACTER = 0x3400;

/** Characters per line of the literal. */
const PER_LINE = 128;

/** Level 9 is 0.4 % smaller and takes half as long again. The default memory takes 3 times as long. */
const SETTINGS = { level: 6, mem: 8 } as const;

/** What decides how bytes are compressed: fflate's version and settings. */
export const PACKER = ['fflate 0.8.3', SETTINGS] as const;

/**
 * Compresses a cubin with DEFLATE. The result is the same on every machine, which that of Node's
 * zlib is not.
 * @param base a cubin with which the window begins, if any
 */
export function packCubin(cubin: Uint8Array, base?: Uint8Array): Uint8Array {
  return deflateSync(cubin, base === undefined ? SETTINGS : { ...SETTINGS, dictionary: base });
}

/**
 * Decompresses a cubin of `size` bytes.
 * @throws {Error} if the stream is damaged.
 */
export function unpackCubin(packed: Uint8Array, size: number, base?: Uint8Array): Uint8Array {
  // A size that nothing compresses to, in a package that is not trusted, would take all memory.
  if (size > packed.length * MOST_RATIO) throw new Error(`${size} bytes are too many`);
  const out = new Uint8Array(size);
  const { length } = inflateSync(packed, base === undefined ? { out } : { out, dictionary: base });
  if (length !== size) throw new Error(`${length} bytes instead of ${size}`);
  return out;
}

/** Of DEFLATE: 258 bytes in 2 bits. */
const MOST_RATIO = 1032;

/**
 * Writes a compressed cubin as C: a string of 16-bit characters with 15 bits each, for
 * src/runtime/aot_inflate.h. In UTF-8 this takes 1.6 bytes for each byte of the stream, and in the
 * compiled program 1.07. Octal escapes take 2.85 and 1. See docs/background/why.md.
 * @param size the cubin's size in bytes
 * @param base the symbol of the base, if any
 */
export function embedPacked(
  symbol: string,
  packed: Uint8Array,
  size: number,
  base?: string,
): string {
  const characters = toCharacters(packed);
  // All at once: JavaScript's own functions take several times as long.
  const all = new TextDecoder('utf-16le').decode(characters);
  const lines: string[] = [];
  for (let start = 0; start < characters.length; start += PER_LINE) {
    const text = all.slice(start, start + PER_LINE);
    lines.push(`    ${start === 0 ? 'u' : ''}"${text}"`);
  }
  const origin = base === undefined ? 'NULL' : `&${base}`;
  return `static const aot_character ${symbol}_text[] =
${lines.join('\n')};
static const struct aot_packed ${symbol} = {${origin}, ${symbol}_text, ${characters.length}, ${size}};
`;
}

function toCharacters(bytes: Uint8Array): Uint16Array {
  const characters = new Uint16Array(Math.ceil((bytes.length * 8) / BITS));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < BITS) continue;
    characters[length++] = FIRST_CHARACTER + (bits & MASK);
    bits >>>= BITS;
    count -= BITS;
  }
  if (count > 0) characters[length] = FIRST_CHARACTER + bits;
  return characters;
}

const MASK = (1 << BITS) - 1;

/** The bytes of a text as `embedPacked` writes it, without quotes. Undefined for other characters. */
export function fromCharacters(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * BITS) / 8));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = text.charCodeAt(index) - FIRST_CHARACTER;
    if (value < 0 || value > MASK) return undefined;
    bits |= value << count;
    count += BITS;
    for (; count >= 8; count -= 8) {
      bytes[length++] = bits & 0xff;
      bits >>>= 8;
    }
  }
  return bytes;
}

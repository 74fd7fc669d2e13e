/** Bits of the compressed stream in each character of the text. */
const BITS = 15;

/**
 * The characters are the next 2^15: CJK ideographs, Yi, Hangul and others. None of them is a control
 * character, changes the direction of text, or is a surrogate.
 */
const FIRST_CHARACTER = 0x3400;

/** Characters per line of the literal. */
const PER_LINE = 128;

/**
 * Writes compressed bytes as C: a string of 16-bit characters with 15 bits each, for
 * src/package/c/runtime/aot_unpack.h. In UTF-8 this takes 1.6 bytes for each byte of the stream, and in the
 * compiled program 1.07. Octal escapes take 2.85 and 1. See docs/background/why.md.
 * @param size the number of bytes that are compressed
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

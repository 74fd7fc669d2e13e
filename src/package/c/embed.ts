/**
 * Bytes per line of the literal: short lines are readable in a diff and cost nothing to compile.
 */
const BYTES_PER_LINE = 64;

/**
 * Writes a cubin as a C array. A string literal compiles several times faster than a list of
 * numbers and gives an object file of the same size. Unlike `.incbin` it needs no path; see
 * docs/background/why.md. The driver reads the image's length from its ELF header, so the closing
 * NUL is harmless.
 */
export function embedCubin(symbol: string, bytes: Uint8Array): string {
  return `static const char ${symbol}[] __attribute__((aligned(16))) =\n${literals(bytes)};\n`;
}

/**
 * Writes compressed code for src/package/c/runtime/aot_inflate.h.
 * @param size the number of bytes that are compressed
 * @param base the symbol of the base, if any
 */
export function embedPacked(
  symbol: string,
  packed: Uint8Array,
  size: number,
  base?: string,
): string {
  const origin = base === undefined ? 'NULL' : `&${base}`;
  return `static const char ${symbol}_stream[] =
${literals(packed)};
static const struct aot_packed ${symbol} = {${origin}, ${symbol}_stream, ${packed.length}, ${size}};
`;
}

/** Disables the warning for literals longer than the 4095 bytes that ISO C guarantees. */
export const EMBED_PRAGMA = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n';

/** One literal per line. Written to a buffer, because packages have many megabytes of them. */
function literals(bytes: Uint8Array): string {
  const lines = Math.ceil(bytes.length / BYTES_PER_LINE);
  const text = Buffer.allocUnsafe(bytes.length * MAX_ESCAPE + lines * '    ""\n'.length);
  let at = 0;
  for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) {
    const end = Math.min(start + BYTES_PER_LINE, bytes.length);
    at += text.write(start === 0 ? '    "' : '\n    "', at, 'latin1');
    for (let index = start; index < end; index += 1) {
      const next = index + 1 < end ? (bytes[index + 1] ?? 0) : 0;
      const escapes = isDigit(next) ? BEFORE_DIGIT : ESCAPES;
      for (const character of escapes[bytes[index] ?? 0] ?? []) text[at++] = character;
    }
    text[at++] = QUOTE;
  }
  return text.toString('latin1', 0, at);
}

const MAX_ESCAPE = 4;
const QUOTE = 0x22;

/** The text of each byte. Before a digit, octal escapes need all three digits. */
const ESCAPES = escapesOf((byte) => byte.toString(8));
const BEFORE_DIGIT = escapesOf((byte) => byte.toString(8).padStart(3, '0'));

/** Printable characters are not escaped, except for `?`: two of them start a trigraph. */
function escapesOf(octal: (byte: number) => string): readonly Uint8Array[] {
  return Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte);
    const isSpecial = character === '"' || character === '\\' || character === '?';
    const isPrintable = byte >= 32 && byte < 127;
    if (isSpecial) return Buffer.from(`\\${character}`);
    return Buffer.from(isPrintable ? character : `\\${octal(byte)}`);
  });
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

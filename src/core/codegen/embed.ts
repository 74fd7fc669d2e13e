/** Bytes of a line of the literal: lines stay readable in a diff and cost nothing to compile. */
const BYTES_PER_LINE = 64;

/**
 * A cubin as a C array. A string literal compiles several times faster than a list of numbers and is as small
 * in the object file; unlike `.incbin` it needs no path and works from any folder (docs/background/why.md). The
 * driver reads the image's length from its ELF header, so the literal's closing NUL does no harm.
 */
export function embedCubin(symbol: string, bytes: Uint8Array): string {
  return `static const char ${symbol}[] __attribute__((aligned(16))) =\n${literals(bytes)};\n`;
}

/** Allows literals longer than the 4095 bytes ISO C guarantees, which GCC and Clang point out. */
export const EMBED_PRAGMA = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n';

/** One literal a line. Packages hold many megabytes of them, hence bytes and not strings that are joined. */
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

/** Each byte as it is written, by its value; before a digit, octal escapes have all their digits. */
const ESCAPES = escapesOf((byte) => byte.toString(8));
const BEFORE_DIGIT = escapesOf((byte) => byte.toString(8).padStart(3, '0'));

/** Printable characters stand for themselves; `?` is escaped, since two of them start a trigraph. */
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

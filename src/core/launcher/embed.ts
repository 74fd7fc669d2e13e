/** Bytes of a line of the literal: lines stay readable in a diff and cost nothing to compile. */
const BYTES_PER_LINE = 64;

/**
 * A cubin as a C array. A string literal compiles several times faster than a list of numbers and is as small
 * in the object file; unlike `.incbin` it needs no path and works from any folder (docs/embedding.md). The
 * driver reads the image's length from its ELF header, so the literal's closing NUL does no harm.
 */
export function embedCubin(symbol: string, bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_PER_LINE) {
    lines.push(`    "${escape(bytes.subarray(start, start + BYTES_PER_LINE))}"`);
  }
  return `static const char ${symbol}[] __attribute__((aligned(16))) =\n${lines.join('\n')};\n`;
}

/** Allows literals longer than the 4095 bytes ISO C guarantees, which GCC and Clang point out. */
export const EMBED_PRAGMA = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n';

function escape(bytes: Uint8Array): string {
  let text = '';
  for (const [index, byte] of bytes.entries()) {
    const next = bytes[index + 1] ?? 0;
    text += ESCAPES[byte] ?? octal(byte, next);
  }
  return text;
}

/** Printable characters stand for themselves; `?` is escaped, since two of them start a trigraph. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '"' || character === '\\' || character === '?') return `\\${character}`;
  return byte >= 32 && byte < 127 ? character : undefined;
});

/** The shortest octal escape that a following digit cannot lengthen. */
function octal(byte: number, next: number): string {
  const digits = byte.toString(8);
  const digitFollows = next >= 48 && next <= 57;
  return `\\${digitFollows ? digits.padStart(3, '0') : digits}`;
}

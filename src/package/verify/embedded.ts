import { Failure, messageOf } from '../../base/errors.ts';
import { sha256 } from '../../base/text.ts';
import { embedCubin, embedPacked } from '../c/embed.ts';
import { unpackCode } from '../c/packing.ts';
import { MISSING_ROW } from '../c/table.ts';

/** The bytes of a cubin or of PTX, and their hash. */
interface Code {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/**
 * A row of a C source's table of images, without what neither the cubin nor manifest.json repeats.
 */
export interface EmbeddedImage {
  readonly code: Code;
  /** The kernel's name inside the cubin. */
  readonly kernel: string;
  /** The compute capabilities it is for: major.from to major.to, or for PTX all from major.from on. */
  readonly major: number;
  readonly from: number;
  readonly to: number;
  readonly warps: number;
  readonly ctas: number;
  /** Dynamic shared memory in bytes. */
  readonly shared: number;
}

/** The facts in the C source of a kernel. */
export interface EmbeddedKernel {
  readonly algos: number;
  readonly specialisations: number;
  readonly targets: number;
  /** For each algo, specialisation and target, in that order; undefined where there is none. */
  readonly images: readonly (EmbeddedImage | undefined)[];
  /** For each algo and specialisation; empty if the kernel has no PTX. */
  readonly ptx: readonly (EmbeddedImage | undefined)[];
  /** The C parameters between the stream and the algo id, such as `int32_t n`. */
  readonly parameters: readonly string[];
  /** The lines of C that choose a specialisation by the argument values. */
  readonly dispatch: readonly string[];
}

/**
 * Reads the C source of a kernel, as `writeSource` writes it.
 * @throws {Failure} `verification` if the source has another form. Cubins must have the same form
 * to the byte.
 */
export function readEmbedded(source: Buffer): EmbeddedKernel {
  const text = source.toString('latin1');
  const code = readCode(source, text);
  const rows = between(text, /\nstatic const struct aot_image images\[[^\]]*\] = \{\n/, '\n};');
  const fields = between(text, /\nstruct aot_arguments \{\n/, '\n};');
  const dispatch = between(text, /\nstatic int specialisation_of\(.*\) \{\n.*\n/, '\n}');
  const used = new Set<string>();
  const columns = countOf(text, 'TARGETS');
  const hasPtx = text.includes(PTX_HEAD);
  const isPtx = (place: number): boolean => hasPtx && place % columns === columns - 1;
  const images = rows.split('\n').map((row, place) => {
    if (row === MISSING_ROW) return undefined;
    return isPtx(place)
      ? withoutEnd(readRow(row, code, used, true), text)
      : readRow(row, code, used);
  });
  const unused = [...code.keys()].filter((symbol) => !used.has(symbol));
  if (unused.length > 0)
    throw unexpected(`contains ${unused.join(', ')}, which no row of its table uses`);
  return {
    algos: countOf(text, 'ALGOS'),
    specialisations: countOf(text, 'SPECIALISATIONS'),
    targets: columns - (hasPtx ? 1 : 0),
    images: images.filter((_image, place) => !isPtx(place)),
    ptx: images.filter((_image, place) => isPtx(place)),
    parameters: fields === EMPTY ? [] : fields.split('\n').map((field) => field.slice(4, -1)),
    dispatch: dispatch.split('\n').map((line) => line.trim()),
  };
}

/** The field of a kernel without parameters: C has no empty structures. */
const EMPTY = '    char none;';

const CUBIN = /^static const char (\w+)\[\] __attribute__\(\(aligned\(16\)\)\) =\n/gm;
const LITERAL_END = '";\n';

function readCode(source: Buffer, text: string): ReadonlyMap<string, Code> {
  return isPacked(text) ? readPacked(text) : readRaw(source, text);
}

/** What a source with PTX includes. */
const PTX_HEAD = '\n#include "aot_ptx.h"\n';

/** Whether a source has compressed cubins. */
function isPacked(text: string): boolean {
  return text.includes('\n#include "aot_inflate.h"\n');
}

const PACKED =
  /^static const char (\w+)_stream\[\] =\n((?: {4}".*";?\n)+)static const struct aot_packed \1 = \{(?:NULL|&(\w+)), \1_stream, \d+, (\d+)\};\n/gm;

function readPacked(text: string): ReadonlyMap<string, Code> {
  const cubins = new Map<string, Code>();
  for (const [whole, symbol = '', lines = '', base, size = ''] of text.matchAll(PACKED)) {
    const packed = decodeLiterals(Buffer.from(lines, 'latin1'));
    const before = base === undefined ? undefined : cubins.get(base)?.bytes;
    const isKnown = base === undefined || before !== undefined;
    if (!isKnown || embedPacked(symbol, packed, Number(size), base) !== whole)
      throw unexpected(`contains ${symbol} in a form that triton-aot does not write`);
    const bytes = unpack(symbol, packed, Number(size), before);
    cubins.set(symbol, { bytes, sha256: sha256(bytes) });
  }
  return cubins;
}

function unpack(
  symbol: string,
  packed: Uint8Array,
  size: number,
  base: Uint8Array | undefined,
): Uint8Array {
  try {
    return unpackCode(packed, size, base);
  } catch (error) {
    throw unexpected(`contains ${symbol}, which is damaged: ${messageOf(error)}`);
  }
}

function readRaw(source: Buffer, text: string): ReadonlyMap<string, Code> {
  const cubins = new Map<string, Code>();
  for (const match of text.matchAll(CUBIN)) {
    const [head, symbol = ''] = match;
    const start = match.index + head.length;
    const end = text.indexOf(LITERAL_END, start);
    if (end < 0) throw unexpected(`is cut off in ${symbol}`);
    const bytes = decodeLiterals(source.subarray(start, end + 1));
    const isExact = embedCubin(symbol, bytes) === text.slice(match.index, end + LITERAL_END.length);
    // A compiler might read another form differently from the code here.
    if (!isExact) throw unexpected(`contains ${symbol} in a form that triton-aot does not write`);
    cubins.set(symbol, { bytes, sha256: sha256(bytes) });
  }
  return cubins;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Decodes lines of C string literals. */
export function decodeLiterals(literals: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(literals.length);
  let length = 0;
  let isInside = false;
  for (let at = 0; at < literals.length; at += 1) {
    const character = literals[at] ?? 0;
    if (character === QUOTE) {
      isInside = !isInside;
    } else if (isInside && character === BACKSLASH) {
      let value = 0;
      let digits = 0;
      for (; digits < 3 && isOctal(literals[at + 1]); digits += 1) {
        value = value * 8 + (literals[at + 1] ?? 0) - ZERO;
        at += 1;
      }
      if (digits === 0) value = literals[(at += 1)] ?? 0;
      bytes[length++] = value;
    } else if (isInside) {
      bytes[length++] = character;
    }
  }
  return bytes.subarray(0, length);
}

const ZERO = 0x30;

function isOctal(character: number | undefined): boolean {
  return character !== undefined && character >= ZERO && character < ZERO + 8;
}

const ROW =
  /^ {4}\{&?(\w+), ("(?:[^"\\]|\\.)*"), (\d+), (\d+), (-1|\d+), (\d+), (\d+), (\d+), \d+, [01], [01]\}, \/\*.*\*\/$/;

function readRow(
  row: string,
  known: ReadonlyMap<string, Code>,
  used: Set<string>,
  isPtx = false,
): EmbeddedImage {
  const [, symbol = '', kernel = '""', ...numbers] = ROW.exec(row) ?? [];
  const code = known.get(symbol);
  // The capabilities of PTX end before they begin, so that it is no cubin.
  if (code === undefined || (numbers[2] === '-1') !== isPtx)
    throw unexpected(`has a row in its table without ${isPtx ? 'PTX' : 'a cubin'}: ${row.trim()}`);
  used.add(symbol);
  const [major = 0, from = 0, to = 0, warps = 0, ctas = 0, shared = 0] = numbers.map(Number);
  return { code, kernel: String(JSON.parse(kernel)), major, from, to, warps, ctas, shared };
}

/** The image of PTX without the NUL at its end, which the raw form does not write. */
function withoutEnd(image: EmbeddedImage, text: string): EmbeddedImage {
  const { bytes } = image.code;
  const end = bytes.indexOf(0);
  const hasEnd = isPacked(text);
  // The driver reads to the first NUL.
  if (end !== (hasEnd ? bytes.length - 1 : -1)) throw unexpected('contains PTX with another end');
  const own = hasEnd ? bytes.subarray(0, end) : bytes;
  return { ...image, code: { bytes: own, sha256: sha256(own) } };
}

function countOf(text: string, name: string): number {
  return Number(between(text, new RegExp(`\\n    ${name} = (?=\\d+,)`), ','));
}

/** The text between `start`, which must occur exactly once, and the next `end`. */
function between(text: string, start: RegExp, end: string): string {
  const [match, ...others] = text.matchAll(new RegExp(start, 'g'));
  const from = match === undefined ? -1 : match.index + match[0].length;
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0 || others.length > 0)
    throw unexpected('has a form that triton-aot does not write');
  return text.slice(from, to);
}

function unexpected(message: string): Failure {
  return new Failure('verification', { message: `the C source ${message}` });
}

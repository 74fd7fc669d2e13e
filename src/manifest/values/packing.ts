import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { sha256 } from '../../base/text.ts';
import { type ElementType, integerRange } from '../terms/types.ts';
import {
  DATA_FOLDER,
  type PackagedBuffer,
  type PackagedCase,
  type PackagedData,
} from '../cases/packaged.ts';
import { bytesOf, decodeFloats, elementType, encodeElements, isFloat } from './elements.ts';
import { fillElements } from './fill.ts';
import { countOf, POISON, toPhysical } from './layout.ts';

/** Data for a package: its description, and the content of its file. */
interface PackedData {
  readonly data: PackagedData;
  readonly content: Uint8Array;
}

/** Higher qualities are slower, and random mantissas hardly get smaller. */
const QUALITY = 6;

/**
 * Compresses elements, the first bytes of all elements first, since they are similar. The file name
 * is a hash of the content, so that equal data is stored once.
 */
export function compressData(bytes: Uint8Array, elementSize: number): PackedData {
  const planes = toPlanes(bytes, elementSize);
  const content = brotliCompressSync(planes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: planes.length,
    },
  });
  return { data: { file: fileOf(planes), elementSize }, content };
}

function fileOf(planes: Uint8Array): string {
  return `${DATA_FOLDER}/${sha256(planes).slice(0, 16)}.br`;
}

/** Decompresses elements. Throws if `content` is not a brotli stream of at most `count` of them. */
export function decompressData(
  content: Uint8Array,
  elementSize: number,
  count: number,
): Uint8Array {
  return fromPlanes(decompressPlanes(content, elementSize, count), elementSize);
}

function decompressPlanes(content: Uint8Array, elementSize: number, count: number): Uint8Array {
  return brotliDecompressSync(content, { maxOutputLength: Math.max(1, elementSize * count) });
}

/** Returns the content of a file of the package. */
export type ReadData = (file: string) => Uint8Array;

/** Returns the memory of a buffer before the kernel runs. */
export function physicalInput(buffer: PackagedBuffer, readData: ReadData): Uint8Array {
  const element = elementType(buffer.element);
  const bytes = bytesOf(element);
  const { fill } = buffer;
  if (fill === undefined) return new Uint8Array(buffer.length * bytes).fill(POISON);
  const logical =
    fill.kind === 'data'
      ? decompressData(readData(fill.data.file), fill.data.elementSize, countOf(buffer))
      : fillElements(fill, element, countOf(buffer), buffer.seed);
  return toPhysical(logical, buffer, bytes, gapOf(buffer.role, element));
}

/**
 * The bytes between the elements of a buffer. In an input, they are values that reach the outputs of a kernel that reads
 * them: NaN, and the largest and the smallest integers by turns. In other buffers, they must not change, and the
 * harness knows them by the poison.
 */
function gapOf(role: PackagedBuffer['role'], element: ElementType): Uint8Array | undefined {
  if (role !== 'in') return undefined;
  if (isFloat(element)) {
    const poison = new Uint8Array(bytesOf(element)).fill(POISON);
    const isNaN = Number.isNaN(decodeFloats(element, poison)[0]);
    return isNaN ? poison : encodeElements(element, Float64Array.of(NaN));
  }
  const range = integerRange(element);
  if (range === undefined || bytesOf(element) > 4) return extremeOf(bytesOf(element));
  return encodeElements(element, Float64Array.of(Number(range.to), Number(range.from)));
}

/** The largest and the smallest integer of two's complement, little-endian. */
function extremeOf(bytes: number): Uint8Array {
  const both = new Uint8Array(2 * bytes).fill(0xff, 0, bytes);
  both[bytes - 1] = 0x7f;
  both[2 * bytes - 1] = 0x80;
  return both;
}

/**
 * Returns the expected elements in the order of the axes, of the type that `buffer.expected` names;
 * undefined if there are none.
 */
export function expectedBytes(buffer: PackagedBuffer, readData: ReadData): Uint8Array | undefined {
  const data = buffer.expected?.data;
  if (data === undefined) return undefined;
  return decompressData(readData(data.file), data.elementSize, countOf(buffer));
}

/** The expected outputs of one case. */
export interface ExpectedOutputs {
  /** The reason that there are no outputs, in one line. */
  readonly note?: string | undefined;
  /** True if that is because the kernel does not write all of an output. */
  readonly isUnwritten?: boolean | undefined;
  /** True if that is because the kernel accesses what is outside of a buffer. */
  readonly isOutside?: boolean | undefined;
  /** By name. */
  readonly outputs: ReadonlyMap<string, PackedOutput>;
}

export interface PackedOutput extends PackedData {
  readonly type: NonNullable<PackagedBuffer['expected']>['type'];
}

/**
 * Returns true if results from elsewhere are those of a case: each of its outputs, with as many
 * elements of the right type, in a file that is named after its content; or a note.
 */
export function areOutputsOf(
  buffers: PackagedCase['buffers'],
  { note, outputs }: ExpectedOutputs,
): boolean {
  if (note !== undefined) return outputs.size === 0;
  const wanted = Object.entries(buffers).flatMap(([name, buffer]) =>
    buffer?.role === 'out' || buffer?.role === 'inout' ? [[name, buffer] as const] : [],
  );
  return (
    wanted.length === outputs.size &&
    wanted.every(([name, buffer]) => isOutputOf(buffer, outputs.get(name)))
  );
}

function isOutputOf(buffer: PackagedBuffer, output: PackedOutput | undefined): boolean {
  if (output === undefined) return false;
  const { type, size } = expectedType(elementType(buffer.element));
  const { data, content } = output;
  if (output.type !== type || data.elementSize !== size) return false;
  const count = countOf(buffer);
  try {
    const planes = decompressPlanes(content, size, count);
    return planes.length === size * count && data.file === fileOf(planes);
  } catch {
    return false;
  }
}

/**
 * Returns the form in which the expected elements of a buffer are kept, and their size in bytes.
 */
function expectedType(
  element: ElementType,
): Pick<PackedOutput, 'type'> & { readonly size: number } {
  if (!isFloat(element)) return { type: 'exact', size: bytesOf(element) };
  return element === 'fp64' ? { type: 'f64', size: 8 } : { type: 'f32', size: 4 };
}

/** The smallest number that fp16 rounds to infinity. */
const FP16_OVERFLOW = 65520;

/** Packs expected elements of a float type. For types of 16 and 8 bits, keeps 15 mantissa bits. */
export function packFloats(element: ElementType, values: Float64Array): PackedOutput {
  if (element === 'fp64') return { type: 'f64', ...compressData(new Uint8Array(values.buffer), 8) };
  const floats = new Float32Array(values);
  if (bytesOf(element) < 4) {
    if (element === 'fp16') overflowToInfinity(floats);
    dropLowByte(new Uint32Array(floats.buffer));
  }
  return { type: 'f32', ...compressData(new Uint8Array(floats.buffer), 4) };
}

/** Packs the expected elements of an integer type without changes. */
export function packIntegers(element: ElementType, bytes: Uint8Array): PackedOutput {
  return { type: 'exact', ...compressData(bytes, bytesOf(element)) };
}

function toPlanes(bytes: Uint8Array, size: number): Uint8Array {
  const count = bytes.length / size;
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0, to = 0; plane < size; plane++) {
    for (let i = 0, from = plane; i < count; i++, from += size)
      planes[to++] = bytes[from] as number;
  }
  return planes;
}

function fromPlanes(planes: Uint8Array, size: number): Uint8Array {
  const count = planes.length / size;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0, from = 0; plane < size; plane++) {
    for (let i = 0, to = plane; i < count; i++, to += size) bytes[to] = planes[from++] as number;
  }
  return bytes;
}

function overflowToInfinity(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Math.abs(value) >= FP16_OVERFLOW) values[i] = value > 0 ? Infinity : -Infinity;
  }
}

/**
 * Rounds floats to nearest even with eight bits fewer. The rest is enough to compare types of 16
 * bits, and the zeros compress well.
 */
function dropLowByte(words: Uint32Array): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    // Rounding could carry from a NaN into the sign.
    if ((word & 0x7fffffff) > 0x7f800000) words[i] = 0x7fc00000;
    else words[i] = (word + 0x7f + ((word >>> 8) & 1)) & 0xffffff00;
  }
}

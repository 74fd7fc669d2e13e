import type { ElementType } from '../terms/types.ts';

interface IntegerFormat {
  readonly kind: 'integer';
  readonly bytes: 1 | 2 | 4 | 8;
  /** The element type in a .npy file. */
  readonly npy: string;
}

interface WideFloat {
  readonly kind: 'float32' | 'float64';
  readonly bytes: 4 | 8;
  readonly npy: string;
}

/** A float of 8 or 16 bits. Codes are the bits without the sign. */
interface SmallFloat {
  readonly kind: 'small';
  readonly bytes: 1 | 2;
  readonly npy: string;
  readonly mantissa: number;
  readonly bias: number;
  /** The code of the largest finite number. */
  readonly largest: number;
  /** The code of larger numbers: infinity if the type has it, else a large finite number. */
  readonly overflow: number;
  /** The code of NaN: `0x80` if the type uses minus zero for it, that of a large number if it has none. */
  readonly nan: number;
}

type NumberFormat = IntegerFormat | WideFloat | SmallFloat;

/**
 * The memory formats of the element types, little-endian.
 * Sources: IEEE 754; OCP 8-bit Floating Point Specification (fp8e5, fp8e4nv); Triton's conversions
 * for fp8e4b8, fp8e5b16 (no infinities, no minus zero) and fp8e4b15 (no NaN; 1.75 for what is larger).
 */
const FORMATS = {
  i1: { kind: 'integer', bytes: 1, npy: '|b1' },
  u1: { kind: 'integer', bytes: 1, npy: '|b1' },
  i8: { kind: 'integer', bytes: 1, npy: '|i1' },
  i16: { kind: 'integer', bytes: 2, npy: '<i2' },
  i32: { kind: 'integer', bytes: 4, npy: '<i4' },
  i64: { kind: 'integer', bytes: 8, npy: '<i8' },
  u8: { kind: 'integer', bytes: 1, npy: '|u1' },
  u16: { kind: 'integer', bytes: 2, npy: '<u2' },
  u32: { kind: 'integer', bytes: 4, npy: '<u4' },
  u64: { kind: 'integer', bytes: 8, npy: '<u8' },
  fp64: { kind: 'float64', bytes: 8, npy: '<f8' },
  fp32: { kind: 'float32', bytes: 4, npy: '<f4' },
  f32: { kind: 'float32', bytes: 4, npy: '<f4' },
  fp16: small(2, '<f2', 10, 15, 0x7bff, 0x7c00, 0x7e00),
  bf16: small(2, '<u2', 7, 127, 0x7f7f, 0x7f80, 0x7fc0),
  fp8e5: small(1, '|u1', 2, 15, 0x7b, 0x7c, 0x7e),
  fp8e4nv: small(1, '|u1', 3, 7, 0x7e, 0x7e, 0x7f),
  fp8e4b15: small(1, '|u1', 3, 15, 0x7f, 0x7e, 0x7e),
  fp8e4b8: small(1, '|u1', 3, 8, 0x7f, 0x7f, 0x80),
  fp8e5b16: small(1, '|u1', 2, 16, 0x7f, 0x7f, 0x80),
} as const satisfies Readonly<Record<ElementType, NumberFormat>>;

function small(
  bytes: 1 | 2,
  npy: string,
  mantissa: number,
  bias: number,
  largest: number,
  overflow: number,
  nan: number,
): SmallFloat {
  return { kind: 'small', bytes, npy, mantissa, bias, largest, overflow, nan };
}

/** Parses the name of an element type in a package. */
export function elementType(text: string): ElementType {
  if (!Object.hasOwn(FORMATS, text)) throw new Error(`unknown element type \`${text}\``);
  return text as ElementType;
}

/** Returns the size of an element in bytes. */
export function bytesOf(element: ElementType): number {
  return FORMATS[element].bytes;
}

/** Returns the type in a .npy file. Types NumPy lacks are unsigned integers of the same size. */
export function npyTypeOf(element: ElementType): string {
  return FORMATS[element].npy;
}

export function isFloat(element: ElementType): boolean {
  return FORMATS[element].kind !== 'integer';
}

/**
 * Encodes numbers. Floats are rounded to nearest even (first to fp32 if the type is smaller),
 * integers are taken modulo 2^bits.
 */
export function encodeElements(element: ElementType, values: Float64Array): Uint8Array {
  const format: NumberFormat = FORMATS[element];
  switch (format.kind) {
    case 'float64':
      return bytesIn(values.slice());
    case 'float32':
      return bytesIn(new Float32Array(values));
    case 'small':
      return encodeSmall(format, values);
    case 'integer':
      return format.npy === '|b1'
        ? Uint8Array.from(values, (value) => (value === 0 ? 0 : 1))
        : encodeIntegers(format.bytes, values);
  }
}

/** Decodes elements of a float type. */
export function decodeFloats(element: ElementType, bytes: Uint8Array): Float64Array {
  const format: NumberFormat = FORMATS[element];
  const { buffer, byteOffset } = aligned(bytes, format.bytes);
  const length = Math.floor(bytes.length / format.bytes);
  switch (format.kind) {
    case 'float64':
      return new Float64Array(buffer, byteOffset, length).slice();
    case 'float32':
      return new Float64Array(new Float32Array(buffer, byteOffset, length));
    case 'small': {
      const View = format.bytes === 1 ? Uint8Array : Uint16Array;
      const codes = new View(buffer, byteOffset, length);
      const table = tableOf(format);
      const values = new Float64Array(length);
      for (let i = 0; i < length; i++) values[i] = table[codes[i] as number] as number;
      return values;
    }
    case 'integer':
      throw new Error(`${element} is not a float type`);
  }
}

/** Returns bytes with the same content that a view of elements of `size` bytes can be made of. */
export function aligned(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  return bytes.byteOffset % size === 0 ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}

function encodeIntegers(bytes: IntegerFormat['bytes'], values: Float64Array): Uint8Array {
  if (bytes === 1) return new Uint8Array(values);
  if (bytes === 2) return bytesIn(new Uint16Array(values));
  if (bytes === 4) return bytesIn(new Uint32Array(values));
  const halves = new Uint32Array(values.length * 2);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    halves[2 * i] = value;
    halves[2 * i + 1] = Math.floor(value / 2 ** 32);
  }
  return bytesIn(halves);
}

const floatScratch = new Float32Array(1);
const bitScratch = new Uint32Array(floatScratch.buffer);

function encodeSmall(format: SmallFloat, values: Float64Array): Uint8Array {
  const { bytes, mantissa, bias, largest, overflow, nan } = format;
  const bits = new Uint32Array(new Float32Array(values).buffer);
  const codes = bytes === 1 ? new Uint8Array(bits.length) : new Uint16Array(bits.length);
  const signBit = 1 << (8 * bytes - 1);
  const shift = 23 - mantissa;
  const belowHalf = (1 << (shift - 1)) - 1;
  const rebias = (127 - bias) << mantissa;
  const smallestNormal = (128 - bias) << 23;
  // Adding this to a subnormal rounds it to a multiple of the smallest subnormal.
  const rounder = 2 ** (24 - bias - mantissa);
  const rounderBits = bitsOf(rounder);
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number;
    const size = word & 0x7fffffff;
    if (size > 0x7f800000) {
      codes[i] = nan;
      continue;
    }
    let code: number;
    if (size < smallestNormal) {
      bitScratch[0] = size;
      code = bitsOf((floatScratch[0] as number) + rounder) - rounderBits;
    } else {
      code = ((size + belowHalf + ((size >>> shift) & 1)) >>> shift) - rebias;
      if (code > largest) code = overflow;
    }
    const isNegative = word >>> 31 === 1 && (code !== 0 || nan !== signBit);
    codes[i] = isNegative ? code | signBit : code;
  }
  return bytesIn(codes);
}

function bitsOf(value: number): number {
  floatScratch[0] = value;
  return bitScratch[0] as number;
}

const tables = new Map<SmallFloat, Float64Array>();

/** Returns the number for each code. */
function tableOf(format: SmallFloat): Float64Array {
  const known = tables.get(format);
  if (known !== undefined) return known;
  const signBit = 1 << (8 * format.bytes - 1);
  const table = new Float64Array(2 * signBit);
  for (let code = 0; code < signBit; code++) {
    table[code] = decodeOne(format, code);
    table[code | signBit] = -(table[code] as number);
  }
  if (format.nan === signBit) table[signBit] = NaN;
  tables.set(format, table);
  return table;
}

function decodeOne({ mantissa, bias, largest, overflow }: SmallFloat, code: number): number {
  if (code > largest) return code === overflow ? Infinity : NaN;
  const exponent = code >>> mantissa;
  const fraction = code & ((1 << mantissa) - 1);
  return exponent === 0
    ? fraction * 2 ** (1 - bias - mantissa)
    : (fraction + (1 << mantissa)) * 2 ** (exponent - bias - mantissa);
}

function bytesIn(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

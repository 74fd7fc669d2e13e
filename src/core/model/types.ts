/**
 * The scalar types of Triton's signatures, with the size in bytes and the C type a caller passes.
 */
const SCALARS = {
  i1: { size: 1, c: 'bool' },
  i8: { size: 1, c: 'int8_t' },
  i16: { size: 2, c: 'int16_t' },
  i32: { size: 4, c: 'int32_t' },
  i64: { size: 8, c: 'int64_t' },
  u1: { size: 1, c: 'bool' },
  u8: { size: 1, c: 'uint8_t' },
  u16: { size: 2, c: 'uint16_t' },
  u32: { size: 4, c: 'uint32_t' },
  u64: { size: 8, c: 'uint64_t' },
  // C has no 16-bit floats: callers pass the bits.
  fp16: { size: 2, c: 'uint16_t' },
  bf16: { size: 2, c: 'uint16_t' },
  fp32: { size: 4, c: 'float' },
  f32: { size: 4, c: 'float' },
  fp64: { size: 8, c: 'double' },
} as const;

/** Types that exist in memory only: pointers may point to them, but they are not scalars. */
const MEMORY_ONLY = ['fp8e4nv', 'fp8e4b8', 'fp8e4b15', 'fp8e5', 'fp8e5b16'] as const;

export type ScalarType = keyof typeof SCALARS;
export type ElementType = ScalarType | (typeof MEMORY_ONLY)[number];

/** A tensor that a kernel accesses block by block through a descriptor made by the host. */
export interface TensorType {
  readonly kind: 'tensor';
  readonly element: ElementType;
  /** The shape of a block, outermost axis first: numbers, or names of constants. */
  readonly block: readonly (number | string)[];
}

export type ArgumentType =
  | { readonly kind: 'pointer'; readonly element: ElementType }
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | TensorType;

export interface IntegerRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** Every type name a manifest may use, for messages and the schema. */
export const ARGUMENT_TYPE_NAMES: readonly string[] = [
  ...Object.keys(SCALARS),
  ...Object.keys(SCALARS).map((name) => `*${name}`),
  ...MEMORY_ONLY.map((name) => `*${name}`),
];

/** Parses a type of Triton's signatures: `*fp16`, `i32`, `tensordesc<fp16[64, BLOCK]>`. */
export function parseArgumentType(text: string): ArgumentType | undefined {
  if (isScalar(text)) return { kind: 'scalar', scalar: text };
  if (text.startsWith('tensordesc<')) return parseTensorType(text);
  const element = text.startsWith('*') ? text.slice(1) : '';
  return isElementType(element) ? { kind: 'pointer', element } : undefined;
}

/** Formats a type as in Triton's signatures; `valueOf` replaces names of constants in a shape. */
export function formatArgumentType(
  type: ArgumentType,
  valueOf: (constant: string) => string = (constant) => constant,
): string {
  switch (type.kind) {
    case 'pointer':
      return `*${type.element}`;
    case 'scalar':
      return type.scalar;
    case 'tensor': {
      const block = type.block.map((size) => (typeof size === 'number' ? size : valueOf(size)));
      return `tensordesc<${type.element}[${block.join(',')}]>`;
    }
  }
}

/** Returns the size of a scalar or pointer parameter in bytes, which is also its alignment. */
export function sizeOf(type: Exclude<ArgumentType, TensorType>): number {
  return type.kind === 'pointer' ? 8 : SCALARS[type.scalar].size;
}

/** Returns the C type of a parameter in the generated interface. */
export function cTypeOf(type: ArgumentType): string {
  if (type.kind === 'tensor') return 'const aot_tensor *';
  return type.kind === 'pointer' ? 'CUdeviceptr' : SCALARS[type.scalar].c;
}

/** Whether values of the type are integers, including i1. */
export function isInteger(type: ArgumentType): boolean {
  return type.kind === 'scalar' && /^[iu]\d+$/.test(type.scalar);
}

/** Whether a pointer may point to the type. */
export function isElementType(text: string): text is ElementType {
  return isScalar(text) || isMemoryOnly(text);
}

/** Returns the range of an integer type; undefined for a float. i1 is 0 or 1, like u1. */
export function integerRange(element: ElementType): IntegerRange | undefined {
  const [, sign, digits = ''] = /^([iu])(\d+)$/.exec(element) ?? [];
  if (sign === undefined) return undefined;
  const bits = BigInt(digits);
  if (sign === 'u' || bits === 1n) return { from: 0n, to: 2n ** bits - 1n };
  return { from: -(2n ** (bits - 1n)), to: 2n ** (bits - 1n) - 1n };
}

/** The most axes of a tensor descriptor. Source: CUDA Driver API, cuTensorMapEncodeTiled. */
const MAX_AXES = 5;

function parseTensorType(text: string): TensorType | undefined {
  const [, element = '', shape = ''] = /^tensordesc<(\w+)\[([\w\s,]+)\]>$/.exec(text) ?? [];
  const block = shape.split(',').map((size) => size.trim());
  const isBlock =
    block.length <= MAX_AXES && block.every((size) => /^([1-9]\d*|[A-Za-z_]\w*)$/.test(size));
  if (!isElementType(element) || !isBlock) return undefined;
  const sizes = block.map((size) => (/^\d/.test(size) ? Number(size) : size));
  return { kind: 'tensor', element, block: sizes };
}

function isScalar(text: string): text is ScalarType {
  return Object.hasOwn(SCALARS, text);
}

function isMemoryOnly(text: string): text is (typeof MEMORY_ONLY)[number] {
  return (MEMORY_ONLY as readonly string[]).includes(text);
}

/** The scalar types Triton's signatures name, with their size in bytes and the C type a caller passes. */
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
  // C has no type for the 16-bit floats: callers pass their bits.
  fp16: { size: 2, c: 'uint16_t' },
  bf16: { size: 2, c: 'uint16_t' },
  fp32: { size: 4, c: 'float' },
  f32: { size: 4, c: 'float' },
  fp64: { size: 8, c: 'double' },
} as const;

/** What a pointer may point to besides the scalars: types that only exist in memory. */
const MEMORY_ONLY = ['fp8e4nv', 'fp8e4b8', 'fp8e4b15', 'fp8e5', 'fp8e5b16'] as const;

export type ScalarType = keyof typeof SCALARS;
export type ElementType = ScalarType | (typeof MEMORY_ONLY)[number];

export type ArgumentType =
  | { readonly kind: 'pointer'; readonly element: ElementType }
  | { readonly kind: 'scalar'; readonly scalar: ScalarType };

/** Reads a type as Triton's signatures write it (`*fp16`, `i32`); undefined when it is none. */
export function parseArgumentType(text: string): ArgumentType | undefined {
  if (!text.startsWith('*')) return isScalar(text) ? { kind: 'scalar', scalar: text } : undefined;
  const element = text.slice(1);
  return isScalar(element) || isMemoryOnly(element) ? { kind: 'pointer', element } : undefined;
}

/** The type in Triton's spelling. */
export function formatArgumentType(type: ArgumentType): string {
  return type.kind === 'pointer' ? `*${type.element}` : type.scalar;
}

/** The size of the kernel parameter in bytes, which is also its alignment. */
export function sizeOf(type: ArgumentType): number {
  return type.kind === 'pointer' ? 8 : SCALARS[type.scalar].size;
}

/** The C type of the parameter in the generated interface. */
export function cTypeOf(type: ArgumentType): string {
  return type.kind === 'pointer' ? 'CUdeviceptr' : SCALARS[type.scalar].c;
}

/** Whether values of the type are whole numbers (i1 counts: 0 or 1). */
export function isInteger(type: ArgumentType): boolean {
  return type.kind === 'scalar' && /^[iu]\d+$/.test(type.scalar);
}

/** Every type name a manifest may use, for messages and the schema. */
export const ARGUMENT_TYPE_NAMES: readonly string[] = [
  ...Object.keys(SCALARS),
  ...Object.keys(SCALARS).map((name) => `*${name}`),
  ...MEMORY_ONLY.map((name) => `*${name}`),
];

function isScalar(text: string): text is ScalarType {
  return Object.hasOwn(SCALARS, text);
}

function isMemoryOnly(text: string): text is (typeof MEMORY_ONLY)[number] {
  return (MEMORY_ONLY as readonly string[]).includes(text);
}

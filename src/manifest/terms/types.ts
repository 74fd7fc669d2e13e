import { evaluateGrid } from '../grid/evaluate.ts';
import { type GridExpression, namesIn } from '../grid/expression.ts';
import { parseSizes } from '../grid/parse.ts';
import { type Constant, withElements } from './constant.ts';

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
  /** The shape of a block, outermost axis first: expressions of numbers and constants. */
  readonly block: readonly GridExpression[];
  /** The shape as text without spaces, such as `64,BLOCK//2`. */
  readonly shape: string;
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

/** Parses a type of Triton's signatures: `*fp16`, `i32`, `tensordesc<fp16[64, BLOCK // 2]>`. */
export function parseArgumentType(text: string): ArgumentType | undefined {
  if (isScalar(text)) return { kind: 'scalar', scalar: text };
  if (text.startsWith(TENSOR)) {
    const type = parseTensorType(text);
    return typeof type === 'string' ? undefined : type;
  }
  const element = text.startsWith('*') ? text.slice(1) : '';
  return isElementType(element) ? { kind: 'pointer', element } : undefined;
}

/** Returns what is wrong with a type that begins as a tensor descriptor does. */
export function tensorTypeProblem(text: string): string | undefined {
  const type = text.startsWith(TENSOR) ? parseTensorType(text) : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** Formats a type as in Triton's signatures, with the shape as it is written or these sizes. */
export function formatArgumentType(type: ArgumentType, sizes?: readonly bigint[]): string {
  switch (type.kind) {
    case 'pointer':
      return `*${type.element}`;
    case 'scalar':
      return type.scalar;
    case 'tensor':
      return `${TENSOR}${type.element}[${sizes?.join(',') ?? type.shape}]>`;
  }
}

/** The size of a block, or the reason that there is no size. */
type BlockSize =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly why: string };

/** Computes one size of a tensor's block. */
export function blockSize(
  size: GridExpression,
  constants: ReadonlyMap<string, Constant>,
): BlockSize {
  const values = new Map<string, bigint>();
  const known = withElements(constants);
  for (const { name } of namesIn(size)) {
    const constant = known.get(name);
    if (constant?.kind !== 'int')
      return { ok: false, why: `\`${name}\` is not an integer constant` };
    values.set(name, constant.value);
  }
  const result = evaluateGrid(size, (name) => values.get(name) ?? 0n);
  return result.ok ? result : { ok: false, why: result.fault };
}

/** The sizes of a tensor's block, which the plan has checked. */
export function blockSizes(
  { block }: TensorType,
  constants: ReadonlyMap<string, Constant>,
): readonly bigint[] {
  return block.map((size) => {
    const result = blockSize(size, constants);
    if (!result.ok) throw new Error(`the block size was not checked: ${result.why}`);
    return result.value;
  });
}

/** Returns the size of a scalar or pointer parameter in bytes, which is also its alignment. */
export function sizeOf(type: Exclude<ArgumentType, TensorType>): number {
  return type.kind === 'pointer' ? 8 : SCALARS[type.scalar].size;
}

/** The C type of addresses in a package's sources. */
const POINTER = 'aot_gpu_pointer';

/** Returns the C type of a parameter in the generated sources. */
export function cTypeOf(type: ArgumentType): string {
  if (type.kind === 'tensor') return 'const aot_tensor *';
  return type.kind === 'pointer' ? POINTER : SCALARS[type.scalar].c;
}

/** Returns the size in bytes of a C type that `cTypeOf` gives; undefined for tensors and others. */
export function sizeOfC(type: string): number | undefined {
  if (type === POINTER) return 8;
  return Object.values(SCALARS).find(({ c }) => c === type)?.size;
}

/** True if values of the type are integers, including i1. */
export function isInteger(type: ArgumentType): boolean {
  return type.kind === 'scalar' && /^[iu]\d+$/.test(type.scalar);
}

/** True if a pointer may point to the type. */
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

const TENSOR = 'tensordesc<';

/** Returns the type, or what is wrong. */
function parseTensorType(text: string): TensorType | string {
  const [, element = '', shape] = /^tensordesc<\s*(\w*)\s*\[([^\]]*)\]\s*>$/.exec(text) ?? [];
  if (shape === undefined) {
    return /\]\s*,/.test(text)
      ? 'a tensor descriptor with a layout (Gluon) is not supported'
      : 'expected a tensor descriptor such as `tensordesc<fp16[64, 64]>`';
  }
  if (!isElementType(element)) return `\`${element}\` is not an element type`;
  const parsed = parseSizes(shape);
  if (!parsed.ok) return `in the block shape \`${shape}\`: ${parsed.message}`;
  const { axes } = parsed;
  if (axes.length > MAX_AXES)
    return `a tensor descriptor has at most ${MAX_AXES} axes, found ${axes.length}`;
  return { kind: 'tensor', element, block: axes, shape: shape.replaceAll(/\s/g, '') };
}

function isScalar(text: string): text is ScalarType {
  return Object.hasOwn(SCALARS, text);
}

/** True if a type exists in memory only, so that a kernel cannot have an argument of it. */
export function isMemoryOnly(text: string): text is (typeof MEMORY_ONLY)[number] {
  return (MEMORY_ONLY as readonly string[]).includes(text);
}

import { z } from 'zod';
import { nearest } from '../../base/text.ts';

/**
 * The value of a constexpr parameter. Integers and floats are distinct, since Triton compiles `1`
 * and `1.0` differently. A dtype is the name of a member of `triton.language`: a dtype such as
 * `float16`, or a function such as `exp`.
 */
export type Constant =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'dtype'; readonly value: string }
  | { readonly kind: 'tuple'; readonly value: readonly Constant[] };

/** The kinds of constants. */
export const CONSTANT_KINDS = [
  'int',
  'float',
  'bool',
  'string',
  'none',
  'dtype',
  'tuple',
] as const satisfies readonly Constant['kind'][];

/**
 * A constant as sent to the bridge in JSON. The value is text, so that no digit is lost. The text of a
 * tuple is a JSON list of its elements in this form.
 */
export const wireSchema = z
  .tuple([z.enum(CONSTANT_KINDS), z.string()])
  .readonly()
  .meta({ id: 'WireConstant' });

export type WireConstant = readonly [kind: Constant['kind'], text: string];

/** Converts without loss: Python's `int()` and `float()` restore the value, even `inf` or `nan`. */
export function toWire(constant: Constant): WireConstant {
  switch (constant.kind) {
    case 'none':
      return ['none', ''];
    case 'float':
      return ['float', Object.is(constant.value, -0) ? '-0.0' : String(constant.value)];
    case 'tuple':
      return ['tuple', JSON.stringify(constant.value.map(toWire))];
    case 'int':
    case 'bool':
    case 'string':
    case 'dtype':
      return [constant.kind, String(constant.value)];
  }
}

/** True if two constants are the same value of the same kind. */
export function sameConstant(a: Constant, b: Constant): boolean {
  const [[kind, text], [otherKind, otherText]] = [toWire(a), toWire(b)];
  return kind === otherKind && text === otherText;
}

/** Parses a `WireConstant`. */
export const wireConstantSchema: z.ZodType<Constant, WireConstant> = wireSchema.transform(
  ([kind, text], context): Constant => {
    switch (kind) {
      case 'none':
        return { kind };
      case 'int':
        return { kind, value: BigInt(text) };
      case 'float':
        return { kind, value: Number(text) };
      case 'bool':
        return { kind, value: text === 'true' };
      case 'string':
      case 'dtype':
        return { kind, value: text };
      case 'tuple': {
        const elements = readElements(text);
        if (elements !== undefined) return { kind, value: elements };
        context.addIssue('expected the elements of a tuple as a JSON list');
        return z.NEVER;
      }
    }
  },
);

/** Returns the elements in the text of a tuple; undefined if the text is not a list of constants. */
function readElements(text: string): readonly Constant[] | undefined {
  try {
    const read = z.array(wireConstantSchema).safeParse(JSON.parse(text));
    return read.data;
  } catch {
    return undefined;
  }
}

/**
 * The dtypes of `triton.language`. A constant can also be one of its functions, such as `tl.exp`.
 * Source: triton/language/core.py of 3.6.0 to 3.9.0.
 */
const DTYPES = (
  'int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 ' +
  'float8e5 float8e5b16 float8e4nv float8e4b8 float8e4b15'
)
  .split(' ')
  .map((name) => `tl.${name}`);

/** Reads a constant from text: `tl.float16` is a member of `triton.language`, the rest is text. */
export function textConstant(text: string): Constant {
  const member = /^tl\.(\w+)$/.exec(text)?.[1];
  return member === undefined ? { kind: 'string', value: text } : { kind: 'dtype', value: member };
}

/**
 * A dtype of torch. Kernels can compare it, as in `KIND == torch.bfloat16`, but cannot convert to it. The constant is a text.
 * Code that is compiled without torch gets an object for torch, whose `bfloat16` is equal to this text.
 */
export const TORCH_DTYPE = /^torch\.(?:bool|bfloat16|float(?:16|32|64|8_\w+)|u?int(?:8|16|32|64))$/;

/** Returns what is wrong with a text as a constant, and what to do; undefined if it is right. */
export function textConstantProblem(
  text: string,
): { readonly message: string; readonly hint: string } | undefined {
  if (TORCH_DTYPE.test(text)) return undefined;
  const likely = DTYPES.includes(text) ? undefined : likelyDtype(text);
  if (likely !== undefined) {
    const hint = 'A constant of Triton begins with `tl.`, such as `tl.float16`.';
    return { message: `unknown dtype \`${text}\`; did you mean \`${likely}\`?`, hint };
  }
  if (!/^(?:tl|gl|ttgl|gluon|triton|torch)\.[\w.]+(?:\(.*)?$/s.test(text) || /^tl\.\w+$/.test(text))
    return undefined;
  return {
    message: `a manifest cannot compute the Python expression \`${text}\``,
    hint: 'Make it the default of the parameter in the Python file, and leave the parameter out here. Layouts and functions are given this way.',
  };
}

function likelyDtype(text: string): string | undefined {
  const name = /^(?:tl|gl|ttgl|torch|triton\.language)\.(\w+)$/.exec(text)?.[1];
  return name === undefined ? undefined : nearest(`tl.${name}`, DTYPES);
}

/** Formats a constant as in Python source, for listings and messages. */
export function formatConstant(constant: Constant): string {
  switch (constant.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return constant.value ? 'True' : 'False';
    case 'string':
      return JSON.stringify(constant.value);
    case 'dtype':
      return `tl.${constant.value}`;
    case 'tuple':
      return `(${constant.value.map(formatConstant).join(', ')}${constant.value.length === 1 ? ',' : ''})`;
    case 'int':
      return String(constant.value);
    case 'float':
      return Number.isInteger(constant.value) ? constant.value.toFixed(1) : String(constant.value);
  }
}

/** Returns constants by name as expressions use them: with the elements of tuples, such as `TILE[0]`. */
export function withElements(
  constants: ReadonlyMap<string, Constant>,
): ReadonlyMap<string, Constant> {
  return new Map([...constants].flatMap(([name, constant]) => named(name, constant)));
}

function named(name: string, constant: Constant): readonly (readonly [string, Constant])[] {
  const elements = constant.kind === 'tuple' ? constant.value : [];
  return [[name, constant], ...elements.flatMap((each, index) => named(`${name}[${index}]`, each))];
}

/** True if an integer is a power of two, as every axis of a block must be. */
export function isPowerOfTwo(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n;
}

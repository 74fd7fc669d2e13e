import { z } from 'zod';

/**
 * The value of a constexpr parameter. Integers and floats are distinct, since Triton compiles `1`
 * and `1.0` differently. A dtype is the name of a member of `triton.language`, such as `float16`.
 */
export type Constant =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'dtype'; readonly value: string };

/** A constant as sent to the bridge in JSON. The value is text, so that no digit is lost. */
export type WireConstant = readonly [kind: Constant['kind'], text: string];

/** Converts without loss: Python's `int()` and `float()` restore the value, even `inf` or `nan`. */
export function toWire(constant: Constant): WireConstant {
  switch (constant.kind) {
    case 'none':
      return ['none', ''];
    case 'float':
      return ['float', Object.is(constant.value, -0) ? '-0.0' : String(constant.value)];
    case 'int':
    case 'bool':
    case 'string':
    case 'dtype':
      return [constant.kind, String(constant.value)];
  }
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
    case 'int':
      return String(constant.value);
    case 'float':
      return Number.isInteger(constant.value) ? constant.value.toFixed(1) : String(constant.value);
  }
}

/** Whether an integer is a power of two, as every axis of a block must be. */
export function isPowerOfTwo(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n;
}

/** Parses a `WireConstant`. */
export const wireConstantSchema: z.ZodType<Constant> = z.union([
  tagged('int').transform(([, text]) => ({ kind: 'int' as const, value: BigInt(text) })),
  tagged('float').transform(([, text]) => ({ kind: 'float' as const, value: Number(text) })),
  tagged('bool').transform(([, text]) => ({ kind: 'bool' as const, value: text === 'true' })),
  tagged('string').transform(([, text]) => ({ kind: 'string' as const, value: text })),
  tagged('none').transform(() => ({ kind: 'none' as const })),
  tagged('dtype').transform(([, text]) => ({ kind: 'dtype' as const, value: text })),
]);

function tagged<Kind extends Constant['kind']>(kind: Kind) {
  return z.tuple([z.literal(kind), z.string()]);
}

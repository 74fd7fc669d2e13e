import type { ElementType } from '../argument-type.ts';

export interface IntegerRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The values of an integer type; undefined for a float. i1 holds 0 and 1, as u1 does. */
export function integerRange(element: ElementType): IntegerRange | undefined {
  const [, sign, digits = ''] = /^([iu])(\d+)$/.exec(element) ?? [];
  if (sign === undefined) return undefined;
  const bits = BigInt(digits);
  if (sign === 'u' || bits === 1n) return { from: 0n, to: 2n ** bits - 1n };
  return { from: -(2n ** (bits - 1n)), to: 2n ** (bits - 1n) - 1n };
}

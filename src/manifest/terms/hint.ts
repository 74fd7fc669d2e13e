import { formatArgumentType, isInteger, type ArgumentType } from './types.ts';

/**
 * A fact about an argument that is known at compile time. 0: nothing is known. 1: the value is 1. 2 to 16:
 * this number divides the value or, for a pointer, the address.
 */
export type Hint = 0 | Fact;
export type Fact = 1 | 2 | 4 | 8 | 16;

/** From the least to the most that a compiler can do with it. The first is always met. */
export const ALL_HINTS: readonly Hint[] = [0, 2, 4, 8, 16, 1];

/** A set of hints, by parameter. */
export type HintSet = Readonly<Record<string, Fact>>;

/** A choice of hints for a specialisation, as the compiler's answer has it. */
export interface HintChoice {
  /**
   * aligned: all arguments are aligned. narrow: they have the least alignment that asynchronous loads
   * need. partly: the rows of some pointers are not aligned. pointers: only pointers are aligned. call: the
   * arguments are those of the call with this index.
   */
  readonly from: 'aligned' | 'narrow' | 'partly' | 'pointers' | 'call';
  readonly call?: number | undefined;
  /** The arguments that could have hints. */
  readonly asked: HintSet;
  /** The weakest of these with the same code. */
  readonly kept: HintSet;
  /** An estimate of the instructions that access memory. */
  readonly cost: number;
}

/** True if a value or address meets a hint. */
export function meets(value: bigint, hint: Hint): boolean {
  return hint <= 1 ? hint === 0 || value === 1n : value % BigInt(hint) === 0n;
}

/** Returns the hint that the compiler can do most with, of several. */
export function strongest(hints: readonly Hint[]): Hint {
  return ALL_HINTS.findLast((hint) => hints.includes(hint)) ?? 0;
}

/** Ranks hints by what the compiler can do with them: 0 for none. */
export function strengthOf(hint: Hint): number {
  return ALL_HINTS.indexOf(hint);
}

/** The condition of a hint as Python and C write it, such as `n % 16 == 0`; none for hint 0. */
export function hintConditions(value: string, hint: Hint = 0): readonly string[] {
  if (hint === 0) return [];
  return [hint === 1 ? `${value} == 1` : `${value} % ${hint} == 0`];
}

/** Returns the hint with this text, as in `i32:8`; undefined if there is none. */
export function parseFact(text: string): Fact | undefined {
  return ALL_HINTS.find((hint): hint is Fact => hint !== 0 && String(hint) === text);
}

/** Returns why an argument of a type cannot have a hint; undefined if it can. */
export function hintProblem(type: ArgumentType, hint: Hint): string | undefined {
  const name = formatArgumentType(type);
  if (!isInteger(type) && type.kind !== 'pointer')
    return `${name} cannot have a hint, only integers and pointers can`;
  if (name === 'i1' || name === 'u1')
    return `${name} cannot have a hint, since it is always 0 or 1`;
  if (type.kind === 'pointer' && hint === 1)
    return `a pointer cannot be equal to 1; expected \`${name}:16\` or \`${name}\``;
  return undefined;
}

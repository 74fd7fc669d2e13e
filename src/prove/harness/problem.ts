/** A problem that the harness found, or that ended it. */
export interface HarnessProblem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export const PROBLEM_KINDS = [
  'launch', // the entry point returned an error
  'execution', // the kernel failed
  'values', // outside of the tolerance
  'not-a-number', // NaN, or an infinity where none is expected
  'unwritten', // the poison is still there
  'out-of-bounds', // a guard was written
  'gap', // written between the elements of a buffer
  'input-changed',
  'not-repeatable',
  'check', // one of the checks of the interface
  'timeout',
  'crash',
] as const;
type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** The last lines of `printed` after a colon, for a message; empty if there are none. */
export function lastLines(printed: string, count = 5): string {
  const lines = printed.trim().split('\n').slice(-count);
  const shown = lines.map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
  return printed.trim() === '' ? '' : `:\n${shown.join('\n')}`;
}

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
  'race', // it depends on which of several threads comes first, or wins
  'check', // one of the checks of the interface
  'unsupported', // the emulator does not know an instruction
  'timeout',
  'crash',
] as const;
type ProblemKind = (typeof PROBLEM_KINDS)[number];

import { groupBy } from '../../base/groups.ts';
import { keyOfLine, type SourceLine } from '../../base/source-lines.ts';
import type { HarnessProblem } from '../harness/problem.ts';

/** What failed, and why. */
export interface Failed {
  readonly kernel: string;
  readonly problems: readonly HarnessProblem[];
}

/** Returns the first line of a Python file that problems name. */
export function sourceLineOf(problems: readonly HarnessProblem[]): SourceLine | undefined {
  return problems.find(({ at }) => at !== undefined)?.at;
}

/**
 * Returns a text that is the same for failures with one cause. One wrong line fails many tests: the same
 * line of a Python file is one cause, and so are problems of a kernel with the same kinds, buffers and results.
 */
export function causeOf({ kernel, problems }: Failed): string {
  const at = sourceLineOf(problems);
  if (at !== undefined) return keyOfLine(at);
  return JSON.stringify([kernel, ...problems.map(partOfCause)]);
}

function partOfCause({ kind, message, about }: HarnessProblem): string {
  if (about !== undefined) return `${kind} ${about}`;
  return kind === 'check' || kind === 'unsupported' ? `${kind} ${message}` : kind;
}

/** Groups what failed by its cause, in order. */
export function groupByCause<T>(
  failed: readonly T[],
  describe: (each: T) => string,
): readonly (readonly [first: T, ...others: readonly T[]])[] {
  return [...groupBy(failed, describe).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

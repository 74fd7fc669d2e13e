import { groupBy } from '../../base/groups.ts';

/** What failed, and why. */
export interface Failed {
  readonly kernel: string;
  /** Its problems, as text. */
  readonly messages: readonly string[];
}

/** How a fault that the emulator finds ends: with the line of the Python file. */
const SOURCE_LINE = / \((?<file>[^()]+\.py):(?<line>\d+)\)$/;

/** A line of a Python file that a problem names. */
interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Returns the line of a Python file that a problem ends with, and the problem without it. */
export function splitSourceLine(message: string): {
  readonly text: string;
  readonly at: SourceLine | undefined;
} {
  const { file, line } = SOURCE_LINE.exec(message)?.groups ?? {};
  if (file === undefined) return { text: message, at: undefined };
  return { text: message.replace(SOURCE_LINE, ''), at: { file, line: Number(line) } };
}

/** Returns the first line of a Python file that problems name. */
export function sourceLineOf(messages: readonly string[]): SourceLine | undefined {
  return messages.flatMap((message) => splitSourceLine(message).at ?? [])[0];
}

/** Numbers, which differ between the sizes of cases, and values that are no numbers. */
const VALUE = /\b0x[\da-f]+\b|[-+]?\d[\d.]*(?:e[-+]?\d+)?|\bnan\b|[-+]?\binf(?:inity)?\b/gi;

/** What the check that calls a kernel from several threads says before the problem. */
const THREAD = /^thread \d+ of \d+: /;

/**
 * Groups what failed by its cause, in order. One wrong line fails many tests: the same line of a Python
 * file is one cause, and so are the same problems of a kernel with other numbers.
 */
export function groupByCause<T>(
  failed: readonly T[],
  describe: (each: T) => Failed,
): readonly (readonly [first: T, ...others: readonly T[]])[] {
  const groups = groupBy(failed, (each) => {
    const { kernel, messages } = describe(each);
    const at = sourceLineOf(messages);
    if (at !== undefined) return `${at.file}:${at.line}`;
    return JSON.stringify([kernel, ...messages.map(withoutValues)]);
  });
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

function withoutValues(message: string): string {
  return message.replace(THREAD, '').replaceAll(VALUE, '#');
}

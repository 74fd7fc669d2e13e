/** A place where two texts differ. Line and column count from 1. */
export interface LineDifference {
  readonly line: number;
  readonly column: number;
  /** The parts of the two lines around the place; undefined where a text has ended. */
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

/** Finds the first place where a text differs from the expected one; undefined if they are equal. */
export function lineDifference(expected: string, found: string): LineDifference | undefined {
  const [left, right] = [expected.split('\n'), found.split('\n')];
  const count = Math.max(left.length, right.length);
  for (let index = 0; index < count; index++) {
    const [a, b] = [left[index], right[index]];
    if (a === b) continue;
    const column = commonLength(a ?? '', b ?? '');
    const [ofA, ofB] = [a, b].map((each) => each && excerpt(each, column));
    return { line: index + 1, column: column + 1, expected: ofA ?? a, found: ofB ?? b };
  }
  return undefined;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Characters of a long line before and after a difference. A line of a cubin has megabytes. */
const AROUND = 40;

function excerpt(line: string, column: number): string {
  if (line.length <= 2 * AROUND) return line;
  const from = Math.max(0, Math.min(column, line.length) - AROUND);
  const to = Math.min(line.length, column + AROUND);
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

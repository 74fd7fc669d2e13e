/** A line of a Python file. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** A line of a Python file that problems name, with the lines around it. */
export interface SourceExcerpt extends SourceLine {
  /** The number of the first of `lines`. */
  readonly first: number;
  readonly lines: readonly string[];
  /** The page of the line at the commit, in a workflow. */
  readonly url?: string | undefined;
}

/** The name of a line, by which results and excerpts find each other: also the cause of problems there. */
export function keyOfLine({ file, line }: SourceLine): string {
  return `${file}:${line}`;
}

/** Returns the lines of an excerpt with their numbers, and which of them is the one that is named. */
export function numberedLines({
  first,
  line,
  lines,
}: Pick<SourceExcerpt, 'first' | 'line' | 'lines'>): readonly {
  readonly text: string;
  readonly isNamed: boolean;
}[] {
  const width = String(first + lines.length - 1).length;
  return lines.map((text, index) => {
    const isNamed = first + index === line;
    const number = String(first + index).padStart(width);
    return { text: `${isNamed ? '>' : ' '} ${number} | ${text}`.trimEnd(), isNamed };
  });
}

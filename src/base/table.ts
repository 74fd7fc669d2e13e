/** A table, of text as a rule. Unknown values are empty. */
export interface Table<Cell = string> {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns a table without the columns that are empty below their heading. */
export function withoutEmptyColumns<Cell>({ headings, rows }: Table<Cell>): Table<Cell> {
  const isFilled = (_cell: unknown, column: number): boolean =>
    rows.some((row) => (row[column] ?? '') !== '');
  return { headings: headings.filter(isFilled), rows: rows.map((row) => row.filter(isFilled)) };
}

/** Formats a table as indented lines with aligned columns, without empty ones. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  if (rows.length === 0) return [];
  const filled = withoutEmptyColumns({ headings, rows });
  const lines = [filled.headings, ...filled.rows];
  const widths = filled.headings.map((_heading, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) => {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

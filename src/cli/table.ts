/** Formats rows as indented lines with aligned columns. Columns that are empty below their heading are left out. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  if (rows.length === 0) return [];
  const columns = headings.flatMap((_heading, column) =>
    rows.some((row) => row[column] !== '') ? [column] : [],
  );
  const lines = [headings, ...rows];
  const widths = columns.map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) => {
    const cells = columns.map((column, index) => (line[column] ?? '').padEnd(widths[index] ?? 0));
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

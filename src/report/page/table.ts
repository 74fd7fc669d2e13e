/** Returns the keys of a table's columns, in order. */
export function keysOf(table: HTMLTableElement): readonly string[] {
  const headers = table.tHead?.rows[0]?.cells ?? [];
  return [...headers].map((header) => header.dataset['key'] ?? '');
}

/** Returns the rows that the filter left, as texts by the keys of their columns. */
export function visibleRows(table: HTMLTableElement): readonly Readonly<Record<string, string>>[] {
  const keys = keysOf(table);
  return [...(table.tBodies[0]?.rows ?? [])]
    .filter((row) => !row.hidden)
    .map((row) =>
      Object.fromEntries(keys.map((key, index) => [key, row.cells[index]?.textContent ?? ''])),
    );
}

/** Returns the number at the beginning of a cell; NaN if its value is not known. */
export function numberIn(text: string | undefined): number {
  return Number.parseFloat(text ?? '');
}

import type { visibleRows } from './table.ts';

/** The visible rows of a table, from which charts are drawn. */
export type ChartRows = ReturnType<typeof visibleRows>;

/** A drawn chart, and a note on the rows that it leaves out. */
export interface Chart {
  readonly plot: Element;
  readonly note?: string | undefined;
}

/** Returns at most so many round values for a logarithmic axis: 1, 2, 5, 10, … or powers of ten. */
export function logTicks([from, to]: readonly [number, number], most: number): number[] {
  const first = Math.floor(Math.log10(from));
  const decades = Array.from({ length: Math.ceil(Math.log10(to)) - first + 1 }, (_, index) =>
    Number(`1e${first + index}`),
  );
  const inside = (value: number): boolean => value >= from && value <= to;
  const fine = decades.flatMap((decade) => [decade, 2 * decade, 5 * decade]).filter(inside);
  if (fine.length <= most) return fine;
  const coarse = decades.filter(inside);
  const step = Math.max(1, Math.ceil(coarse.length / Math.max(1, most)));
  return coarse.filter((_, index) => index % step === 0);
}

/** Returns the ids with the largest values, at most so many, in the order of the table. */
export function largest(
  rows: readonly { readonly id: string; readonly value: number }[],
  most: number,
): readonly string[] {
  const values = new Map<string, number>();
  for (const { id, value } of rows) values.set(id, Math.max(value, values.get(id) ?? 0));
  const ranked = [...values].toSorted(([, a], [, b]) => b - a).slice(0, most);
  const kept = new Set(ranked.map(([id]) => id));
  return [...values.keys()].filter((id) => kept.has(id));
}

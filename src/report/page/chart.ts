import type { visibleRows } from './table.ts';

/** What charts are drawn from: the visible rows of a table. */
export type ChartRows = ReturnType<typeof visibleRows>;

/** A drawn chart, and what it leaves out. */
export interface Chart {
  readonly plot: Element;
  readonly note?: string | undefined;
}

import { barChart } from './bar-chart.ts';
import { caseChart } from './case-chart.ts';
import type { Chart, ChartRows } from './chart.ts';
import { visibleRows } from './table.ts';

/** Undefined if there is nothing to draw. */
type Draw = (rows: ChartRows, width: number) => Chart | undefined;

const CHARTS: Readonly<Record<string, Draw>> = {
  size: (rows, width) => barChart(rows, 'size', 'KiB', width),
  seconds: (rows, width) => barChart(rows, 'seconds', 's', width),
  errors: (rows, width) =>
    caseChart(rows, 'error', '‖out − ref‖ ÷ ‖ref‖', width, { withFailed: true }),
  times: (rows, width) => caseChart(rows, 'time', 'µs', width),
};

/** Draws all charts of the page from the visible rows of their tables. */
export function drawCharts(): void {
  // A page in the background may have no size yet.
  if (document.body.clientWidth === 0) return;
  for (const figure of document.querySelectorAll<HTMLElement>('figure[data-chart]')) {
    const { chart: name = '', of: tableName = '' } = figure.dataset;
    const table = tableNamed(tableName);
    figure.hidden = false;
    const box = figure.querySelector('.plot');
    const drawn =
      table === undefined ? undefined : CHARTS[name]?.(visibleRows(table), figure.clientWidth);
    figure.hidden = drawn === undefined;
    box?.replaceChildren(...(drawn === undefined ? [] : [asPicture(drawn.plot)]));
    const note = figure.querySelector('figcaption .note');
    if (note !== null) note.textContent = drawn?.note === undefined ? '' : ` ${drawn.note}`;
  }
}

/** Makes a chart one picture with a text for those who do not see it. Its table has the numbers. */
function asPicture(plot: Element): Element {
  const picture = plot instanceof SVGElement ? plot : plot.querySelector(':scope > svg');
  for (const part of picture?.querySelectorAll('[aria-label]') ?? [])
    part.removeAttribute('aria-label');
  picture?.setAttribute('role', 'img');
  return plot;
}

function tableNamed(name: string): HTMLTableElement | undefined {
  const table = document.querySelector<HTMLTableElement>(`table[data-table="${CSS.escape(name)}"]`);
  return table ?? undefined;
}

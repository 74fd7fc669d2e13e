import { drawCharts } from './charts.ts';
import { connectFilter, makeSortable } from './table.ts';

// The page has all its text without this script, which sorts and filters tables and draws charts.

const body = document.body;
for (const table of body.querySelectorAll<HTMLTableElement>('table[data-table]'))
  if (table.closest('details:not([open])') === null) makeSortable(table);

// A large report has thousands of tables in folded parts.
body.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    const table = target.querySelector<HTMLTableElement>('table[data-table]');
    if (table !== null) makeSortable(table);
  },
  true,
);

const form = document.querySelector<HTMLFormElement>('form.filter');
if (form !== null) connectFilter(form, drawCharts);
drawCharts();

let drawnWidth = body.clientWidth;
new ResizeObserver(() => {
  if (body.clientWidth === drawnWidth) return;
  drawnWidth = body.clientWidth;
  drawCharts();
}).observe(body);

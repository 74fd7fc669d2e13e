import { keysOf } from './table.ts';

/** The columns that the form filters, by the names of its fields. */
const FIELDS = ['kernel', 'target', 'status'] as const;

type Wanted = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Shows the form. After each change, hides the rows and parts that it does not name. */
export function connectFilter(form: HTMLFormElement, changed: () => void): void {
  form.hidden = false;
  let pending = 0;
  const update = (): void => {
    const [kernel = '', target = '', status = ''] = FIELDS.map((name) => textOf(form, name));
    const wanted = { kernel, target, status };
    for (const part of document.querySelectorAll<HTMLElement>('[data-kernel]'))
      part.hidden = !(part.dataset['kernel'] ?? '').toLowerCase().includes(wanted.kernel);
    for (const table of document.querySelectorAll<HTMLTableElement>('table[data-table]'))
      filterRows(table, wanted);
    const output = form.querySelector('output');
    const isAll = FIELDS.every((field) => wanted[field] === '');
    if (output !== null) output.textContent = isAll ? '' : shownRows();
    changed();
  };
  form.addEventListener('input', () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(update);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}

function textOf(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return isField ? field.value.trim().toLowerCase() : '';
}

/** A column that the table lacks excludes nothing. */
function filterRows(table: HTMLTableElement, wanted: Wanted): void {
  const keys = keysOf(table);
  const tests = FIELDS.map((field) => ({ field, index: keys.indexOf(field) })).filter(
    ({ field, index }) => index >= 0 && wanted[field] !== '',
  );
  for (const row of table.tBodies[0]?.rows ?? []) {
    row.hidden = !tests.every(({ field, index }) => {
      const text = (row.cells[index]?.textContent ?? '').toLowerCase();
      return field === 'target' ? text === wanted.target : text.includes(wanted[field]);
    });
  }
}

function shownRows(): string {
  const rows = [
    ...(document.querySelector<HTMLTableElement>('table[data-table=kernels]')?.tBodies[0]?.rows ??
      []),
  ];
  return `${rows.filter(({ hidden }) => !hidden).length} of ${rows.length} rows`;
}

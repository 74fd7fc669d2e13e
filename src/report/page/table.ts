/** Returns the keys of a table's columns, in order. */
function keysOf(table: HTMLTableElement): readonly string[] {
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

const WORDS = new Intl.Collator(undefined, { numeric: true });

/** Puts a button in each header of a table, which sorts by that column. A second click reverses the order. */
export function makeSortable(table: HTMLTableElement): void {
  const headers = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (table.querySelector('thead button') !== null) return;
  for (const [index, header] of headers.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener('click', () => {
      // Numbers begin with the largest: the expensive ones are looked for.
      const isNumber = header.dataset['kind'] === 'number';
      const first = isNumber ? 'descending' : 'ascending';
      const other = isNumber ? 'ascending' : 'descending';
      const order = header.ariaSort === first ? other : first;
      for (const each of headers) each.ariaSort = each === header ? order : null;
      sortRows(table, index, isNumber, order === 'ascending' ? 1 : -1);
    });
  }
}

/** Rows without a value stay last. Rows with the same value keep their order. */
function sortRows(table: HTMLTableElement, index: number, isNumber: boolean, sign: 1 | -1): void {
  const [tbody] = table.tBodies;
  const rows = [...(tbody?.rows ?? [])].map((row) => {
    const cell = row.cells[index];
    const text = cell?.textContent ?? '';
    // A cell with a unit has its number apart.
    return { row, text, value: numberIn(cell?.querySelector('data')?.value ?? text) };
  });
  const isUnknown = ({ text, value }: (typeof rows)[number]): boolean =>
    isNumber ? Number.isNaN(value) : text === '–';
  const known = rows.filter((row) => !isUnknown(row));
  known.sort((a, b) => sign * (isNumber ? a.value - b.value : WORDS.compare(a.text, b.text)));
  tbody?.replaceChildren(...[...known, ...rows.filter(isUnknown)].map(({ row }) => row));
}

/** The columns that the form filters, by the names of its fields. */
const FIELDS = ['kernel', 'target', 'status'] as const;

type Wanted = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Shows the form. After each change, hides the rows and parts that it does not name. */
export function connectFilter(form: HTMLFormElement, changed: () => void): void {
  form.hidden = false;
  let pending = 0;
  const update = (): void => {
    const [kernel = '', target = '', status = ''] = FIELDS.map((name) => fieldText(form, name));
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

function fieldText(form: HTMLFormElement, name: string): string {
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

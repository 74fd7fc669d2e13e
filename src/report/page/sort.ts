import { numberIn } from './table.ts';

const WORDS = new Intl.Collator(undefined, { numeric: true });

/** Puts a button in each header of a table. It sorts by that column; again, the other way round. */
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
    const text = row.cells[index]?.textContent ?? '';
    return { row, text, value: numberIn(text) };
  });
  const isUnknown = ({ text, value }: (typeof rows)[number]): boolean =>
    isNumber ? Number.isNaN(value) : text === '–';
  const known = rows.filter((row) => !isUnknown(row));
  known.sort((a, b) => sign * (isNumber ? a.value - b.value : WORDS.compare(a.text, b.text)));
  tbody?.replaceChildren(...[...known, ...rows.filter(isUnknown)].map(({ row }) => row));
}

import { groupBy } from '../base/groups.ts';
import { capitalised, plural } from '../base/text.ts';
import { type FigureName, FIGURES, worsening } from '../compile/figures.ts';
import type { Difference, KernelDifference, VariantChange } from './difference/difference.ts';
import { findRegressions, keyOf, keyOfFigure } from './difference/regressions.ts';
import {
  changedKernels,
  COLUMNS,
  comparisonNotes,
  countsText,
  type FigureCell,
  formatFigures,
  headingOf,
  isNotable,
  kernelCounts,
  othersText,
  worstChange,
  worstText,
} from './difference/text.ts';
import {
  breakable,
  type Column,
  type Html,
  htmlTable,
  markup,
  numberColumn,
  textColumn,
} from './html.ts';

/**
 * Returns what changed since another build: the worst in a sentence, a row for each kernel, and folded
 * rows for each variant. Regressions are marked.
 */
export function changesSection(difference: Difference): Html {
  const regressions = new Set(findRegressions(difference).map(keyOf));
  const kernels = changedKernels(difference);
  const notable = difference.changed.filter(isNotable);
  const worst = worstText(difference);
  const lead = worst === '' ? '' : markup`<strong>${capitalised(worst)}.</strong> `;
  return markup`<p>${lead}${capitalised(countsText(difference))}.</p>
    <p class="note">${[headingOf(difference), ...comparisonNotes(difference)].join('; ')}.</p>
    ${kernels.length === 0 ? '' : htmlTable('changes', 'Changes by kernel', kernelColumns(difference, notable, regressions), kernels)}
    ${notable.length === 0 ? '' : foldedVariants(notable, regressions)}`;
}

function kernelColumns(
  difference: Difference,
  notable: readonly VariantChange[],
  regressions: ReadonlySet<string>,
): readonly Column<KernelDifference>[] {
  const changes = groupBy(notable, ({ kernel }) => kernel);
  return [
    textColumn('kernel', 'Kernel', ({ kernel }) => breakable(kernel)),
    ...COLUMNS.map((name) =>
      figureColumn<KernelDifference>(
        name,
        'worst',
        ({ kernel }) => worstChange(changes.get(kernel) ?? [], name),
        regressions,
      ),
    ),
    textColumn('variants', 'Variants', (own) => kernelCounts(own, difference), { wraps: 'medium' }),
    textColumn('settings', 'Settings', ({ settings }) => settings.join('; ') || undefined, {
      wraps: 'medium',
    }),
  ];
}

function foldedVariants(
  variants: readonly VariantChange[],
  regressions: ReadonlySet<string>,
): Html {
  const columns: readonly Column<VariantChange>[] = [
    textColumn('kernel', 'Kernel', ({ kernel }) => breakable(kernel)),
    textColumn('target', 'Target', ({ target }) => target),
    textColumn('variant', 'Variant', ({ label }) => label || undefined, { wraps: 'narrow' }),
    ...COLUMNS.map((name) =>
      figureColumn<VariantChange>(name, '', (each) => worstChange([each], name), regressions),
    ),
    textColumn('also', 'Also', (each) => othersText(each) || undefined, { wraps: 'wide' }),
  ];
  return markup`<details>
      <summary>${plural(variants.length, 'changed variant')}</summary>
      ${htmlTable('changed-variants', 'Changed variants', columns, variants)}
    </details>
`;
}

/** A column that is sorted by how much worse a figure is. */
function figureColumn<Row>(
  name: FigureName,
  unit: string,
  cellOf: (row: Row) => FigureCell | undefined,
  regressions: ReadonlySet<string>,
): Column<Row> {
  return numberColumn(
    name,
    `${capitalised(FIGURES[name].label)}|${unit}`,
    (row) => {
      const cell = cellOf(row);
      return (
        cell && markup`<data value="${worsening(cell.change)}">${formatFigures(cell.change)}</data>`
      );
    },
    {
      mark: (row) => {
        const cell = cellOf(row);
        return cell !== undefined && regressions.has(keyOfFigure(cell)) ? 'bad' : undefined;
      },
    },
  );
}

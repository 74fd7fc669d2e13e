import { groupBy } from '../../base/groups.ts';
import { capitalised, plural } from '../../base/text.ts';
import { type FigureName, FIGURES } from '../../compile/figures.ts';
import { badIf, code, type Sheet, type Span } from '../spans.ts';
import type { Difference, KernelDifference, VariantChange } from './difference.ts';
import { findRegressions, keyOf, keyOfFigure } from './regressions.ts';
import {
  changedKernels,
  COLUMNS,
  countsText,
  formatFigures,
  isNotable,
  kernelCounts,
  othersText,
  worstChange,
  worstText,
} from './text.ts';

/** A difference as the page and the Markdown show it. Regressions are marked. */
interface DifferenceTables {
  /** The number of regressions, the worst change, and the counts. */
  readonly summary: string;
  /** The kernels that changed, the worst first, with the worst change of each figure. */
  readonly kernels: Sheet;
  /** The variants whose figures changed, the worst first. */
  readonly variants: Sheet;
}

/** Returns a difference as tables. */
export function differenceTables(difference: Difference): DifferenceTables {
  const notable = difference.changed.filter(isNotable);
  const ofKernel = groupBy(notable, ({ kernel }) => kernel);
  const regressions = findRegressions(difference);
  const keys = new Set(regressions.map(keyOf));
  const figureCells = (variants: readonly VariantChange[]): readonly Span[] =>
    COLUMNS.map((name) => figureCell(variants, name, keys));
  const figures = COLUMNS.map((name) => capitalised(FIGURES[name].label));
  const summary = [
    ...(regressions.length === 0 ? [] : [`⚠️ ${plural(regressions.length, 'regression')}`]),
    worstText(difference),
    countsText(difference),
  ];
  return {
    summary: summary.flatMap((text) => (text === '' ? [] : [`${capitalised(text)}.`])).join(' '),
    kernels: {
      headings: ['Kernel', 'Variants', ...figures, 'Settings'],
      rows: changedKernels(difference).map((own: KernelDifference) => [
        code(own.kernel),
        kernelCounts(own, difference),
        ...figureCells(ofKernel.get(own.kernel) ?? []),
        own.settings.join('; '),
      ]),
    },
    variants: {
      headings: ['Kernel', 'Variant', 'Target', ...figures, 'Also'],
      rows: notable.map((change) => [
        code(change.kernel),
        change.label,
        change.target,
        ...figureCells([change]),
        othersText(change),
      ]),
    },
  };
}

function figureCell(
  variants: readonly VariantChange[],
  name: FigureName,
  regressions: ReadonlySet<string>,
): Span {
  const cell = worstChange(variants, name);
  return cell === undefined
    ? ''
    : badIf(regressions.has(keyOfFigure(cell)), formatFigures(cell.change));
}

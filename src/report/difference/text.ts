import { plural } from '../../base/text.ts';
import {
  type FigureChange,
  type FigureName,
  FIGURES,
  formatChange,
  formatFigure,
  worsening,
} from '../../compile/figures.ts';
import {
  type BuildSummary,
  conditionText,
  type Difference,
  type DifferenceCounts,
  type KernelDifference,
  type NamedVariant,
  settingText,
  type VariantChange,
} from './difference.ts';

/** Returns the difference as text for a terminal: the kernels that changed, and their variants. */
export function differenceText(difference: Difference): string {
  const kernels = changedKernels(difference).map((kernel) => kernelText(kernel, difference));
  return [
    `${headingOf(difference)}\n${countsText(difference)}\n`,
    ...(kernels.length === 0 ? [] : [kernels.join('')]),
    ...comparisonNotes(difference).map((note) => `note: ${note}\n`),
  ].join('\n');
}

function kernelText(own: KernelDifference, difference: Difference): string {
  const notable = difference.changed.filter(
    (change) => change.kernel === own.kernel && isNotable(change),
  );
  const variants = notable.map((change) => `${variantPlace(change)}: ${figuresText(change)}`);
  const lines = [...own.settings, ...variants].map((line) => `  ${line}\n`);
  return `${own.kernel}: ${kernelCounts(own, difference)}\n${lines.join('')}`;
}

/** Returns the kernels in which anything changed. */
export function changedKernels({ kernels }: Difference): readonly KernelDifference[] {
  return kernels.filter(({ counts }) =>
    Object.entries(counts).some(([kind, count]) => kind !== 'unchanged' && count > 0),
  );
}

/** Such as `3 changed, 1 added, 8 unchanged`, for one kernel. */
export function kernelCounts(
  { kernel, counts }: KernelDifference,
  { addedKernels, removedKernels }: Difference,
): string {
  const isWhole = addedKernels.includes(kernel) || removedKernels.includes(kernel);
  return `${countTexts(counts)}${isWhole ? ', the whole kernel' : ''}`;
}

/** Returns the difference as JSON. Absent fields are not known, or did not change. */
export function differenceJson(difference: Difference): unknown {
  const { counts, ...rest } = { counts: differenceCounts(difference), ...difference };
  return { counts, ...rest, notes: comparisonNotes(difference) };
}

/** Returns the numbers of variants of all kernels. */
export function differenceCounts({ kernels }: Difference): DifferenceCounts {
  const sum = (kind: keyof DifferenceCounts): number =>
    kernels.reduce((total, { counts }) => total + counts[kind], 0);
  return {
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
    metadata: sum('metadata'),
    unchanged: sum('unchanged'),
  };
}

/** Such as `demo 1.0.0 → 1.1.0, Triton 3.8.0 → 3.9.0`: what the packages were built with. */
export function headingOf({ before, after }: Difference): string {
  const change = (label: string, of: (build: BuildSummary) => string | undefined): string[] => {
    const [old, now] = [of(before), of(after)];
    if (old === undefined || now === undefined) return [];
    return old === now ? [] : [`${label} ${old} → ${now}`];
  };
  const version =
    before.package === after.package
      ? `${after.package} ${[...new Set([before.version, after.version])].join(' → ')}`
      : `${before.package} ${before.version} → ${after.package} ${after.version}`;
  return [
    version,
    ...change('Triton', ({ triton }) => triton),
    ...change('ptxas', ({ ptxas }) => ptxas.join(' and ')),
    ...change('triton-aot', ({ generator }) => generator),
    ...(before.origin === undefined ? [] : [`compared with ${before.origin}`]),
  ].join(', ');
}

/** Such as `nothing changed: 12 variants`, or the counts of what did. */
export function countsText(difference: Difference): string {
  const total = plural(difference.after.variants, 'variant');
  return changedKernels(difference).length === 0
    ? `nothing changed: ${total}`
    : `${total}: ${countTexts(differenceCounts(difference))}`;
}

function countTexts({ added, removed, changed, metadata, unchanged }: DifferenceCounts): string {
  const parts = [
    [changed, 'changed'],
    [metadata, 'changed in metadata only'],
    [added, 'added'],
    [removed, 'removed'],
    [unchanged, 'unchanged'],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ');
}

/**
 * Says which figure got worse most, such as `spills 0 B → 256 B in 12 variants`. Empty if none got
 * worse.
 */
export function worstText({ changed }: Difference): string {
  const all = changed
    .flatMap(({ figures }) => figures)
    .filter((each) => COLUMNS.some((name) => name === each.figure) && worsening(each) > 0);
  const [worst] = all.toSorted((a, b) => worsening(b) - worsening(a));
  if (worst === undefined) return '';
  const same = all.filter(({ figure }) => figure === worst.figure);
  const variants = plural(same.length, 'variant');
  const { label } = FIGURES[worst.figure];
  return new Set(same.map(formatFigures)).size === 1
    ? `${label} ${formatFigures(worst)} in ${variants}`
    : `${label} got worse in ${variants}, at most ${formatFigures(worst)}`;
}

/** The figures that have a column in tables. `othersText` has the others. */
export const COLUMNS = ['registers', 'spills', 'shared', 'occupancy', 'size'] as const;

/** The change of a figure, and its variant. */
export interface FigureCell {
  readonly variant: VariantChange;
  readonly change: FigureChange;
}

/** Returns the worst change of a figure in some variants; undefined if it did not change. */
export function worstChange(
  variants: readonly VariantChange[],
  name: FigureName,
): FigureCell | undefined {
  const found = variants.flatMap((variant) =>
    variant.figures.flatMap((change) => (change.figure === name ? [{ variant, change }] : [])),
  );
  return found.toSorted((a, b) => worsening(b.change) - worsening(a.change))[0];
}

/** Such as `168 → 255`. */
export function formatFigures({ figure, before, after }: FigureChange): string {
  const { unit } = FIGURES[figure];
  return `${formatFigure(before, unit)} → ${formatFigure(after, unit)}`;
}

/** Returns what has no column: other settings, another condition, and the other figures. */
export function othersText(change: VariantChange): string {
  const others = change.figures.filter(({ figure }) => !COLUMNS.some((name) => name === figure));
  return [
    settingsText(change),
    ...others.map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`),
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** Returns what limits the comparison. */
export function comparisonNotes({ before, after }: Difference): readonly string[] {
  return before.package === after.package
    ? []
    : [`the packages have different names: ${before.package} and ${after.package}`];
}

/** True if a change deserves a separate line. Line tables change the size of every cubin. */
export function isNotable({ kind, figures }: VariantChange): boolean {
  return kind !== 'metadata' && figures.length > 0;
}

/** Returns what a variant was before, if it takes the place of another: `num_warps 4 → 8`. */
function settingsText(change: VariantChange): string {
  const condition = conditionText(change);
  return [
    ...change.settings.map(settingText),
    ...(condition === undefined ? [] : [condition]),
  ].join(', ');
}

/** Returns the name of a variant without its kernel, such as `algo 1, specialisation 0, sm_90`. */
export function variantPlace({ target, label }: Pick<NamedVariant, 'target' | 'label'>): string {
  return [label, target].filter((part) => part !== '').join(', ');
}

function figuresText({ figures, kind }: VariantChange): string {
  const texts = figures.map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`);
  return [...texts, ...(kind === 'metadata' ? ['the same code'] : [])].join('; ');
}

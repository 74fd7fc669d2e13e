import { plural } from '../../base/text.ts';
import type {
  BuildSummary,
  Difference,
  NamedVariant,
  TimeChange,
  VariantChange,
} from './difference.ts';
import { FIGURES, formatChange, formatPercent } from './figures.ts';

/** Times that differ by less are shown only if they were asked for, as a share. */
const NOTABLE = 0.02;

/** The text of a difference for a terminal. */
export function differenceText(difference: Difference): string {
  const { added, removed, changed, times } = difference;
  const named = changed.filter(isNotable);
  const others = (kind: VariantChange['kind']): readonly VariantChange[] =>
    changed.filter((change) => change.kind === kind && !isNotable(change));
  const sections = [
    section('Kernels added', difference.addedKernels),
    section('Kernels removed', difference.removedKernels),
    section('Changed', named.map(changeLine)),
    section('Code changed, with the same figures', byKernel(others('code'))),
    section('Changed, not known whether in code', byKernel(others('unknown'))),
    section('Only metadata changed', byKernel(others('metadata'))),
    section('Variants added', byKernel(added)),
    section('Variants removed', byKernel(removed)),
    section('Times', times.filter(isNotableTime).map(timeLine)),
  ];
  const notes = comparisonNotes(difference).map((note) => `\nnote: ${note}\n`);
  return `${headingOf(difference)}\n${countsText(difference)}\n${sections.join('')}${notes.join('')}`;
}

/** The difference as JSON. Absent fields are not known, or did not change. */
export function differenceJson(difference: Difference): unknown {
  const { counts, ...rest } = { counts: differenceCounts(difference), ...difference };
  return { counts, ...rest, notes: comparisonNotes(difference) };
}

/** How many variants there are of each kind. */
export interface DifferenceCounts {
  readonly added: number;
  readonly removed: number;
  /** In their code. */
  readonly changed: number;
  readonly metadata: number;
  /** Not known whether in their code. */
  readonly unknown: number;
  readonly unchanged: number;
}

export function differenceCounts(difference: Difference): DifferenceCounts {
  const { added, removed, changed, unchanged } = difference;
  const count = (kind: VariantChange['kind']): number =>
    changed.filter((change) => change.kind === kind).length;
  return {
    added: added.length,
    removed: removed.length,
    changed: count('code'),
    metadata: count('metadata'),
    unknown: count('unknown'),
    unchanged,
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
  const { added, removed, changed, metadata, unknown, unchanged } = differenceCounts(difference);
  const total = plural(difference.after.variants, 'variant');
  if (unchanged === difference.after.variants && removed === 0) return `nothing changed: ${total}`;
  const parts = [
    [changed, 'changed'],
    [unknown, 'changed in a way that is not known'],
    [metadata, 'changed in metadata only'],
    [added, 'added'],
    [removed, 'removed'],
    [unchanged, 'unchanged'],
  ] as const;
  const counts = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `${total}: ${counts.join(', ')}`;
}

/** What limits the comparison. */
export function comparisonNotes({ before, after, incomplete }: Difference): readonly string[] {
  return [
    ...(before.package === after.package
      ? []
      : [`the packages have different names: ${before.package} and ${after.package}`]),
    ...(incomplete === 0
      ? []
      : [
          `an earlier version of triton-aot built one of the packages, without hashes of the machine code and counts of instructions: spills, occupancy and instructions of ${plural(incomplete, 'changed variant')} are not compared. Build that package again to compare all`,
        ]),
  ];
}

/** Whether a change is worth a line of its own. Line tables change the size of every cubin. */
export function isNotable(change: VariantChange): boolean {
  const { kind, figures, settings, specialisationBefore } = change;
  const isMoved = settings.length > 0 || specialisationBefore !== undefined;
  return isMoved || (kind !== 'metadata' && figures.length > 0);
}

export function isNotableTime(time: TimeChange): boolean {
  return Math.abs(time.after / time.before - 1) >= NOTABLE;
}

/** What a variant was before, if it takes the place of another: `num_warps 4 → 8`. */
export function settingsText({
  settings,
  specialisationBefore,
  specialisation,
}: VariantChange): string {
  const values = settings.map(
    ({ name, before = 'not set', after = 'not set' }) => `${name} ${before} → ${after}`,
  );
  return [
    ...values,
    ...(specialisationBefore === undefined
      ? []
      : [`${specialisationBefore || 'any values'} → ${specialisation || 'any values'}`]),
  ].join(', ');
}

/** Such as `12.3 µs → 14.1 µs (+15 %)`. */
export function formatTimes({ before, after }: Pick<TimeChange, 'before' | 'after'>): string {
  return `${formatTime(before)} → ${formatTime(after)} (${formatPercent(after / before - 1)})`;
}

function formatTime(microseconds: number): string {
  const [value, unit] = microseconds < 1000 ? [microseconds, 'µs'] : [microseconds / 1000, 'ms'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The target and the label of a variant. */
export function variantPlace({ target, label }: Pick<NamedVariant, 'target' | 'label'>): string {
  return joined([target, label]);
}

/** The case and the label of a measured call, and its GPU. */
export function timePlace(time: TimeChange): string {
  return joined([`case ${time.case}`, time.label, time.device]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

/** What is not as it was, such as `registers 32 → 64 (+100 %); the same code`. */
export function changeText(change: VariantChange): string {
  const { figures, kind } = change;
  const texts = figures.map((each) => `${FIGURES[each.figure].label} ${formatChange(each)}`);
  const remark = {
    code: [],
    metadata: ['the same code'],
    unknown: ['not known whether the code changed'],
  }[kind];
  const what = [settingsText(change), ...texts, ...remark].filter((text) => text !== '').join('; ');
  return what || 'another code';
}

function changeLine(change: VariantChange): string {
  return `${change.kernel} (${variantPlace(change)}): ${changeText(change)}`;
}

function timeLine(time: TimeChange): string {
  const { kernel, isChanged } = time;
  return `${kernel} (${timePlace(time)}): ${formatTimes(time)}${isChanged ? '' : ', the same code'}`;
}

/** A line for each kernel, with its count. */
function byKernel(variants: readonly NamedVariant[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kernel } of variants) counts.set(kernel, (counts.get(kernel) ?? 0) + 1);
  return [...counts].map(([kernel, count]) => `${kernel}: ${plural(count, 'variant')}`);
}

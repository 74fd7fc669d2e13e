import { canonicalJson } from '../../base/text.ts';
import type { ComparedBuild, ComparedVariant, MeasuredTime, Settings } from './compared-build.ts';
import { changedFigures, type FigureChange, type FigureName, worsening } from './figures.ts';
import { matchVariants } from './match.ts';

/** What is compared, without its kernels. */
export interface BuildSummary extends Pick<
  ComparedBuild,
  'package' | 'version' | 'triton' | 'ptxas' | 'generator' | 'origin'
> {
  readonly variants: number;
}

/** A variant, with what tells it from others of its kernel. */
export interface NamedVariant extends Pick<
  ComparedVariant,
  'kernel' | 'target' | 'algo' | 'specialisation'
> {
  /** Such as `BLOCK=64, n % 16 == 0`; empty if the kernel has no other variant for the target. */
  readonly label: string;
}

/**
 * code: the machine code, PTX, or what it takes of a GPU. metadata: only what surrounds the code, such as
 * names, line tables, or the kernel hash. unknown: the cubin, built by a version that did not write
 * which of them.
 */
export type ChangeKind = 'code' | 'metadata' | 'unknown';

/** A constant or option that has another value, as text; undefined if a build does not have it. */
export interface SettingChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A variant of both builds that is not the same. */
export interface VariantChange extends NamedVariant {
  readonly kind: ChangeKind;
  /** What the algo was set to before, if that changed: then it is another variant in its place. */
  readonly settings: readonly SettingChange[];
  /** The condition before, if that changed. */
  readonly specialisationBefore: string | undefined;
  readonly figures: readonly FigureChange[];
}

/** The time of the same call on the same kind of GPU, in microseconds. */
export interface TimeChange extends Pick<NamedVariant, 'kernel' | 'algo' | 'label'> {
  readonly device: string;
  readonly case: string;
  readonly before: number;
  readonly after: number;
  /** Whether the code of the algo changed. If not, the times differ for another reason. */
  readonly isChanged: boolean;
}

/** What changed from one build of a package to another. */
export interface Difference {
  readonly before: BuildSummary;
  readonly after: BuildSummary;
  readonly addedKernels: readonly string[];
  readonly removedKernels: readonly string[];
  readonly added: readonly NamedVariant[];
  readonly removed: readonly NamedVariant[];
  /** The worst first. */
  readonly changed: readonly VariantChange[];
  readonly unchanged: number;
  /** How many of the changed variants lack figures, because an earlier version built one of them. */
  readonly incomplete: number;
  /** Of calls that both builds have measured, the worst first. */
  readonly times: readonly TimeChange[];
}

/** Compares two builds of a package. */
export function compareBuilds(before: ComparedBuild, after: ComparedBuild): Difference {
  const { pairs, added, removed } = matchVariants(before.variants, after.variants);
  const label = labeller([...before.variants, ...after.variants]);
  const named = (variant: ComparedVariant): NamedVariant => {
    const { kernel, target, algo, specialisation } = variant;
    return { kernel, target, algo, specialisation, label: label(variant) };
  };
  const [old, now] = [kernelsOf(before), kernelsOf(after)];
  const changed = pairs.flatMap(([was, is]) => {
    const change = changeOf(was, is);
    if (change === undefined) return [];
    const changedNames = new Set(change.settings.map(({ name }) => name));
    return [{ ...named(is), label: label(is, changedNames), ...change }];
  });
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    addedKernels: [...now].filter((name) => !old.has(name)),
    removedKernels: [...old].filter((name) => !now.has(name)),
    added: added.map(named),
    removed: removed.map(named),
    changed: sorted(changed, severityOf),
    unchanged: pairs.length - changed.length,
    incomplete: pairs.filter((pair) => pair.some(lacksFigures) && changeOf(...pair) !== undefined)
      .length,
    times: sorted(timeChanges(before.times, after.times, pairs, label), timeRatio),
  };
}

function kernelsOf({ variants }: ComparedBuild): ReadonlySet<string> {
  return new Set(variants.map(({ kernel }) => kernel));
}

function lacksFigures({ resources }: ComparedVariant): boolean {
  return resources.codeSha256 === undefined || resources.instructions === undefined;
}

/** How many times as long a call takes now. */
export function timeRatio({ before, after }: Pick<TimeChange, 'before' | 'after'>): number {
  return after / before;
}

function summaryOf({ variants, times: _times, ...build }: ComparedBuild): BuildSummary {
  return { ...build, variants: variants.length };
}

/** Returns undefined if nothing changed. */
function changeOf(
  was: ComparedVariant,
  is: ComparedVariant,
): Pick<VariantChange, 'kind' | 'settings' | 'specialisationBefore' | 'figures'> | undefined {
  const settings = changedSettings(was.algo, is.algo);
  const figures = changedFigures(was, is);
  const isMoved = was.specialisation !== is.specialisation;
  const isSameFile = was.hash === is.hash && was.sha256 === is.sha256 && hasSamePtx(was, is);
  if (isSameFile && settings.length + figures.length === 0 && !isMoved) return undefined;
  // The number of warps is one of the settings.
  const isSet = (figure: FigureName): boolean =>
    settings.some(({ name }) => name === SETTINGS_OF[figure]);
  return {
    kind: kindOf(was, is, figures),
    settings,
    specialisationBefore: isMoved ? was.specialisation : undefined,
    figures: figures.filter(({ figure }) => !isSet(figure)),
  };
}

/** Settings that are figures too. */
const SETTINGS_OF: Readonly<Partial<Record<FigureName, string>>> = {
  warps: 'num_warps',
  ctas: 'num_ctas',
};

function hasSamePtx(was: ComparedVariant, is: ComparedVariant): boolean {
  return was.ptx?.sha256 === is.ptx?.sha256;
}

function kindOf(
  was: ComparedVariant,
  is: ComparedVariant,
  figures: readonly FigureChange[],
): ChangeKind {
  if (!hasSamePtx(was, is)) return 'code';
  if (was.sha256 !== undefined && was.sha256 === is.sha256 && figures.length === 0)
    return 'metadata';
  // The size of a cubin includes what surrounds the code.
  if (figures.some(({ figure }) => figure !== 'size')) return 'code';
  const [old, now] = [was.resources.codeSha256, is.resources.codeSha256];
  if (old === undefined || now === undefined) return 'unknown';
  return old === now ? 'metadata' : 'code';
}

function changedSettings(before: Settings, after: Settings): readonly SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    before[name] === after[name] ? [] : [{ name, before: before[name], after: after[name] }],
  );
}

/** Returns the label of a variant, without some settings. */
type Label = (
  variant: Pick<ComparedVariant, 'kernel' | 'algo'> & {
    readonly specialisation?: string | undefined;
  },
  without?: ReadonlySet<string>,
) => string;

/** Labels have the settings and the condition that not all variants of a kernel have. */
function labeller(variants: readonly ComparedVariant[]): Label {
  const kernels = new Map<string, Map<string, Set<string | undefined>>>();
  const conditions = new Map<string, Set<string>>();
  const algos = new Map(
    variants.map(({ kernel, algo }) => [canonicalJson([kernel, algo]), { kernel, algo }]),
  );
  for (const { kernel, algo } of algos.values()) {
    const values = kernels.get(kernel) ?? new Map<string, Set<string | undefined>>();
    for (const name of Object.keys(algo)) values.set(name, values.get(name) ?? new Set());
    kernels.set(kernel, values);
  }
  for (const { kernel, algo } of algos.values())
    for (const [name, values] of kernels.get(kernel) ?? []) values.add(algo[name]);
  for (const { kernel, specialisation } of variants)
    conditions.set(kernel, (conditions.get(kernel) ?? new Set()).add(specialisation));
  return ({ kernel, algo, specialisation }, without) => {
    const settings = [...(kernels.get(kernel) ?? [])].flatMap(([name, values]) =>
      values.size > 1 && without?.has(name) !== true && algo[name] !== undefined
        ? [`${name}=${algo[name]}`]
        : [],
    );
    const hasOthers = (conditions.get(kernel)?.size ?? 0) > 1;
    const condition = specialisation === '' ? 'any values' : specialisation;
    return [...settings, ...(hasOthers && condition !== undefined ? [condition] : [])].join(', ');
  };
}

/** Compares the times of the calls that both builds have measured. */
function timeChanges(
  old: readonly MeasuredTime[],
  now: readonly MeasuredTime[],
  pairs: readonly (readonly [ComparedVariant, ComparedVariant])[],
  label: Label,
): readonly TimeChange[] {
  const known = new Map<string, number>();
  // The first is that of the benchmark.
  for (const time of old.toReversed()) known.set(keyOf(time), time.microseconds);
  const earlier = new Map(pairs.map(([was, is]) => [algoOf(is), was.algo]));
  const changed = new Set(
    pairs.flatMap(([was, is]) => {
      const kind = changeOf(was, is)?.kind ?? 'metadata';
      return kind === 'metadata' ? [] : [algoOf(is)];
    }),
  );
  const seen = new Set<string>();
  return now.flatMap((time) => {
    const { device, kernel, case: name, microseconds } = time;
    const was = known.get(keyOf({ ...time, algo: earlier.get(algoOf(time)) ?? time.algo }));
    if (was === undefined || seen.has(keyOf(time))) return [];
    seen.add(keyOf(time));
    const isChanged = changed.has(algoOf(time));
    const { algo } = time;
    const [before, after] = [was, microseconds];
    return [{ device, kernel, case: name, algo, label: label(time), before, after, isChanged }];
  });
}

function keyOf({ device, kernel, case: name, algo, specialisation }: MeasuredTime): string {
  return canonicalJson([device, kernel, name, algo, specialisation ?? null]);
}

function algoOf({ kernel, algo }: Pick<ComparedVariant, 'kernel' | 'algo'>): string {
  return canonicalJson([kernel, algo]);
}

/** What is worse comes first, then changes of code, then the rest. */
function severityOf({ kind, figures }: VariantChange): number {
  const base = { code: 2, unknown: 1, metadata: 0 }[kind];
  return base + figures.reduce((sum, change) => sum + worsening(change), 0);
}

/** Sorts the largest first; equal ones stay in order. */
function sorted<T>(items: readonly T[], by: (item: T) => number): readonly T[] {
  return items
    .map((item) => [by(item), item] as const)
    .toSorted(([a], [b]) => b - a)
    .map(([, item]) => item);
}

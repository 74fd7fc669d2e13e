import { z } from 'zod';
import { groupBy } from '../../base/groups.ts';
import {
  changedFigures,
  type FigureChange,
  figureChangeSchema,
  type FigureName,
  worsening,
} from '../../compile/figures.ts';
import type { ComparedBuild, ComparedVariant, Settings } from './build.ts';
import { matchVariants } from './match.ts';

const settingsSchema = z.record(z.string(), z.string()).readonly();
const integer = z.number().int().nonnegative();

/** A compared build, without its kernels. */
const buildSchema = z
  .object({
    package: z.string(),
    version: z.string(),
    triton: z.string(),
    ptxas: z.array(z.string()).readonly(),
    generator: z.string().optional(),
    origin: z.string().optional(),
    variants: integer,
  })
  .readonly();
export type BuildSummary = z.infer<typeof buildSchema>;

const namedSchema = z.object({
  kernel: z.string(),
  target: z.string(),
  algo: settingsSchema,
  specialisation: z.string(),
  label: z.string(),
});

/** A variant, with the name that tells it from others of its kernel. */
export type NamedVariant = Readonly<z.infer<typeof namedSchema>>;

/** A constant or option that has another value, as text; absent if a build does not have it. */
const settingSchema = z
  .object({ name: z.string(), before: z.string().optional(), after: z.string().optional() })
  .readonly();
type SettingChange = z.infer<typeof settingSchema>;

const changeSchema = namedSchema
  .extend({
    /**
     * code: the machine code, PTX, or what it takes of a GPU. metadata: only what surrounds the code, such
     * as names, line tables, or the kernel hash.
     */
    kind: z.enum(['code', 'metadata']),
    /** The settings of the algo that have other values: then it is another variant in its place. */
    settings: z.array(settingSchema).readonly(),
    /** The condition before, if that changed. */
    specialisationBefore: z.string().optional(),
    figures: z.array(figureChangeSchema).readonly(),
  })
  .readonly();

/** A variant of both builds that is not the same. */
export type VariantChange = z.infer<typeof changeSchema>;

/** The number of variants of each kind; `changed` are those with another code. */
const countsSchema = z
  .object({
    added: integer,
    removed: integer,
    changed: integer,
    metadata: integer,
    unchanged: integer,
  })
  .readonly();
export type DifferenceCounts = z.infer<typeof countsSchema>;

const kernelSchema = z
  .object({
    kernel: z.string(),
    counts: countsSchema,
    /** The changed settings and conditions, such as `num_warps 8 → 4 (algo 0)`. */
    settings: z.array(z.string()).readonly(),
  })
  .readonly();

/** The changes of a kernel. */
export type KernelDifference = z.infer<typeof kernelSchema>;

/** The changes from one build of a package to another, as report.json has them. */
export const differenceSchema = z
  .object({
    before: buildSchema,
    after: buildSchema,
    /** The worst first. */
    kernels: z.array(kernelSchema).readonly(),
    addedKernels: z.array(z.string()).readonly(),
    removedKernels: z.array(z.string()).readonly(),
    added: z.array(namedSchema).readonly(),
    removed: z.array(namedSchema).readonly(),
    /** The worst first. */
    changed: z.array(changeSchema).readonly(),
    unchanged: integer,
  })
  .readonly();
export type Difference = z.infer<typeof differenceSchema>;

/** Compares two builds of a package. */
export function compareBuilds(before: ComparedBuild, after: ComparedBuild): Difference {
  const matches = matchVariants(before.variants, after.variants);
  const pairs = matches.pairs.map(([was, is]) => ({ was, is, change: changeOf(was, is) }));
  const changed = sorted(
    pairs.flatMap(({ change }) => change ?? []),
    severityOf,
  );
  const [old, now] = [before, after].map(
    ({ variants }) => new Set(variants.map(({ kernel }) => kernel)),
  ) as [Set<string>, Set<string>];
  const [added, removed] = [matches.added.map(named), matches.removed.map(named)];
  const groups = {
    added: groupBy(added, kernelOf),
    removed: groupBy(removed, kernelOf),
    pairs: groupBy(pairs, ({ is }) => is.kernel),
  };
  const inCode = changed.filter(({ kind }) => kind !== 'metadata');
  const kernels = new Set([...[...inCode, ...added, ...removed, ...changed].map(kernelOf), ...now]);
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    kernels: [...kernels].map((kernel) =>
      kernelDifference(
        kernel,
        groups.added.get(kernel)?.length ?? 0,
        groups.removed.get(kernel)?.length ?? 0,
        groups.pairs.get(kernel) ?? [],
      ),
    ),
    addedKernels: [...now].filter((name) => !old.has(name)),
    removedKernels: [...old].filter((name) => !now.has(name)),
    added,
    removed,
    changed,
    unchanged: pairs.length - changed.length,
  };
}

/** A variant of both builds. */
interface Pair {
  readonly was: ComparedVariant;
  readonly is: ComparedVariant;
  readonly change: VariantChange | undefined;
}

function kernelOf({ kernel }: { readonly kernel: string }): string {
  return kernel;
}

function named({ kernel, target, algo, specialisation, label }: ComparedVariant): NamedVariant {
  return { kernel, target, algo, specialisation, label };
}

function kernelDifference(
  kernel: string,
  added: number,
  removed: number,
  pairs: readonly Pair[],
): KernelDifference {
  const count = (kind: VariantChange['kind'] | undefined): number =>
    pairs.filter(({ change }) => change?.kind === kind).length;
  const algos = new Set(pairs.map(({ is }) => is.algoLabel));
  // By what changed, the algos and specialisations in which it did.
  const settings = new Map<string, Set<string>>();
  const add = (text: string, label: string): void =>
    void settings.set(text, (settings.get(text) ?? new Set()).add(label));
  for (const { is, change } of pairs) {
    if (change === undefined) continue;
    for (const each of change.settings) add(settingText(each), is.algoLabel);
    const condition = conditionText(change);
    if (condition !== undefined) add(condition, is.specialisationLabel);
  }
  return {
    kernel,
    counts: {
      added,
      removed,
      changed: count('code'),
      metadata: count('metadata'),
      unchanged: count(undefined),
    },
    settings: [...settings].map(([text, labels]) =>
      labels.has('') || algos.size === labels.size ? text : `${text} (${[...labels].join(', ')})`,
    ),
  };
}

/** Describes a setting as `num_warps 4 → 8`. */
export function settingText({
  name,
  before = 'not set',
  after = 'not set',
}: SettingChange): string {
  return `${name} ${before} → ${after}`;
}

/** Describes another condition; undefined if it is the same. */
export function conditionText({
  specialisationBefore,
  specialisation,
}: VariantChange): string | undefined {
  if (specialisationBefore === undefined) return undefined;
  return `${specialisationBefore || 'any values'} → ${specialisation || 'any values'}`;
}

function summaryOf({ variants, ...build }: ComparedBuild): BuildSummary {
  return { ...build, variants: variants.length };
}

/** Returns undefined if nothing changed. */
function changeOf(was: ComparedVariant, is: ComparedVariant): VariantChange | undefined {
  const settings = changedSettings(was.algo, is.algo);
  const figures = changedFigures(was, is);
  const isMoved = was.specialisation !== is.specialisation;
  const isSameFile = was.hash === is.hash && was.sha256 === is.sha256 && hasSamePtx(was, is);
  if (isSameFile && settings.length + figures.length === 0 && !isMoved) return undefined;
  // The number of warps is one of the settings.
  const isSet = (figure: FigureName): boolean =>
    settings.some(({ name }) => name === SETTINGS_OF[figure]);
  return {
    ...named(is),
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
): VariantChange['kind'] {
  if (!hasSamePtx(was, is)) return 'code';
  // The size of a cubin includes what surrounds the code.
  if (figures.some(({ figure }) => figure !== 'size')) return 'code';
  return was.resources.codeSha256 === is.resources.codeSha256 ? 'metadata' : 'code';
}

function changedSettings(before: Settings, after: Settings): readonly SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    before[name] === after[name] ? [] : [{ name, before: before[name], after: after[name] }],
  );
}

/** Ranks what is worse first, then changes of code, then the rest. */
function severityOf({ kind, figures }: VariantChange): number {
  const base = { code: 1, metadata: 0 }[kind];
  return base + figures.reduce((sum, change) => sum + worsening(change), 0);
}

/** Sorts the largest first; equal ones stay in order. */
function sorted<T>(items: readonly T[], by: (item: T) => number): readonly T[] {
  return items
    .map((item) => [by(item), item] as const)
    .toSorted(([a], [b]) => b - a)
    .map(([, item]) => item);
}

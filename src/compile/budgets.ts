import type { CheckedVariant } from './cubin/check.ts';
import type { Occupancy } from './cubin/occupancy.ts';
import { FIGURES, figuresOf, worseBy } from './figures.ts';
import type { Log } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { groupBy } from '../base/groups.ts';
import { plural, sha256 } from '../base/text.ts';
import type { BudgetKey, BudgetLimit } from '../manifest/budget.ts';
import type { Manifest } from '../manifest/manifest.ts';
import {
  describeConfig,
  describeSpecialisation,
  specialisationOf,
} from '../manifest/terms/kernel.ts';
import { variantName } from '../plan/variants.ts';

/**
 * Compares what the variants take with the budgets of their kernels. Logs a warning for what is
 * exceeded, where the manifest says so.
 * @throws {Failure} `threshold` with one problem for each kernel and limit.
 */
export function checkBudgets(
  checked: readonly CheckedVariant[],
  { kernels }: Pick<Manifest, 'kernels'>,
  log: Pick<Log, 'warning'>,
): void {
  const variants = groupBy(checked, ({ variant }) => variant.kernel.name);
  const errors = kernels.flatMap(({ name, budget: { limits, exceeded } }) => {
    const problems = [...limits].flatMap(([key, limit]) =>
      excessOf(variants.get(name) ?? [], key, limit),
    );
    if (exceeded === 'error') return problems;
    for (const problem of problems) log.warning(problem);
    return [];
  });
  failOverLimits(errors);
}

/** The most problems that a failure lists. */
const MOST_LISTED = 50;

/**
 * Ends a build or a comparison that exceeds limits: those of a budget, or of `fail-on`.
 * @throws {Failure} `threshold` if there is any problem.
 */
export function failOverLimits(problems: readonly Problem[]): void {
  const more = problems.length - MOST_LISTED;
  const rest = more > 0 ? [{ message: `… and ${plural(more, 'more problem')}` }] : [];
  if (problems.length > 0)
    throw new Failure('threshold', [...problems.slice(0, MOST_LISTED), ...rest]);
}

/** The subject of a budget: a variant, or the cubins of a kernel for one target. */
interface Measured {
  readonly name: string;
  readonly value: number;
  /** Describes the worst of several, and says what to do. */
  readonly hint: (over: number, all: number) => string;
}

/** Returns a problem if the worst of the variants, or of the targets, exceeds the limit. */
function excessOf(
  variants: readonly CheckedVariant[],
  key: BudgetKey,
  { amount: allowed, text, place }: BudgetLimit,
): readonly Problem[] {
  const measure = FIGURES[key];
  const by = ({ value }: Measured): number =>
    worseBy({ figure: key, before: allowed, after: value });
  const measured = key === 'size' ? measuredSizes(variants) : valuesOf(variants, key);
  const over = measured.filter((each) => by(each) > 0);
  const worst = highest(over, by);
  if (worst === undefined) return [];
  const { name, value, hint } = worst;
  const amount = { B: plural(value, 'byte'), '%': `${value}%`, '': String(value) }[measure.unit];
  const than = measure.worse === 'lower' ? 'less' : 'more';
  return [
    {
      message: `${name}: ${measure.label} ${amount}, ${than} than the budget of ${measure.unit === 'B' ? sizeText(text, allowed) : text}`,
      hint: `${hint(over.length, measured.length)}, or ${than === 'less' ? 'lower' : 'raise'} the budget.`,
      place,
    },
  ];
}

function valuesOf(
  variants: readonly CheckedVariant[],
  key: Exclude<BudgetKey, 'size'>,
): readonly Measured[] {
  return variants.map((checked) => {
    const { target, resources, variant } = checked;
    const { limit } = resources.occupancy;
    return {
      name: variantName(variant),
      value: figuresOf({ target: target.name, resources })[key],
      hint: (over, all) => {
        const limited = key === 'occupancy' ? ` Limited by ${limit}.` : '';
        const remedy = key === 'occupancy' ? MORE_BLOCKS[limit] : REMEDIES[key];
        return `Compiled with ${described(checked)}. Over budget: ${over} of ${plural(all, 'variant')}.${limited}\n${remedy}`;
      },
    };
  });
}

const REMEDIES = {
  registers: 'Use smaller blocks or more warps (`num_warps`), limit registers with `maxnreg`',
  spills: 'Use smaller blocks or more warps (`num_warps`), raise `maxnreg` if it is set',
  shared: 'Use smaller blocks or fewer stages (`num_stages`)',
};

/** Says how more warps fit, by the limit. */
const MORE_BLOCKS: Readonly<Record<Occupancy['limit'], string>> = {
  warps: 'Use another number of warps (`num_warps`)',
  blocks: 'Use more warps in each block (`num_warps`)',
  registers: 'Use smaller blocks, or limit registers with `maxnreg`',
  'shared memory': 'Use smaller blocks or fewer stages (`num_stages`)',
  'tensor memory': 'Use smaller blocks',
};

/** Returns the bytes of the cubins for each target. */
function measuredSizes(variants: readonly CheckedVariant[]): readonly Measured[] {
  return [...groupBy(variants, ({ target }) => target.name)].flatMap(([target, own]) => {
    const cubins = differentCubins(own);
    const largest = highest(cubins, ({ resources }) => resources.size);
    if (largest === undefined) return [];
    const { variant, resources } = largest;
    return {
      name: `${variant.kernel.name} [${plural(cubins.length, 'cubin')} for ${target}]`,
      value: cubins.reduce((sum, each) => sum + each.resources.size, 0),
      hint: () =>
        `The largest has ${resources.size} bytes: ${variantName(variant)}, compiled with ${described(largest)}.\nUse fewer configs or specialisations`,
    };
  });
}

/** Returns variants without those whose cubin another has too: a package has it once. */
function differentCubins(variants: readonly CheckedVariant[]): readonly CheckedVariant[] {
  const byContent = variants.map((each) => [sha256(each.compiled.cubin), each] as const);
  return [...new Map(byContent.toReversed()).values()].toReversed();
}

/** Returns the constants, options and hints of a variant. */
function described({ variant: { kernel, config, specialisation } }: CheckedVariant): string {
  const chosen = kernel.configs[config];
  const values = chosen === undefined ? '' : describeConfig(chosen);
  const conditions = describeSpecialisation(kernel, specialisationOf(kernel, specialisation));
  return [values, ...(conditions === '' ? [] : [`for ${conditions}`])].join(' ');
}

/** Returns a size as it is written, and in bytes if it has a larger unit. */
function sizeText(text: string, bytes: number): string {
  if (bytes === 0) return text;
  return /\d ?b$/i.test(text) ? plural(bytes, 'byte') : `${text} (${plural(bytes, 'byte')})`;
}

/** Returns the first of those for which `by` is highest. */
function highest<T>(items: readonly T[], by: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || by(item) > by(best) ? item : best),
    undefined,
  );
}

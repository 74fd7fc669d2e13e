import type { CheckedVariant } from './cubin/check.ts';
import type { Occupancy } from './cubin/occupancy.ts';
import { sharedOf } from './cubin/resources.ts';
import type { Log } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { groupBy } from '../base/groups.ts';
import { plural, sha256 } from '../base/text.ts';
import { describeConfig } from '../manifest/terms/kernel.ts';
import type { Budget, BudgetKey, BudgetLimit } from '../manifest/budget.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { describeSpecialisation, specialisationOf } from '../manifest/terms/kernel.ts';
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
  const errors: Problem[] = [];
  for (const { name, budget } of kernels) {
    const problems = excessOf(variants.get(name) ?? [], budget);
    if (budget.exceeded === 'error') errors.push(...problems);
    else for (const problem of problems) log.warning(problem);
  }
  if (errors.length > 0) throw new Failure('threshold', errors);
}

function excessOf(variants: readonly CheckedVariant[], { limits }: Budget): readonly Problem[] {
  return [...limits].flatMap(([key, limit]) => {
    const found = key === 'size' ? sizeExcess(variants, limit) : excess(variants, key, limit);
    return found === undefined ? [] : [{ ...found, place: limit.place }];
  });
}

interface Measure {
  readonly of: (variant: CheckedVariant) => number;
  /** Returns what a variant does, to follow its name in a message. */
  readonly text: (value: number, variant: CheckedVariant) => string;
  readonly hint: (variant: CheckedVariant) => string;
}

const MEASURES: Readonly<Record<Exclude<BudgetKey, 'size'>, Measure>> = {
  registers: {
    of: ({ resources }) => resources.registers,
    text: (value) => `takes ${plural(value, 'register')} per thread`,
    hint: () =>
      'Use smaller blocks or more warps (`num_warps`), limit registers with `maxnreg`, or raise the budget.',
  },
  spills: {
    of: ({ resources }) => resources.instructions.spillBytes,
    text: (value) => `spills ${plural(value, 'byte')} per thread`,
    hint: () =>
      'Use smaller blocks or more warps (`num_warps`), raise `maxnreg` if it is set, or raise the budget.',
  },
  shared: {
    of: ({ target, resources }) => sharedOf(target.name, resources),
    text: (value) => `takes ${plural(value, 'byte')} of shared memory per block`,
    hint: () => 'Use smaller blocks or fewer stages (`num_stages`), or raise the budget.',
  },
  occupancy: {
    of: ({ resources }) => toTenths(100 * resources.occupancy.share),
    text: (value, { resources }) =>
      `has an occupancy of ${value}%, limited by ${resources.occupancy.limit}`,
    hint: ({ resources }) => `${MORE_BLOCKS[resources.occupancy.limit]}, or lower the budget.`,
  },
};

/** Says how more warps fit, by the limit. */
const MORE_BLOCKS: Readonly<Record<Occupancy['limit'], string>> = {
  warps: 'Use another number of warps (`num_warps`)',
  blocks: 'Use more warps in each block (`num_warps`)',
  registers: 'Use smaller blocks, or limit registers with `maxnreg`',
  'shared memory': 'Use smaller blocks or fewer stages (`num_stages`)',
  'tensor memory': 'Use smaller blocks',
};

/** Returns a problem if the worst variant takes more than the limit. */
function excess(
  variants: readonly CheckedVariant[],
  key: keyof typeof MEASURES,
  limit: BudgetLimit,
): Problem | undefined {
  const { of, text, hint } = MEASURES[key];
  const isLeast = key === 'occupancy';
  const by = (variant: CheckedVariant): number =>
    isLeast ? toTenths(limit.value) - of(variant) : of(variant) - limit.value;
  const over = variants.filter((variant) => by(variant) > 0);
  const worst = highest(over, by);
  if (worst === undefined) return undefined;
  return {
    message: `${variantName(worst.variant)} ${text(of(worst), worst)}; the budget is ${isLeast ? 'at least ' : ''}${limitText(key, limit)}`,
    hint: `Compiled with ${described(worst)}. Over budget: ${over.length} of ${plural(variants.length, 'variant')}.\n${hint(worst)}`,
  };
}

/** The cubins of the target that has the most bytes of them, if they are more than the limit. */
function sizeExcess(variants: readonly CheckedVariant[], limit: BudgetLimit): Problem | undefined {
  const targets = [...new Set(variants.map(({ target }) => target.name))].map((target) => {
    const cubins = differentCubins(variants.filter((each) => each.target.name === target));
    return { target, cubins, bytes: cubins.reduce((sum, each) => sum + each.resources.size, 0) };
  });
  const worst = highest(
    targets.filter(({ bytes }) => bytes > limit.value),
    ({ bytes }) => bytes,
  );
  const largest = highest(worst?.cubins ?? [], ({ resources }) => resources.size);
  if (worst === undefined || largest === undefined) return undefined;
  const { target, cubins, bytes } = worst;
  return {
    message: `${largest.variant.kernel.name} has ${plural(cubins.length, 'cubin')} for ${target} with ${bytes} bytes; the budget is ${limitText('size', limit)}`,
    hint: `The largest has ${largest.resources.size} bytes: ${variantName(largest.variant)}, compiled with ${described(largest)}.\nUse fewer configs or specialisations, or raise the budget.`,
  };
}

/** Variants without those whose cubin another has too: a package has it once. */
function differentCubins(variants: readonly CheckedVariant[]): readonly CheckedVariant[] {
  const byContent = variants.map((each) => [sha256(each.compiled.cubin), each] as const);
  return [...new Map(byContent.toReversed()).values()].toReversed();
}

/** The constants, options and hints of a variant. */
function described({ variant: { kernel, config, specialisation } }: CheckedVariant): string {
  const chosen = kernel.configs[config];
  const values = chosen === undefined ? '' : describeConfig(chosen);
  const conditions = describeSpecialisation(kernel, specialisationOf(kernel, specialisation));
  return [values, ...(conditions === '' ? [] : [`for ${conditions}`])].join(' ');
}

/** Tenths of a percent are shown, and compared: 66.7% is two thirds. */
function toTenths(percent: number): number {
  return Number(percent.toFixed(1));
}

function limitText(key: BudgetKey, { text, value }: BudgetLimit): string {
  const isSize = (key === 'shared' || key === 'size' || key === 'spills') && value > 0;
  if (!isSize) return text;
  return /\d ?b$/i.test(text) ? plural(value, 'byte') : `${text} (${plural(value, 'byte')})`;
}

/** The first of those for which `by` is highest. */
function highest<T>(items: readonly T[], by: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || by(item) > by(best) ? item : best),
    undefined,
  );
}

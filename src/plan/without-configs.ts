import type { Problems } from '../manifest/problems.ts';
import { type Config, isNotFor, type Kernel } from '../manifest/terms/kernel.ts';
import type { KernelSmoke, ReachedCase } from '../manifest/cases/case.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/** True if a kernel is not built with a config for a target. */
export type IsMissing = (config: Config, target: Target) => boolean;

/**
 * Leaves out configs for targets. One that is left out for all targets loses its number. The smoke
 * test may be left without an algo.
 */
export function withoutConfigs(kernel: Kernel, isMissing: IsMissing): Kernel {
  const kept = keptConfigs(kernel, isMissing);
  const configs = kernel.configs.flatMap((config, index) => {
    if (!kept.includes(index)) return [];
    const notFor = kernel.targets.filter((target) => isLeftOut(config, target, isMissing));
    return [notFor.length === 0 ? config : { ...config, notFor }];
  });
  const smoke = kernel.smoke && renumberSmoke(kernel.smoke, kept);
  return { ...kernel, configs, smoke };
}

/** The indices of configs that are left for any target. */
export function keptConfigs(kernel: Kernel, isMissing: IsMissing): readonly number[] {
  return kernel.configs.flatMap((config, index) =>
    kernel.targets.every((target) => isLeftOut(config, target, isMissing)) ? [] : [index],
  );
}

/** The targets for which no config is left. */
export function targetsWithoutConfig(kernel: Kernel, isMissing: IsMissing): readonly Target[] {
  return kernel.targets.filter((target) =>
    kernel.configs.every((config) => isLeftOut(config, target, isMissing)),
  );
}

/**
 * Leaves out the configs that are for none of the kernel's targets.
 * @param problems bound to the kernel
 */
export function withoutUnusedConfigs(kernel: Kernel, problems: Problems): Kernel {
  const empty = targetsWithoutConfig(kernel, isNotFor);
  if (empty.length > 0) {
    problems
      .at('configs')
      .add(
        `${kernel.name}: no config is for ${empty.map(({ name }) => name).join(', ')}`,
        'Add the target to `targets:` of a config, or remove it from those of the kernel.',
      );
    return kernel;
  }
  if (keptConfigs(kernel, isNotFor).length === kernel.configs.length) return kernel;
  const remaining = withoutConfigs(kernel, isNotFor);
  if (remaining.smoke?.algos.length === 0)
    problems
      .at('smoke', 'algos')
      .add(noAlgoToTest(kernel), 'Add algos that are for these targets.');
  return remaining;
}

/** Returns what to say if no algo is left that the smoke test names. */
export function noAlgoToTest({ name, smoke }: Kernel): string {
  return `${name}: none of the algos to test is built: ${smoke?.algos.join(', ')}`;
}

function isLeftOut(config: Config, target: Target, isMissing: IsMissing): boolean {
  return isNotFor(config, target) || isMissing(config, target);
}

/** The smoke test with the numbers of the kept configs. */
function renumberSmoke(smoke: KernelSmoke, kept: readonly number[]): KernelSmoke {
  const renumber = (algos: readonly number[]): number[] =>
    algos.flatMap((algo) => (kept.includes(algo) ? [kept.indexOf(algo)] : []));
  const renumberCase = (each: ReachedCase): ReachedCase => ({
    ...each,
    grids: each.grids.filter((_grid, algo) => kept.includes(algo)),
    runs: each.runs.flatMap((run) => {
      if (run.algos === undefined) return [run];
      const own = renumber(run.algos);
      return own.length === 0 ? [] : [{ ...run, algos: own }];
    }),
  });
  return {
    ...smoke,
    algos: renumber(smoke.algos),
    cases: smoke.cases.map(renumberCase),
    timed: smoke.timed.map(renumberCase),
    proposed: smoke.proposed.map(renumberCase),
  };
}

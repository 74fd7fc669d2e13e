import { dirname, join } from 'node:path';
import { Failure, type Place, type Problem } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { groupBy } from '../base/groups.ts';
import { plural } from '../base/text.ts';
import { describeConfig } from '../manifest/terms/kernel.ts';
import type { Config, Kernel } from '../manifest/terms/kernel.ts';
import type { Plan } from '../plan/plan.ts';
import type { Variant } from '../plan/variants.ts';
import {
  type IsMissing,
  keptConfigs,
  noAlgoToTest,
  targetsWithoutConfig,
  withoutConfigs,
} from '../plan/without-configs.ts';
import type { StoredFailure } from './store/kinds.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/** The reason for which a variant is not built. */
export interface VariantFailure extends StoredFailure {
  /** It compiles, but no GPU of its target can launch it. */
  readonly cannotLaunch?: true;
}

/** The reasons for which variants are not built, by kernel hash. */
export type Failures = ReadonlyMap<string, VariantFailure>;

/** A config that is left out for some targets, with the first error. */
interface DroppedConfig {
  readonly kernel: Kernel;
  readonly config: Config;
  readonly targets: readonly Target[];
  readonly failure: VariantFailure;
}

/** The part of a plan that compiles. */
interface Remaining {
  readonly plan: Plan;
  readonly dropped: readonly DroppedConfig[];
}

/**
 * Leaves out the configs that do not compile or cannot be launched, of kernels that allow it. A config is left out for a
 * target if one of its specialisations fails. Those left out for all targets lose their number.
 * @throws {Failure} `compile` if a kernel has no config left for a target, `usage` if none that its
 * smoke test names.
 */
export function dropConfigs(plan: Plan, failures: Failures): Remaining {
  if (failures.size === 0) return { plan, dropped: [] };
  const dropped: DroppedConfig[] = [];
  const variants: Variant[] = [];
  const planned = groupBy(plan.variants, ({ kernel }) => kernel);
  const kernels = plan.kernels.map((kernel) => {
    const own = planned.get(kernel) ?? [];
    const missing = kernel.mayDropConfigs ? missingConfigs(kernel, own, failures) : [];
    if (missing.length === 0) {
      variants.push(...own);
      return kernel;
    }
    dropped.push(...missing);
    checkRemaining(kernel, missing, plan.manifest.file);
    const isMissing = missingIn(missing);
    const remaining = withoutConfigs(kernel, isMissing);
    if (remaining.smoke?.algos.length === 0) {
      throw new Failure('usage', {
        message: noAlgoToTest(kernel),
        place: kernel.place,
        hint: 'Change `algos:` in the smoke section.',
      });
    }
    variants.push(...remainingVariants(kernel, own, remaining, isMissing));
    return remaining;
  });
  return { plan: { ...plan, kernels, variants }, dropped };
}

/** A warning for each config that is left out. */
export function droppedWarnings(
  dropped: readonly DroppedConfig[],
  manifest: string,
): readonly Problem[] {
  return dropped.map(({ kernel, config, targets, failure }) => ({
    message: `${kernel.name}: the config ${describeConfig(config)} is left out for ${namesOf(targets)}, because ${failure.cannotLaunch ? 'no GPU there can launch it' : 'it does not compile'}: ${failure.message}`,
    place: placeOf(kernel, failure, manifest),
    hint: 'Set `strict_configs: true` to make this an error.',
  }));
}

function missingConfigs(
  kernel: Kernel,
  variants: readonly Variant[],
  failures: Failures,
): readonly DroppedConfig[] {
  return kernel.configs.flatMap((config, index) => {
    const failed = variants.flatMap((variant) => {
      const failure = variant.config === index ? failures.get(variant.hash) : undefined;
      return failure === undefined ? [] : [{ target: variant.target, failure }];
    });
    const targets = kernel.targets.filter((target) =>
      failed.some((each) => each.target === target),
    );
    const [first] = failed;
    return first === undefined ? [] : [{ kernel, config, targets, failure: first.failure }];
  });
}

function checkRemaining(kernel: Kernel, missing: readonly DroppedConfig[], manifest: string): void {
  const empty = targetsWithoutConfig(kernel, missingIn(missing));
  if (empty.length === 0) return;
  const causes = new Map<string, DroppedConfig[]>();
  for (const each of missing.filter(({ targets }) => targets.some((one) => empty.includes(one)))) {
    const cause = JSON.stringify(each.failure);
    causes.set(cause, [...(causes.get(cause) ?? []), each]);
  }
  const problems = [...causes.values()].flatMap(([first, ...others]): Problem[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more config')}`;
    const message = `${kernel.name}: no config is left for ${namesOf(empty)}; ${describeConfig(first.config)}${more}: ${first.failure.message}`;
    return [{ message, place: placeOf(kernel, first.failure, manifest) }];
  });
  throw new Failure('compile', problems);
}

function missingIn(missing: readonly DroppedConfig[]): IsMissing {
  return (config, target) =>
    missing.some((each) => each.config === config && each.targets.includes(target));
}

function remainingVariants(
  kernel: Kernel,
  variants: readonly Variant[],
  remaining: Kernel,
  isMissing: IsMissing,
): readonly Variant[] {
  const kept = keptConfigs(kernel, isMissing);
  return variants.flatMap((variant) => {
    const config = kernel.configs[variant.config];
    if (config === undefined || isMissing(config, variant.target)) return [];
    return [{ ...variant, kernel: remaining, config: kept.indexOf(variant.config) }];
  });
}

function namesOf(targets: readonly Target[]): string {
  return targets.map(({ name }) => name).join(', ');
}

function placeOf(
  { source }: Kernel,
  { file = source.file, line = source.line }: StoredFailure,
  manifest: string,
): Place {
  return { file: shownPath(join(dirname(manifest), file), manifest), line };
}

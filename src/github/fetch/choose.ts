import { Failure, type Problem } from '../../base/errors.ts';
import { capabilityOf, isCuda } from '../../manifest/terms/nvidia.ts';
import { parseTarget, runsOn, targetNames } from '../../manifest/terms/target.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** The package to take if there are several. */
export interface PackageFilter {
  readonly package?: string | undefined;
  /** The targets that it must have. */
  readonly targets?: readonly string[] | undefined;
}

/** One of the packages to choose from. */
interface Candidate<Item> {
  readonly item: Item;
  readonly package: string;
  /** Where it is, for messages. */
  readonly name: string;
  /** The targets that it has code for; undefined if they are not known yet. */
  readonly targets: readonly string[] | undefined;
}

/**
 * Returns the only package. `title` is where the candidates are, for messages.
 * @throws {Failure} `usage` if there are several, or it has no code for a wanted target.
 */
export function chooseOne<Item>(
  candidates: readonly Candidate<Item>[],
  { targets = [] }: PackageFilter,
  title: string,
): Item {
  const packages = new Set(candidates.map((one) => one.package));
  if (packages.size > 1) {
    throw new Failure('usage', {
      message: `${title} has several packages: ${[...packages].join(', ')}`,
      hint: 'Name one in `package`.',
    });
  }
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0) {
    throw new Failure('usage', {
      message: `${title} has the package ${[...packages].join(', ')} more than once: ${candidates.map(({ name }) => name).join(', ')}`,
      hint: 'Give packages different names in their manifests.',
    });
  }
  const { item, targets: held } = only;
  const missing = missingTargets(held ?? [], parseTargetNames(targets));
  if (held === undefined || missing.length === 0) return item;
  throw new Failure('usage', {
    message: `${title} has no code for ${missing.map(({ name }) => name).join(', ')}`,
    hint: `It has code for ${held.join(', ')}. Add the missing targets to the manifest that it is built from, or remove them from \`targets\`.`,
  });
}

/** Returns a problem for each name that is not a known target. */
export function unknownTargetProblems(names: readonly string[]): readonly Problem[] {
  const unknown = names.filter((name) => parseTarget(name) === undefined);
  return unknown.map((name) => ({
    message: `targets: unknown target \`${name}\``,
    hint: `Known targets are ${targetNames().join(', ')}.`,
  }));
}

/**
 * Returns the targets with these names.
 * @throws {Failure} `usage` for unknown names.
 */
export function parseTargetNames(names: readonly string[] = []): readonly Target[] {
  const problems = unknownTargetProblems(names);
  if (problems.length > 0) throw new Failure('usage', problems);
  return names.flatMap((name) => parseTarget(name) ?? []);
}

/** Returns those of the wanted targets that none of the held ones runs on. */
export function missingTargets(
  held: readonly string[],
  wanted: readonly Target[],
): readonly Target[] {
  const cubins = held.flatMap((name) => parseTarget(name) ?? []);
  return wanted.filter((target) => {
    if (!isCuda(target)) return !held.includes(target.name);
    return !cubins.some((cubin) => runsOn(cubin, capabilityOf(target)));
  });
}

import { Failure, type Problem } from '../../base/errors.ts';
import {
  minorRange,
  isHip,
  parseTarget,
  runsOn,
  type Target,
  TARGET_NAMES,
} from '../../manifest/terms/target.ts';

/** The package to take if there are several. */
export interface PackageFilter {
  readonly package?: string | undefined;
  /** The targets that it must have. */
  readonly targets?: readonly string[] | undefined;
}

/** One of the packages and parts of packages to choose from. */
export interface Candidate<Item> {
  readonly item: Item;
  readonly package: string;
  /** The targets that it has code for; undefined if they are not known yet. */
  readonly targets: readonly string[] | undefined;
}

/**
 * Chooses the part that fits the wanted targets best, otherwise the whole package. `title` is where
 * the candidates are, for messages.
 * @throws {Failure} `usage` if none has the targets, or several have.
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
  const wanted = parseTargetNames(targets);
  const held = [...new Set(candidates.flatMap((one) => one.targets ?? []))];
  const [best] = candidates
    .filter((one) => wanted.length > 0 && missingTargets(one.targets ?? [], wanted).length === 0)
    .toSorted((a, b) => compareRanks(rank(a.targets, targets), rank(b.targets, targets)));
  const chosen = best ?? candidates.find((one) => one.targets === undefined);
  if (chosen !== undefined) return chosen.item;
  const missing = missingTargets(held, wanted);
  if (missing.length > 0) {
    throw new Failure('usage', {
      message: `${title} has no code for ${missing.map(({ name }) => name).join(', ')}`,
      hint: `It has code for ${held.join(', ')}. Add the missing targets to the manifest that it is built from, or remove them from \`targets\`.`,
    });
  }
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only.item;
  const parts = candidates.map((one) => one.targets?.join('+') ?? '');
  throw new Failure('usage', {
    message: `${title} has the package in parts, by target: ${parts.join(', ')}`,
    hint: 'Name one target in `targets`. To get all parts, fetch each to its own folder.',
  });
}

/** The best has the lowest: exactly the targets, then few others, then the newest architecture. */
function rank(held: readonly string[] = [], targets: readonly string[]): readonly number[] {
  const isExact = targets.every((target) => held.includes(target));
  const newest = Math.max(...held.map((name) => Number(/\d+/.exec(name)?.[0] ?? 0)));
  return [isExact ? 0 : 1, held.length, -newest];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

/** Returns a problem for each name that is not a known target. */
export function unknownTargetProblems(names: readonly string[]): readonly Problem[] {
  const unknown = names.filter((name) => parseTarget(name) === undefined);
  return unknown.map((name) => ({
    message: `targets: unknown target \`${name}\``,
    hint: `Known targets are ${TARGET_NAMES.join(', ')}.`,
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
    if (isHip(target)) return !held.includes(target.name);
    const { major, from: minor } = minorRange(target);
    return !cubins.some((cubin) => runsOn(cubin, { major, minor }));
  });
}

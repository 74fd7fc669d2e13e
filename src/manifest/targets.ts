import { likelyTarget, parseTarget, type Target, TARGET_NAMES } from './terms/target.ts';
import type { Problems } from './problems.ts';

/** Parses target names. Duplicates are problems. */
export function readTargets(names: readonly string[], problems: Problems): readonly Target[] {
  return names.flatMap((name, index) => {
    const target = parseTarget(name);
    if (target === undefined) {
      const likely = likelyTarget(name);
      const advice =
        likely === undefined
          ? `expected one of ${TARGET_NAMES.join(', ')}`
          : `did you mean \`${likely}\`?`;
      problems.at(index).add(`unsupported target \`${name}\`; ${advice}`);
      return [];
    }
    if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
      problems.at(index).add(`duplicate target ${target.name}`);
      return [];
    }
    return [target];
  });
}

/** Parses the targets of a kernel, which must be among the manifest's own if it has some. */
export function readKernelTargets(
  names: readonly string[],
  own: readonly Target[] | undefined,
  problems: Problems,
): readonly Target[] {
  const targets = readTargets(names, problems);
  if (own === undefined) return targets;
  const ownNames = own.map(({ name }) => name);
  for (const { name } of targets) {
    if (ownNames.includes(name)) continue;
    const index = names.findIndex((each) => parseTarget(each)?.name === name);
    problems
      .at(index)
      .add(
        `target ${name} is not in the manifest's \`targets\` (${ownNames.join(', ')})`,
        'Add it there or remove it here: a kernel can only leave out targets of the manifest.',
      );
  }
  return targets;
}

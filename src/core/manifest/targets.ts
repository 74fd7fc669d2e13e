import { Failure } from '../base/errors.ts';
import { parseTarget, type Target, TARGET_NAMES } from '../model/target.ts';
import type { Problems } from './problems.ts';
import type { RawManifest } from './schema.ts';

/** The targets to build for: the overriding ones, else the manifest's. */
export function chooseTargets(
  raw: RawManifest,
  override: readonly string[] | undefined,
  problems: Problems,
): readonly Target[] {
  const own = readTargets(raw.targets ?? [], (index, message) =>
    problems.add(['targets', index], message),
  );
  if (override !== undefined) {
    const wrong: string[] = [];
    const chosen = readTargets(override, (_index, message) => wrong.push(message));
    if (wrong.length > 0) {
      throw new Failure(
        'usage',
        wrong.map((message) => ({ message: `targets: ${message}` })),
      );
    }
    return chosen;
  }
  if (raw.targets === undefined)
    problems.add([], 'missing `targets`: expected at least one, such as `[sm_80, sm_90]`');
  return own;
}

/** Reads target names; `onProblem` gets the index and message of each that is none. */
export function readTargets(
  names: readonly string[],
  onProblem: (index: number, message: string) => void,
): Target[] {
  return names.flatMap((name, index) => {
    const target = parseTarget(name);
    if (target === undefined) {
      onProblem(
        index,
        `unsupported target \`${name}\`: expected one of ${TARGET_NAMES.join(', ')}`,
      );
      return [];
    }
    if (names.findIndex((other) => parseTarget(other)?.name === target.name) < index) {
      onProblem(index, `target ${target.name} stands twice in the list`);
      return [];
    }
    return [target];
  });
}

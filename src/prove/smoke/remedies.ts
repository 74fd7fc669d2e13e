import type { RunResult } from './result.ts';

/** Conditions as the value of `requires`. */
export function requiresOf(conditions: readonly string[]): string {
  const [first] = conditions;
  return first !== undefined && conditions.length === 1
    ? first
    : `[${conditions.map((each) => `"${each}"`).join(', ')}]`;
}

/** Returns what to add to the manifest if a failing generated case is not what the kernel is for, one sentence or two each. */
export function remediesOf(
  run: Pick<RunResult, 'problems' | 'outputs'>,
  assumes: readonly string[],
): readonly string[] {
  return [...mask(run.problems, assumes), ...rounded(run), ...places(run)];
}

/** An access outside of a tensor, only where the size is no multiple of a block. */
export function mask(
  problems: RunResult['problems'],
  assumes: readonly string[],
): readonly string[] {
  const isOutside = problems.some(({ kind }) => kind === 'out-of-bounds');
  return isOutside && assumes.some((each) => / % \w+ == 0$/.test(each))
    ? ['The last block reaches beyond the end: add or correct the `mask` of this access.']
    : [];
}

/** Integers that differ by one: the kernel probably rounds to them. */
function rounded({
  problems,
  outputs,
}: Pick<RunResult, 'problems' | 'outputs'>): readonly string[] {
  const wrong = problems.flatMap(({ kind, about }) => (kind === 'values' ? [about] : []));
  const names = outputs.flatMap(({ name, max }) =>
    max === 1 && wrong.includes(name) ? [name] : [],
  );
  return names.map(
    (name) =>
      `Elements of ${name} differ by 1. If the kernel rounds to them, a value just between two numbers can go to either: allow that with \`tolerance: { ${name}: { steps: 1 } }\`.`,
  );
}

/** Blocks that store to one place: the indices are probably not those that the program makes. */
function places({ problems }: Pick<RunResult, 'problems'>): readonly string[] {
  return problems.some(({ kind, message }) => kind === 'race' && message.includes('one place'))
    ? [
        'If the places come from integers in a buffer, which the program makes so that no two thread blocks store to one place, describe them under `fill` with `unique`, `sorted`, `permutation` or `values`.',
      ]
    : [];
}

import type { Path } from '../base/errors.ts';
import type { Problems } from './problems.ts';

/** `init` writes this where a person must give a value. */
export const TODO = 'TODO';

/** Adds a problem for each value of a manifest that is still to be filled in. */
export function addUnfilled(value: unknown, problems: Problems): void {
  for (const path of unfilledIn(value)) {
    const name = path.findLast((key) => typeof key === 'string');
    const [what] = path.flatMap((key) => EXPECTED.get(key) ?? []).slice(-1);
    problems
      .at(...path)
      .add(`\`${name}\` is not filled in${what === undefined ? '' : `: expected ${what}`}`);
  }
}

/** Says which value a key of a kernel, or a key below it, expects. */
const EXPECTED = new Map<Path[number], string>([
  ['globals', 'the value that the program has, or an object of Triton such as `tl.exp`'],
  ['arguments', 'a type, such as `"*fp32"` for a tensor, `i32` or `fp32`'],
  ['constants', 'a value, such as 128'],
  ['requires', 'conditions, such as `[n <= 1024]`'],
  ['grid', 'the numbers of blocks in x, y and z, such as `[cdiv(n, BLOCK)]`'],
]);

/** The paths of the values that are still to be filled in. */
export function unfilledIn(value: unknown, path: Path = []): readonly Path[] {
  if (value === TODO) return [path];
  if (typeof value !== 'object' || value === null) return [];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return parts.flatMap(([key, each]: [string | number, unknown]) =>
    unfilledIn(each, [...path, key]),
  );
}

/** Returns a manifest without the kernels that are still to be filled in. */
export function withoutUnfilled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kernels' in value)) return value;
  const { kernels } = value;
  if (typeof kernels !== 'object' || kernels === null) return value;
  const filled = Object.entries(kernels).filter(([, each]) => unfilledIn(each).length === 0);
  return { ...value, kernels: Object.fromEntries(filled) };
}

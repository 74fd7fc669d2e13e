import type { SmokeCase } from './case.ts';
import { gridOf, isEmpty } from './grids.ts';
import { scalarsIn, scopeOf, type Choice } from './scalars.ts';
import type { Shared } from './shared.ts';

/** The scalars of a case with one of its integers set to 0, such that no algo that is tested launches anything. */
export function emptyScalars(shared: Shared, choice: Choice): SmokeCase['empty'] {
  const { kernel, algos, scope, types } = shared;
  for (const [name, value] of [...choice.chosen, ...choice.given]) {
    if (typeof value !== 'bigint') continue;
    const chosen = new Map([...choice.chosen, [name, 0n]]);
    const changed = scopeOf({ ...choice, chosen }, scope, types, [], () => undefined);
    if (changed === undefined) continue;
    const scalars = scalarsIn(changed, types);
    const isNever = algos.every((algo) => {
      const config = kernel.configs[algo];
      const grid = config && gridOf(kernel, config, scalars);
      return grid?.ok === true && isEmpty(grid.value);
    });
    if (isNever) return scalars;
  }
  return undefined;
}

import { allParameters } from '../kernel.ts';
import type { Path } from '../manifest/document.ts';
import type { Report } from '../manifest/problems.ts';
import type { Literal } from '../manifest/smoke.ts';
import { MOST_BYTES, resolveBuffer } from './buffer.ts';
import type { CaseBuffer, ScalarValue, SmokeCase } from './case.ts';
import { formatCase } from './case-name.ts';
import { emptyScalars } from './empty.ts';
import { gridOf, isEmpty } from './grids.ts';
import { measuresOf } from './measures.ts';
import { bytesOf } from './number-format.ts';
import { runsOf, whyNone } from './reach.ts';
import { scalarsIn, scopeOf, type Choice } from './scalars.ts';
import type { Scope } from './scope.ts';
import type { Shared } from './shared.ts';

/** Evaluates one case, with a run for each specialisation it reaches. Paths are inside the section. */
export function resolveCase(
  shared: Shared,
  chosen: ReadonlyMap<string, Literal>,
  path: Path,
  at: (relative: Path) => Path,
  problem: Report,
): SmokeCase | undefined {
  const { kernel, smoke } = shared;
  const name = formatCase(chosen);
  const choice: Choice = { chosen, given: smoke.arguments };
  const scope = scopeOf(choice, shared.scope, shared.types, path, problem);
  if (scope === undefined) return undefined;
  const scalars = scalarsIn(scope, shared.types);
  const buffers = buffersIn(scope, shared, name, path, problem);
  if (buffers === undefined) return undefined;
  const runs = runsOf(kernel, { scalars, buffers });
  if (runs.length === 0) problem(path, whyNone(kernel, { scalars, buffers }));
  return {
    name,
    path: at(path),
    scalars,
    buffers,
    runs,
    empty: emptyScalars(shared, choice),
    grids: gridsIn(shared, scalars, name, path, problem),
    ...measuresOf(smoke, scope, buffers, name, problem),
  };
}

function buffersIn(
  scope: Scope,
  { kernel, smoke }: Shared,
  name: string,
  path: Path,
  problem: Report,
): SmokeCase['buffers'] | undefined {
  const buffers = new Map<string, CaseBuffer | null>();
  let isWhole = true;
  for (const parameter of allParameters(kernel)) {
    const spec = smoke.buffers.get(parameter.name);
    if (spec === null) buffers.set(parameter.name, null);
    if (spec === null || spec === undefined) continue;
    const identity = { kernel: kernel.name, case: name };
    const buffer = resolveBuffer(parameter, spec, smoke, identity, scope);
    if (buffer.ok) buffers.set(parameter.name, buffer.value);
    else {
      isWhole = false;
      problem(['buffers', parameter.name], buffer.message);
    }
  }
  const bytes = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)),
    0,
  );
  if (bytes > MOST_BYTES) {
    const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
    problem(path, `the buffers of case \`${name}\` take ${size}: expected at most 8 GiB`);
    isWhole = false;
  }
  return isWhole ? buffers : undefined;
}

function gridsIn(
  { kernel, algos }: Shared,
  scalars: ReadonlyMap<string, ScalarValue>,
  name: string,
  path: Path,
  problem: Report,
): SmokeCase['grids'] {
  return kernel.configs.map((config, algo) => {
    const grid = gridOf(kernel, config, scalars);
    const wrong = grid.ok
      ? isEmpty(grid.value) && `is ${grid.value.join(' × ')}, empty`
      : grid.message;
    if (wrong !== false && algos.includes(algo))
      problem(path, `in case \`${name}\` the grid of algo ${algo} ${wrong}`);
    return grid.ok ? grid.value : [0n, 0n, 0n];
  });
}

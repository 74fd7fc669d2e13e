import { GRID_AXES } from '../grid/check.ts';
import { Problems } from '../problems.ts';
import type { KernelDefinition } from '../terms/kernel.ts';
import { bytesOf } from '../values/elements.ts';
import { countOf } from '../values/layout.ts';
import { type CaseCall, evaluateForCall } from './call.ts';
import type { EvaluatedCase, SmokeSpec } from './case.ts';
import {
  caseScope,
  type CaseValues,
  evaluateInteger,
  type KernelCaseContext,
  scalarsIn,
  type SmokeScope,
} from './scope.ts';

type Grid = EvaluatedCase['grids'][number];

/** The number of blocks of a case under one algo. */
export function evaluateCaseGrid(
  kernel: KernelDefinition,
  algo: number,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): Grid | undefined {
  const grid = `the grid of algo ${algo} in case \`${call.name}\``;
  const blocks: bigint[] = [];
  for (const expression of kernel.grid) {
    const result = evaluateForCall(kernel, algo, expression, call);
    if (!result.ok) {
      problems.add(`${result.fault} in ${grid}`);
      return undefined;
    }
    blocks.push(result.value);
  }
  const over = GRID_AXES.find(({ limit }, axis) => (blocks[axis] ?? 1n) > limit);
  if (over !== undefined) {
    const limit = `the ${over.name} axis can have at most ${over.limit} blocks`;
    problems.add(`${grid} is ${blocks.join(' × ')}, but ${limit}`);
    return undefined;
  }
  const [x = 1n, y = 1n, z = 1n] = blocks;
  return [x, y, z];
}

/** Returns whether a launch of the grid does nothing. */
export function isEmptyGrid(grid: Grid): boolean {
  return grid.some((blocks) => blocks <= 0n);
}

/** Returns whether the call of a case launches blocks: not if a size is 0. */
export function launches({ grids }: Pick<EvaluatedCase, 'grids'>): boolean {
  return grids.some((grid) => !isEmptyGrid(grid));
}

/** The scalars of a case with one integer set to 0 so that no tested algo launches anything. */
export function emptyScalars(
  shared: KernelCaseContext,
  values: CaseValues,
  { buffers, views }: Pick<CaseCall, 'buffers' | 'views'>,
): EvaluatedCase['empty'] {
  const { kernel, algos, scope, types } = shared;
  for (const [name, value] of [...values.chosen, ...values.given]) {
    if (typeof value !== 'bigint') continue;
    const chosen = new Map([...values.chosen, [name, 0n]]);
    // A value that does not work is not a problem of the manifest.
    const attempt = new Problems();
    const changed = caseScope({ ...values, chosen }, scope, types, attempt);
    if (changed === undefined) continue;
    const scalars = scalarsIn(changed, types);
    const isEmpty = algos.every((algo) => {
      const grid = evaluateCaseGrid(kernel, algo, { name, scalars, buffers, views }, attempt);
      return grid !== undefined && isEmptyGrid(grid);
    });
    if (isEmpty) return scalars;
  }
  return undefined;
}

/** The bytes and operations of one call of a case, if the manifest gives them. */
export function measuresOf(
  smoke: SmokeSpec,
  scope: SmokeScope,
  buffers: EvaluatedCase['buffers'],
  name: string,
  problems: Problems,
): Pick<EvaluatedCase, 'bytes' | 'flops'> {
  const measure = (key: 'bytes' | 'flops'): bigint | undefined => {
    const expression = smoke[key];
    if (expression === undefined) return undefined;
    if (expression === 'buffers') return movedBytes(buffers);
    const value = evaluateInteger(expression, scope, problems.at(key));
    if (value === undefined || value >= 0n) return value;
    problems.at(key).add(`\`${expression.text}\` is negative in case \`${name}\``);
    return undefined;
  };
  return { bytes: measure('bytes'), flops: measure('flops') };
}

/** The bytes that a call reads and writes: every input or output once, an `inout` twice. */
function movedBytes(buffers: EvaluatedCase['buffers']): bigint {
  let bytes = 0;
  for (const buffer of buffers.values()) {
    if (buffer === null || buffer.role === 'scratch') continue;
    bytes += countOf(buffer) * bytesOf(buffer.element) * (buffer.role === 'inout' ? 2 : 1);
  }
  return BigInt(bytes);
}

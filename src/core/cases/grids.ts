import { GRID_AXES } from '../grid/check.ts';
import { evaluateGrid } from '../grid/evaluate.ts';
import type { Config, Kernel } from '../kernel.ts';
import type { Parsed } from '../manifest/argument.ts';
import type { ScalarValue, SmokeCase } from './case.ts';

type Grid = SmokeCase['grids'][number];

/** The blocks of a call under one config; the message completes "the grid …". */
export function gridOf(
  kernel: Kernel,
  config: Config,
  scalars: ReadonlyMap<string, ScalarValue>,
): Parsed<Grid> {
  const blocks: bigint[] = [];
  for (const expression of kernel.grid) {
    const result = evaluateGrid(expression, (name) => integerNamed(name, config, scalars));
    if (!result.ok) return { ok: false, message: `has an axis with ${result.fault}` };
    blocks.push(result.value);
  }
  const over = GRID_AXES.find(({ limit }, axis) => (blocks[axis] ?? 1n) > limit);
  if (over !== undefined) {
    return {
      ok: false,
      message: `is ${blocks.join(' × ')}, but ${over.name} may have at most ${over.limit} blocks`,
    };
  }
  const [x = 1n, y = 1n, z = 1n] = blocks;
  return { ok: true, value: [x, y, z] };
}

/** Whether nothing is launched for a grid. */
export function isEmpty(grid: Grid): boolean {
  return grid.some((blocks) => blocks <= 0n);
}

function integerNamed(
  name: string,
  config: Config,
  scalars: ReadonlyMap<string, ScalarValue>,
): bigint {
  const constant = config.constants.get(name);
  if (constant?.kind === 'int') return constant.value;
  if (constant?.kind === 'bool') return BigInt(constant.value);
  const scalar = scalars.get(name);
  if (scalar?.kind !== 'integer') throw new Error(`the grid's name ${name} was not checked`);
  return scalar.value;
}

import { type GridExpression, type GridName, type GridNames, substitute } from './expression.ts';
import { type Constant, formatConstant, withElements } from '../terms/constant.ts';
import type { Argument, Config, Heuristic } from '../terms/kernel.ts';
import { formatArgumentType, isInteger } from '../terms/types.ts';

/** The meaning of the names in a kernel's grid under one config. */
export function gridScope(
  args: readonly Argument[],
  gridParameters: readonly Argument[],
  config: Config,
): GridNames {
  const values = [...args, ...gridParameters].map(({ name, type }): [string, GridName] => [
    name,
    isInteger(type)
      ? { kind: 'value' }
      : {
          kind: 'unusable',
          why: `of type ${formatArgumentType(type)}`,
          ...(type.kind === 'pointer' && { presence: 'nullable' }),
        },
  ]);
  const constants = [...withElements(config.constants)].map(([name, value]): [string, GridName] => [
    name,
    constantInGrid(value),
  ]);
  return new Map([...values, ...constants]);
}

function constantInGrid(constant: Constant): GridName {
  switch (constant.kind) {
    case 'int':
      return { kind: 'constant', value: constant.value };
    case 'bool':
      return { kind: 'constant', value: constant.value ? 1n : 0n };
    case 'none':
      return { kind: 'unusable', why: 'the constant None', presence: 'absent' };
    case 'float':
    case 'string':
    case 'dtype':
    case 'tuple':
      return { kind: 'unusable', why: `the constant ${formatConstant(constant)}` };
  }
}

/** Replaces the parameters of heuristics by their expressions, unless the config fixes them. */
export function inlineHeuristics(
  expression: GridExpression,
  heuristics: readonly Heuristic[],
  { constants }: Config,
): GridExpression {
  const trees = new Map<string, GridExpression>();
  for (const { parameter, tree } of heuristics) {
    if (!constants.has(parameter)) trees.set(parameter, substitute(tree, trees));
  }
  return trees.size === 0 ? expression : substitute(expression, trees);
}

import { formatArgumentType, isInteger } from '../argument-type.ts';
import { formatConstant, type Constant } from '../constant.ts';
import type { Argument, Config } from '../kernel.ts';
import type { GridName, GridNames } from './name.ts';

/** What the names in a kernel's grid stand for under one config. */
export function gridScope(
  args: readonly Argument[],
  gridParameters: readonly Argument[],
  config: Config,
): GridNames {
  const values = [...args, ...gridParameters].map(({ name, type }): [string, GridName] => [
    name,
    isInteger(type)
      ? { kind: 'value' }
      : { kind: 'unusable', why: `of type ${formatArgumentType(type)}` },
  ]);
  const constants = [...config.constants].map(([name, value]): [string, GridName] => [
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
    case 'float':
    case 'string':
    case 'none':
    case 'dtype':
      return { kind: 'unusable', why: `the constant ${formatConstant(constant)}` };
  }
}

import { formatArgumentType } from '../argument-type.ts';
import { formatConstant, type Constant } from '../constant.ts';
import type { Kernel } from '../kernel.ts';
import type { Hint } from '../manifest/argument.ts';
import type { Variant } from '../plan.ts';
import { stockGrid } from './grid.ts';

/** What compile.py is told besides the kernel's file and function, by the names of its `CompileArgs`. */
export interface Invocation {
  readonly signature: string;
  readonly grid: string;
  readonly num_warps: number;
  readonly num_stages: number;
  readonly out_name: string;
}

const HINTS: Readonly<Record<Hint, string>> = {
  none: '',
  'divisible-by-16': ':16',
  'equal-to-1': ':1',
};

/** The call of compile.py that a variant stands for. The kernel must be one that `refusals` lets pass. */
export function invocationOf({ kernel, config, specialisation }: Variant): Invocation {
  const { constants, options } = at(kernel.configs, config);
  const hints = at(kernel.specialisations, specialisation);
  return {
    signature: signatureOf(kernel, constants, hints),
    grid: stockGrid(kernel, at(kernel.configs, config), hints),
    num_warps: Number(options.num_warps),
    num_stages: Number(options.num_stages),
    out_name: kernel.name,
  };
}

function signatureOf(
  kernel: Kernel,
  constants: ReadonlyMap<string, Constant>,
  hints: readonly Hint[],
): string {
  const types = new Map(
    kernel.arguments.map(({ name, type }, index) => [
      name,
      `${formatArgumentType(type)}${HINTS[hints[index] ?? 'none']}`,
    ]),
  );
  return kernel.parameters
    .map((name) => types.get(name) ?? formatConstant(constants.get(name) ?? { kind: 'none' }))
    .join(', ');
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`a plan without its part ${index}`);
  return item;
}

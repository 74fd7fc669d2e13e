import { evaluateGrid, type GridFault } from '../grid/evaluate.ts';
import type { GridExpression } from '../grid/expression.ts';
import { type Constant, withElements } from '../terms/constant.ts';
import { type Config, integerOf, type Kernel, type KernelDefinition } from '../terms/kernel.ts';
import type { EvaluatedCase } from './case.ts';
import { inlineHeuristics } from '../grid/scope.ts';

/** The arguments of a case. */
export type CaseCall = Pick<EvaluatedCase, 'scalars' | 'buffers' | 'views'>;

type CallResult =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly fault: GridFault };

/** Evaluates an expression of the kernel, such as its grid, for the call of a case with one algo. */
export function evaluateForCall(
  kernel: KernelDefinition,
  algo: number,
  expression: GridExpression,
  { scalars, buffers }: CaseCall,
): CallResult {
  const config = configAt(kernel, algo);
  const constants = withElements(config.constants);
  return evaluateGrid(
    inlineHeuristics(expression, kernel.heuristics, config),
    (name) => {
      const constant = constants.get(name);
      const scalar = scalars.get(name);
      const value = constant === undefined ? undefined : integerOf(constant);
      if (value !== undefined) return value;
      if (scalar?.kind !== 'integer') throw new Error(`the name ${name} was not checked`);
      return scalar.value;
    },
    (name) => config.constants.get(name)?.kind !== 'none' && buffers.get(name) !== null,
  );
}

/** Returns why the C function refuses the call of a case with one algo; undefined if it does not. */
export function refusalOf(
  kernel: KernelDefinition,
  algo: number,
  call: CaseCall,
): string | undefined {
  for (const { tree, text } of kernel.requirements) {
    const result = evaluateForCall(kernel, algo, tree, call);
    if (!result.ok) return `${result.fault} in \`${text}\``;
    if (result.value === 0n) return `\`${text}\` does not hold`;
  }
  for (const { tree, text, parameter } of kernel.heuristics) {
    const result = evaluateForCall(kernel, algo, tree, call);
    if (!result.ok) return `${result.fault} in the value of ${parameter}, \`${text}\``;
  }
  return undefined;
}

/**
 * The config of an algo with the values of the heuristics for the call of a case. A value that
 * cannot be computed is missing.
 */
export function configForCall(kernel: Kernel, algo: number, call: CaseCall): Config {
  const config = configAt(kernel, algo);
  const computed = kernel.heuristics.flatMap(({ parameter, tree }) => {
    const result = evaluateForCall(kernel, algo, tree, call);
    const value = result.ok ? valueOf(kernel, parameter, result.value) : undefined;
    return value === undefined ? [] : [[parameter, value] as const];
  });
  if (computed.length === 0) return config;
  return { ...config, constants: new Map([...computed, ...config.constants]) };
}

/** The constant with which variants are compiled for a value of a heuristic. */
function valueOf(kernel: Kernel, parameter: string, value: bigint): Constant | undefined {
  return kernel.specialisations
    .flatMap(({ heuristics }) => heuristics.get(parameter) ?? [])
    .find((constant) => integerOf(constant) === value);
}

function configAt({ name, configs }: KernelDefinition, algo: number): Config {
  const config = configs[algo];
  if (config === undefined) throw new Error(`${name} has no algo ${algo}`);
  return config;
}

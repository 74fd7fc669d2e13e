import { foldGrid, type GridFault } from '../manifest/grid/evaluate.ts';
import {
  definedIn,
  type GridExpression,
  isComparison,
  namesIn,
} from '../manifest/grid/expression.ts';
import { parseGrid } from '../manifest/grid/parse.ts';
import type { Constant } from '../manifest/terms/constant.ts';
import type { Argument, Config, Formula, Heuristic } from '../manifest/terms/kernel.ts';
import type { FunctionFacts } from './sources.ts';
import { gridScope, inlineHeuristics } from './grid-scope.ts';

/** One value of @triton.heuristics, as the source has it. */
export type HeuristicFacts = NonNullable<FunctionFacts['heuristics']>[number];

/** The value of a heuristic with one config. */
export type HeuristicValue =
  | { readonly kind: 'constant'; readonly value: Constant }
  /** It depends on the arguments of the call. */
  | { readonly kind: 'call'; readonly isBool: boolean }
  /** It never has a value. */
  | { readonly kind: 'fault'; readonly fault: GridFault };

/** Parses the translation of a lambda; undefined if it has none. */
export function parseHeuristic({ expression }: HeuristicFacts): Formula | undefined {
  if (expression === undefined) return undefined;
  const parsed = parseGrid(expression);
  const [tree, ...others] = parsed.ok ? parsed.axes : [];
  return tree === undefined || others.length > 0 ? undefined : { tree, text: expression };
}

/**
 * Evaluates a heuristic with one config. Returns undefined if it uses something that expressions
 * cannot, such as a float.
 * @param before the heuristics before it whose values are chosen at call time
 */
export function heuristicValue(
  { tree }: Formula,
  config: Config,
  args: readonly Argument[],
  before: readonly Heuristic[],
): HeuristicValue | undefined {
  const scope = gridScope(args, [], config);
  const whole = inlineHeuristics(tree, before, config);
  let fault: GridFault | undefined;
  const folded = foldGrid(whole, scope, (found) => (fault ??= found));
  const isUsable =
    namesIn(folded).every(({ name }) => scope.get(name)?.kind === 'value') &&
    definedIn(folded).every(({ name }) => scope.has(name));
  if (!isUsable) return undefined;
  if (fault !== undefined) return { kind: 'fault', fault };
  const isBool = isBoolean(whole, (name) => isBooleanName(name, config, args));
  if (folded.kind !== 'integer') return { kind: 'call', isBool };
  const { value } = folded;
  return {
    kind: 'constant',
    value: isBool ? { kind: 'bool', value: value !== 0n } : { kind: 'int', value },
  };
}

/** Returns whether Python would give a bool. `a and b` is translated to `a ? b : 0`, `a or b` likewise. */
function isBoolean(expression: GridExpression, isName: (name: string) => boolean): boolean {
  switch (expression.kind) {
    case 'defined':
      return true;
    case 'name':
      return isName(expression.name);
    case 'binary':
      return isComparison(expression);
    case 'choice': {
      const branches = [expression.whenTrue, expression.whenFalse];
      const bools = branches.filter((branch) => isBoolean(branch, isName));
      return bools.length > 0 && branches.every((each) => bools.includes(each) || isBit(each));
    }
    case 'integer':
    case 'negate':
      return false;
  }
}

function isBit(expression: GridExpression): boolean {
  return expression.kind === 'integer' && (expression.value === 0n || expression.value === 1n);
}

function isBooleanName(name: string, { constants }: Config, args: readonly Argument[]): boolean {
  const constant = constants.get(name);
  if (constant !== undefined) return constant.kind === 'bool';
  const type = args.find((argument) => argument.name === name)?.type;
  return type?.kind === 'scalar' && (type.scalar === 'i1' || type.scalar === 'u1');
}

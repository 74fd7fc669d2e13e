import { type EmittedGrid, emitGrid } from '../../manifest/grid/emit-c.ts';
import type { GridExpression } from '../../manifest/grid/expression.ts';
import {
  allParameters,
  type Argument,
  type Config,
  type Kernel,
} from '../../manifest/terms/kernel.ts';
import { formatArgumentType } from '../../manifest/terms/types.ts';
import { gridScope, inlineHeuristics } from '../../plan/grid-scope.ts';

/** The parts of a kernel that its expressions use. */
export type ExpressionScope = Pick<
  Kernel,
  'arguments' | 'gridParameters' | 'configs' | 'heuristics'
>;

/** Writes expressions as C for one config. They read `a` and write `bad`. */
export function emitFor(
  kernel: ExpressionScope,
  config: Config,
  expressions: readonly GridExpression[],
): EmittedGrid {
  const parameters = new Map(allParameters(kernel).map((argument) => [argument.name, argument]));
  const whole = expressions.map((each) => inlineHeuristics(each, kernel.heuristics, config));
  return emitGrid(whole, {
    names: gridScope(kernel.arguments, kernel.gridParameters, config),
    cName: (name) => valueOf(parameters.get(name)),
    cDefined: (name) => `(int64_t)(a->${existing(parameters.get(name)).cName} != 0)`,
    bad: '&bad',
  });
}

function valueOf(argument: Argument | undefined): string {
  const { type, cName } = existing(argument);
  return formatArgumentType(type) === 'u64'
    ? `aot_from_u64(a->${cName}, &bad)`
    : `(int64_t)a->${cName}`;
}

function existing(argument: Argument | undefined): Argument {
  if (argument === undefined) throw new Error('an expression refers to an unknown argument');
  return argument;
}

/** The branch of a switch for all indices with the same text. */
interface SwitchBranch {
  readonly text: string;
  readonly indices: readonly number[];
}

/** Groups equal texts, in the order of their first index. Indices without text have no branch. */
export function groupIndices(texts: readonly (string | undefined)[]): SwitchBranch[] {
  const groups = new Map<string, number[]>();
  for (const [index, text] of texts.entries())
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), index]);
  return [...groups].map(([text, indices]) => ({ text, indices }));
}

/** The labels of a branch. */
export function caseLabels(indices: readonly number[]): string {
  return indices.map((index) => `    case ${index}:`).join('\n');
}

import { foldGrid, type GridFault } from '../manifest/grid/evaluate.ts';
import {
  definedIn,
  type GridExpression,
  isComparison,
  namesIn,
} from '../manifest/grid/expression.ts';
import { parseGrid } from '../manifest/grid/parse.ts';
import { type Constant, formatConstant } from '../manifest/terms/constant.ts';
import {
  type Argument,
  type Config,
  type Formula,
  type Heuristic,
  integerOf,
} from '../manifest/terms/kernel.ts';
import type { FunctionFacts } from './sources.ts';
import { gridScope, inlineHeuristics } from '../manifest/grid/scope.ts';
import { dirname, join } from 'node:path';
import { formatPlace } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import { isInteger } from '../manifest/terms/types.ts';

/** One value of @triton.heuristics, as the source has it. */
type HeuristicFacts = NonNullable<FunctionFacts['heuristics']>[number];

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

/** One heuristic of a kernel, and what its messages say. */
export interface Resolution {
  readonly entry: KernelEntry;
  readonly source: FunctionFacts;
  readonly facts: HeuristicFacts;
  readonly args: readonly Argument[];
  /** The parameter, as messages name it. */
  readonly name: string;
  /** The file and line of the heuristic. */
  readonly place: string;
  readonly problems: Problems;
}

/** The place of a line in the file of the kernel's function, as messages name it. */
export function sourcePlace({ source, place }: KernelEntry, line: number): string {
  const file = shownPath(join(dirname(place.file), source.file), place.file);
  return formatPlace({ file, line });
}

/** Checks that the value in the manifest is the one that the constants give. */
export function checkEqual(
  { entry, facts: { parameter }, name, place, problems }: Resolution,
  own: Constant,
  computed: Constant,
  algo: number,
): void {
  if (integerOf(own) === integerOf(computed)) return;
  partOf(entry, parameter, problems).add(
    `${name} is ${formatConstant(own)}, but @triton.heuristics in ${place} gives ${formatConstant(computed)} for algo ${algo}`,
    `Remove \`${parameter}\`: its value is computed for every config.`,
  );
}

/** The key of the manifest that gives the value of a parameter. */
function partOf(entry: KernelEntry, parameter: string, problems: Problems): Problems {
  if (entry.constants.has(parameter)) return problems.at('constants', parameter);
  return entry.shape.form === 'signature' ? problems.at('signature') : problems.at('configs');
}

/** Checks that values of the manifest can be compared with those of the heuristic. */
export function checkComparable(
  { entry, facts: { parameter }, name, place, problems }: Resolution,
  given: readonly Constant[],
  argument: Argument | undefined,
): void {
  const other = given.find((value) => integerOf(value) === undefined);
  if (other !== undefined) {
    const message = `${name} is ${formatConstant(other)}, but @triton.heuristics in ${place} gives an integer`;
    partOf(entry, parameter, problems).add(message);
  } else if (argument !== undefined && !isInteger(argument.type)) {
    const message = `${name} must be an integer or a constant: @triton.heuristics in ${place} computes it`;
    problems.at(entry.shape.form).add(message);
  }
}

/** Reports a value that is neither given nor can be chosen at call time. */
export function addNumeric(
  { facts: { parameter }, name, place, problems }: Resolution,
  { text }: Formula,
): void {
  problems.add(
    `${name} is computed from arguments by @triton.heuristics in ${place}, and is not a bool: \`${text}\``,
    `Write its value in \`constants:\`, such as \`${parameter}: 1\`. Calls with arguments that give another value are refused.`,
  );
}

/** Heuristics that only a program run gives need a word on when the manifest's values are right. */
export function checkUnknownHeuristics({
  entry,
  source,
  facts,
  place,
  problems,
}: Resolution): void {
  if (entry.requires !== undefined) return;
  const text = facts.untranslated ?? '';
  problems.add(
    `the values of @triton.heuristics of ${entry.source.function} are known only when the program runs: ${place}: \`${text}\``,
    `Write the values of the constexprs it computes in \`constants:\`, and the conditions under which they are right in \`requires:\` (\`requires: []\` if they always are). The parameters are ${source.parameters.map(({ name }) => name).join(', ')}.`,
  );
}

/** A heuristic without translation needs a value, and a word on when that value is right. */
export function checkUntranslated(
  { entry, facts, args, name, place, problems }: Resolution,
  configs: readonly Config[],
): void {
  const { parameter, untranslated, expression = '' } = facts;
  const isGiven =
    args.some((argument) => argument.name === parameter) ||
    configs.every(({ constants }) => constants.has(parameter));
  if (isGiven && entry.requires !== undefined) return;
  const what = `${name} is computed by @triton.heuristics in ${place}, which cannot be translated: \`${untranslated ?? expression}\``;
  if (isGiven) {
    problems.add(
      `${what}; nothing checks that the manifest's value is right`,
      'Add `requires:` with the conditions under which it is right, or `requires: []` if it always is.',
    );
    return;
  }
  problems.add(
    what,
    `Write its value in \`constants:\`, and the conditions under which it is right in \`requires:\` (\`requires: []\` if it always is).`,
  );
}

import { dirname, join } from 'node:path';
import { formatPlace } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import { type Constant, formatConstant } from '../manifest/terms/constant.ts';
import { type Argument, type Config, type Formula, integerOf } from '../manifest/terms/kernel.ts';
import { isInteger } from '../manifest/terms/types.ts';
import type { HeuristicFacts } from './heuristic-value.ts';
import type { FunctionFacts } from './sources.ts';

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

/** The file and line of a heuristic. */
export function heuristicPlace({ source, place }: KernelEntry, { line }: HeuristicFacts): string {
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

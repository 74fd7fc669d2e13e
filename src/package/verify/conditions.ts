import { writeHeuristics, writeRequirements } from '../c/conditions.ts';
import type { ExpressionScope } from '../c/expressions.ts';
import { writeJudgement } from '../c/source.ts';
import { parseGrid } from '../../manifest/grid/parse.ts';
import type { Argument, Formula, Kernel } from '../../manifest/terms/kernel.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import { readConstants } from '../constants.ts';
import type { FullKernel } from './variant.ts';

/**
 * Checks that the C source computes the heuristics and refuses the calls that manifest.json lists,
 * by writing these functions again.
 * @param cNames the names of the C parameters
 */
export function checkConditions(
  source: string,
  cNames: readonly string[],
  kernel: FullKernel,
): readonly string[] {
  const scope = scopeOf(kernel, cNames);
  if (scope === undefined)
    return [`${kernel.name}: manifest.json has a condition that is not an expression`];
  const functions = [...source.matchAll(FUNCTION)].map(([text]) => text);
  let expected: readonly string[];
  try {
    const written = [writeHeuristics(scope).text, writeRequirements(scope).text];
    expected = written.map((text) => text.trim()).filter((text) => text !== '');
  } catch {
    return [`${kernel.name}: manifest.json has a condition that uses an unknown name`];
  }
  return functions.join('\n') === expected.join('\n') && source.includes(writeJudgement(scope))
    ? []
    : [`${kernel.name}: the C source does not check the conditions that manifest.json lists`];
}

const FUNCTION =
  /^static CUresult (?:heuristics_of|check_requirements)\([^)]*\) \{\n(?:.+\n)*?\}$/gm;

type Conditions = ExpressionScope & Pick<Kernel, 'requirements'>;

function scopeOf(
  { parameters, gridParameters, algos, heuristics = [], requires = [] }: FullKernel,
  cNames: readonly string[],
): Conditions | undefined {
  const all = [...parameters, ...gridParameters].flatMap(({ name, type: text }, index) => {
    const type = parseArgumentType(text);
    const cName = cNames[index];
    return type === undefined || cName === undefined ? [] : [{ name, cName, type }];
  });
  const formulas = heuristics.flatMap(({ parameter, expression }) => {
    const formula = formulaOf(expression);
    return formula === undefined ? [] : [{ parameter, ...formula }];
  });
  const requirements = requires.flatMap((text) => formulaOf(text) ?? []);
  const isWhole = formulas.length === heuristics.length && requirements.length === requires.length;
  return isWhole
    ? {
        arguments: all.slice(0, parameters.length) satisfies readonly Argument[],
        gridParameters: all.slice(parameters.length),
        configs: algos.map((algo) => ({ constants: readConstants(algo), options: {} })),
        heuristics: formulas,
        requirements,
      }
    : undefined;
}

function formulaOf(text: string): Formula | undefined {
  const parsed = parseGrid(text);
  const [tree] = parsed.ok ? parsed.axes : [];
  return tree && { tree, text };
}

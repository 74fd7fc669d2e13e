import { emitGrid, type EmittedGrid } from '../../manifest/grid/emit-c.ts';
import {
  allParameters,
  type Argument,
  type Config,
  type Kernel,
} from '../../manifest/terms/kernel.ts';
import { type Hint, hintConditions } from '../../manifest/terms/hint.ts';
import type { GridExpression } from '../../manifest/grid/expression.ts';
import { formatArgumentType } from '../../manifest/terms/types.ts';
import { gridScope, inlineHeuristics } from '../../manifest/grid/scope.ts';

/** The C functions that judge the arguments of a call; empty for a kernel that needs none. */
interface WrittenConditions {
  readonly emitted: readonly EmittedGrid[];
  readonly text: string;
}

/** Writes the function that computes the values of the heuristics, in their order. */
export function writeHeuristics(kernel: ExpressionScope): WrittenConditions {
  const { heuristics, configs } = kernel;
  if (heuristics.length === 0) return { emitted: [], text: '' };
  const names = heuristics.map(({ parameter }) => parameter);
  const emitted = configs.map((config) =>
    emitFor(
      kernel,
      config,
      names.map((name) => ({ kind: 'name', name, offset: 0 })),
    ),
  );
  const cases = emitted.map(({ axes }) =>
    axes.map((value, index) => `        h[${index}] = ${value};`).join('\n'),
  );
  return {
    emitted,
    text: writeSwitch(
      'static aot_gpu_result heuristics_of(const struct aot_arguments *a, int algo_id, int64_t *h)',
      cases,
    ),
  };
}

/** Writes the function that refuses calls which do not meet the kernel's requirements. */
export function writeRequirements(
  kernel: ExpressionScope & Pick<Kernel, 'requirements'>,
): WrittenConditions {
  const { requirements, configs } = kernel;
  if (requirements.length === 0) return { emitted: [], text: '' };
  const trees = requirements.map(({ tree }) => tree);
  const emitted = configs.map((config) => emitFor(kernel, config, trees));
  const cases = emitted.map(({ axes }) =>
    axes.map((value) => `        if (${value} == 0) return AOT_GPU_INVALID_VALUE;`).join('\n'),
  );
  return {
    emitted,
    text: writeSwitch(
      'static aot_gpu_result check_requirements(const struct aot_arguments *a, int algo_id)',
      cases,
    ),
  };
}

function writeSwitch(head: string, cases: readonly string[]): string {
  const branches = groupIndices(cases).map(
    ({ text, indices }) => `${caseLabels(indices)}\n${text}\n        break;`,
  );
  return `
${head} {
    int bad = 0;
    (void)a;
    switch (algo_id) {
${branches.join('\n')}
    default:
        return AOT_GPU_INVALID_VALUE;
    }
    return bad ? AOT_GPU_INVALID_VALUE : AOT_GPU_SUCCESS;
}
`;
}

/** Writes the conditions in C that a call meets if the hints hold for its arguments `a`. */
export function writeHintTests(
  kernel: Pick<Kernel, 'arguments'>,
  hints: readonly Hint[],
): readonly string[] {
  return kernel.arguments.flatMap(({ cName, type }, index) =>
    // Some drivers' addresses are pointers, which have no remainder.
    hintConditions(`${type.kind === 'pointer' ? '(uintptr_t)' : ''}a->${cName}`, hints[index]),
  );
}

/** The parts of a kernel that its expressions use. */
type ExpressionScope = Pick<Kernel, 'arguments' | 'gridParameters' | 'configs' | 'heuristics'>;

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

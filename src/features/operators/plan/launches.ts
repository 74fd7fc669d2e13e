import { type GridExpression, namesIn, substitute } from '../../../manifest/grid/expression.ts';
import { messageInText } from '../../../manifest/expression.ts';
import type { OperatorSpec } from '../specs.ts';
import type { Problems } from '../../../manifest/problems.ts';
import type { SmokeSpec } from '../../../manifest/cases/case.ts';
import {
  allParameters,
  type Argument,
  type KernelDefinition,
} from '../../../manifest/terms/kernel.ts';
import type { ReadKernel } from '../../../plan/states.ts';
import { kernelScope } from '../../../manifest/cases/scope.ts';

/** A kernel that an operator launches, with the operator's names for what the kernel takes. */
export interface NamedLaunch {
  readonly kernel: KernelDefinition;
  readonly smoke: SmokeSpec;
  /** The operator's name of a parameter, or of a size in `smoke:`. */
  readonly nameOf: (name: string) => string;
  /**
   * An expression of `smoke:` or `requires:` in the operator's names, with the kernel's constants as
   * numbers. Undefined, with a problem, if it uses a value that the operator does not have.
   */
  readonly translate: (
    tree: GridExpression,
    text: string,
    problems: Problems,
  ) => GridExpression | undefined;
  /** Every name of a parameter or size. */
  readonly names: readonly string[];
}

/**
 * Finds the kernels of an operator. Returns undefined if one is not built.
 * @param problems bound to the operator
 */
export function launchesOf(
  { launches }: OperatorSpec,
  drafts: ReadonlyMap<string, ReadKernel>,
  problems: Problems,
): readonly NamedLaunch[] | undefined {
  const built = launches.flatMap(({ kernel, names }) => {
    const draft = drafts.get(kernel);
    return draft === undefined ? [] : [{ draft, names }];
  });
  if (built.length < launches.length) return undefined;
  const found = built.map(({ draft: { kernel, entry }, names }) => {
    if (entry.smoke === undefined) {
      problems.add(
        `the operator needs the shapes of the tensors of \`${kernel.name}\`, which has no \`smoke:\``,
        'Write `smoke.buffers` for the kernel: operators and tests use the same shapes.',
      );
      return undefined;
    }
    return named(kernel, entry.smoke, names, problems);
  });
  return found.every((each) => each !== undefined) ? found : undefined;
}

function named(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  given: ReadonlyMap<string, string>,
  problems: Problems,
): NamedLaunch {
  const parameters = allParameters(kernel);
  const sizes = [...smoke.buffers.values()].flatMap((buffer) =>
    [...(buffer?.shape ?? []), ...(buffer?.strides ?? [])].flatMap(({ tree }) =>
      namesIn(tree).map(({ name }) => name),
    ),
  );
  const known = new Set([...parameters.map(({ name }) => name), ...sizes]);
  for (const name of given.keys()) {
    if (known.has(name)) continue;
    problems
      .at('names', name)
      .add(
        `\`${kernel.name}\` has no parameter or size \`${name}\``,
        `It has ${[...known].join(', ')}.`,
      );
  }
  const short = new Map(parameters.flatMap((parameter) => shortName(parameter, known)));
  const nameOf = (name: string): string => given.get(name) ?? short.get(name) ?? name;
  const scope = kernelScope(kernel);
  const translate: NamedLaunch['translate'] = (tree, text, part) => {
    const trees = new Map<string, GridExpression>();
    for (const { name, offset } of namesIn(tree)) {
      const constant = scope.values.get(name);
      const why = scope.unusable.get(name);
      if (why !== undefined) {
        part.add(messageInText(`cannot use \`${name}\` in an operator: ${why}`, text, offset));
        return undefined;
      }
      trees.set(
        name,
        constant?.kind === 'integer'
          ? { kind: 'integer', value: constant.value, offset }
          : { kind: 'name', name: nameOf(name), offset },
      );
    }
    return substitute(tree, trees);
  };
  return { kernel, smoke, nameOf, translate, names: [...known].map(nameOf) };
}

/** `x` for a pointer `x_ptr`, unless another parameter or size has that name. */
function shortName({ name, type }: Argument, known: ReadonlySet<string>): [string, string][] {
  const short = name.replace(/_ptr$/, '');
  return type.kind === 'scalar' || short === '' || known.has(short) ? [] : [[name, short]];
}

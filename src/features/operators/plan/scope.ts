import { plural } from '../../../base/text.ts';
import {
  definedIn,
  type GridExpression,
  namesIn,
  substitute,
} from '../../../manifest/grid/expression.ts';
import { formatAxis, formatGrid, isSameText, parseAxis } from '../../../manifest/grid/format.ts';
import { type Expression, messageInText } from '../../../manifest/expression.ts';
import type { OperatorSpec } from '../specs.ts';
import { didYouMean, Problems } from '../../../manifest/problems.ts';
import { allParameters, type Argument, type Formula } from '../../../manifest/terms/kernel.ts';
import type { Implementation, OperatorScalar } from '../operator.ts';
import type { Literal } from '../../../manifest/cases/case.ts';
import { formatArgumentType, isInteger } from '../../../manifest/terms/types.ts';
import type { NamedLaunch } from './launches.ts';
import { axesOf, laterAxes, type TensorRoles } from './tensors.ts';
import { kernelScope } from '../../../manifest/cases/scope.ts';

/** The values that were found to be needed, in an order in which they can be computed. */
export interface OperatorScope {
  readonly values: Implementation['values'];
  readonly scalars: readonly OperatorScalar[];
  /** Adds what a formula needs. */
  readonly formula: (tree: GridExpression) => Formula;
  /** Adds a float parameter. */
  readonly float: (name: string) => void;
  /** Returns whether a name is known without becoming an argument. */
  readonly has: (name: string) => boolean;
}

/**
 * Defines every name that callers do not give. What a formula needs becomes a value, or a scalar
 * argument if nothing defines it.
 * @param problems bound to the operator
 */
export function openScope(
  spec: OperatorSpec,
  launches: readonly NamedLaunch[],
  roles: TensorRoles,
  problems: Problems,
): OperatorScope {
  const names = new Set(launches.flatMap((launch) => launch.names));
  const known = definitionsOf(spec, launches, names, roles, problems);
  const { tensors } = roles;
  const parameters = scalarParameters(launches);
  const values: Implementation['values'][number][] = [];
  const scalars: OperatorScalar[] = [];
  const open: string[] = [];
  const done = new Set<string>();
  const addScalar = (name: string, kind: OperatorScalar['kind']): void => {
    if (scalars.some((each) => each.name === name)) return;
    scalars.push({ name, kind, default: undefined });
  };
  const need = (name: string, asked: Problems): void => {
    if (done.has(name)) return;
    const axis = parseAxis(name);
    if (axis !== undefined) {
      const tensor = tensors.find((each) => each.name === axis.tensor);
      const axes = tensor?.layouts[0]?.shape.length ?? 0;
      if (axis.axis >= axes) {
        const own = tensors.map((each) => each.name);
        asked.add(
          tensor === undefined
            ? `there is no tensor \`${axis.tensor}\`${didYouMean(axis.tensor, own)}`
            : `\`${axis.tensor}\` has no axis ${axis.axis}: it has ${plural(axes, 'axis', 'axes')}`,
          `The tensors are ${own.join(', ')}.`,
        );
      }
      return;
    }
    const definition = known.get(name);
    if (definition === undefined) {
      const type = parameters.get(name)?.type;
      if (type !== undefined && !isInteger(type)) {
        asked.add(
          `\`${name}\` is of type ${formatArgumentType(type)}; only integers can be used here`,
        );
        return;
      }
      if (!names.has(name)) {
        asked.add(...unknownName(name, names));
        return;
      }
      const isFlag = type !== undefined && ['i1', 'u1'].includes(formatArgumentType(type));
      addScalar(name, isFlag ? 'bool' : 'int');
      return;
    }
    if (open.includes(name)) {
      definition.problems.add(`\`${name}\` depends on itself: ${[...open, name].join(' → ')}`);
      return;
    }
    open.push(name);
    for (const each of namesIn(definition.tree)) need(each.name, definition.problems);
    open.pop();
    done.add(name);
    values.push({ name, tree: definition.tree, text: formatGrid(definition.tree) });
  };
  return {
    values,
    scalars,
    formula(tree) {
      for (const { name } of namesIn(tree)) need(name, problems);
      return { tree, text: formatGrid(tree) };
    },
    float: (name) => addScalar(name, 'float'),
    has: (name) => known.has(name) || scalars.some((each) => each.name === name),
  };
}

/** The definition of a name. */
interface Definition {
  readonly tree: GridExpression;
  readonly problems: Problems;
}

/** True if the manifest says `n: n`: callers give it, even if it could be computed. */
export function isAsked({ arguments: given }: OperatorSpec, name: string): boolean {
  const value = given.get(name);
  return typeof value === 'object' && value.tree.kind === 'name' && value.tree.name === name;
}

/** Finds the definitions of all names that callers do not give. */
function definitionsOf(
  spec: OperatorSpec,
  launches: readonly NamedLaunch[],
  names: ReadonlySet<string>,
  { tensors, outputs, temporaries }: TensorRoles,
  problems: Problems,
): ReadonlyMap<string, Definition> {
  const known = new Map<string, Definition>();
  const define = (name: string, tree: GridExpression | undefined, part = problems): void => {
    if (tree !== undefined && !known.has(name) && !isAsked(spec, name))
      known.set(name, { tree, problems: part });
  };
  for (const [name, value] of spec.arguments) {
    const part = problems.at('arguments', name);
    if (!names.has(name)) part.add(...unknownName(name, names));
    define(
      name,
      typeof value === 'object' ? translated(value, launches, part) : integer(value),
      part,
    );
  }
  // Sizes come first: a name can be that of a size and of a stride.
  for (const wanted of ['shape', 'stride'] as const) {
    for (const { name: tensor, layouts } of tensors) {
      for (const { property, axis, tree } of layouts.flatMap(axesOf)) {
        const name = formatAxis({ tensor, property, axis });
        if (property === wanted && tree.kind === 'name')
          define(tree.name, { kind: 'name', name, offset: 0 });
      }
    }
  }
  const made = [...outputs, ...temporaries];
  // What a later kernel calls the size of a tensor that a kernel before it wrote.
  for (const { first, later } of made.flatMap(laterAxes))
    if (later.kind === 'name' && !isSameText(later, first)) define(later.name, first);
  const inOutputs = new Set(
    made
      .flatMap(({ layouts }) => layouts.flatMap(axesOf))
      .flatMap(({ tree }) => namesIn(tree).map(({ name }) => name)),
  );
  for (const { smoke, nameOf, translate } of launches) {
    for (const [name, value] of smoke.arguments) {
      const own = nameOf(name);
      if (typeof value !== 'object') {
        // A number is the value of a test, unless it describes a tensor that the operator makes.
        if (inOutputs.has(own)) define(own, integer(value));
      } else if (value.tree.kind !== 'integer' || inOutputs.has(own)) {
        // A float cannot be computed, and an expression of what an operator lacks is no definition.
        define(own, translate(value.tree, value.text, new Problems()));
      }
    }
  }
  return known;
}

function unknownName(name: string, names: ReadonlySet<string>): readonly [string, string] {
  return [
    `no kernel of the operator has a parameter or size \`${name}\`${didYouMean(name, names)}`,
    `They are ${[...names].join(', ')}.`,
  ];
}

/** An expression of the operator itself, with the constants of its kernels as numbers. */
function translated(
  { tree, text }: Expression,
  launches: readonly NamedLaunch[],
  problems: Problems,
): GridExpression | undefined {
  for (const { name, offset } of definedIn(tree)) {
    problems.add(messageInText(`\`defined(${name})\` cannot be used here`, text, offset));
    return undefined;
  }
  const constants = new Map<string, GridExpression>();
  for (const { kernel } of launches) {
    for (const [name, value] of kernelScope(kernel).values)
      if (value.kind === 'integer') constants.set(name, integerOf(value.value));
  }
  return substitute(tree, constants);
}

function integer(value: Literal): GridExpression | undefined {
  return typeof value === 'number' ? undefined : integerOf(BigInt(value));
}

function integerOf(value: bigint): GridExpression {
  return { kind: 'integer', value, offset: 0 };
}

/** The scalar parameters of all launches by the operator's names. */
function scalarParameters(launches: readonly NamedLaunch[]): ReadonlyMap<string, Argument> {
  return new Map(
    launches.flatMap(({ kernel, nameOf }) =>
      allParameters(kernel).flatMap((parameter) =>
        parameter.type.kind === 'scalar' ? [[nameOf(parameter.name), parameter] as const] : [],
      ),
    ),
  );
}

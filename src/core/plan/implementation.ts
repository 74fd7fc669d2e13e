import { formatAxis, formatGrid, parseAxis } from '../grid/format.ts';
import { definedIn, type GridExpression, namesIn, substitute } from '../grid/expression.ts';
import { type Expression, messageInText } from '../manifest/expression.ts';
import type { OperatorSpec } from '../manifest/operator.ts';
import { didYouMean, Problems } from '../manifest/problems.ts';
import { allParameters, type Argument, type Formula } from '../model/kernel.ts';
import type {
  CallArgument,
  Implementation,
  OperatorScalar,
  OperatorTensor,
  OperatorLayout,
} from '../model/operator.ts';
import type { Literal } from '../model/smoke-case.ts';
import { formatArgumentType, isInteger } from '../model/types.ts';
import { axesText, type NamedLaunch, tensorsOf, type UsedTensor } from './operator-launches.ts';
import { kernelScope } from './smoke-scope.ts';

/** One implementation, and the arguments that it gives its operator. */
export interface ResolvedImplementation extends Implementation {
  readonly tensors: readonly OperatorTensor[];
  readonly outputs: readonly OperatorTensor[];
  readonly scalars: readonly OperatorScalar[];
}

/**
 * Finds what an operator takes and returns, and how every parameter of its kernels follows from
 * that. A size or scalar parameter is, in this order: what `arguments:` says, an axis of an input
 * whose shape or strides in `smoke.buffers` are this name, what `smoke.arguments` computes it from,
 * or an argument of the operator.
 * @param problems bound to the operator
 */
export function resolveImplementation(
  spec: OperatorSpec,
  launches: readonly NamedLaunch[],
  problems: Problems,
): ResolvedImplementation | undefined {
  const used = tensorsOf(launches, problems);
  if (!problems.isEmpty) return undefined;
  const roles = rolesOf(spec, used, problems.at('returns'));
  const known = definitionsOf(spec, launches, roles, problems);
  const scope = openScope(known, launches, roles, problems);
  const calls = launches.map((launch) => ({
    kernel: launch.kernel.name,
    arguments: allParameters(launch.kernel).map((parameter) =>
      argumentOf(launch, parameter, spec, scope, problems),
    ),
  }));
  const all = [...roles.tensors, ...roles.outputs, ...roles.temporaries];
  const layouts = new Map(all.map((tensor) => [tensor.name, layoutOf(tensor, scope)]));
  const conditions = [
    ...all.flatMap((tensor) => agreements(tensor, scope)),
    ...launches.flatMap((launch) => requirementsOf(launch, scope)),
  ];
  const scalars = withDefaults(spec, scope.scalars, problems.at('defaults'));
  for (const { name } of [...scope.values, ...scalars]) {
    if (layouts.has(name))
      problems.add(
        `\`${name}\` is a tensor and a size or scalar`,
        'Give one of them another name with `names`.',
      );
  }
  if (!problems.isEmpty) return undefined;
  return {
    tensors: roles.tensors.map(describe),
    outputs: roles.outputs.map(describe),
    scalars,
    layouts,
    temporaries: roles.temporaries.map(({ name }) => name),
    values: scope.values,
    conditions,
    calls,
  };
}

interface Roles {
  readonly tensors: readonly UsedTensor[];
  readonly outputs: readonly UsedTensor[];
  readonly temporaries: readonly UsedTensor[];
}

function rolesOf(
  { returns }: OperatorSpec,
  used: ReadonlyMap<string, UsedTensor>,
  problems: Problems,
): Roles {
  const all = [...used.values()];
  const written = all.filter(({ role }) => role === 'out');
  const names = returns ?? written.flatMap((each) => (each.isReadLater ? [] : [each.name]));
  for (const [index, name] of (returns ?? []).entries()) {
    if (written.some((each) => each.name === name)) continue;
    const known = written.map((each) => each.name);
    problems
      .at(index)
      .add(
        `\`${name}\` is not an output${didYouMean(name, known)}`,
        `The outputs are ${known.join(', ')}.`,
      );
  }
  const outputs = names.flatMap((name) => written.filter((each) => each.name === name));
  return {
    tensors: all.filter(({ role }) => role === 'in' || role === 'inout'),
    outputs,
    temporaries: all.filter(
      (each) => each.role === 'scratch' || (each.role === 'out' && !outputs.includes(each)),
    ),
  };
}

function describe({ name, role, layouts: [layout] }: UsedTensor): OperatorTensor {
  if (role === 'scratch') throw new Error(`${name} is not an argument`);
  return { name, role, axes: layout?.shape.length ?? 0 };
}

/** What a name stands for. */
interface Definition {
  readonly tree: GridExpression;
  readonly problems: Problems;
}

/** Finds the definitions of all names that callers do not give. */
function definitionsOf(
  spec: OperatorSpec,
  launches: readonly NamedLaunch[],
  { tensors, outputs, temporaries }: Roles,
  problems: Problems,
): ReadonlyMap<string, Definition> {
  const known = new Map<string, Definition>();
  const define = (name: string, tree: GridExpression | undefined, part = problems): void => {
    if (tree !== undefined && !known.has(name)) known.set(name, { tree, problems: part });
  };
  const names = new Set(launches.flatMap((launch) => launch.names));
  for (const [name, value] of spec.arguments) {
    const part = problems.at('arguments', name);
    if (!names.has(name)) part.add(...unknownName(name, names));
    define(
      name,
      typeof value === 'object' ? translated(value, launches, part) : integer(value),
      part,
    );
  }
  for (const property of ['shape', 'strides'] as const) {
    for (const { name: tensor, layouts } of tensors) {
      for (const layout of layouts) {
        for (const [axis, tree] of (layout[property] ?? []).entries()) {
          const name = formatAxis({
            tensor,
            property: property === 'shape' ? property : 'stride',
            axis,
          });
          if (tree.kind === 'name') define(tree.name, { kind: 'name', name, offset: 0 });
        }
      }
    }
  }
  const made = [...outputs, ...temporaries];
  // What a later kernel calls the size of a tensor that a kernel before it wrote.
  for (const {
    layouts: [first, ...others],
  } of made) {
    for (const layout of others) {
      for (const property of ['shape', 'strides'] as const)
        for (const [axis, tree] of (layout[property] ?? []).entries())
          if (tree.kind === 'name' && !isSame(tree, first?.[property]?.[axis]))
            define(tree.name, first?.[property]?.[axis]);
    }
  }
  const inOutputs = new Set(
    made.flatMap(({ layouts }) =>
      layouts.flatMap(({ shape, strides = [] }) =>
        [...shape, ...strides].flatMap((tree) => namesIn(tree).map(({ name }) => name)),
      ),
    ),
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

/** The values that were found to be needed, in an order in which they can be computed. */
interface Scope {
  readonly values: Implementation['values'];
  readonly scalars: readonly OperatorScalar[];
  /** Adds what a formula needs. */
  readonly formula: (tree: GridExpression) => Formula;
  /** Adds a float parameter. */
  readonly float: (name: string) => void;
  /** Whether a name is known without becoming an argument. */
  readonly has: (name: string) => boolean;
}

function openScope(
  known: ReadonlyMap<string, Definition>,
  launches: readonly NamedLaunch[],
  { tensors }: Roles,
  problems: Problems,
): Scope {
  const parameters = scalarParameters(launches);
  const names = new Set(launches.flatMap((launch) => launch.names));
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
            : `\`${axis.tensor}\` has no axis ${axis.axis}: it has ${axesText(axes)}`,
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

function argumentOf(
  { nameOf, smoke, kernel }: NamedLaunch,
  { name: own, type }: Argument,
  spec: OperatorSpec,
  scope: Scope,
  problems: Problems,
): CallArgument {
  const name = nameOf(own);
  if (type.kind !== 'scalar') {
    const role = smoke.buffers.get(own)?.role;
    if (role === undefined) return { kind: 'null' };
    return { kind: 'tensor', name: role === 'scratch' ? `${name}_of_${kernel.name}` : name };
  }
  if (isInteger(type)) {
    scope.formula({ kind: 'name', name, offset: 0 });
    return { kind: 'value', name };
  }
  const given = spec.arguments.get(name);
  const part = problems.at('arguments', name);
  if (type.scalar === 'fp16' || type.scalar === 'bf16') {
    problems.add(
      `\`${own}\` of \`${kernel.name}\` is of type ${type.scalar}, which operators cannot pass`,
      'Make the parameter fp32 in the manifest: the kernel can convert it.',
    );
  } else if (typeof given === 'object') {
    part.add(`\`${name}\` is of type ${type.scalar}: expected a number, not an expression`);
  } else if (given !== undefined) {
    return { kind: 'number', value: Number(given) };
  }
  scope.float(name);
  return { kind: 'scalar', name };
}

function layoutOf({ element, layouts: [layout] }: UsedTensor, { formula }: Scope): OperatorLayout {
  return {
    element,
    shape: (layout?.shape ?? []).map(formula),
    strides: layout?.strides?.map(formula),
  };
}

/** Conditions for which later kernels' descriptions of a tensor are those of the first. */
function agreements(
  { layouts: [first, ...others] }: UsedTensor,
  { formula, values }: Scope,
): Formula[] {
  const defined = (tree: GridExpression): GridExpression =>
    substitute(tree, new Map(values.map(({ name, tree: value }) => [name, value])));
  return others.flatMap((layout) =>
    (['shape', 'strides'] as const).flatMap((property) =>
      (layout[property] ?? []).flatMap((right, axis) => {
        const left = first?.[property]?.[axis];
        if (left === undefined) return [];
        const equal = formula({ kind: 'binary', operator: '==', left, right, offset: 0 });
        return isSame(defined(left), defined(right)) ? [] : [equal];
      }),
    ),
  );
}

function isSame(left: GridExpression, right: GridExpression | undefined): boolean {
  return right !== undefined && formatGrid(left) === formatGrid(right);
}

/**
 * What a kernel requires, as far as operators can check it. The kernel itself refuses calls that do
 * not meet the rest.
 */
function requirementsOf({ kernel, translate }: NamedLaunch, { formula, has }: Scope): Formula[] {
  return kernel.requirements.flatMap(({ tree, text }) => {
    const own = definedIn(tree).length > 0 ? undefined : translate(tree, text, new Problems());
    const isKnown = own !== undefined && namesIn(own).every(({ name }) => has(name));
    return own !== undefined && isKnown ? [formula(own)] : [];
  });
}

function withDefaults(
  { defaults }: OperatorSpec,
  scalars: readonly OperatorScalar[],
  problems: Problems,
): readonly OperatorScalar[] {
  const names = scalars.map(({ name }) => name);
  for (const name of defaults.keys()) {
    if (names.includes(name)) continue;
    problems
      .at(name)
      .add(
        `\`${name}\` is not an argument of the operator${didYouMean(name, names)}`,
        names.length === 0
          ? 'Everything follows from the tensors.'
          : `The arguments besides tensors are ${names.join(', ')}.`,
      );
  }
  const all = scalars.map((scalar) => ({
    ...scalar,
    default: defaultOf(scalar, defaults.get(scalar.name), problems.at(scalar.name)),
  }));
  return all.toSorted((a, b) => Number(a.default !== undefined) - Number(b.default !== undefined));
}

function defaultOf(
  { name, kind }: OperatorScalar,
  value: Literal | undefined,
  problems: Problems,
): Literal | undefined {
  if (value === undefined) return undefined;
  if (kind === 'float' && typeof value !== 'boolean') return Number(value);
  if (kind === 'int' && typeof value === 'bigint') return value;
  if (kind === 'bool' && typeof value === 'boolean') return value;
  const expected = { int: 'an integer', float: 'a number', bool: 'true or false' }[kind];
  problems.add(`expected ${expected} for \`${name}\`, found ${value}`);
  return undefined;
}

import { formatAxis, formatGrid, isSameText } from '../../../manifest/grid/format.ts';
import {
  definedIn,
  type GridExpression,
  namesIn,
  substitute,
} from '../../../manifest/grid/expression.ts';
import type { OperatorSpec } from '../specs.ts';
import { didYouMean, Problems } from '../../../manifest/problems.ts';
import { allParameters, type Argument, type Formula } from '../../../manifest/terms/kernel.ts';
import type {
  CallArgument,
  Implementation,
  OperatorLayout,
  OperatorScalar,
  OperatorTensor,
} from '../operator.ts';
import type { Literal } from '../../../manifest/cases/case.ts';
import { isInteger } from '../../../manifest/terms/types.ts';
import type { NamedLaunch } from './launches.ts';
import { isAsked, openScope, type OperatorScope } from './scope.ts';
import { axesOf, laterAxes, rolesOf, tensorName, tensorsOf, type UsedTensor } from './tensors.ts';

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
  const scope = openScope(spec, launches, roles, problems);
  const calls = launches.map((launch) => ({
    kernel: launch.kernel.name,
    arguments: allParameters(launch.kernel).map((parameter) =>
      argumentOf(launch, parameter, spec, scope, problems),
    ),
  }));
  const all = [...roles.tensors, ...roles.outputs, ...roles.temporaries];
  const layouts = new Map(all.map((tensor) => [tensor.name, resolveLayout(tensor, scope)]));
  const conditions = [
    ...all.flatMap((tensor) => agreements(tensor, scope)),
    ...launches.flatMap((launch) => requirementsOf(launch, scope)),
  ];
  checkInferred(spec, roles.tensors, scope, problems);
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

function describe({ name, role, layouts: [layout] }: UsedTensor): OperatorTensor {
  if (role === 'scratch') throw new Error(`${name} is not an argument`);
  return { name, role, axes: layout?.shape.length ?? 0 };
}

function argumentOf(
  launch: NamedLaunch,
  { name: own, type }: Argument,
  spec: OperatorSpec,
  scope: OperatorScope,
  problems: Problems,
): CallArgument {
  const { nameOf, smoke, kernel } = launch;
  const name = nameOf(own);
  if (type.kind !== 'scalar') {
    const role = smoke.buffers.get(own)?.role;
    return role === undefined
      ? { kind: 'null' }
      : { kind: 'tensor', name: tensorName(launch, own, role) };
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

function resolveLayout(
  { name: tensor, element, role, isDescribed, layouts: [layout] }: UsedTensor,
  { formula }: OperatorScope,
): OperatorLayout {
  const { shape = [], strides } = layout ?? {};
  // A descriptor can have any strides that are multiples of 16 bytes, but 1 on the innermost axis.
  const own = shape.map((_size, axis): GridExpression =>
    axis === shape.length - 1
      ? { kind: 'integer', value: 1n, offset: 0 }
      : { kind: 'name', name: formatAxis({ tensor, property: 'stride', axis }), offset: 0 },
  );
  const isFree = isDescribed && (role === 'in' || role === 'inout');
  return {
    element,
    shape: shape.map(formula),
    strides: (isFree ? own : strides)?.map(formula),
  };
}

/** Conditions for which later kernels' descriptions of a tensor are those of the first. */
function agreements(tensor: UsedTensor, { formula, values }: OperatorScope): Formula[] {
  const defined = (tree: GridExpression): GridExpression =>
    substitute(tree, new Map(values.map(({ name, tree: value }) => [name, value])));
  return laterAxes(tensor).flatMap(({ first: left, later: right }) => {
    const equal = formula({ kind: 'binary', operator: '==', left, right, offset: 0 });
    return isSameText(defined(left), defined(right)) ? [] : [equal];
  });
}

/**
 * Returns the requirements of a kernel that operators can check. The kernel itself checks the others, and
 * refuses calls that do not meet them.
 */
function requirementsOf(
  { kernel, translate }: NamedLaunch,
  { formula, has }: OperatorScope,
): Formula[] {
  return kernel.requirements.flatMap(({ tree, text }) => {
    const own = definedIn(tree).length > 0 ? undefined : translate(tree, text, new Problems());
    const isKnown = own !== undefined && namesIn(own).every(({ name }) => has(name));
    return own !== undefined && isKnown ? [formula(own)] : [];
  });
}

/**
 * Checks that no size of an input became an argument only because its shape is a formula, such as
 * `[cdiv(n, 2)]`, that cannot be solved for it.
 */
function checkInferred(
  spec: OperatorSpec,
  inputs: readonly UsedTensor[],
  { scalars }: OperatorScope,
  problems: Problems,
): void {
  for (const { name } of scalars) {
    if (isAsked(spec, name)) continue;
    const uses = inputs.flatMap((tensor) =>
      tensor.layouts.flatMap(axesOf).map((axis) => ({ ...axis, tensor: tensor.name })),
    );
    const use = uses.find(({ tree }) => namesIn(tree).some((each) => each.name === name));
    if (use === undefined) continue;
    const axis = formatAxis(use);
    problems.add(
      `\`${name}\` does not follow from the tensors: \`${axis}\` is \`${formatGrid(use.tree)}\``,
      `Compute it in \`arguments\` of the operator, such as \`${name}: ${axis} * 2\`, or write \`${name}: ${name}\` there if callers give it.`,
    );
  }
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
          : `The arguments that are not tensors are ${names.join(', ')}.`,
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

import { plural } from '../../../base/text.ts';
import type { GridExpression } from '../../../manifest/grid/expression.ts';
import type { AxisName } from '../../../manifest/grid/format.ts';
import type { OperatorSpec } from '../specs.ts';
import { didYouMean, type Problems } from '../../../manifest/problems.ts';
import type { ElementType } from '../../../manifest/terms/types.ts';
import { dlpackType } from '../dlpack.ts';
import { allParameters, type Argument } from '../../../manifest/terms/kernel.ts';
import type { BufferRole } from '../../../manifest/cases/case.ts';
import type { NamedLaunch } from './launches.ts';

/** A tensor of an operator, as its kernels use it in order. */
export interface UsedTensor {
  readonly name: string;
  readonly element: ElementType;
  /** The descriptions by the kernels that use it. */
  readonly layouts: UsedLayout[];
  /** The role in the first kernel, `inout` if a later one changes an input. */
  role: BufferRole;
  /** True if a later kernel reads what the first one wrote. */
  isReadLater: boolean;
  /** True if all kernels get it as a tensor descriptor, which has its strides. */
  isDescribed: boolean;
}

interface UsedLayout {
  readonly shape: readonly GridExpression[];
  /** undefined: contiguous. */
  readonly strides: readonly GridExpression[] | undefined;
}

/** Lists the tensors of the launches by the operator's names, in order of their first use. */
export function tensorsOf(
  launches: readonly NamedLaunch[],
  problems: Problems,
): ReadonlyMap<string, UsedTensor> {
  const tensors = new Map<string, UsedTensor>();
  for (const launch of launches) {
    for (const parameter of allParameters(launch.kernel)) {
      if (parameter.type.kind === 'scalar') continue;
      const tensor = readTensor(launch, parameter, problems);
      if (tensor === undefined) continue;
      const known = tensors.get(tensor.name);
      if (known === undefined) tensors.set(tensor.name, tensor);
      else join(known, tensor, launch, problems);
    }
  }
  return tensors;
}

function readTensor(
  launch: NamedLaunch,
  { name, type }: Argument,
  problems: Problems,
): UsedTensor | undefined {
  const { kernel, smoke, translate } = launch;
  const buffer = smoke.buffers.get(name);
  const of = smoke.views.get(name)?.of;
  if (of !== undefined) {
    problems.add(
      `\`${name}\` of \`${kernel.name}\` has the memory of \`${of}\`, which an operator cannot pass twice`,
      `Describe \`${name}\` with a \`shape\` of its own in \`smoke.buffers\`, or remove \`op:\`.`,
    );
    return undefined;
  }
  if (buffer === null || type.kind === 'scalar') return undefined;
  if (buffer === undefined) {
    problems.add(
      `the operator needs the shape of \`${name}\` of \`${kernel.name}\``,
      `Add it to \`smoke.buffers\`, such as \`${name}: [M, N]\`.`,
    );
    return undefined;
  }
  if (dlpackType(type.element) === undefined) {
    problems.add(
      `\`${name}\` of \`${kernel.name}\` has elements of type ${type.element}, which frameworks do not have`,
    );
    return undefined;
  }
  const translateAll = (
    axes: readonly { readonly tree: GridExpression; readonly text: string }[],
  ): readonly GridExpression[] =>
    axes.flatMap(({ tree, text }) => translate(tree, text, problems) ?? []);
  return {
    name: tensorName(launch, name, buffer.role),
    element: type.element,
    layouts: [
      {
        shape: translateAll(buffer.shape),
        strides: buffer.strides && translateAll(buffer.strides),
      },
    ],
    role: buffer.role,
    isReadLater: false,
    isDescribed: type.kind === 'tensor',
  };
}

/** The operator's name of a tensor. Two kernels never share scratch memory. */
export function tensorName(
  { kernel, nameOf }: Pick<NamedLaunch, 'kernel' | 'nameOf'>,
  name: string,
  role: BufferRole,
): string {
  return role === 'scratch' ? `${nameOf(name)}_of_${kernel.name}` : nameOf(name);
}

/** Adds what a later kernel does with a tensor. */
function join(
  known: UsedTensor,
  later: UsedTensor,
  { kernel }: NamedLaunch,
  problems: Problems,
): void {
  const difference = differenceOf(known, later);
  if (difference !== undefined) {
    problems.add(
      `\`${known.name}\` ${difference[0]} in \`${kernel.name}\`, but ${difference[1]} in a kernel before it`,
      'Describe it in the same way, or give one of them another name with `names`.',
    );
    return;
  }
  known.layouts.push(...later.layouts);
  known.isDescribed &&= later.isDescribed;
  if (known.role === 'out' && later.role !== 'out') known.isReadLater = true;
  if (known.role === 'in' && later.role !== 'in') known.role = 'inout';
}

function differenceOf(known: UsedTensor, later: UsedTensor): readonly [string, string] | undefined {
  if (known.element !== later.element)
    return [`has elements of type ${later.element}`, `of type ${known.element}`];
  const [own, other] = [known, later].map(({ layouts: [first] }) => first);
  const [axes, wanted] = [other?.shape.length ?? 0, own?.shape.length ?? 0];
  if (axes !== wanted)
    return [`has ${plural(axes, 'axis', 'axes')}`, plural(wanted, 'axis', 'axes')];
  if ((own?.strides === undefined) !== (other?.strides === undefined))
    return own?.strides === undefined ? ['has strides', 'none'] : ['has no strides', 'some'];
  return undefined;
}

/** The size or the stride of an axis, as a kernel describes it. */
interface UsedAxis {
  readonly property: AxisName['property'];
  readonly axis: number;
  readonly tree: GridExpression;
}

/** Lists the sizes of a layout, then its strides. */
export function axesOf({ shape, strides = [] }: UsedLayout): readonly UsedAxis[] {
  return [
    ...shape.map((tree, axis) => ({ property: 'shape' as const, axis, tree })),
    ...strides.map((tree, axis) => ({ property: 'stride' as const, axis, tree })),
  ];
}

/** Returns what later kernels write for the axes of a tensor, each with what the first one writes. */
export function laterAxes({ layouts: [first, ...others] }: UsedTensor): readonly {
  readonly first: GridExpression;
  readonly later: GridExpression;
}[] {
  // `join` compared the numbers of axes.
  const axes = first === undefined ? [] : axesOf(first);
  return others.flatMap((layout) =>
    axesOf(layout).flatMap(({ tree: later }, index) => {
      const own = axes[index];
      return own === undefined ? [] : [{ first: own.tree, later }];
    }),
  );
}

/** The tensors of an operator by what becomes of them. */
export interface TensorRoles {
  readonly tensors: readonly UsedTensor[];
  readonly outputs: readonly UsedTensor[];
  readonly temporaries: readonly UsedTensor[];
}

/** @param problems bound to `returns` */
export function rolesOf(
  { returns }: OperatorSpec,
  used: ReadonlyMap<string, UsedTensor>,
  problems: Problems,
): TensorRoles {
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

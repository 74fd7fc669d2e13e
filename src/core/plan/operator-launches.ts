import { plural } from '../base/text.ts';
import { type GridExpression, namesIn, substitute } from '../grid/expression.ts';
import { messageInText } from '../manifest/expression.ts';
import type { OperatorSpec } from '../manifest/operator.ts';
import { didYouMean, type Problems } from '../manifest/problems.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import { allParameters, type Argument, type Kernel } from '../model/kernel.ts';
import type { BufferRole } from '../model/smoke-case.ts';
import type { ElementType } from '../model/types.ts';
import { kernelScope } from './smoke-scope.ts';
import type { KernelDraft } from './kernel-draft.ts';

/** A kernel that an operator launches, with the operator's names for what the kernel takes. */
export interface NamedLaunch {
  readonly kernel: Kernel;
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

/** A tensor of an operator, as its kernels use it in order. */
export interface UsedTensor {
  readonly name: string;
  readonly element: ElementType;
  /** How each kernel that uses it describes it. */
  readonly layouts: UsedLayout[];
  /** What the first kernel does with it, `inout` if a later one changes an input. */
  role: BufferRole;
  /** Whether a later kernel reads what the first one wrote. */
  isReadLater: boolean;
}

export interface UsedLayout {
  readonly shape: readonly GridExpression[];
  /** undefined: contiguous. */
  readonly strides: readonly GridExpression[] | undefined;
}

/**
 * Finds the kernels of an operator. Returns undefined if one is not built.
 * @param problems bound to the operator
 */
export function launchesOf(
  { launches }: OperatorSpec,
  drafts: ReadonlyMap<string, KernelDraft>,
  problems: Problems,
): readonly NamedLaunch[] | undefined {
  const found = launches.map(({ kernel: name, names }) => {
    const draft = drafts.get(name);
    if (draft === undefined) return undefined;
    const { kernel, entry } = draft;
    if (entry.smoke === undefined) {
      problems.add(
        `the operator needs the shapes of the tensors of \`${name}\`, which has no \`smoke:\``,
        'Write `smoke.buffers` for the kernel: operators and tests use the same shapes.',
      );
      return undefined;
    }
    return named(kernel, entry.smoke, names, problems);
  });
  return found.every((each) => each !== undefined) ? found : undefined;
}

function named(
  kernel: Kernel,
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
  const { kernel, smoke, nameOf, translate } = launch;
  const buffer = smoke.buffers.get(name);
  if (buffer === null || type.kind === 'scalar') return undefined;
  if (buffer === undefined) {
    problems.add(
      `the operator needs the shape of \`${name}\` of \`${kernel.name}\``,
      `Add it to \`smoke.buffers\`, such as \`${name}: [M, N]\`.`,
    );
    return undefined;
  }
  if (type.element === 'fp8e4b15') {
    problems.add(
      `\`${name}\` of \`${kernel.name}\` has elements of type fp8e4b15, which frameworks do not have`,
    );
    return undefined;
  }
  const translateAll = (
    axes: readonly { readonly tree: GridExpression; readonly text: string }[],
  ): readonly GridExpression[] =>
    axes.flatMap(({ tree, text }) => translate(tree, text, problems) ?? []);
  const isScratch = buffer.role === 'scratch';
  return {
    // Two kernels never share scratch memory.
    name: isScratch ? `${nameOf(name)}_of_${kernel.name}` : nameOf(name),
    element: type.element,
    layouts: [
      {
        shape: translateAll(buffer.shape),
        strides: buffer.strides && translateAll(buffer.strides),
      },
    ],
    role: buffer.role,
    isReadLater: false,
  };
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

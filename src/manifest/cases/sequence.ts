import type { Expression } from '../expression.ts';
import { didYouMean, type Problems } from '../problems.ts';
import { allParameters, type Argument, type KernelDefinition } from '../terms/kernel.ts';
import { type ArgumentType, formatArgumentType, integerRange } from '../terms/types.ts';
import type { CaseLaunch, LaunchSpec, Literal, ScalarValue, SmokeSpec } from './case.ts';
import { evaluateInteger, literalScalar, type SmokeScope } from './scope.ts';

// A case can launch further kernels on its buffers, before the outputs are compared: `followed_by` of `smoke:`.

/** A kernel, and its `smoke:` section. */
interface TestedKernel {
  readonly kernel: KernelDefinition;
  readonly smoke: SmokeSpec | undefined;
}

/** The parameters that a case gives values to: those of the kernel, and the buffers that only later launches take. */
export function caseParameters(
  kernel: Pick<KernelDefinition, 'arguments' | 'gridParameters'>,
  { buffers }: Pick<SmokeSpec, 'buffers'>,
): readonly Argument[] {
  const own = allParameters(kernel);
  const further = [...buffers].flatMap(([name, spec]): readonly Argument[] =>
    spec?.type === undefined || own.some((parameter) => parameter.name === name)
      ? []
      : [{ name, cName: name, type: { kind: 'pointer', element: spec.type } }],
  );
  return [...own, ...further];
}

/**
 * Evaluates the arguments of the launches that follow in a case.
 * @param problems bound to `followed_by`
 */
export function resolveLaunches(
  { later, buffers, views }: Pick<SmokeSpec, 'later' | 'buffers' | 'views'>,
  scope: SmokeScope,
  problems: Problems,
): readonly CaseLaunch[] {
  return later.map((launch, index) => {
    const scalars = new Map<string, ScalarValue>();
    const passed = new Map<string, string>();
    for (const [name, given] of launch.arguments) {
      const own = lonelyName(given);
      const value = own === undefined ? undefined : scope.values.get(own);
      if (own !== undefined && (buffers.has(own) || views.has(own))) passed.set(name, own);
      else if (value !== undefined) scalars.set(name, value);
      else if (typeof given !== 'object') scalars.set(name, literalScalar(given));
      else {
        const result = evaluateInteger(given, scope, problems.at(index, 'arguments', name));
        if (result !== undefined) scalars.set(name, { kind: 'integer', value: result });
      }
    }
    return { kernel: launch.kernel, scalars, buffers: passed };
  });
}

function lonelyName(given: Literal | Expression): string | undefined {
  return typeof given === 'object' && given.tree.kind === 'name' ? given.tree.name : undefined;
}

/**
 * Checks that the launches in `followed_by` of a kernel can be made: each kernel exists, is built for the same targets, and gets
 * all of its arguments.
 * @param all the kernels of the package that are built, by name
 * @param problems bound to the kernel
 */
export function checkSequence(
  first: TestedKernel,
  all: ReadonlyMap<string, KernelDefinition>,
  problems: Problems,
): void {
  const { kernel, smoke } = first;
  if (smoke === undefined) return;
  const taken = new Set<string>();
  for (const [index, launch] of smoke.later.entries()) {
    const part = problems.at('smoke', 'followed_by', index);
    const later = all.get(launch.kernel);
    if (later === undefined) {
      part
        .at('kernel')
        .add(
          `no kernel \`${launch.kernel}\` is built${didYouMean(launch.kernel, all.keys())}`,
          `The kernels are ${[...all.keys()].join(', ')}.`,
        );
      return;
    }
    const missing = kernel.targets.find(
      ({ name }) => !later.targets.some((target) => target.name === name),
    );
    if (missing !== undefined)
      part
        .at('kernel')
        .add(
          `\`${later.name}\` is not built for ${missing.name}, for which \`${kernel.name}\` is`,
          'Give both the same `targets:`.',
        );
    for (const name of passedBuffers(launch, later, smoke)) taken.add(name);
    checkArguments(kernel, smoke, launch, later, part);
  }
  for (const [name, spec] of smoke.buffers)
    if (spec?.type !== undefined && !taken.has(name))
      problems
        .at('smoke', 'buffers', name)
        .add(
          `nothing takes the buffer \`${name}\``,
          'Pass it to a launch in `followed_by`, or remove it.',
        );
}

/** The buffers of the section that a launch gets, by their names there. */
function passedBuffers(
  launch: LaunchSpec,
  later: KernelDefinition,
  { buffers, views }: SmokeSpec,
): readonly string[] {
  return allParameters(later)
    .map(({ name }) => sourceName(launch, name))
    .filter((name) => name !== undefined)
    .filter((name) => buffers.has(name) || views.has(name));
}

/** The name in the section of what a parameter gets; undefined for a number, or an expression of several names. */
function sourceName(launch: LaunchSpec, parameter: string): string | undefined {
  const given = launch.arguments.get(parameter);
  return given === undefined ? parameter : lonelyName(given);
}

/** @param problems bound to the launch */
function checkArguments(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  launch: LaunchSpec,
  later: KernelDefinition,
  problems: Problems,
): void {
  const parameters = allParameters(later);
  const names = parameters.map(({ name }) => name);
  for (const name of launch.arguments.keys())
    if (!names.includes(name))
      problems
        .at('arguments', name)
        .add(
          `\`${later.name}\` has no parameter \`${name}\`${didYouMean(name, names)}`,
          `Its parameters are ${names.join(', ')}.`,
        );
  for (const { name, type } of parameters) {
    const given = launch.arguments.get(name);
    const own = sourceName(launch, name);
    const known = own === undefined ? undefined : typeIn(own, kernel, smoke);
    const part = given === undefined ? problems : problems.at('arguments', name);
    const expected = `\`${name}\` of \`${later.name}\` is ${formatArgumentType(type)}`;
    if (given === undefined && known === undefined)
      part.add(
        `${expected}, and nothing here has that name`,
        `Say what it gets: \`arguments: { ${name}: … }\`.`,
      );
    else if (known !== undefined && !fits(type, known))
      part.add(`${expected}, but \`${own}\` is ${formatArgumentType(known)}`);
    else if (known === undefined && type.kind !== 'scalar')
      part.add(
        `${expected}, and gets a number`,
        `The buffers are ${[...smoke.buffers.keys(), ...smoke.views.keys()].join(', ')}.`,
      );
    else if (typeof given === 'number' && type.kind === 'scalar' && integerRange(type.scalar))
      part.add(`${expected}, and gets the float ${given}`);
  }
}

/** The type of what has a name in the section; undefined for a size, which is an integer. */
function typeIn(
  name: string,
  kernel: KernelDefinition,
  smoke: SmokeSpec,
): ArgumentType | undefined {
  return caseParameters(kernel, smoke).find((parameter) => parameter.name === name)?.type;
}

/** Returns whether what has a type can be passed for a parameter. Integers of other widths can: C converts them. */
function fits(parameter: ArgumentType, given: ArgumentType): boolean {
  if (parameter.kind === 'scalar')
    return (
      given.kind === 'scalar' &&
      (integerRange(parameter.scalar) === undefined || integerRange(given.scalar) !== undefined)
    );
  return given.kind !== 'scalar' && given.element === parameter.element;
}

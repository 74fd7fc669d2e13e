import { namesIn } from '../grid/expression.ts';
import type { Expression } from '../expression.ts';
import { didYouMean, type Problems } from '../problems.ts';
import { allParameters, type Argument, type KernelDefinition } from '../terms/kernel.ts';
import type { BufferChange, CaseSpec, FillSpec, SmokeSpec, ViewSpec } from './case.ts';
import { formatCase } from './format-case.ts';
import { caseParameters } from './sequence.ts';
import { formatArgumentType, isElementType } from '../terms/types.ts';
import { isFloat } from '../values/elements.ts';

/** Checks that every name in the section exists, and every parameter has a value in every case. */
export function checkSmokeNames(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  cases: readonly CaseSpec[],
  problems: Problems,
): void {
  const parameters = caseParameters(kernel, smoke);
  const scalars = parameters.filter(({ type }) => type.kind === 'scalar');
  const pointers = parameters.filter(({ type }) => type.kind !== 'scalar');
  checkCases(kernel, smoke, cases, scalars, pointers, problems.at('cases'));
  const inArguments = problems.at('arguments');
  for (const name of smoke.arguments.keys())
    checkParameter(name, 'scalar', scalars, pointers, 'buffers', inArguments.at(name));
  const inBuffers = problems.at('buffers');
  const typed =
    smoke.later.length === 0
      ? ''
      : ' A buffer that only a launch in `followed_by` takes needs a `type`.';
  for (const name of [...smoke.buffers.keys(), ...smoke.views.keys()])
    checkParameter(name, 'pointer', pointers, scalars, 'arguments', inBuffers.at(name), typed);
  for (const { name } of allParameters(kernel))
    if (smoke.buffers.get(name)?.type !== undefined)
      inBuffers
        .at(name, 'type')
        .add(
          `\`${name}\` has the type of its parameter`,
          'Remove `type`: it is for buffers that only a launch in `followed_by` takes.',
        );
  if (smoke.later.length > 0) checkFollowers(smoke, cases, problems);
  for (const { kind, buffer } of smoke.accepted) {
    const part = problems.at('accept', kind, buffer);
    checkParameter(buffer, 'pointer', pointers, scalars, 'arguments', part);
  }
  for (const parameter of scalars)
    if (!smoke.arguments.has(parameter.name)) checkScalar(parameter, cases, problems.at('cases'));
  for (const parameter of pointers) checkPointer(parameter, smoke, inBuffers);
  for (const [name, view] of smoke.views)
    checkView(name, view, smoke, pointers, inBuffers.at(name));
  const outputs = pointers.filter(({ name }) => {
    const role = smoke.buffers.get(name)?.role;
    return role === 'out' || role === 'inout';
  });
  if (outputs.length > 0) {
    checkTolerance(outputs, smoke, problems.at('tolerance'));
  } else if (pointers.length > 0) {
    inBuffers.add(
      'no buffer has the role `out` or `inout`, so nothing would be checked',
      'Write `{ shape: […], role: out }` for the buffers that the kernel writes.',
    );
  }
}

/** Checks that cases with several launches can be judged. */
function checkFollowers(
  { expected }: Pick<SmokeSpec, 'expected'>,
  cases: readonly CaseSpec[],
  problems: Problems,
): void {
  if (expected.kind === 'interpreter')
    problems
      .at('followed_by')
      .add(
        'the interpreter computes the outputs of one kernel, not of several',
        'Write `reference: FILE.py:FUNCTION`, which returns the outputs after all launches, or `reference: none`.',
      );
  for (const [index, { blocks }] of cases.entries())
    if (blocks !== undefined)
      problems
        .at('cases', index, 'blocks')
        .add(
          'a case with several launches runs all blocks',
          'Remove `blocks`, or test the kernel alone.',
        );
}

/** Checks that every name in a case is a scalar parameter, or a size that an expression uses. */
function checkCases(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  cases: readonly CaseSpec[],
  scalars: readonly Argument[],
  pointers: readonly Argument[],
  problems: Problems,
): void {
  const used = expressionsOf(smoke);
  for (const [index, { values, buffers }] of cases.entries()) {
    const own = [...buffers.values()].flatMap(expressionsIn);
    const uses = [...used, ...own].flatMap(({ tree }) => namesIn(tree).map(nameOf));
    const known = new Set([...scalars.map(nameOf), ...uses]);
    for (const name of buffers.keys()) {
      const part = problems.at(index, 'buffers', name);
      checkParameter(name, 'pointer', pointers, scalars, 'arguments', part);
      const of = smoke.views.get(name)?.of;
      if (of !== undefined)
        part.add(
          `\`${name}\` has the memory of \`${of}\` in \`smoke.buffers\`, so a case cannot change it`,
          `Change \`${of}\`, or write its offset, shape and strides with names that the case sets.`,
        );
    }
    for (const name of values.keys()) {
      const part = problems.at(index, name);
      const isConstant = kernel.configs.some(({ constants }) => constants.has(name));
      if (isConstant || kernel.heuristics.some(({ parameter }) => parameter === name)) {
        part.add(`\`${name}\` is a constant of the kernel, which a case cannot set`);
      } else if (pointers.some((pointer) => pointer.name === name)) {
        part.add(`\`${name}\` is not a scalar`, 'Describe it under `buffers:`.');
      } else if (!known.has(name)) {
        part.add(
          `\`${name}\` is not a scalar parameter, and no expression uses it${didYouMean(name, known)}`,
        );
      }
    }
  }
}

/** Checks that a name is one of the parameters of its kind. */
function checkParameter(
  name: string,
  kind: string,
  own: readonly Argument[],
  others: readonly Argument[],
  elsewhere: string,
  problems: Problems,
  more = '',
): void {
  if (own.some((parameter) => parameter.name === name)) return;
  const other = others.find((parameter) => parameter.name === name);
  if (other !== undefined) {
    const type = formatArgumentType(other.type);
    problems.add(
      `\`${name}\` is not a ${kind}: its type is ${type}`,
      `Move it to \`${elsewhere}:\`.`,
    );
    return;
  }
  const names = own.map(nameOf);
  problems.add(
    `unknown ${kind} parameter \`${name}\`${didYouMean(name, names)}`,
    names.length === 0
      ? `The kernel has no ${kind} parameters.`
      : `The ${kind} parameters are ${names.join(', ')}.${more}`,
  );
}

function checkScalar(
  { name, type }: Argument,
  cases: readonly CaseSpec[],
  problems: Problems,
): void {
  const index = cases.findIndex(({ values }) => !values.has(name));
  const values = cases[index]?.values;
  if (values === undefined) return;
  const message = `\`${name}\` (${formatArgumentType(type)}) has no value in case \`${formatCase(values)}\``;
  const hint = 'Set it in every case, or under `arguments:` to a number or an expression.';
  problems.at(index).add(message, hint);
}

function checkPointer({ name, type }: Argument, smoke: SmokeSpec, problems: Problems): void {
  const buffer = smoke.buffers.get(name);
  if (smoke.views.has(name)) return;
  if (buffer === undefined) {
    problems.add(
      `\`${name}\` (${formatArgumentType(type)}) has no buffer`,
      `Add its shape, such as \`${name}: [M, N]\`, or null for a null pointer.`,
    );
  } else if (buffer === null && type.kind === 'tensor') {
    problems.at(name).add('a tensor cannot be null; expected a shape');
  }
}

/** Checks that a parameter can get the memory of another. */
function checkView(
  name: string,
  { of }: ViewSpec,
  smoke: SmokeSpec,
  pointers: readonly Argument[],
  problems: Problems,
): void {
  const part = problems.at('same');
  const buffer = smoke.buffers.get(of);
  const owners = [...smoke.buffers].flatMap(([own, spec]) => (spec === null ? [] : [own]));
  const further = smoke.views.get(of)?.of;
  if (further !== undefined) {
    const which = of === name ? 'itself' : `the memory of \`${further}\` itself`;
    part.add(
      of === name ? `\`${name}\` cannot have ${which}` : `\`${of}\` has ${which}`,
      `Name a buffer with a shape of its own: ${owners.join(', ')}.`,
    );
  } else if (buffer === null) {
    part.add(`\`${of}\` is null, so it has no memory`);
  } else if (buffer === undefined) {
    part.add(
      `there is no buffer \`${of}\`${didYouMean(of, owners)}`,
      `The buffers are ${owners.join(', ')}.`,
    );
  } else {
    const [own, other] = [name, of].map(
      (each) => pointers.find((pointer) => pointer.name === each)?.type,
    );
    if (own === undefined || other === undefined) return;
    if (own.kind === 'scalar' || other.kind === 'scalar' || own.element === other.element) return;
    part.add(
      `\`${name}\` has elements of type ${own.element}, but \`${of}\` has ${other.element}`,
      'Both must have the same type.',
    );
  }
}

/** Checks that the tolerance applies to outputs. */
function checkTolerance(
  outputs: readonly Argument[],
  { tolerance }: SmokeSpec,
  problems: Problems,
): void {
  const names = outputs.map(nameOf);
  for (const name of tolerance.named.keys()) {
    // Several kernels can share a section, so element types without an output are allowed.
    if (names.includes(name) || isElementType(name)) continue;
    const message = `\`${name}\` is neither an output nor an element type`;
    const hint = `The outputs are ${names.join(', ')}.`;
    problems.at(name).add(`${message}${didYouMean(name, names)}`, hint);
  }
  const hasFloats = outputs.some(({ type }) => type.kind !== 'scalar' && isFloat(type.element));
  if (tolerance.floats !== undefined && !hasFloats) {
    problems.add(
      'the tolerance has no effect: all outputs are integers, which must be equal',
      'To allow differences in a buffer, name it: `tolerance: { NAME: { steps: 1 } }`.',
    );
  }
}

function expressionsOf(smoke: SmokeSpec): readonly Expression[] {
  const { arguments: given, buffers, views, later, bytes, flops } = smoke;
  const passed = later.flatMap((launch) => [...launch.arguments.values()]);
  return [
    ...[...given.values(), ...passed].filter((value) => typeof value === 'object'),
    ...[...buffers.values()].flatMap((buffer) =>
      buffer === null ? [] : expressionsIn({ ...buffer }),
    ),
    ...[...views.values()].flatMap(expressionsIn),
    ...[bytes, flops].filter((value) => typeof value === 'object'),
  ];
}

/** The expressions of a buffer, or of what a case changes in it. */
function expressionsIn({
  shape = [],
  strides = [],
  offset,
  fill,
}: BufferChange | ViewParts): readonly Expression[] {
  return [...shape, ...strides, ...(offset === undefined ? [] : [offset]), ...limitsOf(fill)];
}

type ViewParts = ViewSpec & { readonly fill?: undefined };

function limitsOf(fill: FillSpec | undefined): readonly Expression[] {
  const limits = fill?.kind === 'uniform' ? Object.values(fill.limits ?? {}) : [];
  return limits.filter((limit) => typeof limit === 'object');
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

import type { Path } from '../base/errors.ts';
import { nearest } from '../base/text.ts';
import { namesIn } from '../grid/expression.ts';
import type { Expression } from '../manifest/expression.ts';
import type { Report } from '../manifest/problems.ts';
import type { SmokeSpec } from '../manifest/smoke.ts';
import { allParameters, type Argument, type Kernel } from '../model/kernel.ts';
import { formatCase } from '../model/smoke-case.ts';
import { formatArgumentType, isElementType } from '../model/types.ts';
import { isFloat } from '../testdata/elements.ts';

/** Every name of the section means something, and every parameter of the kernel has a value in every case. */
export function checkSmokeNames(kernel: Kernel, smoke: SmokeSpec, problem: Report): void {
  const parameters = allParameters(kernel);
  const scalars = parameters.filter(({ type }) => type.kind === 'scalar');
  const pointers = parameters.filter(({ type }) => type.kind !== 'scalar');
  checkChosen(kernel, smoke, scalars, pointers, problem);
  for (const name of smoke.arguments.keys()) {
    checkKnown(['arguments', name], name, scalars, pointers, 'scalar', 'buffers', problem);
  }
  for (const name of smoke.buffers.keys()) {
    checkKnown(['buffers', name], name, pointers, scalars, 'pointer', 'arguments', problem);
  }
  for (const parameter of scalars) checkValued(parameter, smoke, problem);
  for (const parameter of pointers) checkBuffered(parameter, smoke, problem);
  checkCompared(pointers, smoke, problem);
}

/** What a case names is a scalar parameter, or a size that an expression uses. */
function checkChosen(
  kernel: Kernel,
  smoke: SmokeSpec,
  scalars: readonly Argument[],
  pointers: readonly Argument[],
  problem: Report,
): void {
  const used = new Set(expressionsOf(smoke).flatMap(({ tree }) => namesIn(tree).map(nameOf)));
  const known = new Set([...scalars.map(nameOf), ...used]);
  for (const [index, chosen] of smoke.cases.entries()) {
    for (const name of chosen.keys()) {
      const path = ['cases', index, name];
      if (kernel.configs.some(({ constants }) => constants.has(name))) {
        problem(path, `\`${name}\` is a constant of the kernel, which no case can choose`);
      } else if (pointers.some((pointer) => pointer.name === name)) {
        problem(path, `\`${name}\` is no scalar: describe it under \`buffers:\``);
      } else if (!known.has(name)) {
        const message = `\`${name}\` is no scalar parameter, and no expression of \`smoke\` uses it`;
        problem(path, message, didYouMean(name, known));
      }
    }
  }
}

function checkKnown(
  path: Path,
  name: string,
  own: readonly Argument[],
  others: readonly Argument[],
  kind: string,
  elsewhere: string,
  problem: Report,
): void {
  if (own.some((parameter) => parameter.name === name)) return;
  const other = others.find((parameter) => parameter.name === name);
  if (other !== undefined) {
    const type = formatArgumentType(other.type);
    problem(path, `\`${name}\` is of type ${type}: give it under \`${elsewhere}:\``);
    return;
  }
  const names = own.map(nameOf);
  const message =
    names.length === 0
      ? `there is no ${kind} parameter \`${name}\`, nor any other`
      : `there is no ${kind} parameter \`${name}\`: there are ${names.join(', ')}`;
  problem(path, message, didYouMean(name, names));
}

function checkValued({ name, type }: Argument, smoke: SmokeSpec, problem: Report): void {
  if (smoke.arguments.has(name)) return;
  const index = smoke.cases.findIndex((chosen) => !chosen.has(name));
  const chosen = smoke.cases[index];
  if (chosen === undefined) return;
  problem(
    ['cases', index],
    `\`${name}\` (${formatArgumentType(type)}) has no value in case \`${formatCase(chosen)}\``,
    `Give it in every case, or once under \`arguments:\` as a number or an expression.`,
  );
}

function checkBuffered({ name, type }: Argument, smoke: SmokeSpec, problem: Report): void {
  const buffer = smoke.buffers.get(name);
  if (buffer === undefined) {
    problem(
      ['buffers'],
      `\`${name}\` (${formatArgumentType(type)}) has no buffer`,
      `Give its shape, such as \`${name}: [M, N]\`, or null for a null pointer.`,
    );
  } else if (buffer === null && type.kind === 'tensor') {
    problem(['buffers', name], `a tensor cannot be null: expected a shape`);
  }
}

/** Something must be compared, and what is said of tolerances must be of use to it. */
function checkCompared(pointers: readonly Argument[], smoke: SmokeSpec, problem: Report): void {
  const compared = pointers.filter(({ name }) => {
    const role = smoke.buffers.get(name)?.role;
    return role === 'out' || role === 'inout';
  });
  if (compared.length === 0) {
    const message = 'no buffer has the role `out` or `inout`: nothing would be checked';
    problem(['buffers'], message, 'Write `{ shape: […], role: out }` for what the kernel writes.');
    return;
  }
  const names = compared.map(nameOf);
  for (const name of smoke.tolerance.named.keys()) {
    // Types that no output has are for other entry points of the same section.
    if (names.includes(name) || isElementType(name)) continue;
    const message = `\`${name}\` is neither an output nor an element type: a tolerance is for ${names.join(', ')}`;
    problem(['tolerance', name], message, didYouMean(name, names));
  }
  const hasFloats = compared.some(({ type }) => type.kind !== 'scalar' && isFloat(type.element));
  if (smoke.tolerance.floats !== undefined && !hasFloats) {
    const message = 'every output holds integers, which must be equal';
    problem(['tolerance'], message, 'Name the buffer: `tolerance: { NAME: { atol: 1 } }`.');
  }
}

function expressionsOf(smoke: SmokeSpec): readonly Expression[] {
  const { arguments: given, buffers, bytes, flops } = smoke;
  return [
    ...[...given.values()].filter((value) => typeof value === 'object'),
    ...[...buffers.values()].flatMap((buffer) => [
      ...(buffer?.shape ?? []),
      ...(buffer?.strides ?? []),
    ]),
    ...[bytes, flops].filter((value) => typeof value === 'object'),
  ];
}

function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const guess = nearest(name, names);
  return guess === undefined ? undefined : `Did you mean \`${guess}\`?`;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

import { plural } from '../base/text.ts';
import { checkGrid } from '../grid/check.ts';
import type { GridName, GridNames } from '../grid/expression.ts';
import { type KernelEntry, symbolsOf } from '../manifest/entry.ts';
import { messageInText } from '../manifest/expression.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import { parameterName } from '../model/c-names.ts';
import { type Constant, formatConstant } from '../model/constant.ts';
import type { Argument, Config, Hint, Kernel, Specialisation } from '../model/kernel.ts';
import type { Target } from '../model/target.ts';
import { formatArgumentType, isInteger } from '../model/types.ts';
import { checkBlocks, checkCoverage, checkParameterNames, configsOf } from './configs.ts';
import { resolveSmoke } from './smoke-cases.ts';
import type { FunctionFacts } from './sources.ts';

/**
 * Joins a manifest's entry with the Python function that it names.
 * @param problems bound to the kernel
 */
export function resolveKernel(
  entry: KernelEntry,
  source: FunctionFacts,
  targets: readonly Target[],
  problems: Problems,
): Kernel | undefined {
  const specs = specsOf(entry, source, problems);
  const configs = configsOf(entry, source, specs, problems);
  if (!problems.isEmpty) return undefined;
  for (const config of configs) {
    checkCoverage(entry, source, specs, config, problems);
    checkBlocks(entry, specs, config, problems);
  }
  const hints = [...specs.values()].map((spec) => spec.hints);
  checkCount(hints, problems.at('arguments'));
  const [args, gridParameters] = nameArguments(entry, source, specs, problems);
  checkGrids(entry, args, gridParameters, configs, problems.at('grid'));
  if (!problems.isEmpty) return undefined;
  const kernel: Kernel = {
    name: entry.name,
    place: entry.place,
    source: { ...entry.source, line: source.line },
    parameters: source.parameters.map(({ name }) => name),
    arguments: args,
    configs,
    specialisations: specialisationsOf(hints),
    grid: entry.grid.axes,
    gridText: entry.grid.text,
    gridParameters,
    depends: entry.depends,
    targets,
    smoke: undefined,
  };
  if (entry.smoke === undefined) return kernel;
  const smoke = resolveSmoke(kernel, entry.smoke, problems.at('smoke'));
  return smoke && { ...kernel, smoke };
}

/** The run-time arguments by name, in the function's order. */
function specsOf(
  entry: KernelEntry,
  source: FunctionFacts,
  problems: Problems,
): ReadonlyMap<string, ArgumentSpec> {
  const names = source.parameters.map(({ name }) => name);
  const { shape } = entry;
  if (shape.form === 'signature') {
    if (shape.tokens.length !== names.length) {
      problems
        .at('signature')
        .add(
          `the signature has ${plural(shape.tokens.length, 'token')}, but ${entry.source.function} has ${plural(names.length, 'parameter')}: ${names.join(', ')}`,
          'Write one token per parameter: a type, or the value of a constexpr.',
        );
      return new Map();
    }
    return new Map(
      shape.tokens.flatMap((token, index) =>
        token.kind === 'argument' ? [[names[index] ?? '', token.spec] as const] : [],
      ),
    );
  }
  checkParameterNames(entry, shape.arguments.keys(), names, (name) =>
    problems.at('arguments', name),
  );
  return new Map(
    names.flatMap((name) => {
      const spec = shape.arguments.get(name);
      return spec === undefined ? [] : [[name, spec] as const];
    }),
  );
}

/** More are a mistake: each specialisation is compiled for every config and target. */
const MAX_SPECIALISATIONS = 256;

/** Checks the number of specialisations before they are listed. */
function checkCount(hints: readonly ArgumentSpec['hints'][], problems: Problems): void {
  const count = hints.reduce((product, { length }) => product * length, 1);
  if (count <= MAX_SPECIALISATIONS) return;
  problems.add(
    `${count} specialisations; at most ${MAX_SPECIALISATIONS} are allowed`,
    'Every combination of hints is a specialisation. Use a list for fewer arguments.',
  );
}

function nameArguments(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  problems: Problems,
): readonly [args: readonly Argument[], gridParameters: readonly Argument[]] {
  const taken = new Set(['stream', 'algo_id', ...symbolsOf(entry.name)]);
  const withName = (name: string, type: Argument['type']): Argument => {
    const cName = parameterName(name, taken);
    taken.add(cName);
    return { name, cName, type };
  };
  const args = [...specs].map(([name, { type }]) => withName(name, type));
  for (const { name } of entry.gridParameters) {
    if (source.parameters.some((parameter) => parameter.name === name)) {
      problems
        .at('grid_parameters', name)
        .add(`\`${name}\` is already a parameter of the kernel`, 'Choose another name.');
    }
  }
  return [args, entry.gridParameters.map(({ name, type }) => withName(name, type))];
}

function checkGrids(
  entry: KernelEntry,
  args: readonly Argument[],
  gridParameters: readonly Argument[],
  configs: readonly Config[],
  problems: Problems,
): void {
  const { axes, text } = entry.grid;
  for (const config of configs) {
    for (const { message, offset } of checkGrid(axes, gridScope(args, gridParameters, config)))
      problems.add(messageInText(message, text, offset));
  }
}

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

/** The cross product of all hints, most specific first, else in the manifest's order. */
function specialisationsOf(hints: readonly ArgumentSpec['hints'][]): readonly Specialisation[] {
  const all = hints.reduce<readonly Specialisation[]>(
    (chosen, own) => chosen.flatMap((before) => own.map((hint) => [...before, hint])),
    [[]],
  );
  return all.toSorted((a, b) => specificityOf(b) - specificityOf(a));
}

function specificityOf(specialisation: Specialisation): number {
  return specialisation.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}

/** The meaning of the names in a kernel's grid under one config. */
export function gridScope(
  args: readonly Argument[],
  gridParameters: readonly Argument[],
  config: Config,
): GridNames {
  const values = [...args, ...gridParameters].map(({ name, type }): [string, GridName] => [
    name,
    isInteger(type)
      ? { kind: 'value' }
      : { kind: 'unusable', why: `of type ${formatArgumentType(type)}` },
  ]);
  const constants = [...config.constants].map(([name, value]): [string, GridName] => [
    name,
    constantInGrid(value),
  ]);
  return new Map([...values, ...constants]);
}

function constantInGrid(constant: Constant): GridName {
  switch (constant.kind) {
    case 'int':
      return { kind: 'constant', value: constant.value };
    case 'bool':
      return { kind: 'constant', value: constant.value ? 1n : 0n };
    case 'float':
    case 'string':
    case 'none':
    case 'dtype':
      return { kind: 'unusable', why: `the constant ${formatConstant(constant)}` };
  }
}

import type { Path } from '../base/errors.ts';
import { checkGrid } from '../grid/check.ts';
import type { GridName, GridNames } from '../grid/expression.ts';
import { gridMessage, type KernelEntry, symbolsOf } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import type { ManifestDocument } from '../manifest/yaml.ts';
import { parameterName } from '../model/c-names.ts';
import { type Constant, formatConstant } from '../model/constant.ts';
import type { Argument, Config, Hint, Kernel, Specialisation } from '../model/kernel.ts';
import type { Target } from '../model/target.ts';
import { formatArgumentType, isInteger } from '../model/types.ts';
import { checkBlocks, checkCoverage, configsOf, unknownParameter } from './configs.ts';
import { resolveSmoke } from './smoke-cases.ts';
import type { FunctionFacts } from './sources.ts';

/** More specialisations than this are a mistake: each costs a compile for every config and target. */
const MAX_SPECIALISATIONS = 256;

/**
 * Joins a manifest's entry with the Python function it names. What does not fit goes to `problems`, and then
 * nothing comes back.
 */
export function resolveKernel(
  entry: KernelEntry,
  source: FunctionFacts,
  targets: readonly Target[],
  document: ManifestDocument,
  problems: Problems,
): Kernel | undefined {
  const before = problems.list.length;
  const specs = specsOf(entry, source, problems);
  const configs = configsOf(entry, source, specs, problems);
  if (problems.list.length > before) return undefined;
  for (const config of configs) {
    checkCoverage(entry, source, specs, config, problems);
    checkBlocks(entry, specs, config, problems);
  }
  const count = countSpecialisations([...specs.values()]);
  if (count > MAX_SPECIALISATIONS) {
    problems.add(
      entry.at(['arguments']),
      `${count} specialisations: expected at most ${MAX_SPECIALISATIONS}`,
      'Lists multiply: give fewer arguments a list.',
    );
  }
  const [args, gridParameters] = nameArguments(entry, source, specs, problems);
  checkGrids(entry, args, gridParameters, configs, problems);
  if (problems.list.length > before) return undefined;
  const kernel: Kernel = {
    name: entry.name,
    place: document.locate(entry.at([])),
    source: { ...entry.source, line: source.line },
    parameters: source.parameters.map(({ name }) => name),
    arguments: args,
    configs,
    specialisations: specialisationsOf([...specs.values()]),
    grid: entry.grid.axes,
    gridParameters,
    depends: entry.depends,
    targets,
    smoke: undefined,
  };
  if (entry.smoke === undefined) return kernel;
  const inSmoke = (path: Path): Path => entry.at(['smoke', ...path]);
  const smoke = resolveSmoke(kernel, entry.smoke, inSmoke, problems);
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
      problems.add(
        entry.at(['signature']),
        `the signature has ${shape.tokens.length} tokens, but ${entry.source.function} takes ${names.length} parameters: ${names.join(', ')}`,
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
  for (const name of shape.arguments.keys()) {
    if (!names.includes(name)) unknownParameter(entry, ['arguments', name], name, names, problems);
  }
  return new Map(
    names.flatMap((name) => {
      const spec = shape.arguments.get(name);
      return spec === undefined ? [] : [[name, spec] as const];
    }),
  );
}

function nameArguments(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  problems: Problems,
): readonly [args: readonly Argument[], gridParameters: readonly Argument[]] {
  const taken = new Set(['stream', 'algo_id', ...symbolsOf(entry.name)]);
  const give = (name: string, type: Argument['type']): Argument => {
    const cName = parameterName(name, taken);
    taken.add(cName);
    return { name, cName, type };
  };
  const args = [...specs].map(([name, { type }]) => give(name, type));
  for (const { name } of entry.gridParameters) {
    if (source.parameters.some((parameter) => parameter.name === name)) {
      problems.add(
        entry.at(['grid_parameters', name]),
        `\`${name}\` is a parameter of the kernel already: expected another name`,
      );
    }
  }
  return [args, entry.gridParameters.map(({ name, type }) => give(name, type))];
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
    for (const { message, offset } of checkGrid(axes, gridScope(args, gridParameters, config))) {
      problems.add(entry.at(['grid']), gridMessage(message, text, offset));
    }
  }
}

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

/** How many there are, without making them. */
function countSpecialisations(specs: readonly ArgumentSpec[]): number {
  return specs.reduce((count, { hints }) => count * hints.length, 1);
}

/** The cross product of all hints, most specific first; equally specific ones keep the manifest's order. */
function specialisationsOf(specs: readonly ArgumentSpec[]): readonly Specialisation[] {
  const all = specs.reduce<readonly Specialisation[]>(
    (chosen, { hints }) => chosen.flatMap((before) => hints.map((hint) => [...before, hint])),
    [[]],
  );
  return all.toSorted((a, b) => specificityOf(b) - specificityOf(a));
}

function specificityOf(specialisation: Specialisation): number {
  return specialisation.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}

/** What the names in a kernel's grid stand for under one config. */
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

import { parameterName } from './c-names.ts';
import { checkGrid } from './grid/check.ts';
import { gridScope } from './grid/scope.ts';
import type { Argument, Config, Kernel, Specialisation } from './kernel.ts';
import type { Constant } from './constant.ts';
import type { ArgumentSpec, Hint } from './manifest/argument.ts';
import type { ManifestDocument } from './manifest/document.ts';
import { gridMessage, type ConfigEntry, type KernelEntry } from './manifest/entry.ts';
import { symbolsOf } from './manifest/manifest.ts';
import type { Problems } from './manifest/problems.ts';
import { nearest } from './nearest.ts';
import type { Target } from './target.ts';

/** What a kernel's Python function is known to be. */
export interface FunctionFacts {
  /** Where it starts in its file, counted from 1. */
  readonly line: number;
  readonly parameters: readonly {
    readonly name: string;
    /** Its default, when that is a literal: what a constexpr is where the manifest gives no value. */
    readonly default?: Constant | undefined;
  }[];
  /** The configs of its @triton.autotune, when it has one. */
  readonly autotune?: readonly ConfigEntry[] | undefined;
}

/** More specialisations than this are a mistake: each costs a compile for every config and target. */
const MOST_SPECIALISATIONS = 256;

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
  for (const config of configs) checkCoverage(entry, source, specs, config, problems);
  const specialisations = specialisationsOf([...specs.values()]);
  if (specialisations.length > MOST_SPECIALISATIONS) {
    problems.add(
      entry.at(['arguments']),
      `${specialisations.length} specialisations: expected at most ${MOST_SPECIALISATIONS}`,
      'Lists multiply: give fewer arguments a list.',
    );
  }
  const [args, gridParameters] = nameArguments(entry, source, specs, problems);
  checkGrids(entry, args, gridParameters, configs, problems);
  if (problems.list.length > before) return undefined;
  return {
    name: entry.name,
    place: document.locate(entry.at([])),
    source: { ...entry.source, line: source.line },
    parameters: source.parameters.map(({ name }) => name),
    arguments: args,
    configs,
    specialisations,
    grid: entry.grid.axes,
    gridParameters,
    depends: entry.depends,
    targets,
  };
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

/** Every config with all its constants: the signature's, the kernel's, then its own. */
function configsOf(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  problems: Problems,
): readonly Config[] {
  const names = source.parameters.map(({ name }) => name);
  const shared = new Map([
    ...source.parameters.flatMap(({ name, default: value }) =>
      value === undefined || specs.has(name) ? [] : [[name, value] as const],
    ),
    ...(entry.shape.form === 'signature'
      ? entry.shape.tokens.flatMap((token, index) =>
          token.kind === 'constant' ? [[names[index] ?? '', token.value] as const] : [],
        )
      : []),
    ...entry.constants,
  ]);
  for (const name of entry.constants.keys()) {
    if (!names.includes(name)) unknownParameter(entry, ['constants', name], name, names, problems);
  }
  return chosenConfigs(entry, source, problems).map((config, index) => {
    for (const name of config.constants.keys()) {
      if (names.includes(name)) continue;
      const path = entry.configs === 'autotune' ? ['configs'] : ['configs', index, name];
      unknownParameter(entry, path, name, names, problems);
    }
    const constants = new Map([...shared, ...config.constants]);
    return {
      // In the parameters' order, so that equal choices are written equally.
      constants: new Map(
        names.flatMap((name) => {
          const value = constants.get(name);
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
      options: { ...entry.options, ...config.options },
    };
  });
}

function chosenConfigs(
  entry: KernelEntry,
  source: FunctionFacts,
  problems: Problems,
): readonly ConfigEntry[] {
  if (entry.configs !== 'autotune') return entry.configs;
  if (source.autotune !== undefined && source.autotune.length > 0) return source.autotune;
  problems.add(
    entry.at(['configs']),
    `${entry.source.function} carries no @triton.autotune configs`,
    'List the configs in the manifest, or decorate the function.',
  );
  return [];
}

/** Every parameter is either an argument or a constant, in every config. */
function checkCoverage(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  const where = entry.shape.form === 'signature' ? 'signature' : 'arguments';
  for (const { name } of source.parameters) {
    const isArgument = specs.has(name);
    const value = config.constants.get(name);
    if (isArgument && value !== undefined) {
      problems.add(
        entry.at([where]),
        `\`${name}\` is both a run-time argument and a constant: expected one of them`,
      );
    } else if (!isArgument && value === undefined) {
      problems.add(
        entry.at([where]),
        `parameter \`${name}\` of ${entry.source.function} has no type and no value`,
        `Give it a type under \`arguments:\`, or a value under \`constants:\` or in every config.`,
      );
    }
  }
}

function unknownParameter(
  entry: KernelEntry,
  path: readonly (string | number)[],
  name: string,
  names: readonly string[],
  problems: Problems,
): void {
  const guess = nearest(name, names);
  problems.add(
    entry.at(path),
    `${entry.source.function} has no parameter \`${name}\`: its parameters are ${names.join(', ')}`,
    guess === undefined ? undefined : `Did you mean \`${guess}\`?`,
  );
}

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

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

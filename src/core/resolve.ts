import { parameterName } from './c-names.ts';
import { resolveSmoke } from './cases/resolve.ts';
import { checkGrid } from './grid/check.ts';
import { gridScope } from './grid/scope.ts';
import { checkBlocks, checkCoverage, configsOf, unknownParameter } from './configs.ts';
import type { FunctionFacts } from './source/facts.ts';
import type { Argument, Config, Kernel } from './kernel.ts';
import type { ArgumentSpec } from './manifest/argument.ts';
import type { ManifestDocument, Path } from './manifest/document.ts';
import { gridMessage, type KernelEntry } from './manifest/entry.ts';
import { symbolsOf } from './manifest/names.ts';
import type { Problems } from './manifest/problems.ts';
import { countSpecialisations, specialisationsOf } from './specialisations.ts';
import type { Target } from './target.ts';

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
  for (const config of configs) {
    checkCoverage(entry, source, specs, config, problems);
    checkBlocks(entry, specs, config, problems);
  }
  const count = countSpecialisations([...specs.values()]);
  if (count > MOST_SPECIALISATIONS) {
    problems.add(
      entry.at(['arguments']),
      `${count} specialisations: expected at most ${MOST_SPECIALISATIONS}`,
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

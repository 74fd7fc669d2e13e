import { nearest } from '../base/text.ts';
import type { ConfigEntry, KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import type { Config } from '../model/kernel.ts';
import { sortOptions } from '../model/options.ts';
import type { FunctionFacts } from './sources.ts';

/** Every config with all its constants: the signature's, the kernel's, then its own. */
export function configsOf(
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
      options: sortOptions({ ...entry.options, ...config.options }),
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
export function checkCoverage(
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

/** Every name in the shape of a tensor's block is an integer constant of every config. */
export function checkBlocks(
  entry: KernelEntry,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  const path = entry.shape.form === 'signature' ? ['signature'] : ['arguments'];
  for (const [name, { type }] of specs) {
    const sizes = type.kind === 'tensor' ? type.block : [];
    for (const size of sizes) {
      if (typeof size === 'number' || config.constants.get(size)?.kind === 'int') continue;
      const at = entry.shape.form === 'signature' ? path : [...path, name];
      problems.add(entry.at(at), `\`${size}\` in the block of \`${name}\` is no integer constant`);
    }
  }
}

/** Tells of a name that is none of the function's parameters. */
export function unknownParameter(
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

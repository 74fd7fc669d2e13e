import type { ConfigEntry, KernelEntry } from '../manifest/entry.ts';
import { didYouMean, type Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import type { Config } from '../model/kernel.ts';
import { sortOptions } from '../model/options.ts';
import type { FunctionFacts } from './sources.ts';

/**
 * Completes every config with all its constants. A config's own come first, then the kernel's, the
 * signature's and the defaults of the function's parameters.
 */
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
  checkParameterNames(entry, entry.constants.keys(), names, (name) =>
    problems.at('constants', name),
  );
  const inConfigs = problems.at('configs');
  return chosenConfigs(entry, source, inConfigs).map((config, index) => {
    checkParameterNames(entry, config.constants.keys(), names, (name) =>
      entry.configs === 'autotune' ? inConfigs : inConfigs.at(index, name),
    );
    const constants = new Map([...shared, ...config.constants]);
    return {
      // In the order of the parameters, so that equal choices have equal hashes.
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
    `${entry.source.function} has no @triton.autotune configs`,
    'List the configs in the manifest, or add @triton.autotune to the function.',
  );
  return [];
}

/** Checks that every name is a parameter of the function. `partOf` is where a name is given. */
export function checkParameterNames(
  entry: KernelEntry,
  given: Iterable<string>,
  names: readonly string[],
  partOf: (name: string) => Problems,
): void {
  for (const name of given) {
    if (names.includes(name)) continue;
    partOf(name).add(
      `${entry.source.function} has no parameter \`${name}\`${didYouMean(name, names)}`,
      `Its parameters are ${names.join(', ')}.`,
    );
  }
}

/** Checks that every parameter is either an argument or a constant of a config. */
export function checkCoverage(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  const part = problems.at(entry.shape.form);
  for (const { name } of source.parameters) {
    const isArgument = specs.has(name);
    const value = config.constants.get(name);
    if (isArgument && value !== undefined) {
      part.add(
        `parameter \`${name}\` of ${entry.source.function} has both a type and a value`,
        'Give it a type if callers pass it, or a value if it is a constant.',
      );
    } else if (!isArgument && value === undefined) {
      part.add(
        `parameter \`${name}\` of ${entry.source.function} has neither a type nor a value`,
        'Add its type to `arguments:`, or its value to `constants:` or to every config.',
      );
    }
  }
}

/** Checks that every name in the block shape of a tensor is an integer constant of a config. */
export function checkBlocks(
  entry: KernelEntry,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  for (const [name, { type }] of specs) {
    for (const size of type.kind === 'tensor' ? type.block : []) {
      if (typeof size === 'number' || config.constants.get(size)?.kind === 'int') continue;
      const part = problems.at(entry.shape.form);
      (entry.shape.form === 'signature' ? part : part.at(name)).add(
        `\`${size}\` in the block shape of \`${name}\` is not an integer constant`,
        'Add it to `constants:` or to every config.',
      );
    }
  }
}

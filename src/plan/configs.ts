import { namesIn } from '../manifest/grid/expression.ts';
import type { ConfigEntry } from '../manifest/config-entry.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { didYouMean, type Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import {
  type Constant,
  formatConstant,
  isPowerOfTwo,
  withElements,
} from '../manifest/terms/constant.ts';
import type { Config } from '../manifest/terms/kernel.ts';
import {
  DEFAULT_OPTIONS,
  allOptions,
  isOptionName,
  onlyFor,
  ownDefaults,
  type Options,
  readOption,
  sortOptions,
} from '../manifest/terms/options.ts';
import { blockSize } from '../manifest/terms/types.ts';
import type { FunctionFacts } from './sources.ts';
import { vendorName } from '../manifest/terms/vendor.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/**
 * Completes every config with all its constants and options. A config's own constants come first,
 * then the kernel's, the signature's and the defaults of the function's parameters.
 * @param targets those of the kernel
 */
export function configsOf(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  targets: readonly Target[],
  problems: Problems,
): readonly Config[] {
  const names = source.parameters.map(({ name }) => name);
  const defaults = new Map(
    source.parameters.flatMap(({ name, default: value }) =>
      value === undefined || specs.has(name) ? [] : [[name, value] as const],
    ),
  );
  const given = givenConstants(entry, names, problems);
  const inConfigs = problems.at('configs');
  return chosenConfigs(entry, source, inConfigs).map((config, index) => {
    checkParameterNames(entry, config.constants.keys(), names, (name) =>
      entry.configs === 'autotune' ? inConfigs : inConfigs.at(index, name),
    );
    const options = { ...entry.options, ...config.options };
    checkBackends(options, config.targets ?? targets, (name) => {
      if (entry.configs === 'autotune' || config.options[name] === undefined)
        return entry.options[name] === undefined ? inConfigs : problems.at(name);
      return inConfigs.at(index, name);
    });
    const constants = new Map([
      ...defaults,
      ...optionsAsConstants(options, specs),
      ...given,
      ...config.constants,
    ]);
    return {
      // In the order of the parameters, so that equal choices have equal hashes.
      constants: new Map(
        names.flatMap((name) => {
          const value = constants.get(name);
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
      options: sortOptions({ ...DEFAULT_OPTIONS, ...options }),
      ...vendorOptionsOf(options, targets),
      ...notForOf(config, targets),
      ...(config.place !== undefined && { place: config.place }),
    };
  });
}

/** The default options that the compilers of some targets have in place of others. */
function vendorOptionsOf(
  options: Options,
  targets: readonly Target[],
): Pick<Config, 'vendorOptions'> {
  const own = [...new Set(targets.map(({ backend }) => backend))].flatMap((vendor) => {
    const defaults = ownDefaults(vendor, options);
    return Object.keys(defaults).length === 0 ? [] : [[vendor, defaults] as const];
  });
  return own.length === 0 ? {} : { vendorOptions: Object.fromEntries(own) };
}

/** Checks that the compiler has each option for each target of a config. */
function checkBackends(
  options: Options,
  targets: readonly Target[],
  partOf: (name: string) => Problems,
): void {
  for (const name of Object.keys(options)) {
    const only = onlyFor(name);
    const [other] = targets.filter(({ backend }) => backend !== only);
    if (only === undefined || other === undefined || !isOptionName(name)) continue;
    partOf(name).add(
      `Triton has no option \`${name}\` for ${other.name}: it is for ${vendorName(only)} only`,
      'Move it to a config, and give this config `targets:`.',
    );
  }
}

/** The targets that the manifest leaves the config out for. */
function notForOf(config: ConfigEntry, targets: readonly Target[]): Pick<Config, 'notFor'> {
  const own = config.targets?.map(({ name }) => name);
  const notFor = own === undefined ? [] : targets.filter(({ name }) => !own.includes(name));
  return notFor.length === 0 ? {} : { notFor };
}

/** The constants that the signature and `constants:` give. They must not contradict each other. */
function givenConstants(
  entry: KernelEntry,
  names: readonly string[],
  problems: Problems,
): ReadonlyMap<string, Constant> {
  const { shape, constants } = entry;
  const tokens = shape.form === 'signature' ? shape.tokens : [];
  const inSignature = new Map(
    tokens.flatMap((token, index) =>
      token.kind === 'constant' ? [[names[index] ?? '', token.value] as const] : [],
    ),
  );
  const inConstants = problems.at('constants');
  checkParameterNames(entry, constants.keys(), names, (name) => inConstants.at(name));
  for (const [name, value] of constants) {
    const other = inSignature.get(name);
    if (other === undefined || formatConstant(other) === formatConstant(value)) continue;
    inConstants
      .at(name)
      .add(
        `\`${name}\` is ${formatConstant(value)} here, but ${formatConstant(other)} in \`signature\``,
        'Give it in one place.',
      );
  }
  return new Map([...inSignature, ...constants]);
}

function chosenConfigs(
  entry: KernelEntry,
  source: FunctionFacts,
  problems: Problems,
): readonly ConfigEntry[] {
  if (entry.configs !== 'autotune') return entry.configs;
  if (source.autotune !== undefined && source.autotune.length > 0)
    return source.autotune.map((config) => withOptionsOf(config, problems));
  problems.add(
    `${entry.source.function} has no @triton.autotune configs`,
    'List the configs in the manifest, or add @triton.autotune to the function.',
  );
  return [];
}

/**
 * A name in the dictionary of a `triton.Config` can be an option too. The fields of the `Config`
 * come first. Source: `Config.all_kwargs` of Triton 3.6.0 to 3.9.0.
 */
function withOptionsOf(config: ConfigEntry, problems: Problems): ConfigEntry {
  const entries = [...config.constants];
  const inDictionary = entries.flatMap(([name, constant]) => {
    if (!isOptionName(name)) return [];
    const read = readOption(name, 'value' in constant ? constant.value : null);
    if (read.ok) return [[name, read.value] as const];
    problems.add(`\`${name}\` in a config of @triton.autotune: ${read.message}`);
    return [];
  });
  return {
    constants: new Map(entries.filter(([name]) => !isOptionName(name))),
    options: { ...Object.fromEntries(inDictionary), ...config.options },
  };
}

/**
 * The options as values of parameters with the same name. Triton's JIT uses a keyword argument such
 * as `num_stages=4`, also one that comes from a `triton.Config`, for both. An argument by position
 * sets the parameter only, as `signature` and `constants:` do.
 * Source: `JITFunction.run` of Triton 3.6.0, 3.8.0 and 3.9.0, which gives all keyword arguments to
 * the function and to the backend's options.
 */
function optionsAsConstants(
  options: Options,
  specs: ReadonlyMap<string, ArgumentSpec>,
): readonly (readonly [name: string, value: Constant])[] {
  return Object.entries(options).flatMap(([name, value]) =>
    specs.has(name) ? [] : [[name, asConstant(value)] as const],
  );
}

function asConstant(value: number | boolean | string): Constant {
  if (typeof value === 'number') return { kind: 'int', value: BigInt(value) };
  return typeof value === 'boolean' ? { kind: 'bool', value } : { kind: 'string', value };
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
    if (isOptionName(name)) {
      partOf(name).add(
        `\`${name}\` is an option, and ${entry.source.function} has no parameter of this name`,
        'Move it from `constants:` to the kernel.',
      );
      continue;
    }
    partOf(name).add(
      `${entry.source.function} has no parameter \`${name}\`${didYouMean(name, [...names, ...Object.keys(allOptions())])}`,
      `Its parameters are ${names.join(', ')}.`,
    );
  }
}

/**
 * Checks that every parameter is either an argument or a constant of a config. The compiler takes a
 * default that is not a literal from the function.
 */
export function checkCoverage(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  const part = problems.at(entry.shape.form);
  for (const { name, hasDefault } of source.parameters) {
    const isArgument = specs.has(name);
    const value = config.constants.get(name);
    if (isArgument && value !== undefined) {
      part.add(
        `parameter \`${name}\` of ${entry.source.function} has both a type and a value`,
        'Give it a type if callers pass it, or a value if it is a constant.',
      );
    } else if (!isArgument && value === undefined && hasDefault !== true) {
      part.add(
        `parameter \`${name}\` of ${entry.source.function} has neither a type nor a value`,
        'Add its type to `arguments:`, or its value to `constants:` or to every config.',
      );
    }
  }
}

/** Checks that the block of every tensor has sizes that the compiler accepts. */
export function checkBlocks(
  entry: KernelEntry,
  specs: ReadonlyMap<string, ArgumentSpec>,
  config: Config,
  problems: Problems,
): void {
  for (const [name, { type }] of specs) {
    const part = problems.at(entry.shape.form);
    const inType = entry.shape.form === 'signature' ? part : part.at(name);
    const sizes = type.kind === 'tensor' ? type.block : [];
    for (const [axis, size] of sizes.entries()) {
      const result = blockSize(size, config.constants);
      if (!result.ok) {
        inType.add(
          `${result.why} in the block shape of \`${name}\``,
          'Every size is computed from integers and integer constants. Give constants in `constants:` or in every config.',
        );
      } else if (!isPowerOfTwo(result.value)) {
        const used = namesIn(size).map((use) => use.name);
        const values = used.map((each) => `\`${each}\` is ${intOf(config, each)}`);
        const because = values.length === 0 ? '' : `: ${[...new Set(values)].join(', ')}`;
        inType.add(
          `axis ${axis} of the block of \`${name}\` has ${result.value} elements${because}`,
          'Every axis of a block must be a power of two.',
        );
      }
    }
  }
}

function intOf({ constants }: Config, name: string): string {
  const constant = withElements(constants).get(name);
  return constant === undefined ? '' : formatConstant(constant);
}

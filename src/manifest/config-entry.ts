import type { Place } from '../base/errors.ts';
import type { Problems } from './problems.ts';
import type { RawConfig, RawConstant, RawKernel } from './schema.ts';
import { type Constant, textConstant, textConstantProblem } from './terms/constant.ts';
import { isOptionName, type Options, readOption } from './terms/options.ts';
import { readKernelTargets } from './terms/target.ts';
import type { Target } from './terms/vendor-terms.ts';

/** One choice of constants and options, as the manifest or @triton.autotune gives it. */
export interface ConfigEntry {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
  /** The targets that it is for; undefined: all of the kernel. */
  readonly targets?: readonly Target[] | undefined;
  /** Its place, or that of its kernel, if the manifest gives it. */
  readonly place?: Place | undefined;
}

/** Returns the configs of a kernel, or that they are those of @triton.autotune. */
export function readConfigs(
  configs: NonNullable<RawKernel['configs']>,
  manifestTargets: readonly Target[] | undefined,
  problems: Problems,
): readonly ConfigEntry[] | 'autotune' {
  if (!Array.isArray(configs)) return 'autotune';
  return configs.map((config, index) => readConfig(config, manifestTargets, problems.at(index)));
}

/** Returns how many of the configs of @triton.autotune to take; undefined: all. */
export function mostConfigsOf(configs: RawKernel['configs']): number | undefined {
  return typeof configs === 'object' && 'autotune' in configs
    ? Number(configs.autotune)
    : undefined;
}

/**
 * Splits a config into constants, options and targets. The name of an option means the option here,
 * since the parameters of the function are not known yet.
 */
function readConfig(
  { targets, ...config }: RawConfig,
  manifestTargets: readonly Target[] | undefined,
  problems: Problems,
): ConfigEntry {
  const constants = Object.entries(config).filter(([name]) => !isOptionName(name));
  return {
    constants: writtenConstants(Object.fromEntries(constants), problems),
    options: readOptions(config, problems),
    targets: targets && readKernelTargets(targets, manifestTargets, problems.at('targets')),
    place: problems.place,
  };
}

export function writtenConstants(
  given: Readonly<Record<string, RawConstant>>,
  problems: Problems,
): ReadonlyMap<string, Constant> {
  return new Map(
    Object.entries(given).map(([name, value]) => [name, toConstant(value, problems.at(name))]),
  );
}

/** Returns those of the given keys that are options. */
export function readOptions(given: Readonly<Record<string, unknown>>, problems: Problems): Options {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (!isOptionName(name)) return [];
      const read = readOption(name, value);
      if (read.ok) return [[name, read.value]];
      problems.at(name).add(read.message);
      return [];
    }),
  );
}

/** Returns the constant that a value of the manifest is. A list is a tuple. */
export function toConstant(value: RawConstant, problems: Problems): Constant {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'bigint') return { kind: 'int', value };
  if (typeof value === 'number') return { kind: 'float', value };
  if (typeof value === 'boolean') return { kind: 'bool', value };
  if (typeof value === 'object')
    return {
      kind: 'tuple',
      value: value.map((each, index) => toConstant(each, problems.at(index))),
    };
  const problem = tupleTextProblem(value) ?? textConstantProblem(value);
  if (problem !== undefined) problems.add(problem.message, problem.hint);
  return textConstant(value);
}

/**
 * Returns what is wrong with a text such as `(64, 32)`, and what to do; undefined for other texts. In a map in
 * braces, YAML ends the text at the comma.
 */
function tupleTextProblem(text: string): ReturnType<typeof textConstantProblem> {
  if (!/^\(\s*[-+]?[\d.]+\s*(?:$|,[-+\d.,\s]*\)$)/.test(text)) return undefined;
  return {
    message: `\`${text}\` is text in YAML, not a tuple`,
    hint: 'Write a tuple as a list, such as `[64, 32]`.',
  };
}

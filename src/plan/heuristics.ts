import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';
import type { Constant } from '../manifest/terms/constant.ts';
import {
  type Argument,
  type Config,
  type Formula,
  type Heuristic,
  integerOf,
} from '../manifest/terms/kernel.ts';
import { DEFAULT_OPTIONS, isOptionName, readOption } from '../manifest/terms/options.ts';
import {
  addNumeric,
  checkComparable,
  checkEqual,
  checkUnknownHeuristics,
  checkUntranslated,
  type HeuristicValue,
  heuristicValue,
  parseHeuristic,
  type Resolution,
  sourcePlace,
} from './heuristic-value.ts';
import type { FunctionFacts } from './sources.ts';

/** A heuristic whose value is chosen at call time, with the values it can have. */
export interface ChosenHeuristic extends Heuristic {
  readonly values: readonly Constant[];
}

/** The effect of @triton.heuristics on a kernel. */
interface ResolvedHeuristics {
  /** The configs, with the values that depend on constants only. */
  readonly configs: readonly Config[];
  readonly chosen: readonly ChosenHeuristic[];
  /** Conditions under which the manifest's own values are right. */
  readonly guards: readonly Formula[];
}

/** Stands for the parameters of @triton.heuristics whose values are not a dict in the source. */
const ALL_UNKNOWN = '*';

/** Returns the facts without defaults of parameters that heuristics compute: they never apply. */
export function withoutComputedDefaults(source: FunctionFacts): FunctionFacts {
  const computed = new Set(source.heuristics?.map(({ parameter }) => parameter));
  if (computed.size === 0) return source;
  const parameters = source.parameters.map((each) =>
    computed.has(each.name) ? { name: each.name } : each,
  );
  return { ...source, parameters };
}

/**
 * Evaluates the heuristics of a function for every config. A value that depends on constants only
 * becomes a constant of the config. One that depends on arguments is chosen at call time, if it is
 * a bool. If the manifest gives the value, calls are checked instead.
 * @param problems bound to the kernel
 */
export function resolveHeuristics(
  entry: KernelEntry,
  source: FunctionFacts,
  given: readonly Config[],
  args: readonly Argument[],
  problems: Problems,
): ResolvedHeuristics {
  let resolved: ResolvedHeuristics = { configs: given, chosen: [], guards: [] };
  for (const facts of source.heuristics ?? []) {
    const name = `\`${facts.parameter}\` of ${entry.source.function}`;
    const call = {
      entry,
      source,
      facts,
      args,
      name,
      place: sourcePlace(entry, facts.line),
      problems,
    };
    const formula = parseHeuristic(facts);
    const values = resolved.configs.map(
      (config) => formula && heuristicValue(formula, config, args, resolved.chosen),
    );
    if (facts.parameter === ALL_UNKNOWN) checkUnknownHeuristics(call);
    else if (!source.parameters.some(({ name: each }) => each === facts.parameter)) {
      resolved = { ...resolved, configs: withOption(call, resolved.configs, values) };
    } else if (formula === undefined || !values.every((value) => value !== undefined)) {
      checkUntranslated(call, resolved.configs);
    } else {
      resolved = resolveOne(call, formula, values, resolved);
    }
  }
  return resolved;
}

function resolveOne(
  call: Resolution,
  formula: Formula,
  values: readonly HeuristicValue[],
  { configs, chosen, guards }: ResolvedHeuristics,
): ResolvedHeuristics {
  const { facts, args, source, problems, name, place } = call;
  const { parameter } = facts;
  const argument = args.find((each) => each.name === parameter);
  const domain: Constant[] = [];
  let isChosen = false;
  let isGuarded = false;
  const completed = configs.map((config, algo) => {
    const value = values[algo];
    const own = config.constants.get(parameter);
    if (value === undefined) return config;
    if (value.kind === 'fault') {
      problems
        .at('source')
        .add(`${place}: ${value.fault} in the value of ${name}: \`${formula.text}\``);
      return config;
    }
    if (own !== undefined || argument !== undefined) {
      if (own !== undefined) domain.push(own);
      if (own !== undefined && value.kind === 'constant') checkEqual(call, own, value.value, algo);
      else isGuarded = true;
      return config;
    }
    if (value.kind === 'constant') {
      domain.push(value.value);
      return withConstant(source, config, parameter, value.value);
    }
    if (value.isBool) domain.push({ kind: 'bool', value: true }, { kind: 'bool', value: false });
    else addNumeric(call, formula);
    isChosen = true;
    return config;
  });
  if (isGuarded) checkComparable(call, domain, argument);
  return {
    configs: completed,
    chosen: isChosen ? [...chosen, { parameter, ...formula, values: distinct(domain) }] : chosen,
    guards: isGuarded ? [...guards, guardOf(parameter, formula)] : guards,
  };
}

/** The condition that a parameter has the value that its heuristic gives. */
function guardOf(parameter: string, { tree, text }: Formula): Formula {
  const left = { kind: 'name', name: parameter, offset: 0 } as const;
  return {
    tree: { kind: 'binary', operator: '==', left, right: tree, offset: 0 },
    text: `${parameter} == (${text})`,
  };
}

function distinct(values: readonly Constant[]): readonly Constant[] {
  return [...new Map(values.map((value) => [integerOf(value), value])).values()].toSorted((a, b) =>
    Number((integerOf(b) ?? 0n) - (integerOf(a) ?? 0n)),
  );
}

/** Adds a constant to a config, in the order of the parameters. */
function withConstant(
  { parameters }: FunctionFacts,
  config: Config,
  parameter: string,
  value: Constant,
): Config {
  const constants = new Map([...config.constants, [parameter, value]]);
  const ordered = parameters.flatMap(({ name }) => {
    const constant = constants.get(name);
    return constant === undefined ? [] : [[name, constant] as const];
  });
  return { ...config, constants: new Map(ordered) };
}

/**
 * Applies a heuristic for an option, such as num_warps, to configs that have the default. Options do
 * not change results, so others are left to the manifest.
 */
function withOption(
  { facts: { parameter }, name, place, problems }: Resolution,
  configs: readonly Config[],
  values: readonly (HeuristicValue | undefined)[],
): readonly Config[] {
  if (!isOptionName(parameter)) {
    problems
      .at('source')
      .add(`${place}: @triton.heuristics gives a value for ${name}, which has no such parameter`);
    return configs;
  }
  return configs.map((config, algo) => {
    const value = values[algo];
    const isDefault = config.options[parameter] === DEFAULT_OPTIONS[parameter];
    if (!isDefault || value?.kind !== 'constant' || !('value' in value.value)) return config;
    const read = readOption(parameter, value.value.value);
    return read.ok
      ? { ...config, options: { ...config.options, [parameter]: read.value } }
      : config;
  });
}

import { plural } from '../base/text.ts';
import { checkGrid } from '../manifest/grid/check.ts';
import { foldGrid } from '../manifest/grid/evaluate.ts';
import type { GridName, GridNames } from '../manifest/grid/expression.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import { type Expression, messageInText } from '../manifest/expression.ts';
import { didYouMean, type Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import { hintProblem } from '../manifest/terms/hint.ts';
import { parameterName, symbolsOf } from '../manifest/terms/c-names.ts';
import {
  algoSettings,
  type Argument,
  type Config,
  type Heuristic,
  integersOf,
  type KernelDefinition,
} from '../manifest/terms/kernel.ts';
import { vendorTerms } from '../manifest/terms/vendor.ts';
import { formatArgumentType } from '../manifest/terms/types.ts';
import { checkBlocks, checkCoverage, checkParameterNames, configsOf } from './configs.ts';
import { gridScope, inlineHeuristics } from '../manifest/grid/scope.ts';
import { sourcePlace } from './heuristic-value.ts';
import { type ChosenHeuristic, resolveHeuristics, withoutComputedDefaults } from './heuristics.ts';
import { evaluateCases } from '../manifest/cases/evaluate.ts';
import type { FunctionFacts } from './sources.ts';
import { freeArguments } from './hint-request.ts';
import type { ReadKernel } from './states.ts';
import type { Target } from '../manifest/terms/vendor-terms.ts';

/**
 * Joins a manifest's entry with the Python function that it names.
 * @param problems bound to the kernel
 */
export function resolveKernel(
  entry: KernelEntry,
  source: FunctionFacts,
  targets: readonly Target[],
  problems: Problems,
): ReadKernel | undefined {
  const specs = specsOf(entry, source, problems);
  const listed = configsOf(entry, withoutComputedDefaults(source), specs, targets, problems);
  checkAnnotations(entry, source, specs, problems);
  const [args, gridParameters] = nameArguments(entry, source, specs, problems);
  if (!problems.isEmpty) return undefined;
  const other = targets.find(({ backend }) => !vendorTerms.of(backend).takesTensors);
  const tensor = args.find(({ type }) => type.kind === 'tensor');
  if (other !== undefined && tensor !== undefined)
    problems
      .at(entry.shape.form)
      .add(
        `\`${tensor.name}\` is a tensor descriptor, which packages do not pass on ${other.name}`,
        'Leave out this target with `targets:` in the kernel, or make the descriptor in the kernel.',
      );
  const { configs, chosen, guards } = resolveHeuristics(entry, source, listed, args, problems);
  if (!problems.isEmpty) return undefined;
  const computed = new Set(chosen.map(({ parameter }) => parameter));
  const fixed = source.parameters.filter(({ name }) => !computed.has(name));
  for (const config of configs) {
    checkCoverage(entry, { ...source, parameters: fixed }, specs, config, problems);
    checkBlocks(entry, specs, config, problems);
  }
  const hints = [...specs.values()].map((spec) => spec.hints);
  checkCount(hints, chosen, problems.at('arguments'));
  checkSets(entry, specs, neverOne(source), problems.at('specialisations'));
  const heuristics = chosen.map(({ parameter, tree, text }) => ({ parameter, tree, text }));
  const calls = { args, gridParameters, configs, heuristics };
  checkGrids(entry, calls, problems.at('grid'));
  const required = entry.requires ?? [];
  checkRequirements(required, calls, problems.at('requires'));
  if (!problems.isEmpty) return undefined;
  const kernel: KernelDefinition = {
    name: entry.name,
    place: entry.place,
    source: { ...entry.source, line: source.line },
    parameters: source.parameters.map(({ name }) => name),
    arguments: args,
    configs,
    mayDropConfigs: entry.configs === 'autotune' && !entry.strictConfigs,
    heuristics,
    requirements: [...guards, ...required],
    hooks: source.hooks,
    grid: entry.grid.axes,
    gridText: entry.grid.text,
    gridParameters,
    depends: entry.depends,
    settings: entry.settings,
    ptxTarget: entry.ptxTarget,
    targets,
    choiceKey: choiceKeyOf(entry, source, { arguments: args, gridParameters }),
  };
  const given = {
    hints,
    free: freeArguments(entry, args, [...specs.values()]),
    neverOne: neverOne(source),
    sets: entry.specialisations,
    computed: chosen.map(({ parameter, values }) => ({ parameter, values })),
  };
  const evaluated = evaluateCases(kernel, entry, problems);
  return evaluated && { entry, kernel, given, ...evaluated };
}

/**
 * Returns what the choice of an algo depends on: the manifest's names, or those of @triton.autotune that C
 * code can compare. Undefined: every integer.
 */
function choiceKeyOf(
  { configs, timing }: KernelEntry,
  { autotuneKey = [] }: FunctionFacts,
  kernel: Pick<KernelDefinition, 'arguments' | 'gridParameters'>,
): readonly string[] | undefined {
  if (timing.key !== undefined || configs !== 'autotune') return timing.key;
  const integers = new Set(integersOf(kernel).map(({ name }) => name));
  const names = autotuneKey.filter((name) => integers.has(name));
  return names.length === 0 ? undefined : names;
}

/** Checks that every set of hints names arguments that can have them. */
function checkSets(
  { specialisations = [] }: KernelEntry,
  specs: ReadonlyMap<string, ArgumentSpec>,
  never: ReadonlySet<string>,
  problems: Problems,
): void {
  for (const [index, set] of specialisations.entries()) {
    for (const [name, value] of Object.entries(set)) {
      const part = problems.at(index, name);
      const spec = specs.get(name);
      if (spec === undefined) {
        part.add(
          `no argument \`${name}\`${didYouMean(name, [...specs.keys()])}`,
          `The arguments are ${[...specs.keys()].join(', ')}.`,
        );
        continue;
      }
      if (spec.isGiven) part.add(`\`${name}\` has a hint in its type too`, 'Remove one of them.');
      const why = hintProblem(spec.type, value);
      if (why !== undefined) part.add(why);
      else if (value === 1 && never.has(name)) part.add(...neverOneProblem(name));
    }
  }
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

/**
 * Checks that arguments have the types of their annotations: the JIT takes these whatever a launch
 * passes, so another type is another kernel.
 */
function checkAnnotations(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  problems: Problems,
): void {
  const { form } = entry.shape;
  const never = neverOne(source);
  for (const { name, type: annotated, line = source.line } of source.parameters) {
    const spec = specs.get(name);
    if (annotated === undefined || spec === undefined) continue;
    const type = formatArgumentType(spec.type);
    const part = form === 'signature' ? problems.at(form) : problems.at(form, name);
    if (sameInTriton(type) === sameInTriton(annotated)) {
      if (spec.hints.includes(1) && never.has(name)) part.add(...neverOneProblem(name));
      continue;
    }
    part.add(
      `\`${name}\` is ${type} here, but ${sourcePlace(entry, line)} annotates it as ${annotated}, which Triton's JIT takes whatever a launch passes`,
      `Write \`${annotated}\` here, or change the annotation.`,
    );
  }
}

/**
 * The arguments that the JIT never compiles as the constant 1, because of their annotation. The
 * constant is an i32, with which a kernel can compute other values.
 */
function neverOne({ parameters }: FunctionFacts): ReadonlySet<string> {
  return new Set(
    parameters.flatMap(({ name, type }) => (type === undefined || type === 'i32' ? [] : [name])),
  );
}

function neverOneProblem(name: string): [message: string, hint: string] {
  return [
    `\`${name}\` cannot have the hint 1: the kernel annotates its type, and the constant 1 would be an i32`,
    'Remove the hint, or the annotation.',
  ];
}

/** A type by the one of its names that the JIT uses. */
function sameInTriton(type: string): string {
  const element = type.replace(/^\*/, '');
  const other = { i1: 'u1', f32: 'fp32' }[element];
  return other === undefined ? type : type.replace(element, other);
}

/** More are a mistake: each specialisation is compiled for every config and target. */
const MAX_SPECIALISATIONS = 256;

/** Checks the number of specialisations before they are listed. */
function checkCount(
  hints: readonly ArgumentSpec['hints'][],
  chosen: readonly ChosenHeuristic[],
  problems: Problems,
): void {
  const lists = [...hints, ...chosen.map(({ values }) => values)];
  const count = lists.reduce((product, { length }) => product * length, 1);
  if (count <= MAX_SPECIALISATIONS) return;
  const message = `${count} specialisations; at most ${MAX_SPECIALISATIONS} are allowed`;
  if (chosen.length === 0) {
    problems.add(
      message,
      'Every combination of hints is a specialisation. Use a list for fewer arguments.',
    );
    return;
  }
  const names = chosen.map(({ parameter }) => parameter).join(', ');
  problems.add(
    message,
    `Every combination of hints and of the values of ${names} is a specialisation. Use a list for fewer arguments, or write values in \`constants:\`.`,
  );
}

function nameArguments(
  entry: KernelEntry,
  source: FunctionFacts,
  specs: ReadonlyMap<string, ArgumentSpec>,
  problems: Problems,
): readonly [args: readonly Argument[], gridParameters: readonly Argument[]] {
  for (const { name } of entry.gridParameters) {
    if (source.parameters.some((parameter) => parameter.name === name)) {
      problems
        .at('grid_parameters', name)
        .add(`\`${name}\` is already a parameter of the kernel`, 'Choose another name.');
    }
  }
  const args = [...specs].map(([name, { type }]) => ({ name, type }));
  return namedArguments(entry.name, args, entry.gridParameters);
}

/** Gives the arguments and grid parameters of a kernel their names in C. */
function namedArguments(
  kernel: string,
  args: readonly Omit<Argument, 'cName'>[],
  gridParameters: readonly Omit<Argument, 'cName'>[],
): readonly [args: readonly Argument[], gridParameters: readonly Argument[]] {
  const taken = new Set(['stream', 'algo_id', ...symbolsOf(kernel)]);
  const withName = ({ name, type }: Omit<Argument, 'cName'>): Argument => {
    const cName = parameterName(name, taken);
    taken.add(cName);
    return { name, cName, type };
  };
  const named = args.map(withName);
  return [named, gridParameters.map(withName)];
}

/** The names and functions that the expressions of a kernel can use. */
interface Calls {
  readonly args: readonly Argument[];
  readonly gridParameters: readonly Argument[];
  readonly configs: readonly Config[];
  readonly heuristics: readonly Heuristic[];
}

function checkGrids(entry: KernelEntry, calls: Calls, problems: Problems): void {
  const { axes, text } = entry.grid;
  for (const config of calls.configs) {
    for (const { message, offset } of checkGrid(axes, scopeOf(calls, config)))
      problems.add(messageInText(message, text, offset));
  }
}

/** The names of a call. Checks see a heuristic as a value, although its expression is used. */
function scopeOf({ args, gridParameters, heuristics }: Calls, config: Config): GridNames {
  const computed = heuristics.map(({ parameter }) => [parameter, { kind: 'value' }] as const);
  return new Map<string, GridName>([...computed, ...gridScope(args, gridParameters, config)]);
}

/** Checks the names in `requires`, and that no algo refuses every call. */
function checkRequirements(
  required: readonly Expression[],
  calls: Calls,
  problems: Problems,
): void {
  for (const { tree, text } of required) {
    for (const [algo, config] of calls.configs.entries()) {
      const scope = scopeOf(calls, config);
      const wrong = checkGrid([tree], scope);
      for (const { message, offset } of wrong) problems.add(messageInText(message, text, offset));
      const folded = foldGrid(inlineHeuristics(tree, calls.heuristics, config), scope);
      if (wrong.length > 0 || folded.kind !== 'integer' || folded.value !== 0n) continue;
      problems.add(
        `\`${text}\` is never true for algo ${algo}${algoSettings(calls, algo)}, so every call would be refused`,
        'Correct the condition, or remove the config.',
      );
    }
  }
}

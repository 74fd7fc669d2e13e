import type { SourceReference } from '../base/errors.ts';
import { LONGEST_GLOB } from '../base/globs.ts';
import type { GridExpression } from './grid/expression.ts';
import { freeKernelName, kernelNameProblem } from './terms/c-names.ts';
import type { Constant } from './terms/constant.ts';
import { type HintSet, parseFact } from './terms/hint.ts';
import { type Options, readSettings, type KernelSettings } from './terms/options.ts';
import { readKernelTargets } from './terms/target.ts';
import { likelyType } from './terms/type-names.ts';
import { type ArgumentType, isInteger, parseArgumentType } from './terms/types.ts';
import { type BenchSpec, NO_TIMING, readBench, type TimingSpec } from './measurements.ts';
import { manifestParts } from './parts.ts';
import { type Budget, readBudget } from './budget.ts';
import {
  type ConfigEntry,
  mostConfigsOf,
  readConfigs,
  writtenConstants,
  readOptions,
  toConstant,
} from './config-entry.ts';
import type { ExpandedKernel } from './expand.ts';
import { type Expression, joinAxes, parseAxes, parseExpressions } from './expression.ts';
import { readInside, readSource } from './paths.ts';
import type { Problems } from './problems.ts';
import type { SourceMode, SpecialiseMode } from './schema.ts';
import {
  type ArgumentSpec,
  parseSpecialisations,
  parseToken,
  type SignatureToken,
  splitSignature,
} from './signature.ts';
import type { SmokeSpec } from './cases/case.ts';
import { readSmoke } from './cases/read.ts';
import { ptxTargetOf } from './terms/nvidia.ts';
import type { Target } from './terms/vendor-terms.ts';

/** The parameters in the manifest: by position, or by name. */
type ParameterForm =
  | { readonly form: 'signature'; readonly tokens: readonly SignatureToken[] }
  | { readonly form: 'arguments'; readonly arguments: ReadonlyMap<string, ArgumentSpec> };

interface GridParameter {
  readonly name: string;
  readonly type: ArgumentType;
}

/** A kernel of the manifest, read without its Python source. */
export interface KernelEntry extends Pick<ExpandedKernel, 'name' | 'place' | 'pathOf'> {
  readonly source: SourceReference;
  readonly sourceMode: SourceMode;
  /** Values of module-level names that are known only when the program runs. */
  readonly globals: ReadonlyMap<string, Constant>;
  readonly shape: ParameterForm;
  readonly specialise: SpecialiseMode;
  /** Sets of hints; undefined if the manifest has none. */
  readonly specialisations: readonly HintSet[] | undefined;
  readonly constants: ReadonlyMap<string, Constant>;
  /** Those that the manifest gives. */
  readonly options: Options;
  readonly configs: 'autotune' | readonly ConfigEntry[];
  /** The most configs of @triton.autotune to take; undefined: all. */
  readonly mostConfigs: number | undefined;
  /** One expression for each axis, and the text in which their offsets count. */
  readonly grid: { readonly axes: readonly GridExpression[]; readonly text: string };
  readonly gridParameters: readonly GridParameter[];
  /** Conditions of a call; undefined if the manifest does not say. */
  readonly requires: readonly Expression[] | undefined;
  /** True if a config of @triton.autotune that does not compile is an error. */
  readonly strictConfigs: boolean;
  readonly depends: readonly string[];
  /** What the bridge is told in addition to options; undefined: nothing. */
  readonly settings: KernelSettings | undefined;
  /** The target whose PTX is embedded too, if any. It may be one that is not built. */
  readonly ptxTarget: Target | undefined;
  /** The targets to build the kernel for; undefined: all of the manifest. */
  readonly targets: readonly Target[] | undefined;
  readonly smoke: SmokeSpec | undefined;
  readonly bench: BenchSpec | undefined;
  readonly budget: Budget;
  readonly timing: TimingSpec;
}

/**
 * Reads one expanded kernel.
 * @param manifestTargets the `targets` at the top of the manifest
 * @param ptxTargets the targets of kernels that list none, if PTX is embedded
 */
export function readEntry(
  { settings, name, place, pathOf }: ExpandedKernel,
  manifestTargets: readonly Target[] | undefined,
  ptxTargets: readonly Target[] | undefined,
  problems: Problems,
): KernelEntry | undefined {
  const reserved = kernelNameProblem(name);
  if (reserved !== undefined)
    problems.add(
      `invalid kernel name \`${name}\`: ${reserved}`,
      name.includes('{') ? undefined : `Choose another name, such as \`${freeKernelName(name)}\`.`,
    );
  const source = readSource(settings.source, problems);
  const shape = readShape(settings, problems);
  const grid = readGrid(settings.grid, problems);
  const targets =
    settings.targets &&
    readKernelTargets(settings.targets, manifestTargets, problems.at('targets'));
  const rest = {
    sourceMode: settings.source_mode ?? 'slice',
    globals: readGlobals(settings, problems),
    specialise: settings.specialise ?? 'auto',
    specialisations: readSpecialisations(settings, problems),
    constants: writtenConstants(settings.constants ?? {}, problems.at('constants')),
    options: readOptions(settings, problems),
    configs:
      settings.configs === undefined
        ? [{ constants: new Map(), options: {}, place }]
        : readConfigs(settings.configs, manifestTargets, problems.at('configs')),
    mostConfigs: mostConfigsOf(settings.configs),
    gridParameters: readGridParameters(
      settings.grid_parameters ?? {},
      problems.at('grid_parameters'),
    ),
    requires: readRequires(settings.requires, problems.at('requires')),
    strictConfigs: settings.strict_configs ?? false,
    depends: readDepends(settings.depends ?? [], problems.at('depends')),
    settings: readSettings(settings),
    ptxTarget: ptxTargets && ptxTargetOf(targets ?? ptxTargets),
    targets,
    smoke: readSmoke(settings.smoke, problems.at('smoke')),
    bench: readBench(settings.bench, problems.at('bench')),
    budget: readBudget(settings.budget, problems.at('budget')),
    timing: readTiming(settings, problems),
  };
  const isWhole = problems.isEmpty && source && shape && grid;
  return isWhole ? { name, place, pathOf, source, shape, grid, ...rest } : undefined;
}

function readTiming(settings: Settings, problems: Problems): TimingSpec {
  const read = manifestParts.parts.flatMap(({ timingOf }) => timingOf?.(settings, problems) ?? []);
  return read[0] ?? NO_TIMING;
}

type Settings = ExpandedKernel['settings'];

function readShape(settings: Settings, problems: Problems): ParameterForm | undefined {
  const { signature, arguments: named } = settings;
  if (signature !== undefined && named !== undefined) {
    problems.at('arguments').add('`signature` and `arguments` are both given; use one of them');
    return undefined;
  }
  if (signature !== undefined) {
    const inSignature = problems.at('signature');
    const tokens = splitSignature(signature).flatMap((text, index) => {
      if (text !== '') return parseToken(text, inSignature) ?? [];
      inSignature.add(`token ${index + 1} of the signature is empty`);
      return [];
    });
    return { form: 'signature', tokens };
  }
  if (named === undefined) {
    problems.add('missing `signature` or `arguments`: expected the types of the parameters');
    return undefined;
  }
  const specs = Object.entries(named).flatMap(([name, value]) => {
    const texts = typeof value === 'string' ? [value] : value;
    const spec = parseSpecialisations(texts, problems.at('arguments', name));
    return spec === undefined ? [] : [[name, spec] as const];
  });
  return { form: 'arguments', arguments: new Map(specs) };
}

function readSpecialisations(
  { specialise, specialisations }: Settings,
  problems: Problems,
): KernelEntry['specialisations'] {
  if (specialise === 'auto' && specialisations !== undefined) {
    problems
      .at('specialise')
      .add('`specialise: auto` and `specialisations` are both given', 'Remove one of them.');
  }
  return specialisations?.map((set) =>
    Object.fromEntries(
      Object.entries(set).map(([name, value]) => [name, parseFact(String(value)) ?? 1] as const),
    ),
  );
}

function readGlobals(
  { globals = {}, source_mode: mode }: Settings,
  problems: Problems,
): KernelEntry['globals'] {
  const inGlobals = problems.at('globals');
  const values = Object.entries(globals).map(([name, value]): [string, Constant] => [
    name,
    // A text can name any object of Triton here, which the compiler looks up.
    typeof value === 'string' ? { kind: 'string', value } : toConstant(value, inGlobals.at(name)),
  ]);
  if (mode === 'import' && values.length > 0)
    inGlobals.add('`globals` has no effect with `source_mode: import`', 'Remove one of them.');
  return new Map(values);
}

function readGrid(grid: Settings['grid'], problems: Problems): KernelEntry['grid'] | undefined {
  if (grid === undefined) {
    problems.add('missing `grid`: expected one to three expressions');
    return undefined;
  }
  const text = Array.isArray(grid) ? joinAxes(grid) : `${grid}`;
  const axes = parseAxes(text, problems.at('grid'));
  return axes && { axes, text };
}

function readGridParameters(
  parameters: Readonly<Record<string, string>>,
  problems: Problems,
): readonly GridParameter[] {
  return Object.entries(parameters).flatMap(([name, text]) => {
    const type = parseArgumentType(text.trim());
    const part = problems.at(name);
    if (type === undefined || !isInteger(type)) {
      const likely = type === undefined ? likelyType(text) : undefined;
      const guess = likely === undefined ? '' : `; did you mean \`${likely}\`?`;
      part.add(
        `expected an integer type without a hint, such as \`i32\`; found \`${text}\`${guess}`,
      );
    } else if (!/^[A-Za-z_]\w*$/.test(name)) part.add(`\`${name}\` is not a C identifier`);
    else return [{ name, type }];
    return [];
  });
}

function readRequires(given: Settings['requires'], problems: Problems): KernelEntry['requires'] {
  if (given === undefined) return undefined;
  const list = Array.isArray(given) ? given : [given];
  return list.length === 0 ? [] : (parseExpressions(list, problems) ?? []);
}

function readDepends(globs: readonly string[], problems: Problems): readonly string[] {
  for (const [index, glob] of globs.entries()) {
    if (glob.length > LONGEST_GLOB)
      problems
        .at(index)
        .add(`the pattern has ${glob.length} characters; at most ${LONGEST_GLOB} are allowed`);
    else readInside(glob, problems.at(index));
  }
  return globs;
}

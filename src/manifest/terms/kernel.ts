import type { Place, SourceReference } from '../../base/errors.ts';
import type { GridExpression } from '../grid/expression.ts';
import { type Constant, formatConstant } from './constant.ts';
import { hintConditions, type Hint, type HintChoice } from './hint.ts';
import type { KernelSettings, Options } from './options.ts';
import type { KernelSmoke } from '../cases/case.ts';
import { vendorName } from './vendor.ts';
import { type ArgumentType, formatArgumentType, isInteger } from './types.ts';
import type { Target, Vendor } from './vendor-terms.ts';

/**
 * Conditions that a variant is compiled for, in addition to its config: it fits the calls that meet
 * all of them.
 */
export interface Specialisation {
  /** One hint for each argument, in the order of the arguments. */
  readonly hints: readonly Hint[];
  /** A value for each of the kernel's `heuristics`, by parameter. */
  readonly heuristics: ReadonlyMap<string, Constant>;
  /**
   * The reason that it was chosen, such as `aligned values`; undefined if the manifest lists it.
   */
  readonly origin?: string | undefined;
}

/** An expression over arguments, grid parameters and constants, and its text. */
export interface Formula {
  readonly tree: GridExpression;
  readonly text: string;
}

/**
 * A constexpr parameter that @triton.heuristics computes from the arguments of each call. A config
 * can fix its value.
 */
export interface Heuristic extends Formula {
  readonly parameter: string;
}

/** A function that Triton's JIT calls before each launch. Calls from C have to do the same. */
export interface LaunchHook {
  readonly name: string;
  /** Its file, relative to the manifest's folder, and its line. */
  readonly place?: string | undefined;
  /** Such as ``zeroes `out` ``, if it is plain. */
  readonly does?: string | undefined;
}

/** Names a hook, its place and what it does: ``zero_out (k.py:6), which zeroes `out` ``. */
export function describeHook({ name, place, does }: LaunchHook): string {
  return `${name}${place === undefined ? '' : ` (${place})`}${does === undefined ? '' : `, which ${does}`}`;
}

/** A run-time parameter of the C entry point. */
export interface Argument {
  /** The parameter's name in Python, or in `grid_parameters`. */
  readonly name: string;
  /** Its name in C. */
  readonly cName: string;
  readonly type: ArgumentType;
}

/** One choice of constants and options: one algo of the entry point. */
export interface Config {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly options: Options;
  /** Options that are others for a vendor's targets, because the manifest does not give them. */
  readonly vendorOptions?: Readonly<Record<Vendor, Options>>;
  /** Targets that it is not built for: the manifest says so, or it cannot run there. */
  readonly notFor?: readonly Target[];
  /** Its place, or that of its kernel, if the manifest gives it. */
  readonly place?: Place | undefined;
}

/** The choice of hints for arguments that have none in the manifest. */
interface AutomaticHints {
  /** Identifies what the choice was made from. */
  readonly key: string;
  /** The compiler's answer. */
  readonly choices: readonly HintChoice[];
  /** Arguments whose hints never change the code. */
  readonly unused: readonly string[];
  /** The number of choices that were left out, because each is compiled for every config. */
  readonly omitted: number;
}

/** A kernel as the manifest and the Python source define it: one C entry point. */
export interface KernelDefinition {
  readonly name: string;
  /** Its place in the manifest. */
  readonly place: Place;
  /** The function, and the line it starts in. */
  readonly source: SourceReference & { readonly line: number };
  /** Every parameter of the Python function, in order. */
  readonly parameters: readonly string[];
  readonly arguments: readonly Argument[];
  /** In manifest order; the index is the algo id. */
  readonly configs: readonly Config[];
  /** True if configs that do not compile are left out. */
  readonly mayDropConfigs: boolean;
  /** In order of evaluation: each can use those before it. */
  readonly heuristics: readonly Heuristic[];
  /** Conditions on arguments and constants. A call for which one is 0 is refused. */
  readonly requirements: readonly Formula[];
  /** The functions that the JIT calls before each launch; undefined: none. */
  readonly hooks?: readonly LaunchHook[] | undefined;
  readonly grid: readonly GridExpression[];
  /** The grid as it is written; the axes of a list are joined with `, `. */
  readonly gridText: string;
  readonly gridParameters: readonly Argument[];
  readonly depends: readonly string[];
  /** What the bridge is told in addition to options; undefined: nothing. */
  readonly settings: KernelSettings | undefined;
  /** The target whose PTX is embedded too, if any. It may be one that is not built. */
  readonly ptxTarget: Target | undefined;
  readonly targets: readonly Target[];
  /** The parameters that the choice of an algo may depend on; undefined: any integers. */
  readonly choiceKey: readonly string[] | undefined;
}

/** A kernel with the specialisations that are compiled. */
export interface Kernel extends KernelDefinition {
  /** In the order they are tried: the most specific first. */
  readonly specialisations: readonly Specialisation[];
  /** Says how hints were chosen that the manifest does not give; undefined if it gives all. */
  readonly automatic: AutomaticHints | undefined;
  /** Says how it is tested on a GPU; undefined if the manifest does not say. */
  readonly smoke: KernelSmoke | undefined;
}

/** Returns the arguments of the compiled kernel: those the specialisation does not fix to 1. */
export function passedArguments(kernel: Kernel, specialisation: Specialisation): Argument[] {
  return kernel.arguments.filter((_argument, index) => specialisation.hints[index] !== 1);
}

/** Returns the parameters of the C entry point between the stream and the algo id. */
export function allParameters(
  kernel: Pick<Kernel, 'arguments' | 'gridParameters'>,
): readonly Argument[] {
  return [...kernel.arguments, ...kernel.gridParameters];
}

/** The integer parameters of the C entry point, which the choice of an algo can depend on. */
export function integersOf(
  kernel: Pick<Kernel, 'arguments' | 'gridParameters'>,
): readonly Argument[] {
  return allParameters(kernel).filter(({ type }) => isInteger(type));
}

/** Parameters with their types as text, as documents have them. */
export function typedParameters(
  list: readonly Argument[],
): { readonly name: string; readonly type: string }[] {
  return list.map(({ name, type }) => ({ name, type: formatArgumentType(type) }));
}

/** True if PTX of a kernel is embedded too: not if only other targets are built. */
export function hasPtx({ targets, ptxTarget }: Pick<Kernel, 'targets' | 'ptxTarget'>): boolean {
  return targets.some(({ name }) => name === ptxTarget?.name);
}

/** True if any argument is a tensor descriptor. */
export function hasTensors(kernel: Kernel): boolean {
  return kernel.arguments.some(({ type }) => type.kind === 'tensor');
}

/**
 * Returns the conditions of a specialisation, such as `a % 16 == 0, stride == 1, EVEN = True`; may
 * be empty.
 */
export function describeSpecialisation(kernel: Kernel, specialisation: Specialisation): string {
  const { hints, heuristics } = specialisation;
  const hinted = kernel.arguments.flatMap(({ name }, index) => hintConditions(name, hints[index]));
  const computed = [...heuristics].map(([name, value]) => `${name} = ${formatConstant(value)}`);
  return [...hinted, ...computed].join(', ');
}

/**
 * Returns the different sets of hints of the specialisations, in the order they are tried. Without
 * heuristics, each specialisation has its own.
 */
export function hintSets({
  specialisations,
}: Pick<Kernel, 'specialisations'>): readonly (readonly Hint[])[] {
  const byText = new Map(specialisations.map(({ hints }) => [hints.join(), hints]));
  return [...byText.values()];
}

/** Returns the index of a specialisation's set of hints in `hintSets`. */
export function hintSetOf(kernel: Pick<Kernel, 'specialisations'>, specialisation: number): number {
  const own = kernel.specialisations[specialisation]?.hints.join();
  return hintSets(kernel).findIndex((hints) => hints.join() === own);
}

/** Returns the specialisation at an index of the kernel's list. */
export function specialisationOf(kernel: Kernel, index: number): Specialisation {
  const specialisation = kernel.specialisations[index];
  if (specialisation === undefined)
    throw new Error(`${kernel.name} has no specialisation ${index}`);
  return specialisation;
}

/** Returns the constants of a config in one specialisation: its own, and the heuristics' values. */
export function constantsIn(
  { constants }: Config,
  { heuristics }: Specialisation,
): ReadonlyMap<string, Constant> {
  return new Map([...heuristics, ...constants]);
}

/**
 * True if calls can reach a specialisation with a config: it fixes no heuristic to another value.
 */
export function isReachable({ constants }: Config, { heuristics }: Specialisation): boolean {
  return [...heuristics].every(([name, value]) => {
    const fixed = constants.get(name);
    return fixed === undefined || integerOf(fixed) === integerOf(value);
  });
}

/** True if a config is not built for a target of its kernel. */
export function isNotFor({ notFor = [] }: Config, { name }: Target): boolean {
  return notFor.some((each) => each.name === name);
}

/** The value of an integer or bool in expressions; undefined for other constants. */
export function integerOf(constant: Constant): bigint | undefined {
  if (constant.kind === 'int') return constant.value;
  return constant.kind === 'bool' ? BigInt(constant.value) : undefined;
}

/** Formats the constants and options of a config: `BLOCK=64, ACTIVATION="relu", num_warps=4`. */
export function describeConfig(config: Config): string {
  return settingsOf(config).join(', ');
}

/** Formats what several configs have in common, and what each of them has in other ways. */
export function describeConfigs(configs: readonly Config[]): {
  readonly settings: string;
  readonly algos: string[];
} {
  const shared = configs.length > 1 ? sharedSettings(configs) : new Set<string>();
  const apart = (config: Config): string[] =>
    settingsOf(config).filter((setting) => !shared.has(setting));
  return {
    settings: [...shared].join(', '),
    algos: configs.map((config) => apart(config).join(', ')),
  };
}

/**
 * Describes an algo by the settings in which it differs from the kernel's other configs, such as
 * ` (BLOCK=64, num_warps=4)`. Empty if there are none.
 */
export function algoSettings({ configs }: Pick<KernelDefinition, 'configs'>, algo: number): string {
  const config = configs[algo];
  if (config === undefined) return '';
  const shared = SHARED.get(configs) ?? sharedSettings(configs);
  SHARED.set(configs, shared);
  const apart = settingsOf(config).filter((setting) => !shared.has(setting));
  return apart.length === 0 ? '' : ` (${apart.join(', ')})`;
}

/** The settings that are the same in all configs of a kernel. Kept, since 10,000 configs can each have an error. */
const SHARED = new WeakMap<readonly Config[], ReadonlySet<string>>();

function sharedSettings([first, ...others]: readonly Config[]): ReadonlySet<string> {
  let shared = new Set(first === undefined ? [] : settingsOf(first));
  for (const other of others) {
    const own = new Set(settingsOf(other));
    shared = new Set([...shared].filter((setting) => own.has(setting)));
  }
  return shared;
}

/** Returns the options of a config for a target. */
export function optionsFor({ options, vendorOptions = {} }: Config, target: Target): Options {
  return { ...options, ...vendorOptions[target.backend] };
}

function settingsOf({ constants, options, vendorOptions = {} }: Config): string[] {
  return [
    ...[...constants].map(([name, value]) => `${name}=${formatConstant(value)}`),
    ...Object.entries(options).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...Object.entries(vendorOptions).flatMap(([vendor, own]) =>
      Object.entries(own).map(
        ([name, value]) => `${name}=${JSON.stringify(value)} for ${vendorName(vendor)}`,
      ),
    ),
  ];
}

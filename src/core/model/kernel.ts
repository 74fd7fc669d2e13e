import type { Place } from '../base/errors.ts';
import type { GridExpression } from '../grid/expression.ts';
import type { Constant } from './constant.ts';
import type { Options } from './options.ts';
import type { KernelSmoke } from './smoke-case.ts';
import type { Target } from './target.ts';
import type { ArgumentType } from './types.ts';

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
}

/** One hint for each argument, in the arguments' order. */
export type Specialisation = readonly Hint[];

/** A kernel as manifest and Python source together define it: one C entry point. */
export interface Kernel {
  readonly name: string;
  /** Where the manifest names it. */
  readonly place: Place;
  /** The file relative to the manifest's folder, and where the function starts in it. */
  readonly source: { readonly file: string; readonly function: string; readonly line: number };
  /** Every parameter of the function in its own order. */
  readonly parameters: readonly string[];
  readonly arguments: readonly Argument[];
  /** In manifest order; the index is the algo id. */
  readonly configs: readonly Config[];
  /** In the order they are tried: the most specific first. */
  readonly specialisations: readonly Specialisation[];
  readonly grid: readonly GridExpression[];
  readonly gridParameters: readonly Argument[];
  readonly depends: readonly string[];
  readonly targets: readonly Target[];
  /** How it is tested on a GPU; undefined where the manifest does not say. */
  readonly smoke: KernelSmoke | undefined;
}

/** The arguments the compiled kernel still takes: those not fixed to 1 by the specialisation. */
export function passedArguments(kernel: Kernel, specialisation: Specialisation): Argument[] {
  return kernel.arguments.filter((_argument, index) => specialisation[index] !== 'equal-to-1');
}

/** The parameters of the C entry point between the stream and the algo id. */
export function allParameters(kernel: Kernel): readonly Argument[] {
  return [...kernel.arguments, ...kernel.gridParameters];
}

/** Whether any argument is a tensor, which the launcher takes apart. */
export function hasTensors(kernel: Kernel): boolean {
  return kernel.arguments.some(({ type }) => type.kind === 'tensor');
}

/** What is known of an argument's value at compile time: nothing, divisible by 16, or equal to 1. */
export type Hint = 'none' | 'divisible-by-16' | 'equal-to-1';

/** A Python function by its file, relative to the manifest's folder, and its name. */
export interface SourceReference {
  readonly file: string;
  readonly function: string;
}

/** `a_ptr % 16 == 0, stride_ak == 1`: what must hold for a specialisation; empty when nothing must. */
export function describeSpecialisation(kernel: Kernel, specialisation: Specialisation): string {
  return kernel.arguments
    .flatMap(({ name }, index) => {
      const hint = specialisation[index];
      if (hint === 'divisible-by-16') return [`${name} % 16 == 0`];
      return hint === 'equal-to-1' ? [`${name} == 1`] : [];
    })
    .join(', ');
}

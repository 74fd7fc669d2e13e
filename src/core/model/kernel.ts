import type { Place, SourceReference } from '../base/errors.ts';
import type { GridExpression } from '../grid/expression.ts';
import type { Constant } from './constant.ts';
import type { Options } from './options.ts';
import type { KernelSmoke } from './smoke-case.ts';
import type { Target } from './target.ts';
import type { ArgumentType } from './types.ts';

/** What is known about an argument at compile time: nothing, divisible by 16, or equal to 1. */
export type Hint = 'none' | 'divisible-by-16' | 'equal-to-1';

/** One hint for each argument, in the order of the arguments. */
export type Specialisation = readonly Hint[];

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

/** A kernel as the manifest and the Python source define it: one C entry point. */
export interface Kernel {
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
  /** In the order they are tried: the most specific first. */
  readonly specialisations: readonly Specialisation[];
  readonly grid: readonly GridExpression[];
  /** The grid as it is written; the axes of a list are joined with `, `. */
  readonly gridText: string;
  readonly gridParameters: readonly Argument[];
  readonly depends: readonly string[];
  readonly targets: readonly Target[];
  /** How it is tested on a GPU; undefined if the manifest does not say. */
  readonly smoke: KernelSmoke | undefined;
}

/** Returns the arguments of the compiled kernel: those the specialisation does not fix to 1. */
export function passedArguments(kernel: Kernel, specialisation: Specialisation): Argument[] {
  return kernel.arguments.filter((_argument, index) => specialisation[index] !== 'equal-to-1');
}

/** Returns the parameters of the C entry point between the stream and the algo id. */
export function allParameters(kernel: Kernel): readonly Argument[] {
  return [...kernel.arguments, ...kernel.gridParameters];
}

/** Whether any argument is a tensor descriptor. */
export function hasTensors(kernel: Kernel): boolean {
  return kernel.arguments.some(({ type }) => type.kind === 'tensor');
}

/** Returns the conditions of a specialisation, such as `a % 16 == 0, stride == 1`; may be empty. */
export function describeSpecialisation(kernel: Kernel, specialisation: Specialisation): string {
  return kernel.arguments
    .flatMap(({ name }, index) => {
      const hint = specialisation[index];
      if (hint === 'divisible-by-16') return [`${name} % 16 == 0`];
      return hint === 'equal-to-1' ? [`${name} == 1`] : [];
    })
    .join(', ');
}

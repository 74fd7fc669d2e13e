import type { KernelEntry } from '../manifest/entry.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import type { Constant } from '../manifest/terms/constant.ts';
import type { Argument, HintSet, Kernel } from '../manifest/terms/kernel.ts';
import type { SmokeCase } from '../manifest/terms/smoke-case.ts';
import { formatArgumentType, isInteger } from '../manifest/terms/types.ts';

/** The hints of a kernel's arguments as the manifest gives them. */
export interface GivenHints {
  /** For each argument, in order. Several: a list of specialisations. */
  readonly hints: readonly ArgumentSpec['hints'][];
  /** The arguments whose hints are found. */
  readonly free: readonly Argument[];
  /** Sets of hints for all arguments; undefined if the manifest gives hints for each. */
  readonly sets: readonly HintSet[] | undefined;
  /** The values that call-time heuristics can have, by parameter. */
  readonly computed: readonly {
    readonly parameter: string;
    readonly values: readonly Constant[];
  }[];
}

/** A kernel whose specialisations are not known yet. */
export interface KernelDraft {
  readonly entry: KernelEntry;
  /** Without specialisations and smoke test. */
  readonly kernel: Kernel;
  readonly given: GivenHints;
  /** The cases of the smoke test, without the specialisations that they reach. */
  readonly cases: readonly SmokeCase[];
  /** The cases that are only timed. */
  readonly timed: readonly SmokeCase[];
}

/** The arguments whose hints are found: pointers and integers without a hint in the manifest. */
export function freeArguments(
  entry: Pick<KernelEntry, 'specialise' | 'specialisations'>,
  args: readonly Argument[],
  specs: readonly ArgumentSpec[],
): readonly Argument[] {
  if (entry.specialise === 'listed' || entry.specialisations !== undefined) return [];
  return args.filter(({ type }, index) => {
    const isGiven = specs[index]?.isGiven ?? true;
    const name = formatArgumentType(type);
    return !isGiven && (type.kind === 'pointer' || (isInteger(type) && !/^[iu]1$/.test(name)));
  });
}

import { hintProblem } from '../../manifest/signature.ts';
import {
  type Hint,
  type HintChoice,
  integerOf,
  isReachable,
  type Kernel,
  type Specialisation,
  specialisationOf,
} from '../../manifest/terms/kernel.ts';
import type { Preparation } from '../../plan/prepare.ts';
import type { HintRequest } from '../../plan/hint-request.ts';
import type { Variant } from '../../plan/variants.ts';
import { type CodeSummary, type Shortfall, shortfallsOf, summariseCode } from './code-summary.ts';
import type { Trials } from './trials.ts';

/** A kernel's code compared with what `specialise: auto` would make of it. */
export interface Advice {
  readonly kernel: Kernel;
  /** The most specific specialisation, which was compared for the first config and target. */
  readonly specialisation: number;
  /** The package's code; undefined if it does not compile. */
  readonly made: CodeSummary | undefined;
  /** The code with the missing hints; undefined if there are none, or if it does not compile. */
  readonly hinted: CodeSummary | undefined;
  /** The hints that change the code, and that the specialisation lacks. */
  readonly missing: readonly MissingHint[];
  /** How the package's code is much worse; empty if it is not. */
  readonly shortfalls: readonly Shortfall[];
}

export interface MissingHint {
  readonly argument: string;
  readonly hint: Exclude<Hint, 'none'>;
}

/** The config that is compared. */
const CONFIG = 0;

interface Subject {
  readonly kernel: Kernel;
  readonly specialisation: number;
  readonly made: Variant;
  /** The question which hints it lacks; undefined if it is known that it has all. */
  readonly request: HintRequest | undefined;
}

/**
 * Compares the most specific specialisation of every kernel with the hints that `specialise: auto`
 * would find besides its own, for the first config and the first target. Kernels whose hints were
 * found lack none. For each other kernel it asks for the hints once, and compiles one more variant
 * if there are any.
 */
export async function adviseKernels(
  preparation: Pick<Preparation, 'kernels' | 'plan' | 'requestHints'>,
  trials: Trials,
): Promise<readonly Advice[]> {
  const { kernels, plan } = preparation;
  const subjects = kernels.flatMap((kernel) => subjectOf(kernel, preparation) ?? []);
  const choices = await trials.findHints(subjects.flatMap(({ request }) => request ?? []));
  const planned = subjects.map((subject) => {
    const { kernel, specialisation, request } = subject;
    const own = specialisationOf(kernel, specialisation);
    const missing = missingIn(kernel, own, request && choices.get(request.key));
    const hinted =
      missing.length === 0 ? undefined : trialOf(kernel, withMissing(kernel, own, missing), plan);
    return { ...subject, missing, hinted };
  });
  const compiled = await trials.compile(
    planned.flatMap(({ made, hinted }) => [made, ...(hinted === undefined ? [] : [hinted])]),
  );
  const codeOf = (variant: Variant | undefined): CodeSummary | undefined => {
    const kernel = variant && compiled.get(variant.hash);
    return kernel && summariseCode(kernel);
  };
  return planned.map(({ kernel, specialisation, missing, ...variants }) => {
    const [made, hinted] = [codeOf(variants.made), codeOf(variants.hinted)];
    const shortfalls = made && hinted ? shortfallsOf(made, hinted) : [];
    return { kernel, specialisation, made, hinted, missing, shortfalls };
  });
}

function subjectOf(
  kernel: Kernel,
  { plan, requestHints }: Pick<Preparation, 'plan' | 'requestHints'>,
): Subject | undefined {
  const specialisation = mostSpecific(kernel);
  if (specialisation === undefined) return undefined;
  const own = specialisationOf(kernel, specialisation);
  const made = trialOf(kernel, own, plan);
  if (made === undefined) return undefined;
  const isFound = (kernel.automatic?.choices.length ?? 0) > 0;
  const open = own.hints.map((hint, index) => {
    const type = kernel.arguments[index]?.type;
    const isOpen =
      hint === 'none' && type !== undefined && hintProblem(type, 'divisible-by-16') === undefined;
    return isOpen ? undefined : hint;
  });
  const request = isFound || !open.includes(undefined) ? undefined : requestHints(kernel, open);
  return { kernel, specialisation, made, request };
}

/**
 * Returns the index of the most specific specialisation that calls of the config can reach. If
 * heuristics are computed, it is the one where most of them hold, as for even sizes.
 */
function mostSpecific({ configs, specialisations }: Kernel): number | undefined {
  const config = configs[CONFIG];
  if (config === undefined) return undefined;
  const reachable = specialisations.flatMap((specialisation, index) =>
    isReachable(config, specialisation) ? [{ ...specialisation, index }] : [],
  );
  const [first] = reachable;
  const alike = reachable.filter(({ hints }) =>
    hints.every((hint, index) => hint === first?.hints[index]),
  );
  return alike.toSorted((a, b) => holding(b) - holding(a))[0]?.index;
}

/** How many heuristics have a value other than 0 or False. */
function holding({ heuristics }: Specialisation): number {
  return [...heuristics.values()].filter((value) => (integerOf(value) ?? 0n) !== 0n).length;
}

/** The hints of aligned calls that change the code, for arguments that have none. */
function missingIn(
  kernel: Kernel,
  { hints }: Specialisation,
  choices: readonly HintChoice[] = [],
): readonly MissingHint[] {
  const kept = choices.find(({ from }) => from === 'aligned')?.kept ?? {};
  return kernel.arguments.flatMap(({ name: argument }, index) => {
    const value = hints[index] === 'none' ? kept[argument] : undefined;
    if (value === undefined) return [];
    return [
      { argument, hint: value === 1 ? ('equal-to-1' as const) : ('divisible-by-16' as const) },
    ];
  });
}

function withMissing(
  kernel: Kernel,
  own: Specialisation,
  missing: readonly MissingHint[],
): Specialisation {
  const added = new Map(missing.map(({ argument, hint }) => [argument, hint]));
  const hints = kernel.arguments.map(
    ({ name }, index) => added.get(name) ?? own.hints[index] ?? 'none',
  );
  return { ...own, hints };
}

/** A variant that is compiled only to look at its code. */
function trialOf(
  kernel: Kernel,
  specialisation: Specialisation,
  plan: Preparation['plan'],
): Variant | undefined {
  const [trial] = plan({
    ...kernel,
    configs: kernel.configs.slice(CONFIG, CONFIG + 1),
    targets: kernel.targets.slice(0, 1),
    specialisations: [specialisation],
    // A compile error is a result, not an error of the manifest.
    mayDropConfigs: true,
  });
  return trial;
}

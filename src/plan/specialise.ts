import type { Generation } from '../manifest/cases/generate/generate.ts';
import type { Problems } from '../manifest/problems.ts';
import { type Hint, type HintChoice, type HintSet, strengthOf } from '../manifest/terms/hint.ts';
import type {
  Argument,
  Kernel,
  KernelDefinition,
  Specialisation,
} from '../manifest/terms/kernel.ts';
import type { HintRequest } from './states.ts';
import type { GivenHints } from './states.ts';
import { reachCases } from '../manifest/cases/reach.ts';
import type { AnsweredHints, ReadKernel } from './states.ts';
import { withoutUnusedConfigs } from './without-configs.ts';

/**
 * Completes a kernel with its specialisations, and its smoke test. Leaves out the configs that are
 * for other targets than its own.
 * @param hints undefined if the manifest gives all
 * @param problems bound to the kernel
 * @param generation what its generated cases change
 */
export function completeKernel(
  { entry, ...read }: ReadKernel,
  hints: AnsweredHints | undefined,
  problems: Problems,
  generation?: Generation,
): Kernel {
  const untested = untestedKernel(read, hints);
  const smoke = reachCases(untested, entry, read, generation, problems);
  return withoutUnusedConfigs({ ...untested, smoke }, problems);
}

/** Returns a kernel with its specialisations. */
export function untestedKernel(
  { kernel, given }: Pick<ReadKernel, 'kernel' | 'given'>,
  hints: AnsweredHints | undefined,
): Kernel {
  return { ...kernel, ...specialisationsOf(kernel, given, hints), smoke: undefined };
}

/** The specialisations of a kernel, and how those were found that the manifest does not list. */
function specialisationsOf(
  kernel: KernelDefinition,
  given: GivenHints,
  answered: AnsweredHints | undefined,
): Pick<Kernel, 'specialisations' | 'automatic'> {
  const { arguments: args } = kernel;
  const request = answered?.request;
  const listed = (given.sets ?? [undefined]).flatMap((set) =>
    productOf(given.hints.map((own, index) => hintsIn(set, own, args[index]))),
  );
  const found = request === undefined ? [] : (answered?.choices ?? [alignedChoice(request)]);
  const most = mostAutomatic(kernel, given);
  const all = distinct(
    found.map((choice) => ({
      hints: hintsOf(args, choice.kept),
      origin: originOf(choice, found, request?.cases ?? []),
      cost: choice.cost,
    })),
  ).filter(({ hints }) => !listed.some((other) => isSame(other, hints)));
  const own = all.slice(0, most);
  // If the manifest lists several specialisations, all of them must be tested.
  const ofAny = request === undefined || listed.length > 1 ? {} : { origin: 'any values' };
  // Found specialisations include the manifest's strongest hints.
  const hinted = [
    ...own
      .toSorted((a, b) => a.cost - b.cost || specificityOf(b.hints) - specificityOf(a.hints))
      .map(({ hints, origin }) => ({ hints, origin })),
    ...distinct(listed.map((hints) => ({ hints, ...ofAny }))).toSorted(
      (a, b) => specificityOf(b.hints) - specificityOf(a.hints),
    ),
  ];
  const specialisations = hinted.flatMap((each): Specialisation[] =>
    productOf(given.computed.map(({ values }) => values)).map((values) => ({
      ...each,
      heuristics: new Map(
        given.computed.flatMap(({ parameter }, index) => {
          const value = values[index];
          return value === undefined ? [] : [[parameter, value] as const];
        }),
      ),
    })),
  );
  if (request === undefined) return { specialisations, automatic: undefined };
  const used = new Set(found.flatMap(({ kept }) => Object.keys(kept)));
  const unused = given.free.map(({ name }) => name).filter((name) => !used.has(name));
  return {
    specialisations,
    automatic: {
      key: request.key,
      choices: found,
      unused: found.length === 0 ? [] : unused,
      omitted: all.length - own.length,
    },
  };
}

/** The hints of an argument in a set, or those that the manifest gives for it. */
function hintsIn(
  set: HintSet | undefined,
  hints: readonly Hint[],
  argument: Argument | undefined,
): readonly Hint[] {
  const value = argument === undefined ? undefined : set?.[argument.name];
  return value === undefined ? hints : [value];
}

/** Variants of a kernel and target, from which on fewer specialisations are found. */
const MANY = 48;
const MOST = 6;

/** Returns how many specialisations are added at most: each is compiled for every config. */
function mostAutomatic({ configs }: KernelDefinition, { computed }: GivenHints): number {
  const each = computed.reduce((product, { values }) => product * values.length, configs.length);
  return Math.min(MOST, Math.max(1, Math.floor(MANY / each)));
}

/** The choice for a kernel that the compiler says nothing about. */
function alignedChoice({ job: { free, ones, isCalled, fixed } }: HintRequest): HintChoice {
  const known = isCalled ? ones : [];
  const all = [
    ...free.map((name) => [name, 16] as const),
    ...known.map((name) => [name, 1] as const),
  ];
  const asked = { ...Object.fromEntries(all), ...fixed };
  return { from: 'aligned', asked, kept: asked, cost: 0 };
}

function originOf(
  { from, call, asked }: HintChoice,
  choices: readonly HintChoice[],
  cases: readonly string[],
): string {
  if (from === 'aligned') return 'aligned values';
  if (from === 'narrow') return 'asynchronous loads';
  if (from === 'pointers') return 'aligned pointers';
  if (from === 'call') return `case ${cases[call ?? 0] ?? ''}`;
  const whole = choices.find((each) => each.from === 'aligned')?.asked ?? {};
  const without = Object.keys(whole).filter((name) => !Object.hasOwn(asked, name));
  return `aligned values, but not ${without.join(', ')}`;
}

function hintsOf(args: readonly Argument[], set: HintSet): readonly Hint[] {
  return args.map(({ name }) => set[name] ?? 0);
}

interface HintedArguments {
  readonly hints: readonly Hint[];
  readonly origin?: string | undefined;
}

function distinct<T extends HintedArguments>(all: readonly T[]): readonly T[] {
  return all.filter(
    ({ hints }, index) => all.findIndex((other) => isSame(other.hints, hints)) === index,
  );
}

function isSame(a: readonly Hint[], b: readonly Hint[]): boolean {
  return a.every((hint, index) => hint === b[index]);
}

function specificityOf(hints: readonly Hint[]): number {
  return hints.reduce<number>((sum, hint) => sum + strengthOf(hint), 0);
}

/** Every choice of one item from each list. The first list varies slowest. */
function productOf<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, own) => chosen.flatMap((before) => own.map((item) => [...before, item])),
    [[]],
  );
}

import type { BuildContext } from '../base/context.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import { BRIDGE_VERSION, type HintJob } from '../bridge/protocol.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Problems } from '../manifest/problems.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import { type Constant, toWire } from '../model/constant.ts';
import {
  type Argument,
  type Hint,
  type HintChoice,
  type HintSet,
  type Kernel,
  type Specialisation,
} from '../model/kernel.ts';
import type { SmokeCase } from '../model/smoke-case.ts';
import { blockSizes, formatArgumentType, isInteger } from '../model/types.ts';
import { resolveSmoke } from './smoke-cases.ts';
import { completeTimedCases } from './timed-cases.ts';
import type { CaseCall } from './smoke-conditions.ts';
import type { HashContext } from './kernel-hash.ts';
import type { SourceCode } from './sources.ts';
import { WARP_SIZE } from './variants.ts';

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

/** A kernel whose hints to find. */
export interface HintRequest {
  /** The hash of everything that the answer depends on. */
  readonly key: string;
  readonly kernel: Pick<Kernel, 'name' | 'targets'>;
  readonly job: Omit<HintJob, 'id'>;
  /** The cases that the job's calls come from, by name. */
  readonly cases: readonly string[];
}

/** Finds the hints of kernels. Those that cannot be found are missing from the answer, by key. */
export type FindHints = (
  requests: readonly HintRequest[],
  manifest: Manifest,
  kernels: readonly Pick<Kernel, 'name' | 'targets'>[],
  context: BuildContext,
) => Promise<ReadonlyMap<string, readonly HintChoice[]>>;

/** Finds nothing: everything that could be hinted is. */
export const NO_HINTS: FindHints = () => Promise.resolve(new Map());

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

/** A draft with these hints instead of the manifest's; those that are undefined are free. */
export function withHints(draft: KernelDraft, hints: readonly (Hint | undefined)[]): KernelDraft {
  const { kernel, given } = draft;
  const free = kernel.arguments.filter((_argument, index) => hints[index] === undefined);
  const own = hints.map((hint) => [hint ?? 'none']);
  return { ...draft, given: { ...given, hints: own, free, sets: undefined } };
}

/** More calls are not looked at: each can become a specialisation. */
const MOST_CALLS = 8;
/** The elements of all buffers of a call that takes longer than its launch. */
const WORTHWHILE = 2 ** 16;

/**
 * Completes a kernel with its specialisations, and its smoke test.
 * @param choices the answer to the request; undefined if there is none
 * @param problems bound to the kernel
 */
export function completeKernel(
  { kernel, given, entry, cases, timed }: KernelDraft,
  request: HintRequest | undefined,
  choices: readonly HintChoice[] | undefined,
  problems: Problems,
): Kernel {
  const whole = { ...kernel, ...specialisationsOf(kernel, given, request, choices) };
  if (entry.smoke === undefined) return whole;
  const smoke = resolveSmoke(whole, entry.smoke, cases, problems.at('smoke'));
  const complete = completeTimedCases(whole, timed, problems.at('tune', 'cases'));
  return { ...whole, smoke: smoke && { ...smoke, timed: complete, key: entry.tune.key } };
}

/** The request for a kernel's hints; undefined if the manifest gives all of them. */
export function hintRequest(
  { kernel, given, cases, timed }: KernelDraft,
  code: SourceCode,
  context: HashContext,
): HintRequest | undefined {
  const { free } = given;
  if (free.length === 0) return undefined;
  const names = new Set(free.map(({ name }) => name));
  const calls = callsOf(kernel, given, [...cases, ...timed]);
  const worthwhile = calls.filter(({ elements }) => elements >= WORTHWHILE).slice(0, MOST_CALLS);
  const integers = free.filter(({ type }) => type.kind === 'scalar');
  const ones = integers.filter(({ name }) => calls.every(({ set }) => set[name] === 1));
  const [config] = configsOf(kernel, given);
  const types = new Map(
    kernel.arguments.map(({ name, type }) => [
      name,
      formatArgumentType(
        type,
        type.kind === 'tensor' ? blockSizes(type, config?.values ?? new Map()) : undefined,
      ),
    ]),
  );
  const job = {
    source: code.source,
    signature: kernel.parameters.map((name) => [name, types.get(name) ?? 'constexpr'] as const),
    configs: configsOf(kernel, given).map(({ constants, options }) => ({ constants, options })),
    targets: HINT_TARGETS,
    target: HINT_TARGETS[0],
    free: [...names],
    fixed: setOf(kernel.arguments, (_argument, index) => mostSpecific(given.hints[index] ?? [])),
    divisible: [...names],
    pointers: free.filter(({ type }) => type.kind === 'pointer').map(({ name }) => name),
    isCalled: calls.length > 0,
    ones: ones.map(({ name }) => name),
    calls: worthwhile.map(({ set }) => set),
  };
  const { source, ...rest } = job;
  const key = sha256(
    canonicalJson({
      bridge: BRIDGE_VERSION,
      triton: context.tritonVersion,
      machine: context.machine,
      requirements: context.requirements.toSorted(),
      environment: context.environment,
      closure: code.files.map(({ path, sha256: part }) => ({ path, sha256: part })),
      module: code.module,
      function: source.function,
      ...rest,
    }),
  );
  return { key, kernel, job, cases: worthwhile.map(({ name }) => name) };
}

/** Hints are found with the first of these that a kernel compiles for, whatever is built. */
const HINT_TARGETS = [
  { backend: 'cuda', arch: 80, warpSize: WARP_SIZE },
  { backend: 'cuda', arch: 90, warpSize: WARP_SIZE },
  { backend: 'cuda', arch: 100, warpSize: WARP_SIZE },
] as const;

/** What the JIT would know about the arguments of each case, those that move most memory first. */
function callsOf(
  { arguments: args }: Kernel,
  { hints, free }: GivenHints,
  cases: readonly SmokeCase[],
): readonly { readonly name: string; readonly elements: number; readonly set: HintSet }[] {
  const isFree = new Set(free.map(({ name }) => name));
  const calls = cases
    .map((call) => ({
      name: call.name,
      elements: [...call.buffers.values()].reduce((sum, each) => sum + (each?.length ?? 0), 0),
      set: setOf(args, ({ name }, index) => {
        const known = isFree.has(name) ? FOUND : (hints[index] ?? []);
        return mostSpecific(known.filter((hint) => hint === 'none' || holds(hint, name, call)));
      }),
    }))
    .toSorted((a, b) => b.elements - a.elements);
  return calls.filter(
    ({ set }, index) =>
      calls.findIndex((other) => canonicalJson(other.set) === canonicalJson(set)) === index,
  );
}

const FOUND: readonly Hint[] = ['equal-to-1', 'divisible-by-16', 'none'];

/** Whether a hint holds for the value of a case. Buffers are aligned. */
function holds(hint: Hint, name: string, { scalars, buffers }: CaseCall): boolean {
  if (buffers.has(name)) return hint === 'divisible-by-16';
  const value = scalars.get(name);
  if (value?.kind !== 'integer') return false;
  return hint === 'equal-to-1' ? value.value === 1n : value.value % 16n === 0n;
}

function mostSpecific(hints: readonly Hint[]): Hint {
  if (hints.includes('equal-to-1')) return 'equal-to-1';
  return hints.includes('divisible-by-16') ? 'divisible-by-16' : 'none';
}

function setOf(
  args: readonly Argument[],
  hintOf: (argument: Argument, index: number) => Hint,
): HintSet {
  return Object.fromEntries(
    args.flatMap((argument, index) => {
      const hint = hintOf(argument, index);
      return hint === 'none' ? [] : [[argument.name, hint === 'equal-to-1' ? 1 : 16] as const];
    }),
  );
}

/** The configs, each with the values of heuristics for the most and for the least regular calls. */
function configsOf({ configs }: Kernel, { computed }: GivenHints) {
  return configs.flatMap((config) => {
    const choices = [0, -1].map(
      (index) =>
        new Map([
          ...computed.flatMap(({ parameter, values }) => {
            const value = values.at(index);
            return value === undefined ? [] : [[parameter, value] as const];
          }),
          ...config.constants,
        ]),
    );
    return choices.slice(0, computed.length === 0 ? 1 : 2).map((values) => ({
      values,
      constants: Object.fromEntries([...values].map(([name, value]) => [name, toWire(value)])),
      options: config.options,
    }));
  });
}

/** The specialisations of a kernel, and how those were found that the manifest does not list. */
function specialisationsOf(
  kernel: Kernel,
  given: GivenHints,
  request: HintRequest | undefined,
  choices: readonly HintChoice[] | undefined,
): Pick<Kernel, 'specialisations' | 'automatic'> {
  const { arguments: args } = kernel;
  const listed = (given.sets ?? [undefined]).flatMap((set) =>
    productOf(given.hints.map((hints, index) => hintsIn(set, hints, args[index]))),
  );
  const found = request === undefined ? [] : (choices ?? [alignedChoice(request)]);
  const most = mostAutomatic(kernel, given);
  const all = distinct(
    found.map(({ kept, ...choice }) => ({
      hints: hintsOf(args, kept),
      origin: originOf({ kept, ...choice }, found, request?.cases ?? []),
    })),
  ).filter(({ hints }) => !listed.some((other) => isSame(other, hints)));
  const own = all.slice(0, most);
  // A list in the manifest is tested as a whole, as if nothing were found.
  const ofAny = request === undefined || listed.length > 1 ? {} : { origin: 'any values' };
  const hinted = [...own, ...distinct(listed.map((hints) => ({ hints, ...ofAny })))].toSorted(
    (a, b) => specificityOf(b.hints) - specificityOf(a.hints),
  );
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
  if (value === undefined) return hints;
  return [value === 1 ? 'equal-to-1' : 'divisible-by-16'];
}

/** Variants of a kernel and target, from which on fewer specialisations are found. */
const MANY = 48;
const MOST = 6;

/** How many specialisations are added at most: each is compiled for every config. */
function mostAutomatic({ configs }: Kernel, { computed }: GivenHints): number {
  const each = computed.reduce((product, { values }) => product * values.length, configs.length);
  return Math.min(MOST, Math.max(1, Math.floor(MANY / each)));
}

/** The choice for a kernel that the compiler says nothing about. */
function alignedChoice({ job: { divisible, ones, isCalled, fixed } }: HintRequest): HintChoice {
  const known = isCalled ? ones : [];
  const all = [
    ...divisible.map((name) => [name, 16] as const),
    ...known.map((name) => [name, 1] as const),
  ];
  const asked = { ...Object.fromEntries(all), ...fixed };
  return { from: 'aligned', asked, kept: asked };
}

function originOf(
  { from, call, asked }: HintChoice,
  choices: readonly HintChoice[],
  cases: readonly string[],
): string {
  if (from === 'aligned') return 'aligned values';
  if (from === 'pointers') return 'aligned pointers';
  if (from === 'call') return `case ${cases[call ?? 0] ?? ''}`;
  const whole = choices.find((each) => each.from === 'aligned')?.asked ?? {};
  const without = Object.keys(whole).filter((name) => !Object.hasOwn(asked, name));
  return `aligned values, but not ${without.join(', ')}`;
}

function hintsOf(args: readonly Argument[], set: HintSet): readonly Hint[] {
  return args.map(({ name }): Hint => {
    const value = set[name];
    if (value === undefined) return 'none';
    return value === 1 ? 'equal-to-1' : 'divisible-by-16';
  });
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

const SPECIFICITY: Readonly<Record<Hint, number>> = {
  none: 0,
  'divisible-by-16': 1,
  'equal-to-1': 2,
};

function specificityOf(hints: readonly Hint[]): number {
  return hints.reduce((sum, hint) => sum + SPECIFICITY[hint], 0);
}

/** Every choice of one item from each list. The first list varies slowest. */
function productOf<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, own) => chosen.flatMap((before) => own.map((item) => [...before, item])),
    [[]],
  );
}

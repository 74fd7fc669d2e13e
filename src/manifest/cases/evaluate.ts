import { Problems } from '../problems.ts';
import type { SmokeSpec } from './read.ts';
import {
  algoSettings,
  allParameters,
  describeSpecialisation,
  isReachable,
  type Kernel,
  type KernelDefinition,
  specialisationOf,
} from '../terms/kernel.ts';
import {
  type CaseBuffer,
  type EvaluatedCase,
  formatCase,
  type KernelSmoke,
  type Literal,
  type SmokeCase,
} from './case.ts';
import { bytesOf } from '../values/elements.ts';
import { resolveBuffer } from './buffers.ts';
import { type CaseCall, refusalOf } from './call.ts';
import {
  emptyScalars,
  evaluateCaseGrid,
  isEmptyGrid,
  measuresOf,
  reachedSpecialisations,
  reachingValues,
  unreachedReason,
} from './reach.ts';
import { checkSmokeNames } from './names.ts';
import {
  caseScope,
  type CaseValues,
  type KernelCaseContext,
  kernelScope,
  scalarsIn,
  scalarTypes,
  type SmokeScope,
} from './scope.ts';

/**
 * Evaluates the cases of a `smoke:` section. Their runs are found later, when the kernel's
 * specialisations are known.
 * @param problems bound to the section
 * @param isTimed whether the cases are only timed: then some algos may refuse a case
 */
export function resolveCases(
  kernel: KernelDefinition,
  smoke: SmokeSpec,
  problems: Problems,
  isTimed = false,
): readonly EvaluatedCase[] | undefined {
  const algos = choose('algo', smoke.algos, kernel.configs.length, problems.at('algos'));
  checkDuplicates(smoke, problems.at('cases'));
  if (smoke.cases.length > 0) checkSmokeNames(kernel, smoke, problems);
  if (!problems.isEmpty) return undefined;
  const names = { scope: kernelScope(kernel), types: scalarTypes(kernel) };
  const shared = { kernel, smoke, algos, isTimed, ...names };
  const cases = smoke.cases.flatMap(
    (chosen, index) => resolveCase(shared, chosen, index, problems) ?? [],
  );
  return problems.isEmpty ? cases : undefined;
}

/** The cases that are only timed. */
export type TimedCases = Pick<KernelSmoke, 'timed' | 'proposed'>;

/**
 * Joins a `smoke:` section with the kernel that it tests: finds the specialisations that its cases
 * reach.
 * @param problems bound to the section
 */
export function resolveSmoke(
  kernel: Kernel,
  smoke: SmokeSpec,
  resolved: readonly EvaluatedCase[],
  problems: Problems,
): Omit<KernelSmoke, keyof TimedCases> | undefined {
  const algos = choose('algo', smoke.algos, kernel.configs.length, problems.at('algos'));
  const wanted = choose(
    'specialisation',
    smoke.specialisations,
    kernel.specialisations.length,
    problems.at('specialisations'),
  );
  if (!problems.isEmpty) return undefined;
  const shared = { kernel, smoke, algos };
  const cases = resolved.map((call, index) =>
    withRuns(kernel, algos, call, problems.at('cases', index)),
  );
  if (!problems.isEmpty) return undefined;
  if (cases.length > 0) checkReach(shared, cases, wanted, problems.at('cases'));
  if (!problems.isEmpty) return undefined;
  return {
    path: problems.path,
    expected: smoke.expected,
    cases: cases.map((each) => ({ ...each, runs: runsAmong(each, wanted) })),
    algos,
    key: kernel.choiceKey,
    tolerance: smoke.tolerance,
    isDeterministic: smoke.isDeterministic,
    accepted: smoke.accepted,
    test: smoke.test,
  };
}

/**
 * Completes a case with a run for each specialisation that it reaches with one of `algos`.
 * @param problems bound to the case
 */
function withRuns(
  kernel: Kernel,
  algos: readonly number[],
  call: EvaluatedCase,
  problems: Problems,
): SmokeCase {
  const runs = reachedSpecialisations(kernel, algos, call);
  if (runs.length === 0) addUnreached(kernel, call, problems);
  return { ...call, runs };
}

/** Adds the problem of a case that reaches no specialisation. */
export function addUnreached(kernel: Kernel, call: EvaluatedCase, problems: Problems): void {
  const reason = unreachedReason(kernel, call);
  problems.add(
    `case \`${call.name}\` reaches no specialisation: ${reason}`,
    'Change the case, or give the argument a weaker hint, or none: calls with such values fail.',
  );
}

/** The indices to test: the given ones, or all. */
function choose(
  kind: string,
  given: readonly bigint[] | undefined,
  length: number,
  problems: Problems,
): readonly number[] {
  const all = Array.from({ length }, (_, index) => index);
  if (given === undefined) return all;
  for (const [position, index] of given.entries()) {
    if (index >= 0n && index < BigInt(length)) continue;
    const range = length === 1 ? 'the only one is 0' : `expected 0 to ${length - 1}`;
    problems.at(position).add(`${kind} ${index} does not exist; ${range}`);
  }
  return all.filter((index) => given.includes(BigInt(index)));
}

function checkDuplicates(smoke: SmokeSpec, problems: Problems): void {
  const names = smoke.cases.map(formatCase);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) problems.at(index).add(`duplicate case \`${name}\``);
  }
}

/**
 * Checks that every wanted specialisation is reached with every algo, and that every case reaches
 * one.
 */
function checkReach(
  {
    kernel,
    smoke,
    algos,
  }: Pick<KernelCaseContext, 'smoke' | 'algos'> & { readonly kernel: Kernel },
  cases: readonly SmokeCase[],
  wanted: readonly number[],
  problems: Problems,
): void {
  const runs = cases.flatMap((each) => each.runs);
  const isNull = (name: string): boolean => smoke.buffers.get(name) === null;
  for (const index of wanted) {
    const specialisation = specialisationOf(kernel, index);
    // Those that are found were not asked for: what no case reaches is listed as untested.
    if (specialisation.origin !== undefined) continue;
    const able = algos.filter((algo) => {
      const config = kernel.configs[algo];
      return config !== undefined && isReachable(config, specialisation);
    });
    const lacking = able.filter(
      (algo) =>
        !runs.some((run) => run.specialisation === index && (run.algos ?? algos).includes(algo)),
    );
    if (lacking.length === 0) continue;
    const needs = reachingValues(kernel, specialisation, isNull);
    const which = lacking.length === able.length ? '' : ` with algo ${lacking.join(', ')}`;
    problems.add(
      `no case reaches specialisation ${describeReached(kernel, index)}${which}`,
      `Add a case with ${needs}, or list the specialisations to test in \`specialisations:\`.`,
    );
  }
  for (const [index, each] of cases.entries()) {
    if (runsAmong(each, wanted).length > 0) continue;
    const others = each.runs.map(({ specialisation }) => describeReached(kernel, specialisation));
    const message = `case \`${each.name}\` reaches none of \`specialisations\`, only ${others.join(', ')}`;
    problems.at(index).add(message, 'Remove the case, or add one of these to the list.');
  }
}

function runsAmong({ runs }: SmokeCase, wanted: readonly number[]): SmokeCase['runs'] {
  return runs.filter(({ specialisation }) => wanted.includes(specialisation));
}

function describeReached(kernel: Kernel, index: number): string {
  const conditions = describeSpecialisation(kernel, specialisationOf(kernel, index));
  return `${index} (${conditions || 'any values'})`;
}

/** Evaluates one case. */
function resolveCase(
  shared: KernelCaseContext,
  chosen: ReadonlyMap<string, Literal>,
  index: number,
  problems: Problems,
): EvaluatedCase | undefined {
  const { smoke, isTimed } = shared;
  const name = formatCase(chosen);
  const values: CaseValues = { index, chosen, given: smoke.arguments };
  const inCase = problems.at('cases', index);
  const scope = caseScope(values, shared.scope, shared.types, problems);
  if (scope === undefined) return undefined;
  const scalars = scalarsIn(scope, shared.types);
  const buffers = buffersOf(shared, scope, name, problems.at('buffers'));
  if (buffers === undefined) return undefined;
  if (!fitsMemory(buffers, name, inCase)) return undefined;
  const call = { name, scalars, buffers };
  const algos = acceptingAlgos(shared, call, inCase);
  if (algos === undefined) return undefined;
  return {
    name,
    path: inCase.path,
    scalars,
    buffers,
    empty: isTimed ? undefined : emptyScalars(shared, values, buffers),
    grids: gridsOf({ ...shared, algos }, call, inCase),
    ...measuresOf(smoke, scope, buffers, name, problems),
  };
}

/** The algos that do not refuse the call: all to test, or some that only time it. */
function acceptingAlgos(
  { kernel, algos, isTimed }: KernelCaseContext,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): readonly number[] | undefined {
  const refusals = algos.flatMap((algo) => {
    const reason = refusalOf(kernel, algo, call);
    return reason === undefined ? [] : [[algo, reason] as const];
  });
  const accepting = algos.filter((algo) => !refusals.some(([other]) => other === algo));
  if (isTimed && accepting.length > 0) return accepting;
  for (const [algo, reason] of refusals) {
    problems.add(
      `case \`${call.name}\` is refused by algo ${algo}${algoSettings(kernel, algo)}: ${reason}`,
      isTimed
        ? 'Change the values of the case: no algo takes it.'
        : 'Change the values of the case, or list the algos to test in `algos:`.',
    );
  }
  return refusals.length === 0 ? algos : undefined;
}

function buffersOf(
  { kernel, smoke }: KernelCaseContext,
  scope: SmokeScope,
  name: string,
  problems: Problems,
): EvaluatedCase['buffers'] | undefined {
  const buffers = new Map<string, CaseBuffer | null>();
  for (const parameter of allParameters(kernel)) {
    const spec = smoke.buffers.get(parameter.name);
    if (spec === null) buffers.set(parameter.name, null);
    if (spec === null || spec === undefined) continue;
    const identity = { kernel: kernel.name, case: name };
    const part = problems.at(parameter.name);
    const buffer = resolveBuffer(parameter, spec, smoke, identity, scope, part);
    if (buffer !== undefined) buffers.set(parameter.name, buffer);
  }
  return problems.isEmpty ? buffers : undefined;
}

const MAX_BYTES = 8 * 2 ** 30;

function fitsMemory(buffers: EvaluatedCase['buffers'], name: string, problems: Problems): boolean {
  const bytes = [...buffers.values()].reduce(
    (sum, buffer) => sum + (buffer === null ? 0 : buffer.length * bytesOf(buffer.element)),
    0,
  );
  if (bytes <= MAX_BYTES) return true;
  const size = `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  problems.add(`the buffers of case \`${name}\` need ${size}; at most 8 GiB are allowed`);
  return false;
}

/** The grid of every algo. Only those of algos to test must be valid. */
function gridsOf(
  { kernel, algos }: KernelCaseContext,
  call: CaseCall & Pick<EvaluatedCase, 'name'>,
  problems: Problems,
): EvaluatedCase['grids'] {
  return kernel.configs.map((_config, algo) => {
    const part = algos.includes(algo) ? problems : new Problems();
    const grid = evaluateCaseGrid(kernel, algo, call, part);
    if (grid !== undefined && isEmptyGrid(grid))
      part.add(
        `the grid of algo ${algo}${algoSettings(kernel, algo)} in case \`${call.name}\` is empty: ${grid.join(' × ')}`,
      );
    return grid ?? [0n, 0n, 0n];
  });
}

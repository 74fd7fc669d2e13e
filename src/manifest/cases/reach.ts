import { groupBy } from '../../base/groups.ts';
import type { KernelEntry } from '../entry.ts';
import type { Problems } from '../problems.ts';
import {
  describeSpecialisation,
  isReachable,
  type Kernel,
  specialisationOf,
} from '../terms/kernel.ts';
import { refusalOf } from './call.ts';
import type { EvaluatedCase, KernelSmoke, ReachedCase, SmokeSpec } from './case.ts';
import { deriveCases } from './derive.ts';
import { chosenIndices, type EvaluatedCases } from './evaluate.ts';
import { launches } from './launches.ts';
import { generateCases, type Generation } from './generate/generate.ts';
import {
  reachedSpecialisations,
  reachingValues,
  specialisationFor,
  unreachedReason,
} from './specialisations.ts';

/**
 * Joins the cases of a kernel with its specialisations: finds those that each case reaches, and further
 * cases to time.
 * @param generation what its generated cases change
 * @param problems bound to the kernel
 */
export function reachCases(
  kernel: Kernel,
  { smoke, timing }: Pick<KernelEntry, 'smoke' | 'timing'>,
  { cases, timed }: EvaluatedCases,
  generation: Generation | undefined,
  problems: Problems,
): KernelSmoke | undefined {
  if (smoke === undefined) return undefined;
  const tested = reachTested(kernel, smoke, cases, generation, problems.at('smoke'));
  const inTimed = problems.at(timing.section, 'cases');
  const reachTimed = (list: readonly EvaluatedCase[]): readonly ReachedCase[] =>
    list.map((call, index) => timedCase(kernel, call, inTimed.at(index)));
  const reached = reachTimed(timed);
  const proposed = reachTimed(deriveCases(kernel, smoke, timing, timed, inTimed));
  return tested && { ...tested, timed: reached, proposed };
}

/**
 * Finds the specialisations that the cases of the test reach.
 * @param problems bound to the section
 */
function reachTested(
  kernel: Kernel,
  smoke: SmokeSpec,
  evaluated: readonly EvaluatedCase[],
  generation: Generation | undefined,
  problems: Problems,
): Omit<KernelSmoke, 'timed' | 'proposed'> | undefined {
  const algos = chosenIndices('algo', smoke.algos, kernel.configs.length, problems.at('algos'));
  const wanted = chosenIndices(
    'specialisation',
    smoke.specialisations,
    kernel.specialisations.length,
    problems.at('specialisations'),
  );
  if (!problems.isEmpty) return undefined;
  const cases = evaluated.map((call, index) =>
    testedCase(kernel, algos, call, problems.at(...smoke.casesAt, index)),
  );
  if (!problems.isEmpty) return undefined;
  const generated = generatedCases(kernel, smoke, algos, generation, problems);
  const all = [...cases, ...generated];
  if (all.length > 0)
    checkReach({ kernel, smoke, algos }, all, wanted, problems.at(...smoke.casesAt));
  if (!problems.isEmpty) return undefined;
  const runs = all.map((each) => ({ ...each, runs: runsAmong(each, wanted) }));
  return { path: problems.path, spec: smoke, algos, cases: runs };
}

/**
 * Generates the cases that the section asks for.
 * @param problems bound to the section
 */
function generatedCases(
  kernel: Kernel,
  smoke: SmokeSpec,
  algos: readonly number[],
  generation: Generation | undefined,
  problems: Problems,
): readonly ReachedCase[] {
  if (smoke.generate === undefined) return [];
  const { path } = problems.at('cases');
  const reached = (call: EvaluatedCase): ReachedCase => ({
    ...call,
    path,
    runs: reachedSpecialisations(kernel, algos, call),
  });
  const made = generateCases(kernel, smoke, smoke.generate, generation);
  if (made.length === 0)
    problems
      .at('cases')
      .add(
        'no case could be generated: no values for the sizes are a call of the kernel',
        'Write a small case, such as `cases: { written: [{ M: 64 }], generate: 16 }`.',
      );
  return made.map(({ call, facts, contiguous }) => ({
    ...reached(call),
    generated: { ...facts, contiguous: contiguous && reached(contiguous) },
  }));
}

/**
 * Completes a case with a run for each specialisation that it reaches with one of `algos`.
 * @param problems bound to the case
 */
function testedCase(
  kernel: Kernel,
  algos: readonly number[],
  call: EvaluatedCase,
  problems: Problems,
): ReachedCase {
  const runs = reachedSpecialisations(kernel, algos, call);
  if (runs.length === 0) addUnreached(kernel, call, problems);
  return { ...call, runs };
}

/** Adds the problem of a case that reaches no specialisation. */
function addUnreached(kernel: Kernel, call: EvaluatedCase, problems: Problems): void {
  const reason = unreachedReason(kernel, call);
  problems.add(
    `case \`${call.name}\` reaches no specialisation: ${reason}`,
    'Change the case, or give the argument a weaker hint, or none: calls with such values fail.',
  );
}

/**
 * Completes a timed case with the specialisations that it reaches with aligned pointers, and the algos
 * that take it.
 * @param problems bound to the case
 */
function timedCase(kernel: Kernel, call: EvaluatedCase, problems: Problems): ReachedCase {
  const all = [...kernel.configs.keys()];
  const accepting = all.filter((algo) => refusalOf(kernel, algo, call) === undefined);
  const reached = groupBy(accepting, (algo) => specialisationFor(kernel, algo, call));
  const runs = [...reached].flatMap(([specialisation, algos]) =>
    specialisation < 0
      ? []
      : [{ specialisation, offsets: {}, ...(algos.length < all.length && { algos }) }],
  );
  if (runs.length === 0) addUnreached(kernel, call, problems);
  return { ...call, runs };
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
  }: { readonly kernel: Kernel; readonly smoke: SmokeSpec; readonly algos: readonly number[] },
  cases: readonly ReachedCase[],
  wanted: readonly number[],
  problems: Problems,
): void {
  // On a GPU, only these run.
  const runs = cases
    .filter((each) => each.blocks === undefined && launches(each))
    .flatMap((each) => each.runs);
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
    if (each.generated !== undefined) continue;
    if (runsAmong(each, wanted).length > 0) continue;
    const others = each.runs.map(({ specialisation }) => describeReached(kernel, specialisation));
    const message = `case \`${each.name}\` reaches none of \`specialisations\`, only ${others.join(', ')}`;
    problems.at(index).add(message, 'Remove the case, or add one of these to the list.');
  }
}

function runsAmong({ runs }: ReachedCase, wanted: readonly number[]): ReachedCase['runs'] {
  return runs.filter(({ specialisation }) => wanted.includes(specialisation));
}

function describeReached(kernel: Kernel, index: number): string {
  const conditions = describeSpecialisation(kernel, specialisationOf(kernel, index));
  return `${index} (${conditions || 'any values'})`;
}

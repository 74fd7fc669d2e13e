import { groupBy } from '../../base/groups.ts';
import { slot } from '../../base/slot.ts';
import type { KernelEntry } from '../entry.ts';
import { didYouMean, Problems } from '../problems.ts';
import { integersOf, type Kernel, type KernelDefinition } from '../terms/kernel.ts';
import type { SmokeSpec } from './read.ts';
import type { EvaluatedCase, SmokeCase } from './case.ts';
import { addUnreached, resolveCases } from './evaluate.ts';
import { specialisationFor } from './reach.ts';
import { refusalOf } from './call.ts';

/** The values that a case sets. */
type Chosen = SmokeSpec['cases'][number];

/**
 * Proposes further calls to time.
 * @param resolved the cases of the manifest
 * @param chosen their values, in the same order
 */
type ProposeCases = (
  kernel: Kernel,
  smoke: Pick<SmokeSpec, 'arguments'>,
  resolved: readonly EvaluatedCase[],
  chosen: readonly Chosen[],
) => readonly Chosen[];

/** What proposes calls to time, in addition to those of the manifest. */
export const caseProposers = slot<ProposeCases>();

/**
 * Evaluates the cases that are only timed, with the arguments and buffers of
 * the `smoke:` section. Their runs are found later, when the kernel's specialisations are known.
 * @param problems bound to the kernel
 */
export function resolveTimedCases(
  kernel: KernelDefinition,
  { smoke, timing }: Pick<KernelEntry, 'smoke' | 'timing'>,
  problems: Problems,
): readonly EvaluatedCase[] | undefined {
  const { section } = timing;
  checkKey(kernel, timing.key ?? [], problems.at(section, 'key'));
  if (timing.cases.length === 0) return problems.isEmpty ? [] : undefined;
  if (smoke === undefined) {
    problems
      .at(section, 'cases')
      .add(
        'there is no `smoke:` section, whose `arguments` and `buffers` these cases use',
        'Add `smoke:` with `buffers`, and with at least one case that is tested.',
      );
    return undefined;
  }
  const spec = { ...smoke, cases: timing.cases, algos: undefined };
  const inSections = problems.under(([first, ...rest]) =>
    first === 'cases'
      ? [section, 'cases', ...rest]
      : ['smoke', ...(first === undefined ? [] : [first]), ...rest],
  );
  return resolveCases(kernel, spec, inSections, true);
}

/**
 * Returns further cases that reach the specialisations which the timed ones do not reach.
 * @param problems bound to the cases
 */
export function proposedCases(
  kernel: Kernel,
  { smoke, timing }: Pick<KernelEntry, 'smoke' | 'timing'>,
  cases: readonly EvaluatedCase[],
  problems: Problems,
): readonly SmokeCase[] {
  if (smoke === undefined || cases.length === 0 || kernel.configs.length === 1) return [];
  const all = caseProposers.parts.flatMap((propose) => propose(kernel, smoke, cases, timing.cases));
  const proposed = all.flatMap((chosen) => {
    // A derived case that is no call of the kernel is not the manifest's fault.
    const spec = { ...smoke, cases: [chosen], algos: undefined };
    const resolved = resolveCases(kernel, spec, new Problems(), true) ?? [];
    return resolved.map((each) => ({ ...each, path: problems.path }));
  });
  return completeTimedCases(kernel, proposed, problems);
}

/**
 * Completes timed cases with the specialisations that they reach with aligned pointers, and the algos
 * that take them.
 * @param problems bound to the cases
 */
export function completeTimedCases(
  kernel: Kernel,
  cases: readonly EvaluatedCase[],
  problems: Problems,
): readonly SmokeCase[] {
  return cases.map((call, index) => {
    const all = [...kernel.configs.keys()];
    const accepting = all.filter((algo) => refusalOf(kernel, algo, call) === undefined);
    const reached = groupBy(accepting, (algo) => specialisationFor(kernel, algo, call));
    const runs = [...reached].flatMap(([specialisation, algos]) =>
      specialisation < 0
        ? []
        : [{ specialisation, offsets: {}, ...(algos.length < all.length && { algos }) }],
    );
    if (runs.length === 0) addUnreached(kernel, call, problems.at(index));
    return { ...call, runs };
  });
}

/** Checks that a choice can depend on the parameters. */
function checkKey(kernel: KernelDefinition, key: readonly string[], problems: Problems): void {
  const names = integersOf(kernel).map(({ name }) => name);
  for (const [index, name] of key.entries()) {
    if (names.includes(name)) continue;
    problems
      .at(index)
      .add(
        `\`${name}\` is not an integer parameter${didYouMean(name, names)}`,
        names.length === 0
          ? 'The kernel has no integer parameters.'
          : `The integer parameters are ${names.join(', ')}.`,
      );
  }
}

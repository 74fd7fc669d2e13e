import { slot } from '../../base/slot.ts';
import type { KernelEntry } from '../entry.ts';
import { Problems } from '../problems.ts';
import type { Kernel } from '../terms/kernel.ts';
import type { ChosenValues, EvaluatedCase, SmokeSpec } from './case.ts';
import { evaluateList, wholeCase } from './evaluate.ts';

/**
 * Proposes further calls to time.
 * @param resolved the cases of the manifest
 * @param chosen their values, in the same order
 */
type ProposeCases = (
  kernel: Kernel,
  smoke: Pick<SmokeSpec, 'arguments'>,
  resolved: readonly EvaluatedCase[],
  chosen: readonly ChosenValues[],
) => readonly ChosenValues[];

/** Functions that propose further calls to time, in addition to those of the manifest. */
export const caseProposers = slot<ProposeCases>();

/**
 * Returns further cases to time, which reach specialisations that the timed ones do not reach.
 * @param problems bound to the timed cases
 */
export function deriveCases(
  kernel: Kernel,
  smoke: SmokeSpec,
  { section, cases: chosen }: KernelEntry['timing'],
  timed: readonly EvaluatedCase[],
  problems: Problems,
): readonly EvaluatedCase[] {
  if (timed.length === 0 || kernel.configs.length === 1) return [];
  const all = caseProposers.parts.flatMap((propose) => propose(kernel, smoke, timed, chosen));
  return all.flatMap((values) => {
    const list = { chosen: [wholeCase(values)], section, algos: undefined, isTimed: true };
    // A derived case that is no call of the kernel is not the manifest's fault.
    const derived = evaluateList(kernel, smoke, list, new Problems()) ?? [];
    return derived.map((each) => ({ ...each, path: problems.path }));
  });
}

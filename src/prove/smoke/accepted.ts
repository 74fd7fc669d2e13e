import type { AcceptedFault } from '../../manifest/cases/case.ts';
import { plural } from '../../base/text.ts';
import type { HarnessProblem } from '../harness/problem.ts';

/** A fault that occurred, and that the manifest accepts. */
export interface AcceptedProblem extends AcceptedFault {
  readonly message: string;
}

/** The problems of a run or check, without those that the manifest accepts. */
interface JudgedProblems {
  readonly problems: readonly HarnessProblem[];
  /** undefined: none. */
  readonly accepted?: readonly AcceptedProblem[];
}

/** Separates the problems that the manifest accepts. What a launch that they ended says does not count. */
export function judge(
  problems: readonly HarnessProblem[],
  faults: readonly AcceptedFault[] = [],
): JudgedProblems {
  const accepted = problems.flatMap((problem) => {
    const fault = faults.find((each) => isOf(problem, each));
    return fault === undefined ? [] : [{ ...fault, message: problem.message }];
  });
  if (accepted.length === 0) return { problems };
  const others = problems.filter(
    (problem) =>
      !faults.some((fault) => isOf(problem, fault)) &&
      problem.about?.startsWith('CUDA_ERROR_LAUNCH_FAILED') !== true,
  );
  return { problems: others, accepted };
}

function isOf(
  { kind, element, about }: HarnessProblem,
  { kind: accepted, buffer }: AcceptedFault,
): boolean {
  return kind === accepted && (element?.buffer ?? about) === buffer;
}

/**
 * Names the accepted faults of a kernel that occurred, and those that did not.
 * @param results those of every run and check
 * @param canOccur returns whether these tests would have shown a fault
 */
export function acceptedNotes(
  kernel: string,
  faults: readonly AcceptedFault[] = [],
  results: readonly Pick<JudgedProblems, 'accepted'>[],
  canOccur: (fault: AcceptedFault) => boolean,
): readonly string[] {
  const isCut = results.some(({ accepted = [] }) => accepted.some(({ kind }) => kind !== 'values'));
  return faults.flatMap((fault) => {
    const { kind, buffer, reason } = fault;
    const found = results.flatMap(
      ({ accepted = [] }) =>
        accepted.find((each) => each.kind === kind && each.buffer === buffer) ?? [],
    );
    const [first] = found;
    if (first !== undefined)
      return [
        `${kernel}: accepted ${kind} of ${buffer}: ${reason}. In ${plural(found.length, 'test')}, ${first.message}${ENDS_LAUNCH[kind]}`,
      ];
    // A launch that another one ended might have come to it.
    if (isCut || !canOccur(fault)) return [];
    return [
      `${kernel}: the accepted ${kind} of ${buffer} did not occur: remove it from \`accept\``,
    ];
  });
}

/** What a fault means for the rest of a test. */
const ENDS_LAUNCH: Readonly<Record<AcceptedFault['kind'], string>> = {
  race: '; it ends the launch, so its outputs were not compared',
  'out-of-bounds': '; it ends the launch, so its outputs were not compared',
  undefined: '; it ends the launch, so its outputs were not compared',
  values: '',
};

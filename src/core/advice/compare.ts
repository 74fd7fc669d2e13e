import { type Kernel, specialisationOf } from '../model/kernel.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import { assumedHints, type Hints, mostSpecific, sameHints } from './assumed-hints.ts';
import { type CodeSummary, type Shortfall, shortfallsOf, summariseCode } from './code-summary.ts';
import { type CompileTrials, trialOf } from './trials.ts';

/** A specialisation of the package, and hints that it could have. */
export interface Subject {
  readonly kernel: Kernel;
  readonly specialisation: number;
  readonly made: Variant;
  /** Empty if the specialisation has every hint. */
  readonly candidates: readonly { readonly hints: Hints; readonly trial: Variant }[];
}

export interface Comparison {
  readonly subject: Subject;
  /** The package's code; undefined if it does not compile. */
  readonly made: CodeSummary | undefined;
  /** The best code of a candidate; undefined if none compiles, or if there are none. */
  readonly best: { readonly hints: Hints; readonly code: CodeSummary } | undefined;
  /** How the package's code is much worse than the best; empty if it is not. */
  readonly shortfalls: readonly Shortfall[];
}

/** The most specific specialisation of a kernel, and the hints of well-aligned calls. */
export function subjectOf(kernel: Kernel, plan: Preparation['plan']): Subject | undefined {
  const index = mostSpecific(kernel);
  if (index === undefined) return undefined;
  const specialisation = specialisationOf(kernel, index);
  const made = trialOf(kernel, specialisation.hints, specialisation, plan);
  if (made === undefined) return undefined;
  const candidates = assumedHints(kernel, specialisation.hints).flatMap((hints) => {
    if (sameHints(hints, specialisation.hints)) return [];
    const trial = trialOf(kernel, hints, specialisation, plan);
    return trial === undefined ? [] : [{ hints, trial }];
  });
  return { kernel, specialisation: index, made, candidates };
}

/** Compares each subject with its candidates. */
export async function compareAll(
  subjects: readonly Subject[],
  compile: CompileTrials,
): Promise<readonly Comparison[]> {
  const compiled = await compile(
    subjects.flatMap(({ made, candidates }) => [made, ...candidates.map(({ trial }) => trial)]),
  );
  const codeOf = ({ hash }: Variant): CodeSummary | undefined => {
    const kernel = compiled.get(hash);
    return kernel && summariseCode(kernel);
  };
  return subjects.map((subject) => {
    const made = codeOf(subject.made);
    const others = subject.candidates.flatMap(({ hints, trial }) => {
      const code = codeOf(trial);
      return code === undefined ? [] : [{ hints, code }];
    });
    const [best] = others.toSorted((a, b) => (b.code.meanWidth ?? 0) - (a.code.meanWidth ?? 0));
    const shortfalls =
      made === undefined || best === undefined ? [] : shortfallsOf(made, best.code);
    return { subject, made, best, shortfalls };
  });
}

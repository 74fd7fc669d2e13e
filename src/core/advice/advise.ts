import type { Kernel } from '../model/kernel.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { CodeSummary, Shortfall } from './code-summary.ts';
import { compareAll, type Comparison, subjectOf } from './compare.ts';
import { findHints, type Remedy, type SlowSubject } from './find-hints.ts';
import type { CompileTrials } from './trials.ts';

/** A kernel's code compared with what the compiler makes of well-aligned calls. */
export interface Advice {
  readonly kernel: Kernel;
  /** The specialisation that was compared, for the first config and the first target. */
  readonly specialisation: number;
  /** The package's code; undefined if it does not compile. */
  readonly made: CodeSummary | undefined;
  /** The code with more hints; undefined if there is none to add, or if it does not compile. */
  readonly hinted: CodeSummary | undefined;
  /** How the package's code is much worse; empty if it is not. */
  readonly shortfalls: readonly Shortfall[];
  /** The hints that make the difference, with their code; undefined without shortfalls. */
  readonly remedy: Remedy | undefined;
}

/**
 * Compares the most specific specialisation of every kernel with the code of well-aligned calls,
 * for the first config and the first target. Compiles one or two variants for each kernel that
 * lacks hints, and up to 30 for a function whose code is much worse, to find the hints that make
 * the difference.
 */
export async function adviseKernels(
  { kernels, plan }: Pick<Preparation, 'kernels' | 'plan'>,
  compile: CompileTrials,
): Promise<readonly Advice[]> {
  const subjects = kernels.flatMap((kernel) => subjectOf(kernel, plan) ?? []);
  const compared = await compareAll(subjects, compile);
  const slow = compared.flatMap((comparison) => slowOf(comparison) ?? []);
  const found = await findHints(slow, plan, compile);
  return compared.map(({ subject, made, best, shortfalls }) => {
    const { kernel, specialisation } = subject;
    const own = slow.find((each) => each.subject === subject);
    const remedy = own && found.get(own);
    return { kernel, specialisation, made, hinted: best?.code, shortfalls, remedy };
  });
}

function slowOf({ subject, best, shortfalls }: Comparison): SlowSubject | undefined {
  return best === undefined || shortfalls.length === 0 ? undefined : { subject, best };
}

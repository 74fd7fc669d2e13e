import type { RunContext } from '../../base/context.ts';
import type { Flag } from '../../base/flags.ts';
import { slot } from '../../base/slot.ts';
import type { KernelCases, PackagedCase } from '../../manifest/cases/packaged.ts';
import type { SomeEvidence, TestFacts } from '../../package/evidence.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import type { Lease } from '../harness/lease.ts';
import type { HarnessProblem } from '../harness/problem.ts';

/** A kernel with its cases, all of which passed. */
export interface PassedKernel {
  readonly kernel: PackagedKernel;
  readonly cases: KernelCases;
}

/** What a further check runs with. */
export interface CheckSetup {
  readonly pkg: ReadPackage;
  /** The GPU, which is locked. */
  readonly lease: Omit<Lease, 'release'>;
  /** The program that calls kernels. */
  readonly harness: string;
  /** A folder for the check, which does not exist. */
  readonly folder: string;
  /** The time limit of one run, in seconds. */
  readonly timeout: number;
  /** True if the kernel fails if the check does. */
  readonly isRequired: boolean;
}

/** What a further check found. */
export interface FurtherResult {
  readonly problems: readonly HarnessProblem[];
  /** Returns the evidence if there are no problems. */
  readonly evidence?: ((facts: TestFacts) => SomeEvidence) | undefined;
}

/**
 * A check that a feature makes on a GPU of each kernel that passed its test. Its problems are notes,
 * unless the flag is set: then they are failures.
 */
interface FurtherCheck {
  /** Its name in results. */
  readonly name: string;
  /** Makes the check required. */
  readonly flag: Flag;
  /** The cases that it times, and for which there must be memory. */
  readonly timed: (cases: KernelCases) => readonly PackagedCase[];
  /** Returns undefined for a kernel that it says nothing of. */
  readonly run: (
    kernel: PassedKernel,
    setup: CheckSetup,
    context: Pick<RunContext, 'env' | 'signal'>,
  ) => Promise<FurtherResult | undefined>;
}

/** The further checks that features make. */
export const furtherChecks = slot<FurtherCheck>();

import type { Problem } from '../base/errors.ts';
import type { Flags } from '../base/flags.ts';
import { dropConfigs, droppedWarnings, type Failures } from './drop-configs.ts';
import { type ExpectedJob, expectedJobs } from './expected/jobs.ts';
import { packCases, type PackedCases } from './expected/pack-cases.ts';
import type { Plan } from '../plan/plan.ts';
import type { BuildSelection } from '../plan/selection.ts';
import type { ToolchainChoice } from '../toolchain/toolchain.ts';
import type { Variant } from '../plan/variants.ts';
import { type EntryName, entryName } from './store/entry.ts';
import type { StoreCache } from './store/copy.ts';

/** A build as the user asks for it. */
export interface BuildRequest extends BuildSelection, ToolchainChoice {
  /** The folder of the package. */
  readonly out: string;
  /** The folder of the store. */
  readonly store: string;
  /** The size limit of the store after the build, in bytes. */
  readonly storeLimit: number;
  /** Fills the store before the build, and keeps its results afterwards. */
  readonly cache?: StoreCache | undefined;
  /** The number of compiles that run at once. */
  readonly jobs: number;
  /** The time limit of one compile, in seconds. */
  readonly timeout: number;
  /** The flags of features that are set. Default: none. */
  readonly flags?: Flags | undefined;
  /** Folders with the results of this build's shards, or with folders that have them. */
  readonly results?: readonly string[] | undefined;
  /** True if the result says how long variants took when they were compiled, for a report. */
  readonly times?: boolean | undefined;
  /** Says with which build this one is compared, and whether later ones are compared with it. Default: none. */
  readonly baseline?: BaselineRequest | undefined;
}

/** Says how a build is compared with others. */
export interface BaselineRequest {
  /**
   * `auto`: the build that the store has recorded last, if there is one. Otherwise a path as `readBuild`
   * takes it.
   */
  readonly compare?: string | undefined;
  readonly record?: boolean | undefined;
  /** The commit that is built, for people. */
  readonly commit?: string | undefined;
}

/** Everything a package needs: variants to compile and expected outputs to compute. */
export interface Work {
  readonly plan: Plan;
  /** The test cases, without their expected outputs. */
  readonly cases: PackedCases;
  readonly jobs: readonly ExpectedJob[];
}

/** Plans the test cases of a build. @throws {Failure} `usage` with everything the cases lack. */
export async function workOf(plan: Plan): Promise<Work> {
  const cases = await packCases(plan.kernels, plan.manifest);
  const jobs = await expectedJobs(cases.kernels, plan);
  return { plan, cases, jobs };
}

/** The work that remains without the configs that are left out, with a warning for each. */
export interface RemainingWork extends Work {
  readonly warnings: readonly Problem[];
}

/**
 * Leaves out configs that do not compile or cannot be launched. The test cases are planned again,
 * since the algos have other numbers.
 * @throws {Failure} `compile` if a kernel has no config left for a target.
 */
export async function withoutFailing(work: Work, failures: Failures): Promise<RemainingWork> {
  const { plan, dropped } = dropConfigs(work.plan, failures);
  if (dropped.length === 0) return { ...work, warnings: [] };
  const remaining = await workOf(plan);
  return { ...remaining, warnings: droppedWarnings(dropped, plan.manifest.file) };
}

/** The store entries with the results of variants and jobs. */
export function entryNames(
  variants: readonly Variant[],
  jobs: readonly ExpectedJob[],
): readonly EntryName[] {
  return [
    ...variants.map(({ hash }) => entryName('kernel', hash)),
    ...jobs.map(({ key }) => entryName('expected', key)),
  ];
}

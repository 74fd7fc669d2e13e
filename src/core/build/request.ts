import { dirname, resolve } from 'node:path';
import { type ExpectedJob, planExpected } from '../expected/jobs.ts';
import { packCases, type PackedCases } from '../expected/pack-cases.ts';
import type { BuildSelection, Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import { type EntryName, entryName } from '../store/entry.ts';
import type { Remote } from '../store/remote.ts';

export interface BuildRequest extends BuildSelection {
  /** The folder of the package. */
  readonly out: string;
  /** Whether each target gets a package of its own, in a folder of its name below `out`. */
  readonly split?: boolean | undefined;
  /** The folder of the store. */
  readonly store: string;
  /** How large the store may be after the build, in bytes. */
  readonly storeLimit: number;
  /** Where results are kept besides, if anywhere. */
  readonly remote?: Remote | undefined;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
  /** Cases in which the generator `triton` is known to be wrong and writes its files all the same. */
  readonly allowKnownWrong: readonly string[];
}

/** Everything a package is made of that takes work: kernels to compile, and what their cases are to give. */
export interface PlannedWork {
  readonly preparation: Preparation;
  readonly cases: PackedCases;
  readonly jobs: readonly ExpectedJob[];
}

/** @throws {Failure} `usage` naming what the tests of a kernel lack. */
export async function planWork(
  preparation: Preparation,
  request: BuildRequest,
): Promise<PlannedWork> {
  const { manifest, kernels, readSources } = preparation;
  const folder = resolve(dirname(request.manifest));
  const cases = await packCases(kernels, manifest.document, folder);
  const settings = { manifest: request.manifest, folder };
  const jobs = await planExpected(cases.kernels, manifest, settings, readSources);
  return { preparation, cases, jobs };
}

/** The entries of a store that hold a work's results. */
export function namesOf(variants: readonly Variant[], jobs: readonly ExpectedJob[]): EntryName[] {
  return [
    ...variants.map(({ hash }) => entryName('kernel', hash)),
    ...jobs.map(({ key }) => entryName('expected', key)),
  ];
}

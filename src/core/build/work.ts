import { dirname, resolve } from 'node:path';
import type { ExpectedJob } from '../cases/expected-job.ts';
import { planExpected } from '../cases/expected-plan.ts';
import { packCases, type PackedCases } from '../cases/package.ts';
import type { Variant } from '../plan.ts';
import type { Preparation } from '../prepare.ts';
import { entryName, type EntryName } from '../store/name.ts';
import type { BuildRequest } from './request.ts';

/** Everything a package is made of that takes work: kernels to compile, and what their cases are to give. */
export interface Work {
  readonly preparation: Preparation;
  readonly cases: PackedCases;
  readonly jobs: readonly ExpectedJob[];
}

/** @throws {Failure} `usage` naming what the tests of a kernel lack. */
export async function planWork(preparation: Preparation, request: BuildRequest): Promise<Work> {
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

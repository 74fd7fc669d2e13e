import { caseBytes, type DeviceNeeds, deviceNeeds, codeOfRun } from '../harness/needs.ts';
import { FLUSH_BYTES } from '../measure/meter.ts';
import type { SmokePackage } from '../../package/read.ts';
import type { SmokeRequest } from './request.ts';
import { type KernelTest, smallestCase } from './selection.ts';

/** Threads in the check that calls a kernel from many threads. */
export const CHECK_THREADS = 8;

/** Returns what the selected tests of a package need. */
export function testNeeds(
  { manifest }: SmokePackage,
  tests: readonly KernelTest[],
  { requireTuned }: Pick<SmokeRequest, 'requireTuned'>,
): DeviceNeeds {
  const kernels = tests.map(({ kernel }) => kernel);
  const timed = requireTuned === true ? tests.flatMap(({ cases }) => cases.timed ?? []) : [];
  const largest = requireTuned === true ? FLUSH_BYTES + Math.max(0, ...timed.map(caseBytes)) : 0;
  return deviceNeeds(manifest.ptxas, kernels, Math.max(largest, ...tests.map(memoryOf)));
}

/** The part of a kernel's test for which a device has code: configs may not compile for all. */
export function testOn(
  test: KernelTest,
  capability: { readonly major: number; readonly minor: number },
): KernelTest {
  const { kernel, cases } = test;
  const hasCode = (algo: number): boolean =>
    kernel.specialisations.some(
      (_conditions, specialisation) =>
        codeOfRun(kernel, { algo, specialisation }, capability) !== undefined,
    );
  return {
    ...test,
    cases: { ...cases, algos: cases.algos.filter(hasCode) },
    runs: test.runs.filter((run) => codeOfRun(kernel, run, capability) !== undefined),
  };
}

function memoryOf({ cases, runs, isWhole }: KernelTest): number {
  const largest = Math.max(0, ...runs.map((run) => caseBytes(run.case)));
  const smallest = smallestCase(cases.cases);
  const copies = isWhole && smallest !== undefined ? CHECK_THREADS * caseBytes(smallest) : 0;
  return Math.max(largest, copies);
}

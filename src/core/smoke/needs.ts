import { parseTarget, runsOn, type Target } from '../model/target.ts';
import type { PackagedKernel, SmokePackage } from '../package/read.ts';
import { caseBytes, type KernelTest, smallestCase } from './selection.ts';

/** What the tests need of a GPU and its driver. */
export interface DeviceNeeds {
  /** The targets for which any tested kernel has cubins. */
  readonly targets: readonly Target[];
  /** The versions of ptxas that made the cubins, such as `12.9`. */
  readonly ptxas: readonly string[];
  /** Free memory in bytes. */
  readonly memory: number;
}

/** Threads in the check that calls a kernel from many threads. */
export const CHECK_THREADS = 8;

const MIB = 1 << 20;
/** Bytes for the driver's contexts on a large GPU, and for cubins. */
const OVERHEAD = 600 * MIB;

/** Returns what the selected tests of a package need. */
export function deviceNeeds({ manifest }: SmokePackage, tests: readonly KernelTest[]): DeviceNeeds {
  const targets = new Map(
    tests.flatMap(({ kernel }) => targetsOf(kernel)).map((target) => [target.name, target]),
  );
  const memory = Math.max(0, ...tests.map(memoryOf)) + OVERHEAD;
  return { targets: [...targets.values()], ptxas: manifest.ptxas, memory };
}

/** The targets of a kernel's cubins. */
export function targetsOf(kernel: PackagedKernel): readonly Target[] {
  const names = new Set(kernel.variants.map(({ target }) => target));
  return [...names].flatMap((name) => parseTarget(name) ?? []);
}

/**
 * The target whose cubin a device loads: of those that run on it, the one with the highest minor
 * version.
 */
export function targetFor(
  targets: readonly Target[],
  capability: { readonly major: number; readonly minor: number },
): Target | undefined {
  return targets
    .filter((target) => runsOn(target, capability))
    .toSorted((a, b) => b.arch - a.arch)[0];
}

/** The target whose cubin a device loads for an algo and specialisation; undefined if none. */
export function targetOfRun(
  { variants }: PackagedKernel,
  run: { readonly algo: number; readonly specialisation: number },
  capability: { readonly major: number; readonly minor: number },
): Target | undefined {
  const own = variants.filter(
    ({ algo, specialisation }) => algo === run.algo && specialisation === run.specialisation,
  );
  return targetFor(
    own.flatMap(({ target }) => parseTarget(target) ?? []),
    capability,
  );
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
        targetOfRun(kernel, { algo, specialisation }, capability) !== undefined,
    );
  return {
    ...test,
    cases: { ...cases, algos: cases.algos.filter(hasCode) },
    runs: test.runs.filter((run) => targetOfRun(kernel, run, capability) !== undefined),
  };
}

function memoryOf({ cases, runs, isWhole }: KernelTest): number {
  const largest = Math.max(0, ...runs.map((run) => caseBytes(run.case)));
  const smallest = smallestCase(cases.cases);
  const copies = isWhole && smallest !== undefined ? CHECK_THREADS * caseBytes(smallest) : 0;
  return Math.max(largest, copies);
}

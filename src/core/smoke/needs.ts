import type { PackagedBuffer, PackagedCase } from '../cases/document.ts';
import { bytesOf, elementType } from '../cases/number-format.ts';
import { parseTarget, runsOn, type Target } from '../target.ts';
import type { PackagedKernel } from '../package/read.ts';
import type { SmokePackage } from './package.ts';
import type { KernelTest } from './selection.ts';

/** What the tests need of a GPU and its driver. */
export interface Needs {
  /** The targets that any tested kernel has cubins for. */
  readonly targets: readonly Target[];
  /** The versions of the assembler the cubins come from, such as `12.9`. */
  readonly ptxas: readonly string[];
  /** Free memory in bytes. */
  readonly memory: number;
}

/** Threads of the check in which many call a kernel at once. */
export const CHECK_THREADS = 8;

const MIB = 1 << 20;
/** Bytes before and after each buffer that nothing may write to. */
const GUARDS = 2 * 65_536;
/** Bytes that contexts of a driver take on a large GPU, and some room for cubins. */
const OVERHEAD = 600 * MIB;

/** What the chosen tests of a package need. */
export function needsOf({ manifest }: SmokePackage, tests: readonly KernelTest[]): Needs {
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

/** The target whose cubin a device takes: of those that run on it, the one with the highest minor version. */
export function targetFor(
  targets: readonly Target[],
  capability: { readonly major: number; readonly minor: number },
): Target | undefined {
  return targets
    .filter((target) => runsOn(target, capability))
    .toSorted((a, b) => b.arch - a.arch)[0];
}

/** The case with the fewest bytes: the one that the checks of the interface are made with. */
export function smallestCase(cases: readonly PackagedCase[]): PackagedCase | undefined {
  return cases.toSorted((a, b) => caseBytes(a) - caseBytes(b))[0];
}

/** What a case's buffers take on the GPU, in bytes. */
function caseBytes({ buffers }: PackagedCase): number {
  const sizes = Object.values(buffers).map((buffer) => (buffer === null ? 0 : bufferBytes(buffer)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A misaligned buffer starts one element later. */
function bufferBytes({ length, element }: PackagedBuffer): number {
  return (length + 1) * bytesOf(elementType(element)) + GUARDS;
}

function memoryOf({ cases, runs, isWhole }: KernelTest): number {
  const largest = Math.max(0, ...runs.map((run) => caseBytes(run.case)));
  const smallest = smallestCase(cases.cases);
  const copies = isWhole && smallest !== undefined ? CHECK_THREADS * caseBytes(smallest) : 0;
  return Math.max(largest, copies);
}

import { parseTarget, runsOn, type Target } from '../model/target.ts';
import type { PackagedKernel } from '../package/read.ts';
import type { PackagedBuffer, PackagedCase } from '../testdata/document.ts';
import { bytesOf, elementType } from '../testdata/elements.ts';

/** What a run of the harness needs of a GPU and its driver. */
export interface DeviceNeeds {
  /** The targets for which any called kernel has cubins. */
  readonly targets: readonly Target[];
  /** The versions of ptxas that made the cubins, such as `12.9`. */
  readonly ptxas: readonly string[];
  /** Free memory in bytes. */
  readonly memory: number;
}

const MIB = 1 << 20;
/** Bytes for the driver's contexts on a large GPU, and for cubins. */
const OVERHEAD = 600 * MIB;

/** Returns what calls of kernels need; `bytes` are those of the buffers at any one time. */
export function deviceNeeds(
  ptxas: readonly string[],
  kernels: readonly PackagedKernel[],
  bytes: number,
): DeviceNeeds {
  const targets = new Map(kernels.flatMap(targetsOf).map((target) => [target.name, target]));
  return { targets: [...targets.values()], ptxas, memory: bytes + OVERHEAD };
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

/** Bytes of the guards before and after each buffer. */
const GUARDS = 2 * 65_536;

/** Bytes of GPU memory for the buffers of a case. */
export function caseBytes({ buffers }: Pick<PackagedCase, 'buffers'>): number {
  const sizes = Object.values(buffers).map((buffer) => (buffer === null ? 0 : bufferBytes(buffer)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** One element more than its length: a misaligned buffer starts one element later. */
function bufferBytes({ length, element }: PackagedBuffer): number {
  return (length + 1) * bytesOf(elementType(element)) + GUARDS;
}

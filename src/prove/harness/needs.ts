import { ptxName } from '../../compile/cubin/ptx.ts';
import { isCuda, ptxRunsOn } from '../../manifest/terms/nvidia.ts';
import { parseTarget, runsOn } from '../../manifest/terms/target.ts';
import type { PackagedKernel } from '../../package/read.ts';
import type { PackagedBuffer, PackagedCase } from '../../manifest/cases/packaged.ts';
import { bytesOf, elementType } from '../../manifest/values/elements.ts';
import { vendors } from '../../manifest/terms/vendor.ts';
import type { Capability, CudaTarget, Target, Vendor } from '../../manifest/terms/vendor-terms.ts';

/** Requirements of a run of the harness on a GPU of one vendor and its driver. */
export interface DeviceNeeds {
  readonly vendor: Vendor;
  /** The targets that any called kernel has code for. */
  readonly targets: readonly Target[];
  /** The PTX that drivers compile for other GPUs. */
  readonly ptx: readonly EmbeddedPtx[];
  /** The versions of ptxas that made the cubins, such as `12.9`. */
  readonly ptxas: readonly string[];
  /** Free memory in bytes. */
  readonly memory: number;
}

/** PTX of a target, and the version of its language, such as `8.8`. */
interface EmbeddedPtx {
  readonly target: CudaTarget;
  readonly version: string;
}

/** The code that a device loads for an algo and specialisation. */
interface LoadedCode {
  readonly target: Target;
  /** The name of the target or, if its PTX is loaded, of that: `sm_80`, `compute_80`. */
  readonly name: string;
}

const MIB = 1 << 20;
/** Bytes for the driver's contexts on a large GPU, and for cubins. */
const OVERHEAD = 600 * MIB;

/** Returns the vendors that any of the kernels has code for, NVIDIA first. */
export function vendorsIn(kernels: readonly PackagedKernel[]): readonly Vendor[] {
  const targets = kernels.flatMap(targetsOf);
  return vendors().filter((vendor) => targets.some(({ backend }) => backend === vendor));
}

/** Returns the part of a kernel that is for GPUs of a vendor; undefined if it has no code for them. */
export function kernelOn(kernel: PackagedKernel, vendor: Vendor): PackagedKernel | undefined {
  const variants = kernel.variants.filter(({ target }) => parseTarget(target)?.backend === vendor);
  if (variants.length === 0) return undefined;
  return { ...kernel, variants };
}

/** Returns what calls of kernels on GPUs of a vendor need; `bytes` are those of the buffers at any one time. */
export function deviceNeeds(
  vendor: Vendor,
  ptxas: readonly string[],
  kernels: readonly PackagedKernel[],
  bytes: number,
): DeviceNeeds {
  const own = kernels.flatMap((kernel) => kernelOn(kernel, vendor) ?? []);
  const targets = new Map(own.flatMap(targetsOf).map((target) => [target.name, target]));
  const ptx = new Map(
    own.flatMap(ptxOf).map((each) => [`${each.target.name} ${each.version}`, each]),
  );
  return {
    vendor,
    targets: [...targets.values()],
    ptx: [...ptx.values()],
    ptxas,
    memory: bytes + OVERHEAD,
  };
}

/** Returns the targets that a kernel has code for. */
export function targetsOf(kernel: PackagedKernel): readonly Target[] {
  const names = new Set(kernel.variants.map(({ target }) => target));
  return [...names].flatMap((name) => parseTarget(name) ?? []);
}

/** Returns the PTX of a kernel's variants. */
function ptxOf({ variants }: PackagedKernel): readonly EmbeddedPtx[] {
  return variants.flatMap(({ target: name, ptx }) => {
    const target = parseTarget(name);
    return ptx === undefined || target === undefined || !isCuda(target)
      ? []
      : [{ target, version: ptx.version }];
  });
}

/** Returns the PTX that a driver compiles for a device that no cubin is for; undefined if there is none. */
export function ptxFor(
  ptx: readonly EmbeddedPtx[],
  capability: Capability,
): EmbeddedPtx | undefined {
  return ptx.find(({ target }) => ptxRunsOn(target, capability));
}

/** True if a device has code for any variant of a kernel. */
export function hasCodeFor(kernel: PackagedKernel, capability: Capability): boolean {
  const cubin = targetFor(targetsOf(kernel), capability);
  return cubin !== undefined || ptxFor(ptxOf(kernel), capability) !== undefined;
}

/**
 * The target whose cubin or code object a device loads: of those that run on it, the one with the
 * highest minor version.
 */
export function targetFor(targets: readonly Target[], capability: Capability): Target | undefined {
  const own = targets.filter((target) => runsOn(target, capability));
  const [first] = own.filter(isCuda).toSorted((a, b) => b.arch - a.arch);
  return first ?? own[0];
}

/**
 * Returns the code that a device loads for a config and specialisation: a cubin, else PTX;
 * undefined if there is neither.
 */
export function codeOfRun(
  kernel: PackagedKernel,
  run: { readonly algo: number; readonly specialisation: number },
  capability: Capability,
): LoadedCode | undefined {
  const variants = kernel.variants.filter(
    ({ algo, specialisation }) => algo === run.algo && specialisation === run.specialisation,
  );
  const own = { ...kernel, variants };
  const cubin = targetFor(targetsOf(own), capability);
  if (cubin !== undefined) return { target: cubin, name: cubin.name };
  const ptx = ptxFor(ptxOf(own), capability);
  return ptx && { target: ptx.target, name: ptxName(ptx.target) };
}

/** Bytes of the guards before and after each buffer. */
const GUARDS = 2 * 65_536;

/** Bytes of GPU memory for the buffers of a case. */
export function caseBytes({ buffers }: Pick<PackagedCase, 'buffers'>): number {
  const sizes = Object.values(buffers).map((buffer) => (buffer === null ? 0 : bufferBytes(buffer)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The most bytes that a buffer starts after an aligned address. */
const MOST_OFFSET = 16;

function bufferBytes({ length, element }: PackagedBuffer): number {
  return length * bytesOf(elementType(element)) + MOST_OFFSET + GUARDS;
}

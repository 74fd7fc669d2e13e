import type { Problem } from '../../base/errors.ts';
import { isCuda } from '../../manifest/terms/nvidia.ts';
import { capabilityText, describeCapability, describeDriver } from '../../manifest/terms/target.ts';
import { vendorOf, vendorTerms } from '../../manifest/terms/vendor.ts';
import { cudaVersion } from './nvidia.ts';
import { vendorHarnesses } from './vendor.ts';
import type { VendorHarness } from './vendor-harness.ts';
import { type DeviceNeeds, ptxFor, targetFor } from './needs.ts';
import type { ProbedDevice } from './probe.ts';

/** The GPUs that can be used, the best first; or the reasons that there are none. */
interface DeviceChoice {
  readonly candidates: readonly ProbedDevice[];
  readonly problems: readonly Problem[];
}

/** Percent of utilisation below which a GPU counts as idle. */
const IDLE = 10;

/**
 * Returns the usable GPUs: idle ones first, then by free memory. The needed memory is checked
 * later, with `memoryShortage`, when a GPU is locked: until then another run may use it.
 */
export function chooseDevices(
  probed: { readonly driver: number; readonly devices: readonly ProbedDevice[] },
  needs: DeviceNeeds,
  wanted: string | undefined,
): DeviceChoice {
  const named = probed.devices.filter((device) => isWanted(device, wanted));
  if (named.length === 0) return refuse(noSuchDevice(probed.devices, wanted ?? ''));
  const withCubin = named.filter((device) => targetFor(needs.targets, device) !== undefined);
  const withPtx = named.filter((device) => ptxFor(needs.ptx, device) !== undefined);
  const fitting = withCubin.length > 0 ? withCubin : withPtx;
  if (fitting.length === 0) return refuse(noCubin(named, needs));
  const supported = fitting.filter((device) => probed.driver >= oldestDriver(device, needs));
  const [first] = fitting;
  if (supported.length === 0 && first !== undefined) {
    const what = withCubin.length > 0 ? 'cubins need' : 'PTX needs';
    return refuse(oldDriver(probed.driver, oldestDriver(first, needs), what));
  }
  return { candidates: supported.toSorted(byIdleness), problems: [] };
}

/**
 * Returns the problem that a GPU has too little free memory; undefined if it has enough, or if that is
 * unknown.
 */
export function memoryShortage(device: ProbedDevice, needs: DeviceNeeds): Problem | undefined {
  if (device.memoryFree === null || device.memoryFree >= needs.memory) return undefined;
  return {
    message: `not enough free memory on ${deviceText(device)}: ${mebibytes(device.memoryFree)} of ${mebibytes(device.memoryTotal)} are free, ${mebibytes(needs.memory)} are needed`,
    hint: `Find the programs that use it with \`${harnessOf(device).processes}\`, choose another GPU with --device, or make the cases smaller.`,
  };
}

/** `NVIDIA H100 80GB HBM3 (GPU 0, compute capability 9.0)`. */
export function deviceText(device: ProbedDevice): string {
  const { name, ordinal } = device;
  return `${name} (GPU ${ordinal}, ${describeCapability(capabilityText(device))})`;
}

function harnessOf(device: ProbedDevice): VendorHarness {
  return vendorHarnesses.of(vendorOf(capabilityText(device)));
}

function isWanted({ ordinal, uuid }: ProbedDevice, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return /^\d+$/.test(wanted) ? ordinal === Number(wanted) : uuid.startsWith(wanted);
}

function byIdleness(a: ProbedDevice, b: ProbedDevice): number {
  return (
    Number(isBusy(a)) - Number(isBusy(b)) ||
    (b.memoryFree ?? b.memoryTotal) - (a.memoryFree ?? a.memoryTotal) ||
    a.ordinal - b.ordinal
  );
}

function isBusy({ utilisation }: ProbedDevice): boolean {
  return (utilisation ?? 0) >= IDLE;
}

/**
 * The first CUDA version whose driver supports an architecture. Source: the release notes of CUDA
 * 12.8, 12.9 and 13.0.
 */
const FIRST_VERSIONS: ReadonlyMap<number, number> = new Map([
  [100, 12_080],
  [120, 12_080],
  [103, 12_090],
  [121, 12_090],
  [110, 13_000],
]);

/** The first version with context-independent loading, which every package uses. */
const OLDEST = 12_000;

/**
 * The oldest CUDA version whose driver can load the cubins for a device. A driver loads cubins of
 * newer assemblers of the same major version (minor version compatibility). If the package's
 * assemblers have two major versions, the lower one counts.
 */
function oldestDriver(device: ProbedDevice, { targets, ptx, ptxas }: DeviceNeeds): number {
  if (!('major' in device)) return 0;
  const target = targetFor(targets, device);
  const compiled = target === undefined ? ptxFor(ptx, device) : undefined;
  if (compiled !== undefined) return Math.max(OLDEST, driverForPtx(compiled.version));
  const majors = ptxas.map((version) => Number(version.split('.')[0])).filter(Number.isFinite);
  const major = majors.length === 0 ? 0 : Math.min(...majors);
  const arch = target !== undefined && isCuda(target) ? target.arch : 0;
  return Math.max(OLDEST, FIRST_VERSIONS.get(arch) ?? 0, major * 1000);
}

/**
 * The oldest CUDA version whose driver compiles a version of PTX. Source: PTX ISA, "Release Notes":
 * 8.0 to 8.5 came with CUDA 12.0 to 12.5, 8.6 with 12.7, 8.7 and 8.8 with 12.8 and 12.9, 9.0 with 13.0.
 */
function driverForPtx(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major + 4) * 1000 + (minor + (major === 8 && minor > 5 ? 1 : 0)) * 10;
}

function refuse(problem: Problem): DeviceChoice {
  return { candidates: [], problems: [problem] };
}

function noSuchDevice(devices: readonly ProbedDevice[], wanted: string): Problem {
  return {
    message: `GPU ${wanted} not found`,
    hint: `The GPUs of this machine: ${devices.map((device) => `${deviceText(device)} ${device.uuid}`).join(', ')}.`,
  };
}

function noCubin(devices: readonly ProbedDevice[], { targets, ptx }: DeviceNeeds): Problem {
  const older = ptx.map(({ target }) => `PTX of ${target.name} for later GPUs`);
  const has = [...targets.map(({ name }) => name), ...new Set(older)].join(', ');
  const [first] = devices;
  const capability = first === undefined ? '' : capabilityText(first);
  const { code, targetOf } = vendorTerms.of(vendorOf(capability));
  return {
    message: `the package has no ${code} for ${devices.map(deviceText).join(' or ')}, only for ${has || 'no target'}`,
    hint: `Add ${targetOf(capability)} to \`targets:\` in the manifest and build the package again, or use a GPU of these targets.`,
  };
}

function oldDriver(driver: number, needed: number, what: string): Problem {
  return {
    message: `the NVIDIA driver is too old: it supports CUDA ${cudaVersion(driver)}, the ${what} CUDA ${cudaVersion(needed)}`,
    hint: `Update the driver of this machine to one that supports CUDA ${cudaVersion(needed)} or later.`,
  };
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MiB`;
}

/** The GPU that a harness ran on. */
export interface HarnessDevice {
  readonly name: string;
  /** `GPU-…`, as nvidia-smi shows it, or what identifies another vendor's GPUs. */
  readonly uuid: string;
  /** The compute capability, such as `9.0`, or another vendor's name of the architecture. */
  readonly capability: string;
  /** Or what another vendor has in place of these. */
  readonly multiprocessors: number;
  /** The CUDA version the driver supports, such as `13.0`, or the version of another vendor's runtime. */
  readonly driver: string;
}

/** `NVIDIA H100 80GB HBM3 (compute capability 9.0, CUDA 13.0, GPU-…)`. */
export function describeGpu({ name, capability, driver, uuid }: HarnessDevice): string {
  return `${name} (${describeCapability(capability)}, ${describeDriver(capability, driver)}, ${uuid})`;
}

/** Describes the first GPU of a lease. */
export function describeDevice({
  device,
  driver,
}: {
  readonly device: ProbedDevice;
  readonly driver: number;
}): HarnessDevice {
  const { name, uuid, multiprocessors } = device;
  return {
    name,
    uuid,
    capability: capabilityText(device),
    multiprocessors,
    driver: harnessOf(device).version(driver),
  };
}

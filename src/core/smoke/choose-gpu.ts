import type { Problem } from '../base/errors.ts';
import { parseTarget, runsOn, type Target } from '../model/target.ts';
import type { PackagedKernel, SmokePackage } from '../package/read.ts';
import type { PackagedBuffer, PackagedCase } from '../testdata/document.ts';
import { bytesOf, elementType } from '../testdata/elements.ts';
import type { ProbedDevice } from './probe.ts';
import type { KernelTest } from './selection.ts';

/** The GPUs a test may run on, the best first, or why there is none. */
interface DeviceChoice {
  readonly candidates: readonly ProbedDevice[];
  readonly problems: readonly Problem[];
}

/** Percent of use below which a GPU counts as idle. */
const IDLE = 10;

/**
 * Chooses among the machine's GPUs, those with nothing to do and the most free memory first. Memory is looked at
 * again, by `memoryShortage`, once a GPU is locked: until then another smoke test may hold it.
 */
export function chooseDevices(
  probed: { readonly driver: number; readonly devices: readonly ProbedDevice[] },
  needs: DeviceNeeds,
  wanted: string | undefined,
): DeviceChoice {
  const named = probed.devices.filter((device) => isWanted(device, wanted));
  if (named.length === 0) return refuse(noSuchDevice(probed.devices, wanted ?? ''));
  const fitting = named.filter((device) => targetFor(needs.targets, device) !== undefined);
  if (fitting.length === 0) return refuse(noCubin(named, needs.targets));
  const isServed = (device: ProbedDevice): boolean => probed.driver >= oldestDriver(device, needs);
  const served = fitting.filter(isServed);
  const [first] = fitting;
  if (served.length === 0 && first !== undefined) {
    return refuse(oldDriver(probed.driver, oldestDriver(first, needs)));
  }
  return { candidates: served.toSorted(byIdleness), problems: [] };
}

/** Why a GPU has too little free memory; undefined where it has enough, or nobody can tell. */
export function memoryShortage(device: ProbedDevice, needs: DeviceNeeds): Problem | undefined {
  if (device.memoryFree === null || device.memoryFree >= needs.memory) return undefined;
  return {
    message: `${deviceText(device)} has too little free memory: ${mebibytes(device.memoryFree)} of ${mebibytes(device.memoryTotal)} are free, the test needs ${mebibytes(needs.memory)}`,
    hint: 'See who holds it with `nvidia-smi`, name another GPU with --device, or make the cases smaller.',
  };
}

/** `NVIDIA H100 80GB HBM3 (GPU 0, compute capability 9.0)`. */
export function deviceText({ name, ordinal, major, minor }: ProbedDevice): string {
  return `${name} (GPU ${ordinal}, compute capability ${major}.${minor})`;
}

/** 13000 as `13.0`. */
export function cudaVersion(version: number): string {
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
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

/** The first CUDA version whose driver knows an architecture. Source: the release notes of CUDA 12.8, 12.9 and 13.0. */
const FIRST_VERSIONS: ReadonlyMap<number, number> = new Map([
  [100, 12_080],
  [120, 12_080],
  [103, 12_090],
  [121, 12_090],
  [110, 13_000],
]);

/** Context-independent loading, which every package uses, came with this one. */
const OLDEST = 12_000;

/**
 * The oldest driver for what a device would run. Drivers load what newer assemblers of their own major version
 * wrote (minor version compatibility), and a package may come from assemblers of two: the older one counts.
 */
function oldestDriver(device: ProbedDevice, { targets, ptxas }: DeviceNeeds): number {
  const majors = ptxas.map((version) => Number(version.split('.')[0])).filter(Number.isFinite);
  const major = majors.length === 0 ? 0 : Math.min(...majors);
  const arch = targetFor(targets, device)?.arch ?? 0;
  return Math.max(OLDEST, FIRST_VERSIONS.get(arch) ?? 0, major * 1000);
}

function refuse(problem: Problem): DeviceChoice {
  return { candidates: [], problems: [problem] };
}

function noSuchDevice(devices: readonly ProbedDevice[], wanted: string): Problem {
  return {
    message: `there is no GPU ${wanted}`,
    hint: `There are ${devices.map((device) => `${deviceText(device)} ${device.uuid}`).join(', ')}.`,
  };
}

function noCubin(devices: readonly ProbedDevice[], targets: readonly Target[]): Problem {
  const has = targets.map(({ name }) => name).join(', ');
  const [first] = devices;
  const target = `sm_${(first?.major ?? 0) * 10 + (first?.minor ?? 0)}`;
  return {
    message: `the package has no cubin for ${devices.map(deviceText).join(' or ')}: it has ${has || 'none'}`,
    hint: `Add ${target} to \`targets:\` of the manifest and build the package again, or test on a GPU that the package is for.`,
  };
}

function oldDriver(driver: number, needed: number): Problem {
  return {
    message: `the driver is older than the cubins need: it offers CUDA ${cudaVersion(driver)}, they need ${cudaVersion(needed)}`,
    hint: `Update the NVIDIA driver of this machine to one that offers CUDA ${cudaVersion(needed)} or later.`,
  };
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MiB`;
}

/** What the tests need of a GPU and its driver. */
export interface DeviceNeeds {
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

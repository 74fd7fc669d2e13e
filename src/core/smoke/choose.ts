import type { Problem } from '../errors.ts';
import type { Target } from '../target.ts';
import { targetFor, type Needs } from './needs.ts';
import type { ProbedDevice } from './probe.ts';

/** The GPUs a test may run on, the best first, or why there is none. */
export interface Choice {
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
  needs: Needs,
  wanted: string | undefined,
): Choice {
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
export function memoryShortage(device: ProbedDevice, needs: Needs): Problem | undefined {
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
function oldestDriver(device: ProbedDevice, { targets, ptxas }: Needs): number {
  const majors = ptxas.map((version) => Number(version.split('.')[0])).filter(Number.isFinite);
  const major = majors.length === 0 ? 0 : Math.min(...majors);
  const arch = targetFor(targets, device)?.arch ?? 0;
  return Math.max(OLDEST, FIRST_VERSIONS.get(arch) ?? 0, major * 1000);
}

function refuse(problem: Problem): Choice {
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

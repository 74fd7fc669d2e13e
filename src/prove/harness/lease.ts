import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BuildContext, RunContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';
import { capabilityText, describeCapability } from '../../manifest/terms/target.ts';
import { chooseDevices, deviceText, memoryShortage } from './choose-gpu.ts';
import { type Lock, tryLock } from './lock.ts';
import type { DeviceNeeds } from './needs.ts';
import { type ProbedDevice, probeDevices } from './probe.ts';

/** The GPUs that a run has locked. Other tests and measurements do not use them. */
export interface Lease {
  readonly device: ProbedDevice;
  /** Another GPU that runs the same code, if one was free. */
  readonly second: ProbedDevice | undefined;
  /** The reason that there is no second one, if one was requested. */
  readonly note: string | undefined;
  readonly driver: number;
  release(): Promise<void>;
}

/** Milliseconds between two attempts, and between two log messages. */
const POLL = 1000;
const REMINDER = 30_000;

export interface LeaseSettings {
  /** The GPU to use: its index, or its UUID or what else identifies it; a prefix is enough. */
  readonly device?: string | undefined;
  /** Seconds to wait for a GPU that others have locked. */
  readonly wait: number;
  /** The folder of the GPU locks, shared by all users of the machine. */
  readonly lockFolder: string;
  /** Says whether to lock another GPU that runs the same code too, if one is free. */
  readonly wantsSecond: boolean;
}

export const DEFAULT_WAIT = 600;

/** The needs that a machine meets, or why it meets none. */
interface FoundDevice {
  readonly found: DeviceNeeds | undefined;
  /** The name of the driver's library, if the probe looks for several. */
  readonly library?: string | undefined;
  readonly obstacles: readonly Problem[];
}

/**
 * Returns the first of several needs that a GPU of this machine meets: those of another vendor come
 * into question only if no GPU meets the ones before. Else returns why not. Free memory and locks are
 * checked later.
 */
export async function findDevice(
  probe: string,
  needs: readonly DeviceNeeds[],
  device: string | undefined,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<FoundDevice> {
  const obstacles: Problem[] = [];
  for (const own of needs) {
    const probed = await probeDevices(probe, own.vendor, context);
    const problems =
      probed.kind === 'none' ? [probed.problem] : chooseDevices(probed, own, device).problems;
    if (probed.kind === 'devices' && problems.length === 0)
      return { found: own, library: probed.library, obstacles: [] };
    obstacles.push(...problems);
  }
  // Those of a package that a later version of this program has built.
  if (needs.length === 0)
    obstacles.push({
      message: 'the kernels have code for no target that this version of triton-aot knows',
      hint: 'Use the version that built the package, or a later one.',
    });
  return { found: undefined, obstacles };
}

/**
 * Locks the best free GPU. Waits if all are locked.
 * @throws {Failure} `no-gpu` if none is usable, or none becomes free in time.
 */
export async function leaseDevice(
  probe: string,
  needs: DeviceNeeds,
  settings: LeaseSettings,
  context: Pick<BuildContext, 'env' | 'log' | 'now' | 'signal'>,
): Promise<Lease> {
  const start = context.now();
  for (let logged = start; ;) {
    const attempt = await leaseNow(probe, needs, settings, context);
    if ('release' in attempt) return attempt;
    if (!attempt.isBusy) throw new Failure('no-gpu', attempt.problems);
    const waited = context.now() - start;
    if (waited >= settings.wait * 1000) throw busy(waited, attempt.problems);
    if (logged === start || context.now() - logged >= REMINDER) {
      context.log.info(
        `waiting for a GPU: other tests or measurements use all of them (${Math.round(waited / 1000)} of ${settings.wait} s)`,
      );
      logged = context.now();
    }
    await pause(Math.min(POLL, settings.wait * 1000 - waited), context.signal);
  }
}

interface Unavailable {
  /** True if waiting may help: another run has locked a GPU. */
  readonly isBusy: boolean;
  readonly problems: readonly Problem[];
}

async function leaseNow(
  probe: string,
  needs: DeviceNeeds,
  settings: LeaseSettings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<Lease | Unavailable> {
  const probed = await probeDevices(probe, needs.vendor, context);
  if (probed.kind === 'none') return { isBusy: false, problems: [probed.problem] };
  const { candidates, problems } = chooseDevices(probed, needs, settings.device);
  const found = [...problems];
  let isBusy = false;
  for (const candidate of candidates) {
    const lock = await lockOf(probe, candidate, settings, context);
    if (lock === undefined) {
      isBusy = true;
      continue;
    }
    // Probe again: a run that has just ended has freed its memory.
    const device = await probeAgain(probe, needs, candidate, context);
    const shortage = memoryShortage(device, needs);
    if (shortage === undefined) {
      const others = settings.wantsSecond
        ? probed.devices.filter(({ uuid }) => uuid !== device.uuid)
        : [];
      const second = await secondDevice(probe, device, others, needs, settings, context);
      return {
        device,
        driver: probed.driver,
        second: second?.device,
        note: settings.wantsSecond && second === undefined ? whyAlone(device, others) : undefined,
        release: async () => {
          await Promise.all([lock.release(), second?.lock.release()]);
        },
      };
    }
    found.push(shortage);
    await lock.release();
  }
  return { isBusy, problems: found };
}

function lockOf(
  probe: string,
  { uuid }: ProbedDevice,
  { lockFolder }: LeaseSettings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<Lock | undefined> {
  return tryLock(probe, join(lockFolder, `triton-aot-${uuid}.lock`), context);
}

async function probeAgain(
  probe: string,
  { vendor }: DeviceNeeds,
  device: ProbedDevice,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<ProbedDevice> {
  const probed = await probeDevices(probe, vendor, context);
  const devices = probed.kind === 'devices' ? probed.devices : [];
  return devices.find(({ uuid }) => uuid === device.uuid) ?? device;
}

async function secondDevice(
  probe: string,
  first: ProbedDevice,
  others: readonly ProbedDevice[],
  needs: DeviceNeeds,
  settings: LeaseSettings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<{ readonly device: ProbedDevice; readonly lock: Lock } | undefined> {
  for (const device of others) {
    if (!isAlike(device, first) || memoryShortage(device, needs) !== undefined) continue;
    const lock = await lockOf(probe, device, settings, context);
    if (lock !== undefined) return { device, lock };
  }
  return undefined;
}

function isAlike(a: ProbedDevice, b: ProbedDevice): boolean {
  return capabilityText(a) === capabilityText(b);
}

function whyAlone(device: ProbedDevice, others: readonly ProbedDevice[]): string {
  const capability = capabilityText(device);
  const reason = others.some((other) => isAlike(other, device))
    ? `the other GPUs of ${'major' in device ? 'the same compute capability' : capability} are not free`
    : `there is no other GPU of ${describeCapability(capability)}`;
  return `calls on a second GPU beside ${deviceText(device)} were not tested: ${reason}`;
}

function busy(waited: number, problems: readonly Problem[]): Failure {
  const first: Problem = {
    message: `no GPU became free in ${Math.round(waited / 1000)} s: other tests or measurements use all of them`,
    hint: 'Wait longer with --wait, or run fewer tests at the same time on this machine.',
  };
  return new Failure('no-gpu', [first, ...problems]);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * Returns the folder of the GPU locks. It must be the same for all jobs and users of the machine,
 * so TMPDIR is not used. On machines whose jobs do not share /tmp, set TRITON_AOT_LOCKS.
 */
export function deviceLockFolder(env: Environment): string {
  return env['TRITON_AOT_LOCKS'] || '/tmp';
}

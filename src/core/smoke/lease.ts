import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BuildContext, RunContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { type Environment, startProcess } from '../base/process.ts';
import { chooseDevices, type DeviceNeeds, deviceText, memoryShortage } from './choose-gpu.ts';
import { probeEnvironment } from './compiler.ts';
import { type ProbedDevice, probeDevices } from './probe.ts';
import type { SmokeRequest } from './request.ts';

/** The GPUs a test has for itself, as far as other smoke tests go. */
export interface Lease {
  readonly device: ProbedDevice;
  /** Another of the same compute capability that happened to be free. */
  readonly second: ProbedDevice | undefined;
  /** Why there is no second one, where one was wanted. */
  readonly note: string | undefined;
  readonly driver: number;
  release(): Promise<void>;
}

/** Milliseconds between two attempts, and between two messages about waiting. */
const POLL = 1000;
const REMINDER = 30_000;

interface Settings extends Pick<SmokeRequest, 'device' | 'lockFolder' | 'wait'> {
  readonly wantsSecond: boolean;
}

/**
 * Takes the best GPU that nobody has locked, and waits while all are.
 * @throws {Failure} `no-gpu` where none is usable, or none became free in time.
 */
export async function leaseDevice(
  probe: string,
  needs: DeviceNeeds,
  settings: Settings,
  context: Pick<BuildContext, 'env' | 'log' | 'now' | 'signal'>,
): Promise<Lease> {
  const start = context.now();
  for (let told = start; ;) {
    const attempt = await leaseNow(probe, needs, settings, context);
    if ('release' in attempt) return attempt;
    if (!attempt.isBusy) throw new Failure('no-gpu', attempt.problems);
    const waited = context.now() - start;
    if (waited >= settings.wait * 1000) throw busy(waited, attempt.problems);
    if (told === start || context.now() - told >= REMINDER) {
      context.log.info(
        `waiting for a GPU: all are busy with other smoke tests (${Math.round(waited / 1000)} of ${settings.wait} s)`,
      );
      told = context.now();
    }
    await pause(Math.min(POLL, settings.wait * 1000 - waited), context.signal);
  }
}

interface Unavailable {
  /** Whether waiting may help: somebody else's smoke test has a GPU. */
  readonly isBusy: boolean;
  readonly problems: readonly Problem[];
}

async function leaseNow(
  probe: string,
  needs: DeviceNeeds,
  settings: Settings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<Lease | Unavailable> {
  const probed = await probeDevices(probe, context);
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
    // Whoever had it until now has given its memory back.
    const device = await probeAgain(probe, candidate, context);
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
  { lockFolder }: Settings,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<Lock | undefined> {
  return tryLock(probe, join(lockFolder, `triton-aot-${uuid}.lock`), context);
}

async function probeAgain(
  probe: string,
  device: ProbedDevice,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<ProbedDevice> {
  const probed = await probeDevices(probe, context);
  const devices = probed.kind === 'devices' ? probed.devices : [];
  return devices.find(({ uuid }) => uuid === device.uuid) ?? device;
}

async function secondDevice(
  probe: string,
  first: ProbedDevice,
  others: readonly ProbedDevice[],
  needs: DeviceNeeds,
  settings: Settings,
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
  return a.major === b.major && a.minor === b.minor;
}

function whyAlone(device: ProbedDevice, others: readonly ProbedDevice[]): string {
  const reason = others.some((other) => isAlike(other, device))
    ? 'the other GPUs of its kind are not free'
    : `there is no other GPU of compute capability ${device.major}.${device.minor}`;
  return `calls on a second device were not tested beside ${deviceText(device)}: ${reason}`;
}

function busy(waited: number, problems: readonly Problem[]): Failure {
  const first: Problem = {
    message: `all GPUs are busy with other smoke tests since ${Math.round(waited / 1000)} s`,
    hint: 'Wait longer with --wait, or run fewer of them at once on this machine.',
  };
  return new Failure('no-gpu', [first, ...problems]);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** A held lock. The system frees it when its holder dies, however that happens. */
interface Lock {
  release(): Promise<void>;
}

const answerSchema = z.object({ locked: z.boolean() });

/**
 * Locks a file, which is made where it does not exist, without waiting; undefined where somebody else has it. A
 * process of its own holds the lock: Node.js has no such call.
 * @throws {Failure} `environment` where the file cannot be used.
 */
export async function tryLock(
  probe: string,
  file: string,
  context: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<Lock | undefined> {
  const env = probeEnvironment(context.env);
  const group = startProcess([probe, 'lock', file], { env, signal: context.signal });
  const { child } = group;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve());
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const line = await Promise.race([firstLine(child.stdout), closed]);
  const answer = answerSchema.safeParse(parse(line ?? '')).data;
  const end = async (): Promise<void> => {
    group.kill();
    await closed;
  };
  if (answer?.locked === true) return { release: end };
  await end();
  context.signal.throwIfAborted();
  if (answer?.locked === false) return undefined;
  throw new Failure('environment', {
    message: `the lock of a GPU cannot be taken: ${said.trim() || line || 'the probe gave no answer'}`,
    place: { file },
    hint: 'Remove the file if it is a left-over of somebody else, and make its folder writable.',
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stream }).once('line', resolve);
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Names the folder of the GPUs' locks, for machines whose jobs do not share one /tmp. */
const LOCKS_VARIABLE = 'TRITON_AOT_LOCKS';

/**
 * The folder of the GPUs' locks: the same for every job and user of the machine, which the folder for temporary
 * files need not be.
 */
export function deviceLockFolder(env: Environment): string {
  return env[LOCKS_VARIABLE] || '/tmp';
}

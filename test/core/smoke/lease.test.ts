import { beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BuildContext, silentLog } from '../../../src/core/base/context.ts';
import { Failure } from '../../../src/core/base/errors.ts';
import {
  interruptedFailure,
  type ProcessGroup,
  startProcess,
} from '../../../src/core/base/process.ts';
import { parseTarget } from '../../../src/core/model/target.ts';
import { type Lease, leaseDevice, tryLock } from '../../../src/core/smoke/lease.ts';
import { readPlatform } from '../../../src/core/toolchain/platform.ts';

const PROBE = fileURLToPath(new URL('fake-probe.sh', import.meta.url));
const GIB = 2 ** 30;

let folder: string;
let probe: string;
let said: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lease-'));
  probe = join(folder, 'probe');
  await copyFile(PROBE, probe);
  await chmod(probe, 0o755);
  said = [];
});

describe('the lock of a GPU', () => {
  it('is held by one at a time, and free again when it is given back', async () => {
    const file = join(folder, 'a.lock');
    const lock = await tryLock(probe, file, context());
    expect(await tryLock(probe, file, context())).toBeUndefined();
    await lock?.release();
    const again = await tryLock(probe, file, context());
    expect(again).toBeDefined();
    await again?.release();
  });

  it('is free again when its holder was killed', async () => {
    const file = join(folder, 'a.lock');
    const holder = await hold(file);
    expect(await tryLock(probe, file, context())).toBeUndefined();
    holder.kill();
    await setTimeout(200);
    const lock = await tryLock(probe, file, context());
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('fails with the reason where its file cannot be made', async () => {
    const file = join(folder, 'missing', 'a.lock');
    await expect(tryLock(probe, file, context())).rejects.toThrow(/cannot be taken: .*missing/);
  });
});

describe('the lease of a GPU', () => {
  it('is for the best that nobody has, and for a second of its kind', async () => {
    await devices([gpu(0), gpu(1, { memoryFree: 79 * GIB }), gpu(2, { major: 8 })]);
    const lease = await take();
    expect([lease.device.ordinal, lease.second?.ordinal, lease.note]).toEqual([1, 0, undefined]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.lock')).toSorted()).toEqual([
      'triton-aot-GPU-0.lock',
      'triton-aot-GPU-1.lock',
    ]);
    await lease.release();
  });

  it('is for another when the best one is taken; a second one is not waited for', async () => {
    await devices([gpu(0), gpu(1, { memoryFree: 79 * GIB })]);
    const holder = await hold(join(folder, 'triton-aot-GPU-1.lock'));
    const lease = await take();
    expect([lease.device.ordinal, lease.second]).toEqual([0, undefined]);
    expect(lease.note).toMatch(/the other GPUs of its kind are not free/);
    await lease.release();
    holder.kill();
  });

  it('says when there is no second one at all, and takes none that nobody wants', async () => {
    await devices([gpu(0)]);
    const lease = await take();
    expect(lease.note).toMatch(/there is no other GPU of compute capability 9\.0/);
    await lease.release();
    await devices([gpu(0), gpu(1)]);
    const alone = await take({ wantsSecond: false });
    expect([alone.second, alone.note]).toEqual([undefined, undefined]);
    await alone.release();
  });

  it('waits until somebody gives one back, and says so', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const taking = take({ wait: 20 });
    await setTimeout(500);
    holder.kill();
    const lease = await taking;
    expect(lease.device.ordinal).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(/^waiting for a GPU: all are busy .*\(0 of 20 s\)/),
    ]);
    await lease.release();
  });

  it('fails when all are busy for too long', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const failure = await failureOf(take({ wait: 2 }));
    expect(failure.kind).toBe('no-gpu');
    expect(failure.message).toMatch(/all GPUs are busy with other smoke tests since [23] s/);
    holder.kill();
  });

  it('fails at once when the memory is full, and leaves nothing locked', async () => {
    await devices([gpu(0, { memoryFree: 100 * 2 ** 20 })]);
    const failure = await failureOf(take({ wait: 100 }));
    expect(failure.kind).toBe('no-gpu');
    expect(failure.message).toMatch(/too little free memory: 100 MiB/);
    const lock = await tryLock(probe, join(folder, 'triton-aot-GPU-0.lock'), context());
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('ends with the run while it waits', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const controller = new AbortController();
    const taking = take({ wait: 100 }, controller.signal);
    await setTimeout(300);
    controller.abort(interruptedFailure('SIGTERM'));
    await expect(taking).rejects.toThrow('interrupted by SIGTERM');
    holder.kill();
  });
});

function gpu(ordinal: number, changes: Readonly<Record<string, unknown>> = {}) {
  const memory = { memoryTotal: 80 * GIB, memoryFree: 70 * GIB, utilisation: 0 };
  return {
    ordinal,
    name: 'H100',
    uuid: `GPU-${ordinal}`,
    major: 9,
    minor: 0,
    ...memory,
    ...changes,
  };
}

async function devices(list: readonly unknown[]): Promise<void> {
  const text = JSON.stringify({ driver: 13_000, devices: list });
  await writeFile(join(folder, 'devices.json'), `${text}\n`);
}

function take(
  settings: { readonly wait?: number; readonly wantsSecond?: boolean } = {},
  signal?: AbortSignal,
): Promise<Lease> {
  const targets = ['sm_90'].flatMap((name) => parseTarget(name) ?? []);
  const needs = { targets, ptxas: ['12.9'], memory: GIB };
  const all = { device: undefined, lockFolder: folder, wait: 0, wantsSecond: true, ...settings };
  return leaseDevice(probe, needs, all, context(signal));
}

/** Somebody else who has the lock. */
async function hold(file: string): Promise<ProcessGroup> {
  const group = startProcess([probe, 'lock', file], context());
  await new Promise((resolve) => group.child.stdout.once('data', resolve));
  return group;
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const caught: unknown = await promise.catch((error: unknown) => error);
  if (caught instanceof Failure) return caught;
  throw new Error(`no failure, but ${String(caught)}`);
}

function context(signal = new AbortController().signal): BuildContext {
  return {
    env: { PATH: process.env['PATH'] },
    platform: readPlatform(),
    log: { ...silentLog, info: (message) => said.push(message) },
    signal,
    home: folder,
    scratch: folder,
    freeBytes: () => Promise.resolve(0),
    now: () => performance.now(),
  };
}

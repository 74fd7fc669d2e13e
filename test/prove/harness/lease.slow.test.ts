import { beforeEach, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BuildContext, Memory } from '../../../src/base/context.ts';
import { interruptedFailure } from '../../../src/base/interrupts.ts';
import { type ProcessGroup, run, startProcess } from '../../../src/base/process.ts';
import { isCuda } from '../../../src/manifest/terms/nvidia.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import { type Lease, leaseDevice } from '../../../src/prove/harness/lease.ts';
import { tryLock } from '../../../src/prove/harness/lock.ts';
import { readPlatform } from '../../../src/toolchain/platform.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { silentLog } from '../../support/silent-log.ts';
import { noNetwork } from '../../support/no-network.ts';

const PROBE = fileURLToPath(new URL('fake-probe.sh', import.meta.url));
const GIB = 2 ** 30;

let folder: string;
let probe: string;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lease-'));
  probe = join(folder, 'probe');
  await copyFile(PROBE, probe);
  await chmod(probe, 0o755);
  logged = [];
});

/** Replaces temporary paths and numbers of seconds in a message. */
const shown = (text: string): string =>
  text.replaceAll(folder, 'FOLDER').replaceAll(/\d+ s\b/g, 'N s');

describe('the lock of a GPU', () => {
  it('is held by one process at a time, until it is released', async () => {
    const file = join(folder, 'a.lock');
    const lock = await tryLock(probe, file, context());
    expect(await tryLock(probe, file, context())).toBeUndefined();
    await lock?.release();
    const again = await tryLock(probe, file, context());
    expect(again).toBeDefined();
    await again?.release();
  });

  it('is released if its holder is killed', async () => {
    const file = join(folder, 'a.lock');
    const holder = await hold(file);
    expect(await tryLock(probe, file, context())).toBeUndefined();
    holder.kill();
    await once(holder.child, 'close');
    const lock = await tryLock(probe, file, context());
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('fails if its file cannot be created', async () => {
    const file = join(folder, 'missing', 'a.lock');
    const failure = await failureOf(() => tryLock(probe, file, context()));
    // What the shell prints differs between systems.
    expectGolden(shown(failure).replace(/: \S*probe: .*(?=\n)/, ': REASON'));
    expect(failure).toContain('missing');
  });
});

describe('the lease of a GPU', () => {
  it('locks the best free GPU, and a second one of the same kind', async () => {
    await devices([gpu(0), gpu(1, { memoryFree: 79 * GIB }), gpu(2, { major: 8 })]);
    const lease = await take();
    expect([lease.device.ordinal, lease.second?.ordinal, lease.note]).toEqual([1, 0, undefined]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.lock')).toSorted()).toEqual([
      'triton-aot-GPU-0.lock',
      'triton-aot-GPU-1.lock',
    ]);
    await lease.release();
  });

  it('locks another GPU if the best one is locked, and does not wait for a second one', async () => {
    await devices([gpu(0), gpu(1, { memoryFree: 79 * GIB })]);
    const holder = await hold(join(folder, 'triton-aot-GPU-1.lock'));
    const lease = await take();
    expect([lease.device.ordinal, lease.second]).toEqual([0, undefined]);
    expectGolden(lease.note ?? '');
    await lease.release();
    holder.kill();
  });

  it('has a note if there is no second GPU, and locks no second one unless requested', async () => {
    await devices([gpu(0)]);
    const lease = await take();
    expectGolden(lease.note ?? '');
    await lease.release();
    await devices([gpu(0), gpu(1)]);
    const alone = await take({ wantsSecond: false });
    expect([alone.second, alone.note]).toEqual([undefined, undefined]);
    await alone.release();
  });

  it('waits until a GPU is released, and logs that it waits', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const taking = take({ wait: 600 });
    while (logged.length === 0) await setTimeout(20);
    holder.kill();
    const lease = await taking;
    expect(lease.device.ordinal).toBe(0);
    expectGolden(logged[0]?.replace(/\d+ of/, 'N of') ?? '');
    await lease.release();
  });

  it('fails if all GPUs stay locked', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const failure = shown(await failureOf(() => take({ wait: 2 })));
    expectGolden(failure.replace(/in \d+ s/, 'in N s'));
    holder.kill();
  });

  it('fails without waiting if the memory is full, and leaves nothing locked', async () => {
    await devices([gpu(0, { memoryFree: 100 * 2 ** 20 })]);
    expectGolden(await failureOf(() => take({ wait: 100 })));
    const lock = await tryLock(probe, join(folder, 'triton-aot-GPU-0.lock'), context());
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('stops waiting if the run is interrupted', async () => {
    await devices([gpu(0)]);
    const holder = await hold(join(folder, 'triton-aot-GPU-0.lock'));
    const controller = new AbortController();
    const taking = take({ wait: 600 }, controller.signal);
    while (logged.length === 0) await setTimeout(20);
    controller.abort(interruptedFailure('SIGTERM'));
    await expect(taking).rejects.toThrow('interrupted by SIGTERM');
    holder.kill();
  });
});

function gpu(ordinal: number, changes: Readonly<Record<string, unknown>> = {}) {
  const memory = {
    multiprocessors: 132,
    memoryTotal: 80 * GIB,
    memoryFree: 70 * GIB,
    utilisation: 0,
  };
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
  const targets = ['sm_90'].flatMap((name) => parseTarget(name) ?? []).filter(isCuda);
  const needs = { vendor: 'cuda', targets, ptx: [], ptxas: ['12.9'], memory: GIB } as const;
  const all = { device: undefined, lockFolder: folder, wait: 0, wantsSecond: true, ...settings };
  return leaseDevice(probe, needs, all, context(signal));
}

/** Locks a file in another process. */
async function hold(file: string): Promise<ProcessGroup> {
  const group = startProcess([probe, 'lock', file], context());
  await new Promise((resolve) => group.child.stdout.once('data', resolve));
  return group;
}

function context(signal = new AbortController().signal): BuildContext {
  return {
    env: { PATH: process.env['PATH'] },
    platform: readPlatform(),
    log: { ...silentLog, info: (message) => logged.push(message) },
    signal,
    runTool: run,
    home: folder,
    scratch: folder,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => performance.now(),
  };
}

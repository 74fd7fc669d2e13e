import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, startProcess } from '../../../src/base/process.ts';
import {
  compileLibrary,
  compileProgram,
  recordingEnvironment,
  type RunSettings,
} from '../../support/recording-cuda.ts';
import { SMOKE_SOURCES } from '../../support/smoke-program.ts';

/** A fake NVML with one device: 3 GiB of 4 GiB are free, and the utilisation is 42 %. */
const NVML = `
#include <string.h>
struct memory { unsigned long long total, free, used; };
struct utilization { unsigned gpu, memory; };
int nvmlInit_v2(void);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory);
int nvmlDeviceGetUtilizationRates(void *device, struct utilization *rates);
static int started;
int nvmlInit_v2(void) { started = 1; return 0; }
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
  *device = &started;
  return started && strcmp(uuid, "GPU-00102030-4050-6070-8090-a0b0c0d0e0f0") == 0 ? 0 : 6;
}
int nvmlDeviceGetMemoryInfo(void *device, struct memory *memory) {
  *memory = (struct memory){4ull << 30, 3ull << 30, 1ull << 30};
  return device == &started ? 0 : 2;
}
int nvmlDeviceGetUtilizationRates(void *device, struct utilization *rates) {
  *rates = (struct utilization){42, 7};
  return device == &started ? 0 : 2;
}
`;

const { signal } = new AbortController();
let folder = '';
let probe = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probe-'));
  probe = await compileProgram({
    sources: [join(SMOKE_SOURCES, 'probe.cpp')],
    includeDirs: [SMOKE_SOURCES],
    flags: ['-ldl'],
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(dirname(probe), { recursive: true });
});

describe('probe devices', () => {
  const devices = async (settings: RunSettings = {}): Promise<unknown> => {
    const env = await recordingEnvironment(settings);
    const { code, stdout, stderr } = await run([probe, 'devices', 'cuda'], { env, signal });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const first = {
    ordinal: 0,
    name: 'Recording GPU 9.0',
    uuid: 'GPU-00102030-4050-6070-8090-a0b0c0d0e0f0',
    major: 9,
    minor: 0,
    multiprocessors: 132,
    memoryTotal: 4 * 2 ** 30,
  };
  const second = {
    ...first,
    ordinal: 1,
    name: 'Recording GPU 8.6',
    uuid: 'GPU-01112131-4151-6171-8191-a1b1c1d1e1f1',
    major: 8,
    minor: 6,
  };
  const memory = { RECORDING_CUDA_MEMORY: `${4 * 2 ** 30}` };

  it('gets the free memory from the driver without NVML', async () => {
    expect(await devices({ devices: ['9.0', '8.6'], env: memory })).toEqual({
      driver: 12080,
      devices: [
        { ...first, memoryFree: 4 * 2 ** 30, utilisation: null },
        { ...second, memoryFree: 4 * 2 ** 30, utilisation: null },
      ],
    });
  });

  it('gets free memory and utilisation from NVML for the devices it knows', async () => {
    await compileLibrary(NVML, join(folder, 'libnvidia-ml.so.1'));
    const { LD_LIBRARY_PATH = '' } = await recordingEnvironment({});
    const env = { ...memory, LD_LIBRARY_PATH: `${LD_LIBRARY_PATH}:${folder}` };
    expect(await devices({ devices: ['9.0', '8.6'], env })).toEqual({
      driver: 12080,
      devices: [
        { ...first, memoryFree: 3 * 2 ** 30, utilisation: 42 },
        { ...second, memoryFree: 4 * 2 ** 30, utilisation: null },
      ],
    });
  });

  it('reports a missing driver, a driver that fails, and a driver without devices', async () => {
    const hidden = { LD_LIBRARY_PATH: folder };
    expect(await devices({ env: hidden })).toEqual({
      problem: 'no-driver',
      message: expect.stringContaining('libcuda.so.1'),
    });
    expect(await devices({ env: { RECORDING_CUDA_INIT: '803' } })).toEqual({
      problem: 'init',
      message: 'CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: driver and library differ',
    });
    expect(await devices({ env: { RECORDING_CUDA_INIT: '100' } })).toEqual({
      problem: 'no-device',
      message: 'CUDA_ERROR_NO_DEVICE: no device',
    });
    expect(await devices({ devices: [] })).toMatchObject({ problem: 'no-device' });
  });

  it('reports a driver that does not have a function', async () => {
    const old = await mkdtemp(join(folder, 'old-'));
    const text = 'int cuInit(unsigned flags);\nint cuInit(unsigned flags) { return (int)flags; }\n';
    await compileLibrary(text, join(old, 'libcuda.so.1'));
    expect(await devices({ env: { LD_LIBRARY_PATH: old } })).toEqual({
      problem: 'init',
      message: 'the driver is too old: it does not have cuDriverGetVersion',
    });
  });
});

describe('probe lock', () => {
  /**
   * Tries to lock a file. Returns the answer and the process, which holds the lock if it got it.
   */
  const lock = async (file: string) => {
    const group = startProcess([probe, 'lock', file], { env: {}, signal });
    const { child } = group;
    const [chunk] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    return { answer: JSON.parse(chunk) as unknown, child, group };
  };
  const ends = async (file: string) => {
    const { answer, child } = await lock(file);
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'close');
    return answer;
  };

  it('holds the lock until its input ends, and no other process gets it before', async () => {
    const file = join(folder, 'first.lock');
    const holder = await lock(file);
    expect(holder.answer).toEqual({ locked: true });
    expect((await stat(file)).mode & 0o777).toBe(0o644);
    expect(await ends(file)).toEqual({ locked: false });
    holder.child.stdin.end();
    expect(await once(holder.child, 'close')).toEqual([0, null]);
    expect(await ends(file)).toEqual({ locked: true });
  });

  it('releases the lock if it is killed', async () => {
    const file = join(folder, 'second.lock');
    const holder = await lock(file);
    holder.group.kill();
    await once(holder.child, 'close');
    expect(await ends(file)).toEqual({ locked: true });
  });

  it('needs no permission to write the file, and follows no links', async () => {
    const file = join(folder, 'third.lock');
    await writeFile(file, '');
    await chmod(file, 0o444);
    expect(await ends(file)).toEqual({ locked: true });
    const link = join(folder, 'link.lock');
    await symlink(file, link);
    const { code, stderr } = await run([probe, 'lock', link], { env: {}, signal });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('cannot lock'),
    });
  });

  it('creates the lock file, and only one of many processes gets the lock', async () => {
    const file = join(folder, 'many.lock');
    const all = await Promise.all(Array.from({ length: 8 }, () => lock(file)));
    const holders = all.filter(({ answer }) => JSON.stringify(answer) === '{"locked":true}');
    expect(holders).toHaveLength(1);
    for (const { child } of all) child.stdin.end();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CudaRecord } from '../../support/cuda-record.ts';
import { expectGolden } from '../../support/golden.ts';
import { buildRecordingCuda, compileLibrary } from '../../support/recording-cuda.ts';
import {
  buildSmokeProgram,
  type SmokeEvent,
  type SmokeProgram,
} from '../../support/smoke-program.ts';

/** A fake NVML, whose first clock is 1000 MHz, and each later one 10 MHz higher. */
const NVML = `
int nvmlInit_v2(void);
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
int nvmlDeviceGetClockInfo(void *device, int type, unsigned *clock);
static unsigned now = 990;
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
  *device = &now;
  return uuid[0] == 'G' ? 0 : 6;
}
int nvmlDeviceGetClockInfo(void *device, int type, unsigned *clock) {
  *clock = now += 10;
  return device == &now && type == 1 ? 0 : 2;
}
`;

let program: SmokeProgram;
/** Cases with 4 rows of 4 columns: y = 3 · x. */
let plain = '';
let state = '';
let tiled = '';

beforeAll(async () => {
  program = await buildSmokeProgram();
  const x = await program.file(
    'x.bin',
    Float32Array.from({ length: 16 }, (_, index) => index),
  );
  const tile = await program.file('tile.bin', Float32Array.of(1, 2, 3));
  const scalars = 'scalar rows 4\nscalar columns 4\nscalar stride 4\nscalar factor 3\n';
  const y = 'buffer y fp32 out 16 poison\n';
  plain = `case 0\n${scalars}buffer x fp32 in 16 ${x}\n${y}`;
  state = `case 0\n${scalars}buffer x fp32 inout 16 ${x}\n${y}`;
  tiled = `case 0\n${scalars}tiled x fp32 in 16 ${tile}\n${y}`;
});
afterAll(() => program.remove());

/** Times the case with the settings of the line `timing`. Returns the event and what was called. */
async function time(
  what: string,
  timing: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly event: SmokeEvent | undefined; readonly records: readonly CudaRecord[] }> {
  const plan = `kernel scale\ntiming ${timing}\n${what}time 7 1\nend\n`;
  const { stderr, events, records } = await program.run(plan, { env });
  expect(stderr).toBe('');
  expect(events.slice(0, 3).map(({ event }) => event)).toEqual(['device', 'start', 'run']);
  expect(events[1]?.run).toBe(7);
  return { event: events[2], records };
}

describe('a step that times an algo', () => {
  it('reports the median, the range and the number of the calls', async () => {
    const { event, records } = await time(plain, '60000 0.5 0');
    expect(event).toMatchObject({ run: 7, problems: [], outputs: [] });
    expect(event?.microseconds).toBeGreaterThan(0);
    expect(event?.range).toBeGreaterThanOrEqual(0);
    expect(event?.calls).toBeGreaterThanOrEqual(20);
    expect(event?.clocks).toBeUndefined();
    const launches = records.filter(({ call }) => call.startsWith('cuLaunch'));
    // The first calls are not counted.
    expect(launches.length).toBeGreaterThan(event?.calls ?? 0);
  });

  it('reports the time of the first call of an algo, of the first alone', async () => {
    const steps = 'time 1 0\ntime 2 0\ntime 3 1\n';
    const { events } = await program.run(`kernel scale\ntiming 20 0.01 0\n${plain}${steps}end\n`);
    const first = events.filter(({ event }) => event === 'run').map((each) => each.first);
    expect(first).toEqual([expect.any(Number), undefined, expect.any(Number)]);
    expect(first[0]).toBeGreaterThan(0);
  });

  it('flushes the L2 cache before every timed call, on the stream of the call', async () => {
    const { records } = await time(plain, '20 0.01 1');
    const calls = records.filter(({ call }) => /^cuLaunch|^cuMemset/.test(call));
    // The first call, which loads the kernel, is not timed.
    const [first, ...timed] = calls.map(({ call }) => call.replace(/Kernel.*$/, ''));
    expect(first).toBe('cuLaunch');
    const pairs = timed.length / 2;
    expect(timed).toEqual(
      Array.from({ length: pairs }, () => ['cuMemsetD8Async', 'cuLaunch']).flat(),
    );
    const streams = calls.map((each) => ('stream' in each ? each.stream : -1));
    expect(new Set(streams).size).toBe(1);
    expect(calls[1]).toMatchObject({ size: 2 << 20 });
  });

  it('ends when the time is used up, after at least three calls', async () => {
    const slow = { FAULT: 'slow', SLOW: '40' };
    const { event } = await time(plain, '60 0 0', slow);
    expect(event?.calls).toBeGreaterThanOrEqual(3);
    expect(event?.calls).toBeLessThan(6);
    expect(event?.microseconds).toBeGreaterThan(39_000);
  });

  it('ends earlier when the median is precise enough', async () => {
    // It could make 30,000 calls.
    const slow = { FAULT: 'slow', SLOW: '2' };
    const { event } = await time(plain, '60000 0.5 0', slow);
    expect(event?.calls).toBeGreaterThanOrEqual(20);
    expect(event?.calls).toBeLessThan(4000);
  });

  it('fills what the kernel reads and changes before every call', async () => {
    // The kernel adds 1 to an input, and fails if that was done before.
    const { event } = await time(state, '20 0.01 1', { FAULT: 'strict', STRICT: '2' });
    expect(event?.problems).toEqual([]);
    const { event: kept } = await time(plain, '20 0.01 1', { FAULT: 'strict', STRICT: '2' });
    expect(kept?.problems).toMatchObject([{ kind: 'out-of-bounds' }]);
  });

  it('repeats a tile through a buffer', async () => {
    // 1 + 2 + 3 five times, and 1.
    const { event } = await time(tiled, '20 0.01 0', { FAULT: 'sum', SUM: '31' });
    expect(event?.problems).toEqual([]);
    const { event: other } = await time(tiled, '20 0.01 0', { FAULT: 'sum', SUM: '30' });
    expect(other?.problems).toMatchObject([{ kind: 'out-of-bounds' }]);
  });

  it('reports the clock of the multiprocessors if NVML is there', async () => {
    const folder = join(program.folder, 'nvml');
    await mkdir(folder, { recursive: true });
    await compileLibrary(NVML, join(folder, 'libnvidia-ml.so.1'));
    const LD_LIBRARY_PATH = `${folder}:${await buildRecordingCuda()}`;
    const { event } = await time(plain, '20 0.01 0', { LD_LIBRARY_PATH });
    expect(event?.clocks?.from).toBe(1000);
    expect(event?.clocks?.to).toBeGreaterThan(1000);
  });

  it('reports a call that fails, and one that fails later', async () => {
    const fail = ['cuLaunchKernelEx:1:1', 'cuLaunchKernel:1:1'];
    const plan = `kernel scale\ntiming 20 0 0\n${plain}time 7 1\nend\n`;
    const { events } = await program.run(plan, { fail });
    expect(events[2]?.problems).toMatchObject([{ kind: 'launch' }]);
    expect(events[2]?.microseconds).toBeNull();
    const { event: later } = await time(plain, '60000 0 0', { FAULT: 'crash', LATE: '5' });
    expect(later?.problems).toMatchObject([{ kind: 'out-of-bounds' }]);
    expect(later?.microseconds).toBeNull();
  });

  it('cannot be mixed with a run if a buffer is tiled', async () => {
    const { code, stderr } = await program.run(`kernel scale\n${tiled}run 1 0\nend\n`);
    expect(code).toBe(2);
    expectGolden(stderr);
  });
});

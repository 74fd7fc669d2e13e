import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchesOf } from '../../support/cuda-record.ts';
import { buildSmokeProgram, type SmokeProgram } from '../../support/smoke-program.ts';

let program: SmokeProgram;
/** A case with 4 rows of 4 columns: y = 3 · x. */
let plain = '';

beforeAll(async () => {
  program = await buildSmokeProgram();
  const x = await program.file('x.bin', new Float32Array(16));
  const scalars = 'scalar rows 4\nscalar columns 4\nscalar stride 4\nscalar factor 3\n';
  plain = `case 0\n${scalars}buffer x fp32 in 16 ${x}\nbuffer y fp32 out 16 poison\n`;
});
afterAll(() => program.remove());

/** Milliseconds for the rounds: the fewest rounds take longer. */
const SHORT = 'timing 1 0 0';

describe('a step that times a call on the host', () => {
  it('takes turns between the package and the same launch by the driver alone', async () => {
    const plan = `kernel scale\n${SHORT}\n${plain}launch 7 1\nend\n`;
    const { events, records, stderr } = await program.run(plan);
    expect(stderr).toBe('');
    expect(events.map(({ event }) => event)).toEqual(['device', 'start', 'run', 'end']);
    expect(events[2]).toMatchObject({ run: 7, problems: [], microseconds: null });
    expect(events[2]?.note).toBeUndefined();
    const { package: own = [], driver = [] } = events[2]?.host ?? {};
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(driver).toHaveLength(own.length);
    for (const time of [...own, ...driver]) expect(time).toBeGreaterThan(0);

    const launches = launchesOf(records);
    const calls = launches.map(({ call }) => call);
    // The first call and the one that is captured come before the rounds.
    const turns = calls.slice(2);
    const runs = turns.filter((call, index) => call !== turns[index - 1]);
    expect(new Set(runs)).toEqual(new Set(['cuLaunchKernelEx', 'cuLaunchKernel']));
    expect(turns.filter((call) => call === 'cuLaunchKernel')).toHaveLength(turns.length / 2);
    // Two rounds of the same in a row, since each goes first in every other round.
    expect(runs.length).toBeGreaterThan(own.length);
    const { call: _own, ...first } = launches[0] ?? {};
    for (const each of launches) expect(each).toMatchObject(first);
  });

  it('reports the time of the first call of an algo, of the first alone', async () => {
    const steps = 'launch 1 0\nlaunch 2 0\nlaunch 3 1\n';
    const plan = `kernel scale\n${SHORT}\n${plain}${steps}end\n`;
    const { events } = await program.run(plan);
    const first = events.filter(({ event }) => event === 'run').map((each) => each.first);
    expect(first).toEqual([expect.any(Number), undefined, expect.any(Number)]);
    expect(first[0]).toBeGreaterThan(0);
    const timed = await program.run(`kernel scale\ntiming 20 0.01 0\n${plain}time 1 0\nend\n`);
    expect(timed.events[2]?.first).toBeGreaterThan(0);
  });

  it('says why there is no launch by the driver alone', async () => {
    const plan = `kernel scale\n${SHORT}\n${plain}launch 7 1\nend\n`;
    const { events } = await program.run(plan, { fail: ['cuKernelGetFunction:1:400'] });
    expect(events[2]?.note).toBe(
      "the driver does not give the kernel's function: CUDA_ERROR_INVALID_HANDLE (invalid handle)",
    );
    expect(events[2]?.host?.driver).toEqual([]);
    expect(events[2]?.host?.package.length).toBeGreaterThanOrEqual(5);
  });

  it('reports a call that fails, and one that fails later', async () => {
    const plan = `kernel scale\n${SHORT}\n${plain}launch 7 1\nend\n`;
    const { events } = await program.run(plan, { fail: ['cuLaunchKernelEx:2:1'] });
    expect(events[2]?.problems).toMatchObject([{ kind: 'launch' }]);
    const later = await program.run(plan, { env: { FAULT: 'crash', LATE: '100' } });
    expect(later.events[2]?.problems).toMatchObject([{ kind: 'execution' }]);
    expect(later.events[3]).toMatchObject({ event: 'fatal' });
  });
});

describe('a step that times a copy', () => {
  it('reports the time of the fastest', async () => {
    const plan = 'kernel scale\ncase 0\ncopy 4 1048576\nend\n';
    const { events, stderr } = await program.run(plan);
    expect(stderr).toBe('');
    expect(events[2]).toMatchObject({ run: 4, problems: [] });
    expect(events[2]?.microseconds).toBeGreaterThan(0);
  });

  it('fails without enough memory', async () => {
    const plan = 'kernel scale\ncase 0\ncopy 4 1048576\nend\n';
    const { events } = await program.run(plan, { fail: ['cuMemAlloc:2'] });
    expect(events[2]).toMatchObject({ event: 'fatal' });
    expect(events[2]?.message).toMatch(/^cannot allocate memory for the copy: CUDA_ERROR_OUT_OF/);
  });
});

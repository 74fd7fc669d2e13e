import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProcess } from '../../../src/base/process.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { expectGolden } from '../../support/golden.ts';
import { recordingEnvironment, type RunSettings } from '../../support/recording-cuda.ts';
import {
  buildSmokeProgram,
  parseEvents,
  type SmokeEvent,
  type SmokeProgram,
} from '../../support/smoke-program.ts';

let program: SmokeProgram;
/** A case with 4 rows of 4 columns, at a stride of 6. */
let scaleCase = '';

beforeAll(async () => {
  program = await buildSmokeProgram();
  const x = Float32Array.from({ length: 16 }, (_, index) => index - 5.5);
  const input = await program.file('x.bin', x);
  const expected = await program.file(
    'y.bin',
    Float64Array.from(x, (value) => 3 * value),
  );
  scaleCase = `case 0
scalar rows 4
scalar columns 4
scalar stride 6
scalar factor 3
buffer x fp32 in 16 ${input}
axes x 2 4 4 4 1
buffer y fp32 out 22 poison
axes y 2 4 4 6 1
expected y f64 0.0001 0.001 0 - ${expected}
empty rows 0
empty columns 4
empty stride 6
empty factor 3
`;
});
afterAll(() => program.remove());

const planOf = (steps: string, head = 'deterministic 1\ntiming 0\n'): string =>
  `kernel scale\n${head}${scaleCase}${steps}\nend\n`;

/** Executes the steps with a fault in the kernel. Returns the events between `device` and `end`. */
async function execute(
  steps: string,
  fault = '',
  settings: RunSettings = {},
): Promise<readonly SmokeEvent[]> {
  const env = { ...settings.env, FAULT: fault };
  const { code, stderr, events } = await program.run(planOf(steps), { ...settings, env });
  expect({ code, stderr, end: events.at(-1)?.event }).toEqual({ code: 0, stderr: '', end: 'end' });
  expect(events[0]).toEqual({
    event: 'device',
    name: 'Recording GPU 9.0',
    uuid: 'GPU-00102030-4050-6070-8090-a0b0c0d0e0f0',
    capability: '9.0',
    driver: '12.8',
  });
  return events.slice(1, -1);
}

/** The problems of one step, as `kind: message`. */
async function problems(
  step: string,
  fault = '',
  settings: RunSettings = {},
): Promise<readonly string[]> {
  const events = await execute(step, fault, settings);
  expect(events.map(({ event }) => event)).toEqual(['start', step.split(' ')[0]]);
  return (events[1]?.problems ?? []).map(({ kind, message, call }) =>
    [kind, ...(call === undefined ? [] : [call]), message].join(': '),
  );
}

/**
 * Like `problems`, for one problem. Compares its text with the golden file and returns its kind.
 */
async function problemKind(step: string, fault = '', settings: RunSettings = {}): Promise<string> {
  const found = await problems(step, fault, settings);
  expect(found).toHaveLength(1);
  expectGolden(found.join('\n'));
  return found[0]?.split(':')[0] ?? '';
}

describe('a run', () => {
  it('passes if the outputs are as expected, and reports their errors', async () => {
    expect(await execute('run 7 0\nrun 8 1')).toEqual([
      { event: 'start', run: 7 },
      {
        event: 'run',
        run: 7,
        problems: [],
        outputs: [{ name: 'y', norm: 0, max: 0 }],
        microseconds: null,
      },
      { event: 'start', run: 8 },
      expect.objectContaining({ event: 'run', run: 8, problems: [] }),
    ]);
  });

  it.each([
    ['constant', 'values'],
    ['swapped', 'values'],
    ['slight', 'values'],
    ['nothing', 'unwritten'],
    ['half', 'unwritten'],
    ['nan', 'not-a-number'],
    ['infinity', 'not-a-number'],
    ['before', 'out-of-bounds'],
    ['after', 'out-of-bounds'],
    ['input', 'input-changed'],
    ['gap', 'gap'],
    ['random', 'not-repeatable'],
  ])('finds the fault `%s`', async (fault, kind) => {
    expect(await problemKind('run 1 0', fault)).toBe(kind);
  });

  it('says first that the results differ between two calls, then how they are wrong', async () => {
    const found = await problems('run 1 0', 'lottery');
    expect(found.map((text) => text.split(':')[0])).toEqual(['not-repeatable', 'not-a-number']);
  });

  it.each([
    ['i8', '1', '', 'values: y: 2 of 8 elements are outside of the tolerance'],
    ['i8', '0', '', 'values: y: 2 of 8 elements are outside of the tolerance'],
    ['i8', '1', 'part', 'unwritten: y was not written: 4 of 8 elements still have'],
    ['fp8e4nv', '1', '', 'not-a-number: y: 2 of 8 elements are NaN'],
    ['fp8e4nv', '1', 'part', 'unwritten: y was not written: 4 of 8 elements still have'],
  ])(
    'takes elements of %s for not written only if they are not (deterministic %s, fault `%s`)',
    async (type, deterministic, fault, text) => {
      const minus = await program.file('minus.bin', Int8Array.of(-1, -1, 1, 2, 3, 4, 5, 6));
      const plus = await program.file('plus.bin', Int8Array.of(7, 8, 1, 2, 3, 4, 5, 6));
      const lines = [
        'kernel move',
        `deterministic ${deterministic}`,
        'timing 0',
        'case 0',
        ...['bytes 8', 'half 0', 'brain 0', 'flag 0'].map((value) => `scalar ${value}`),
        `buffer x ${type} in 8 ${minus}`,
        `buffer y ${type} out 8 poison`,
        `expected y exact 0 0 0 - ${plus}`,
        'run 1 0',
        'end',
      ];
      const { events } = await program.run(`${lines.join('\n')}\n`, { env: { FAULT: fault } });
      const found = events.find(({ event }) => event === 'run')?.problems ?? [];
      const texts = found.map(({ kind, message }) => `${kind}: ${message}`);
      expect(texts[0]?.slice(0, text.length)).toBe(text);
      const kinds = found.map(({ kind }) => kind);
      expect(kinds.includes('unwritten')).toBe(fault === 'part');
    },
  );

  it('is not affected by what an earlier run wrote', async () => {
    const env = { LATE: '1' };
    const events = await execute('run 1 0\nrun 2 0', 'before', { env });
    expect(events.map(({ problems: found }) => found?.length)).toEqual([
      undefined,
      1,
      undefined,
      1,
    ]);
  });

  it('moves only the named buffers, by the bytes beside the names', async () => {
    const { events, records } = await program.run(planOf('run 1 0 x 4\nrun 2 0\nrun 3 0 x 4 y 8'));
    const runs = events.filter(({ event }) => event === 'run');
    expect(runs.map(({ problems: found }) => found)).toEqual([[], [], []]);
    const ends = launchesOf(records).map(({ parameters }) =>
      parameters.slice(0, 2).map((hex) => hex.slice(0, 2)),
    );
    const twice = (pair: readonly string[]) => [pair, pair];
    expect(ends).toEqual([...twice(['04', '00']), ...twice(['00', '00']), ...twice(['04', '08'])]);
    const images = launchesOf(records).map(({ image }) => image);
    expect(new Set([images[0], images[4]]).size).toBe(1);
    expect(images[2]).not.toBe(images[0]);
  });

  it('reports a kernel that crashed, then a fatal error', async () => {
    const env = { FAULT: 'crash' };
    const { code, events } = await program.run(planOf('run 1 0\nrun 2 0'), { env });
    expect(code).toBe(3);
    expect(events.slice(1)).toMatchObject([
      { event: 'start', run: 1 },
      { event: 'run', run: 1, problems: [{ kind: 'out-of-bounds' }] },
      { event: 'fatal' },
    ]);
    expectGolden([events[2]?.problems?.[0]?.message, events[3]?.message].join('\n'));
  });

  it('hangs with a kernel that hangs, after its start event', async () => {
    const plan = await program.file('hang.txt', Buffer.from(planOf('run 1 0')));
    const env = await recordingEnvironment({ execute: program.kernels, env: { FAULT: 'hang' } });
    const { signal } = new AbortController();
    const group = startProcess([program.executable, plan], { env, signal });
    const { child } = group;
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    while (!stdout.includes('start')) await once(child.stdout, 'data');
    await setTimeout(300);
    expect(parseEvents(stdout).at(-1)).toEqual({ event: 'start', run: 1 });
    expect(child.exitCode).toBeNull();
    group.kill();
    await once(child, 'close');
  });

  it.each([200, 209])('explains load error %i', async (result) => {
    const fail = [`cuLibraryLoadData:1:${result}`];
    expect(await problemKind('run 1 0', '', { fail })).toBe('launch');
  });

  it('times the calls if they are correct', async () => {
    const timed = planOf('run 1 0', 'deterministic 1\ntiming 20\n');
    const { events, records } = await program.run(timed);
    expect(events[2]?.microseconds).toBeGreaterThan(0);
    const launches = launchesOf(records).length;
    expect(launches).toBeGreaterThanOrEqual(2 + 3);
    const wrong = await program.run(timed, { env: { FAULT: 'constant' } });
    expect(wrong.events[2]?.microseconds).toBeNull();
  });

  it('reports how much memory it needs', async () => {
    const { code, events } = await program.run(planOf('run 1 0'), {
      env: { RECORDING_CUDA_MEMORY: '200000' },
    });
    expect(code).toBe(3);
    expect(events.at(-1)?.event).toBe('fatal');
    expectGolden(events.at(-1)?.message ?? '');
  });

  it('reports why the driver cannot be initialised', async () => {
    const { code, events } = await program.run(planOf('run 1 0'), {
      env: { RECORDING_CUDA_INIT: '803' },
    });
    expect({ code, events }).toMatchObject({ code: 3, events: [{ event: 'fatal' }] });
    expect(events).toHaveLength(1);
    expectGolden(events[0]?.message ?? '');
  });
});

describe('a check', () => {
  it.each(['bad-algo', 'empty-grid', 'threads', 'second-device', 'memory'])(
    '%s passes for a correct kernel',
    async (name) => {
      const settings = { devices: ['9.0', '9.0'] };
      const events = await execute(`check ${name} 8\nrun 1 1`, '', settings);
      expect(events.slice(0, 2)).toEqual([
        { event: 'start', check: name },
        { event: 'check', check: name, problems: [] },
      ]);
      expect(events[3]).toMatchObject({ event: 'run', problems: [] });
    },
  );

  it('of the empty grid finds a kernel that runs', async () => {
    const filled = scaleCase;
    scaleCase = scaleCase.replace('empty rows 0', 'empty rows 4');
    const found = await problems('check empty-grid 0').finally(() => (scaleCase = filled));
    expect(found).toHaveLength(2);
    expectGolden(found.join('\n'));
  });

  it('of the first calls from many threads names the thread that failed', async () => {
    const found = await problems('check threads 4', 'late', { env: { LATE: '4' } });
    expect(found).toEqual([
      expect.stringMatching(/^values: thread \d of 4: y: 16 of 16 elements are outside/),
    ]);
    const fail = ['cuLibraryLoadData:1:200'];
    expect(await problems('check threads 4', '', { fail })).toEqual([
      expect.stringMatching(/^launch: thread \d of 4: the call returned CUDA_ERROR_INVALID_IMAGE/),
    ]);
  });

  it('of threads uses fewer threads if there is not enough memory', async () => {
    const env = { RECORDING_CUDA_MEMORY: '1000000' };
    const [, event] = await execute('check threads 8', '', { env });
    expect(event?.problems).toEqual([]);
    expectGolden(event?.note ?? '');
  });

  it('of the second GPU finds wrong results there, and has a note if it is not made', async () => {
    const devices = ['9.0', '9.0'];
    const settings = { devices, env: { LATE: '1' } };
    expect(await problems('check second-device 0', 'late', settings)).toEqual([
      expect.stringMatching(/^values: on the second GPU: y: 16 of 16/),
    ]);
    const [, alone] = await execute('check second-device 0');
    expectGolden(alone?.note ?? '');
    const [, other] = await execute('check second-device 0', '', { devices: ['9.0', '8.0'] });
    expect(other?.problems).toEqual([]);
    expectGolden(other?.note ?? '');
  });

  it('of memory finds a leak', async () => {
    const env = { RECORDING_CUDA_LEAK: `${1 << 20}` };
    expect(await problemKind('check memory 0', '', { env })).toBe('check');
  });

  it('of memory finds a kernel that cannot be loaded again', async () => {
    const fail = ['cuLibraryLoadData:1:200'];
    expect(await problemKind('check memory 0', '', { fail })).toBe('check');
  });
});

describe('a plan', () => {
  it.each([
    ['without `end`', 'kernel scale\n'],
    ['with an unknown kernel', 'kernel none\nend\n'],
    ['with a run before a case', 'run 1 0\nend\n'],
    ['with an unknown element type', 'case 0\nbuffer x fp12 in 3 poison\nend\n'],
    ['with a file that does not exist', 'case 0\nbuffer x fp32 in 3 /nowhere\nend\n'],
    [
      'with an element outside of its buffer',
      'case 0\nbuffer x fp32 in 3 poison\naxes x 1 2 3\nend\n',
    ],
    ['without a value for a parameter', 'kernel scale\ncase 0\nrun 1 0\nend\n'],
    ['with an unknown check', 'kernel scale\ncase 0\ncheck none 0\nend\n'],
    ['with a sparse buffer of a whole grid', 'case 0\nsparse x fp32 in 9\nrun 1 0\nend\n'],
    ['with a check of some blocks', 'case 0\nblocks 1 0 0\ncheck memory 8\nend\n'],
  ])('%s is rejected', async (_what, plan) => {
    const { code, stderr } = await program.run(plan);
    expect(code).toBe(2);
    expectGolden(stderr);
  });

  it('with some blocks needs the emulator', async () => {
    const { code, events } = await program.run(planOf('blocks 1 0 0\nrun 1 0'));
    const message = 'only the emulator can run some blocks of a grid';
    expect([code, events.at(-1)]).toMatchObject([3, { event: 'fatal', message }]);
  });

  it('must exist', async () => {
    const missing = join(program.folder, 'missing.txt');
    const env = await recordingEnvironment({});
    const { signal } = new AbortController();
    const { child } = startProcess([program.executable, missing], { env, signal });
    child.stdout.resume();
    child.stderr.resume();
    expect(await once(child, 'close')).toEqual([2, null]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProcess } from '../../../src/core/base/process.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { recordingEnvironment, type RunSettings } from '../../support/recording-cuda.ts';
import {
  buildSmokeProgram,
  parseEvents,
  type SmokeEvent,
  type SmokeProgram,
} from '../../support/smoke-program.ts';

let program: SmokeProgram;
/** A case of 4 rows and 4 columns in rows of 6. */
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
expected y f64 0.0001 0.001 0 ${expected}
empty rows 0
empty columns 4
empty stride 6
empty factor 3
`;
});
afterAll(() => program.remove());

const planOf = (steps: string, head = 'deterministic 1\ntiming 0\n'): string =>
  `kernel scale\n${head}${scaleCase}${steps}\nend\n`;

/** Makes the steps with a planted fault and gives the events after the device's. */
async function carryOut(
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
  const events = await carryOut(step, fault, settings);
  expect(events.map(({ event }) => event)).toEqual(['start', step.split(' ')[0]]);
  return (events[1]?.problems ?? []).map(({ kind, message }) => `${kind}: ${message}`);
}

describe('a run', () => {
  it('passes where the outputs are as expected, and says how near they are', async () => {
    expect(await carryOut('run 7 0\nrun 8 1')).toEqual([
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
    [
      'constant',
      'values: y: 16 of 16 elements are outside of the tolerance (relative error 1, at most 0.0001 passes); ' +
        'the worst at [3, 3]: got 57, expected 28.5',
    ],
    [
      'swapped',
      'values: y: 12 of 16 elements are outside of the tolerance (relative error 0.944, at most 0.0001 passes); ' +
        'the worst at [0, 3]: got 19.5, expected -7.5',
    ],
    [
      'slight',
      'values: y: no single element is outside of the tolerance, but the error as a whole is (relative error ' +
        '0.0005, at most 0.0001 passes); the worst at [3, 3]: got 28.5142498, expected 28.5',
    ],
    [
      'nothing',
      'unwritten: y was not written: 16 of 16 elements still hold the poison, the first at [0, 0]',
    ],
    [
      'half',
      'unwritten: y was not written: 8 of 16 elements still hold the poison, the first at [2, 0]',
    ],
    [
      'nan',
      'not-a-number: y: 1 of 16 elements are NaN or infinite, the first at [0, 1]: got nan, expected -13.5',
    ],
    [
      'infinity',
      'not-a-number: y: 1 of 16 elements are NaN or infinite, the first at [0, 1]: got -inf, expected -13.5',
    ],
    ['before', 'out-of-bounds: wrote 4 bytes before the start of y, the nearest 1 byte before it'],
    ['after', 'out-of-bounds: wrote 8 bytes past the end of y, the first 0 bytes past it'],
    [
      'input',
      'input-changed: x is an input, but it was changed: 1 of 16 elements, the first at [0, 2]: -3.5, then -2.5',
    ],
    ['gap', 'gap: wrote 1 element between the elements of y, the first 4 elements from its start'],
    [
      'random',
      'not-repeatable: y differs between two calls with the same inputs: 1 of 22 elements, ' +
        'the first at [0, 3]: -7.50000715, then -7.50001526',
    ],
  ])('tells the fault `%s`', async (fault, problem) => {
    expect(await problems('run 1 0', fault)).toEqual([problem]);
  });

  it('is not blamed for what an earlier one wrote', async () => {
    const env = { LATE: '1' };
    const events = await carryOut('run 1 0\nrun 2 0', 'before', { env });
    expect(events.map(({ problems: found }) => found?.length)).toEqual([
      undefined,
      1,
      undefined,
      1,
    ]);
  });

  it('moves the buffers that must be misaligned by one element, and no others', async () => {
    const { events, records } = await program.run(planOf('run 1 0 x\nrun 2 0\nrun 3 0 x y'));
    const runs = events.filter(({ event }) => event === 'run');
    expect(runs.map(({ problems: found }) => found)).toEqual([[], [], []]);
    const ends = launchesOf(records).map(({ parameters }) =>
      parameters.slice(0, 2).map((hex) => hex.slice(0, 2)),
    );
    const twice = (pair: readonly string[]) => [pair, pair];
    expect(ends).toEqual([...twice(['04', '00']), ...twice(['00', '00']), ...twice(['04', '04'])]);
    const images = launchesOf(records).map(({ image }) => image);
    expect(new Set([images[0], images[4]]).size).toBe(1);
    expect(images[2]).not.toBe(images[0]);
  });

  it('reports a kernel that crashed, then that nothing further can be done', async () => {
    const env = { FAULT: 'crash' };
    const { code, events } = await program.run(planOf('run 1 0\nrun 2 0'), { env });
    expect(code).toBe(3);
    const message = 'the kernel ended with CUDA_ERROR_ILLEGAL_ADDRESS (illegal memory access)';
    expect(events.slice(1)).toMatchObject([
      { event: 'start', run: 1 },
      { event: 'run', run: 1, problems: [{ kind: 'execution', message }] },
      { event: 'fatal', message: "the GPU's context is lost after an error of the kernel" },
    ]);
  });

  it('stands still with a kernel that hangs, having said which it is', async () => {
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

  it.each([
    [
      200,
      'CUDA_ERROR_INVALID_IMAGE (invalid kernel image): the driver cannot read the cubin, which must be damaged',
    ],
    [
      209,
      'CUDA_ERROR_NO_BINARY_FOR_GPU (no kernel image for this device): the package holds no cubin for this GPU; ' +
        "add its architecture to the manifest's targets",
    ],
  ])('says what the load error %i means', async (result, text) => {
    const fail = [`cuLibraryLoadData:1:${result}`];
    expect(await problems('run 1 0', '', { fail })).toEqual([`launch: the call gave ${text}`]);
  });

  it('times the calls once they are right', async () => {
    const timed = planOf('run 1 0', 'deterministic 1\ntiming 20\n');
    const { events, records } = await program.run(timed);
    expect(events[2]?.microseconds).toBeGreaterThan(0);
    const launches = launchesOf(records).length;
    expect(launches).toBeGreaterThanOrEqual(2 + 5);
    expect(launches).toBeLessThanOrEqual(2 + 100);
    const wrong = await program.run(timed, { env: { FAULT: 'constant' } });
    expect(wrong.events[2]?.microseconds).toBeNull();
  });

  it('says how much memory is missing', async () => {
    const { code, events } = await program.run(planOf('run 1 0'), {
      env: { RECORDING_CUDA_MEMORY: '200000' },
    });
    expect(code).toBe(3);
    expect(events.at(-1)).toEqual({
      event: 'fatal',
      message: "y needs 1 MiB, 0 MiB of the GPU's memory are free",
    });
  });

  it('says why the driver does not start', async () => {
    const { code, events } = await program.run(planOf('run 1 0'), {
      env: { RECORDING_CUDA_INIT: '803' },
    });
    expect({ code, events }).toEqual({
      code: 3,
      events: [
        {
          event: 'fatal',
          message:
            'cannot start the CUDA driver: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (driver and library differ)',
        },
      ],
    });
  });
});

describe('a check', () => {
  it.each(['bad-algo', 'empty-grid', 'threads', 'second-device', 'memory'])(
    'of %s passes where the interface keeps its promise',
    async (name) => {
      const settings = { devices: ['9.0', '9.0'] };
      const events = await carryOut(`check ${name} 8\nrun 1 1`, '', settings);
      expect(events.slice(0, 2)).toEqual([
        { event: 'start', check: name },
        { event: 'check', check: name, problems: [] },
      ]);
      expect(events[3]).toMatchObject({ event: 'run', problems: [] });
    },
  );

  it('of the empty grid tells a kernel that is launched all the same', async () => {
    const filled = scaleCase;
    scaleCase = scaleCase.replace('empty rows 0', 'empty rows 4');
    const found = await problems('check empty-grid 0').finally(() => (scaleCase = filled));
    const text = (algo: number) =>
      `check: a call with an empty grid and algo ${algo} wrote to y: 16 of 22 elements, ` +
      'the first at [0, 0]: nan, then -16.5';
    expect(found).toEqual([text(0), text(1)]);
  });

  it('of the first calls from many threads names the thread that went wrong', async () => {
    const found = await problems('check threads 4', 'late', { env: { LATE: '4' } });
    expect(found).toEqual([
      expect.stringMatching(/^values: thread \d of 4: y: 16 of 16 elements are outside/),
    ]);
    const fail = ['cuLibraryLoadData:1:200'];
    expect(await problems('check threads 4', '', { fail })).toEqual([
      expect.stringMatching(/^launch: thread \d of 4: the call gave CUDA_ERROR_INVALID_IMAGE/),
    ]);
  });

  it('of threads takes no more than the memory holds', async () => {
    const env = { RECORDING_CUDA_MEMORY: '1000000' };
    const [, event] = await carryOut('check threads 8', '', { env });
    expect(event).toMatchObject({
      problems: [],
      note: expect.stringContaining('only 3 of 8 threads'),
    });
  });

  it('of the second GPU tells wrong results there, and says where there is none', async () => {
    const devices = ['9.0', '9.0'];
    const settings = { devices, env: { LATE: '1' } };
    expect(await problems('check second-device 0', 'late', settings)).toEqual([
      expect.stringMatching(/^values: on the second GPU: y: 16 of 16/),
    ]);
    const [, alone] = await carryOut('check second-device 0');
    expect(alone?.note).toBe('there is no second GPU to call the kernel on');
    const [, other] = await carryOut('check second-device 0', '', { devices: ['9.0', '8.0'] });
    expect(other).toMatchObject({ problems: [], note: expect.stringContaining('of another kind') });
  });

  it('of memory tells a leak', async () => {
    const env = { RECORDING_CUDA_LEAK: `${1 << 20}` };
    expect(await problems('check memory 0', '', { env })).toEqual([
      'check: unloading does not give the memory back: 4 MiB were missing after the kernel was loaded, called and unloaded',
    ]);
  });

  it('of memory tells a kernel that cannot be loaded again', async () => {
    const fail = ['cuLibraryLoadData:1:200'];
    expect(await problems('check memory 0', '', { fail })).toEqual([
      'check: loading after unloading gave CUDA_ERROR_INVALID_IMAGE (invalid kernel image), not CUDA_SUCCESS (no error)',
    ]);
  });
});

describe('a plan', () => {
  it.each([
    ['kernel scale\n', 'the plan breaks off: there is no `end`'],
    ['kernel none\nend\n', 'there is no kernel `none`'],
    ['run 1 0\nend\n', 'line 1 of the plan: this belongs to a case: `run 1 0`'],
    ['case 0\nbuffer x fp12 in 3 poison\nend\n', 'there is no such element type'],
    ['case 0\nbuffer x fp32 in 3 /nowhere\nend\n', 'cannot read the file'],
    ['case 0\nbuffer x fp32 in 3 poison\naxes x 1 2 3\nend\n', 'outside of the buffer'],
    ['kernel scale\ncase 0\nrun 1 0\nend\n', 'a case says nothing of the parameter x'],
    ['kernel scale\ncase 0\ncheck none 0\nend\n', 'there is no check `none`'],
  ])('that is wrong (%j) is refused', async (plan, problem) => {
    const { code, stderr } = await program.run(plan);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
  });

  it('must be there', async () => {
    const missing = join(program.folder, 'missing.txt');
    const env = await recordingEnvironment({});
    const { signal } = new AbortController();
    const { child } = startProcess([program.executable, missing], { env, signal });
    child.stdout.resume();
    child.stderr.resume();
    expect(await once(child, 'close')).toEqual([2, null]);
  });
});

import { beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as runTool } from '../../../../src/base/process.ts';
import type { MeasuredCall, Meter } from '../../../../src/prove/measure/meter.ts';
import { tuningSizes } from '../../../../src/features/tuning/measure/scores.ts';
import {
  measureKernel,
  type TuneKernelResult,
} from '../../../../src/features/tuning/measure/tune-kernel.ts';
import type { PackagedKernel } from '../../../../src/package/read.ts';
import { readTuning, type TunedKernel, writeTuning } from '../../../../src/features/tuning/file.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { scaleCase } from '../../../prove/smoke/smoke-package.ts';

const KERNEL: PackagedKernel = {
  name: 'scale',
  parameters: [
    { name: 'x', type: '*fp32' },
    { name: 'n', type: 'i32' },
    { name: 'factor', type: 'fp32' },
  ],
  gridParameters: [{ name: 'rows', type: 'i64' }],
  algos: [{}, {}, {}],
  specialisations: [''],
  variants: [],
};

const DEVICE = {
  name: 'NVIDIA H100',
  uuid: 'GPU-1',
  capability: '9.0',
  multiprocessors: 132,
  driver: '13.0',
};

const hashOf = (algo: number, code = ''): string => `${algo}${code}`.padStart(64, 'c');

/** What runs in place of a kernel: the time of an algo with a size, or its fault. */
type Behaviour = (algo: number, n: number) => MeasuredCall['result'];

const time = (microseconds: number, clock?: number): MeasuredCall['result'] => ({
  kind: 'time',
  microseconds,
  range: 0,
  calls: 20,
  clocks: clock === undefined ? undefined : { from: clock, to: clock + 10 },
});

let file: string;
let measured: string[];

beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'tune-')), 'tuning.json');
  measured = [];
});

/** A meter for a GPU on which the package has no code for algo 2. `code` changes the hashes. */
function meterOf(behaviour: Behaviour, device = DEVICE, code = ''): Meter {
  const variantOf: Meter['variantOf'] = (_kernel, algo) =>
    algo === 2 ? undefined : { specialisation: 0, target: 'sm_90', hash: hashOf(algo, code) };
  return {
    device,
    variantOf,
    chosen: () => Promise.resolve([]),
    measure: (kernel, algo, cases) => {
      measured.push(...cases.map(({ name }) => `${algo} ${name}`));
      return Promise.resolve(
        cases.map((item) => ({
          case: item,
          algo,
          variant: variantOf(kernel, algo, item),
          result: behaviour(algo, Number(item.scalars['n'])),
        })),
      );
    },
  };
}

interface Changes {
  readonly sizes?: readonly number[];
  readonly algos?: readonly number[];
  readonly again?: boolean;
  readonly triton?: string;
}

function run(meter: Meter, changes: Changes = {}): Promise<TuneKernelResult> {
  const { sizes = [16, 32], algos = [0, 1, 2], again = false, triton = '3.8.0' } = changes;
  const cases = sizes.map((n) =>
    scaleCase(n, { scalars: { n: String(n), factor: '2', rows: '9007199254740993' } }),
  );
  const subject = { kernel: KERNEL, sizes: tuningSizes(KERNEL, cases), algos, key: undefined };
  const context = {
    env: {},
    log: silentLog,
    signal: new AbortController().signal,
    runTool,
    scratch: tmpdir(),
    now: () => 0,
  };
  return measureKernel(subject, meter, triton, { file, again }, context, () => {});
}

/** The times in the file, by size, in the order of the algos. */
async function timesOf(device = DEVICE.name): Promise<unknown> {
  const entry = (await readTuning(file))?.find((each) => each.device.name === device);
  return entry?.sizes.map(({ values, scores }) => [
    values['n'],
    ...scores.map(({ algo, microseconds, fault }) => [algo, microseconds ?? fault]),
  ]);
}

describe('the measurement of a kernel', () => {
  it('writes the score of every algo that has code, with integers of any size', async () => {
    const result = await run(meterOf((algo, n) => time(n / (algo + 3))));
    expect(result).toMatchObject({ kernel: 'scale', measured: 4, kept: 0 });
    expect(await timesOf()).toEqual([
      [16, [0, 5.3333], [1, 4]],
      [32, [0, 10.667], [1, 8]],
    ]);
    const [entry] = (await readTuning(file)) ?? [];
    expect(entry?.sizes[0]?.values).toEqual({ n: 16, rows: '9007199254740993' });
    expect(entry?.sizes[0]?.scores[1]?.hash).toBe(hashOf(1));
    expect(entry?.device).toEqual({
      name: 'NVIDIA H100',
      capability: '9.0',
      multiprocessors: 132,
      driver: '13.0',
    });
  });

  it('writes the file after every algo, so that an interrupted run goes on', async () => {
    const interrupted = meterOf((algo) => {
      if (algo === 1) throw new Error('interrupted');
      return time(5);
    });
    await expect(run(interrupted)).rejects.toThrow('interrupted');
    expect(await timesOf()).toEqual([
      [16, [0, 5]],
      [32, [0, 5]],
    ]);
    measured = [];
    expect(await run(meterOf(() => time(7)))).toMatchObject({ measured: 2, kept: 2 });
    expect(measured).toEqual(['1 n=16', '1 n=32']);
  });

  it('measures new sizes, and leaves out those that are no more', async () => {
    await run(meterOf(() => time(5)));
    measured = [];
    await run(
      meterOf(() => time(7)),
      { sizes: [64, 32] },
    );
    expect(measured).toEqual(['0 n=64', '1 n=64']);
    expect(await timesOf()).toEqual([
      [64, [0, 7], [1, 7]],
      [32, [0, 5], [1, 5]],
    ]);
    await run(
      meterOf(() => time(7)),
      { sizes: [32] },
    );
    expect(await timesOf()).toEqual([[32, [0, 5], [1, 5]]]);
  });

  it('measures again if asked, and then only the given algos', async () => {
    await run(meterOf(() => time(5)));
    measured = [];
    await run(
      meterOf(() => time(7)),
      { again: true, algos: [1] },
    );
    expect(measured).toEqual(['1 n=16', '1 n=32']);
    expect(await timesOf()).toEqual([
      [16, [0, 5], [1, 7]],
      [32, [0, 5], [1, 7]],
    ]);
  });

  it('does not keep scores of other code, of another driver or of another Triton', async () => {
    await run(meterOf(() => time(5)));
    expect(await run(meterOf(() => time(6), DEVICE, 'd'))).toMatchObject({ measured: 4, kept: 0 });
    expect(await timesOf()).toEqual([
      [16, [0, 6], [1, 6]],
      [32, [0, 6], [1, 6]],
    ]);
    const updated = { ...DEVICE, driver: '13.1' };
    expect(await run(meterOf(() => time(7), updated, 'd'))).toMatchObject({ measured: 4 });
    const triton = { triton: '3.9.0' };
    expect(
      await run(
        meterOf(() => time(8), updated, 'd'),
        triton,
      ),
    ).toMatchObject({ measured: 4 });
    expect(await readTuning(file)).toHaveLength(1);
  });

  it('does not keep scores of calls with fewer values', async () => {
    await run(meterOf(() => time(5)));
    const [entry] = (await readTuning(file)) ?? [];
    const sizes = (entry?.sizes ?? []).map(({ values: { n = 0 }, scores }) => ({
      values: { n },
      scores,
    }));
    await writeTuning(file, entry === undefined ? [] : [{ ...entry, sizes }]);
    expect(await run(meterOf(() => time(6)))).toMatchObject({ measured: 4, kept: 0 });
  });

  it('knows code by its hash, whatever the number of its algo is', async () => {
    await run(meterOf((algo) => time(algo + 1)));
    const [entry] = (await readTuning(file)) ?? [];
    const sizes = (entry?.sizes ?? []).map(({ values, scores }) => ({
      values,
      scores: scores.map((score) => ({ ...score, algo: 5 - score.algo })),
    }));
    await writeTuning(file, entry === undefined ? [] : [{ ...entry, sizes }]);
    measured = [];
    await run(meterOf(() => time(9)));
    expect(measured).toEqual([]);
    expect((await readTuning(file))?.[0]?.sizes).toEqual(entry?.sizes);
  });

  it('keeps what the file has of other GPUs and other kernels', async () => {
    const other = (kernel: string, name: string, capability = '9.0'): TunedKernel => ({
      kernel,
      device: { name, capability, multiprocessors: 132, driver: '13.0' },
      triton: '3.8.0',
      sizes: [
        {
          values: { n: 16, rows: '9007199254740993' },
          scores: [{ algo: 0, hash: hashOf(0), microseconds: 1 }],
        },
      ],
    });
    const others = [
      other('other', DEVICE.name),
      other('scale', 'NVIDIA GH200'),
      other('scale', DEVICE.name, '9.1'),
    ];
    await writeTuning(file, others);
    // The same code and size, but none of the scores is this kernel's on this GPU.
    expect(await run(meterOf(() => time(5)))).toMatchObject({ measured: 4, kept: 0 });
    const kernels = await readTuning(file);
    expect(kernels).toHaveLength(4);
    expect(kernels).toEqual(expect.arrayContaining(others));
  });

  it('has faults instead of times, and says which calls were refused', async () => {
    const fault = (kind: 'launch' | 'crash', message: string): MeasuredCall['result'] => ({
      kind: 'fault',
      fault: { kind, message },
    });
    const refused = 'the call returned CUDA_ERROR_INVALID_VALUE (invalid argument): too much';
    await run(
      meterOf((algo, n) => {
        if (algo === 0) return time(5);
        return n === 16 ? fault('launch', refused) : fault('crash', `ended:\n${'x'.repeat(999)}`);
      }),
    );
    expect(await timesOf()).toEqual([
      [16, [0, 5], [1, `refused: ${refused}`]],
      [32, [0, 5], [1, 'crash: ended']],
    ]);
    await run(
      meterOf((algo, n) => {
        if (algo === 0) return fault('launch', 'y'.repeat(999));
        return n === 16 ? fault('crash', refused) : fault('launch', 'it returned 700');
      }),
      { again: true },
    );
    const long = `launch: ${'y'.repeat(192)}`;
    expect(await timesOf()).toEqual([
      [16, [0, long], [1, `crash: ${refused}`]],
      [32, [0, long], [1, 'launch: it returned 700']],
    ]);
    // A fault is a result: it is not tried again, unless asked.
    measured = [];
    await run(meterOf(() => time(6)));
    expect(measured).toEqual([]);
  });

  it('notes the lowest and the highest clock over all calls', async () => {
    await run(meterOf((algo, n) => time(5, algo === 0 ? 1000 + n : undefined)));
    const clocksOf = async (): Promise<unknown> => (await readTuning(file))?.[0]?.device.clocks;
    expect(await clocksOf()).toEqual({ from: 1016, to: 1042 });
    await run(
      meterOf(() => time(5, 900)),
      { sizes: [16, 32, 64] },
    );
    expect(await clocksOf()).toEqual({ from: 900, to: 1042 });
    expect(await readFile(file, 'utf8')).toContain('"from": 900');
  });
});

describe('the sizes of cases', () => {
  it('are distinct by their integers', () => {
    const cases = [
      scaleCase(16),
      scaleCase(16, { name: 'other', scalars: { n: '16', factor: '9' } }),
      scaleCase(17),
    ];
    // A later version may know more types.
    const parameters = [...KERNEL.parameters, { name: 'y', type: 'a new type' }];
    const sizes = tuningSizes({ ...KERNEL, parameters }, cases);
    expect(sizes.map((size) => size.case.name)).toEqual(['n=16', 'n=17']);
  });
});

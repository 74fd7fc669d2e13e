import { describe, expect, it } from '@jest/globals';
import type { KeptAlgos } from '../../../src/manifest/terms/kernel.ts';
import { type AlgoChoice, choiceJson, choiceSchema } from '../../../src/manifest/tuning/choice.ts';
import { chooseAlgos, type Measurement } from '../../../src/manifest/tuning/choose-algos.ts';
import { decide } from '../../../src/manifest/tuning/tree.ts';
import { randomNumbers, shuffled } from '../../support/random.ts';

const H100 = { name: 'NVIDIA H100 80GB HBM3', capability: '9.0' };
const H200 = { name: 'NVIDIA H200', capability: '9.0' };
const A100 = { name: 'NVIDIA A100-SXM4-80GB', capability: '8.0' };

/** One size with the times of algo 0, 1, …; undefined for one without a time. */
function measured(
  values: Readonly<Record<string, number | bigint>>,
  times: readonly (number | undefined)[],
  rest: Partial<Measurement> = {},
): Measurement {
  return {
    device: H100,
    key: undefined,
    blocks: undefined,
    isHinted: true,
    values: new Map(Object.entries(values).map(([name, value]) => [name, BigInt(value)])),
    times: new Map(times.flatMap((time, algo) => (time === undefined ? [] : [[algo, time]]))),
    failed: new Set(),
    ...rest,
  };
}

type Choice = Omit<AlgoChoice, 'tuning'>;

function choose(
  measurements: readonly Measurement[],
  keep: KeptAlgos = 1.1,
  parameters: readonly string[] = ['m', 'n'],
): Choice {
  const { choice, holes } = chooseAlgos(measurements, { parameters, keep, lastHinted: 0 });
  expect(holes).toEqual([]);
  return choice;
}

/** The algo that a device gets, as the C code looks it up. */
function algoFor(
  { devices, tables }: Choice,
  device: { readonly name: string; readonly capability: string },
  values: Readonly<Record<string, number>>,
): number | undefined {
  const found = devices.find(
    ({ name, capability }) =>
      (name ?? device.name) === device.name &&
      (capability ?? device.capability) === device.capability,
  );
  const tree = tables[found?.table ?? -1]?.tree;
  return tree && decide(tree, (name) => BigInt(values[name] ?? 0));
}

describe('the choice of algos', () => {
  it('takes the measurements of the device, of its compute capability, or of all', () => {
    const choice = choose([
      measured({ m: 1, n: 1 }, [1, 2, 3]),
      measured({ m: 9, n: 1 }, [2, 1, 3]),
      measured({ m: 1, n: 1 }, [3, 2, 1], { device: A100 }),
    ]);
    const unknown = { name: 'NVIDIA H20', capability: '9.0' };
    const older = { name: 'NVIDIA L4', capability: '8.9' };
    expect([1, 9].map((m) => algoFor(choice, H100, { m }))).toEqual([0, 1]);
    expect([1, 9].map((m) => algoFor(choice, unknown, { m }))).toEqual([0, 1]);
    expect([1, 9].map((m) => algoFor(choice, A100, { m }))).toEqual([2, 2]);
    // Algo 1 is between the others for both devices.
    expect([1, 9].map((m) => algoFor(choice, older, { m }))).toEqual([1, 1]);
    expect(choice.devices).toEqual([
      { name: A100.name, table: 0 },
      { name: H100.name, table: 1 },
      { capability: '8.0', table: 0 },
      { capability: '9.0', table: 1 },
      { table: 2 },
    ]);
  });

  it('weighs the devices of one capability together, and has one table if there is one device', () => {
    const choice = choose([
      measured({ m: 1, n: 1 }, [1, 1.2, 2]),
      measured({ m: 1, n: 1 }, [2, 1.2, 1], { device: H200 }),
    ]);
    const other = { name: 'NVIDIA H20', capability: '9.0' };
    expect([H100, H200, other].map((device) => algoFor(choice, device, {}))).toEqual([0, 2, 1]);
    const alone = choose([measured({ m: 1, n: 1 }, [1, 2])]);
    expect(alone.tables).toHaveLength(1);
    expect(alone.devices.map(({ table }) => table)).toEqual([0, 0, 0]);
  });

  it('depends on the parameters of the key only', () => {
    const sizes = [
      measured({ m: 1, n: 1 }, [1, 1.3, 9], { key: ['n'] }),
      measured({ m: 2, n: 1 }, [9, 1.3, 1], { key: ['n'] }),
      measured({ m: 1, n: 2 }, [1, 2, 2], { key: ['n'] }),
    ];
    const [table] = choose(sizes).tables;
    expect(table).toMatchObject({
      algos: [0, 1],
      worst: 1.3,
      sizes: 3,
      tree: { value: 'n', atMost: 1n, small: { algo: 1 }, large: { algo: 0 } },
    });
    const all = choose(sizes.map((size) => ({ ...size, key: undefined })));
    expect(all.tables[0]).toMatchObject({ algos: [0, 2], worst: 1 });
  });

  it('keeps fewer algos for a higher ratio, and any with `all`', () => {
    const sizes = [measured({ m: 1, n: 1 }, [1, 1.07, 2]), measured({ m: 2, n: 1 }, [2, 1.07, 1])];
    const kept = (keep: KeptAlgos): unknown => choose(sizes, keep).tables.map(({ algos }) => algos);
    expect(kept(1.1)).toEqual([[1]]);
    expect(kept(1.05)).toEqual([[0, 2]]);
    expect(kept('all')).toEqual([[0, 2]]);
  });

  it('takes an algo that failed for some size only where no other has a time', () => {
    const failed = new Set([0]);
    const sizes = [
      measured({ m: 1, n: 1 }, [undefined, 2, 5], { failed }),
      measured({ m: 2, n: 1 }, [1, 2, 5]),
    ];
    expect(choose(sizes).tables[0]).toMatchObject({ algos: [1], worst: 2 });
    const needed = [...sizes, measured({ m: 3, n: 1 }, [1])];
    expect(choose(needed).tables[0]).toMatchObject({ algos: [0, 1], worst: 1 });
    // One that refuses a call does no harm.
    const refused = sizes.map((size) => ({ ...size, failed: new Set<number>() }));
    expect(choose(refused).tables[0]).toMatchObject({ algos: [0, 1], worst: 1 });
  });

  it('never gives a measured size an algo without a time for it', () => {
    const sizes = [
      measured({ m: 1, n: 1 }, [undefined, 1, 2], { key: ['n'] }),
      measured({ m: 2, n: 1 }, [1, undefined, 2], { key: ['n'] }),
    ];
    expect(choose(sizes).tables[0]).toMatchObject({ algos: [2], worst: 2 });
    const { holes } = chooseAlgos(
      sizes.map((size) => ({ ...size, times: new Map([...size.times].filter(([a]) => a < 2)) })),
      { parameters: ['m', 'n'], keep: 1.1, lastHinted: 0 },
    );
    expect(holes).toEqual([{ device: H100.name, values: new Map() }]);
  });

  it('is within 1.1 × the best for every measured size, in any order of the measurements', () => {
    const random = randomNumbers(4);
    for (let round = 0; round < 60; round += 1) {
      const algos = 1 + Math.floor(random() * 8);
      const sizes = new Map<string, Measurement>();
      for (const device of [H100, A100]) {
        for (let each = 0; each < 25; each += 1) {
          const [m, n] = [2 ** Math.floor(random() * 12), 2 ** Math.floor(random() * 6)];
          const times = Array.from({ length: algos }, () => 10 * (1 + random()));
          sizes.set(`${device.name} ${m} ${n}`, measured({ m, n }, times, { device }));
        }
      }
      const all = [...sizes.values()];
      const choice = choose(all);
      for (const { device, values, times } of all) {
        const at = Object.fromEntries([...values].map(([name, value]) => [name, Number(value)]));
        const algo = algoFor(choice, device, at) ?? -1;
        const ratio = (times.get(algo) ?? Infinity) / Math.min(...times.values());
        expect(ratio).toBeLessThanOrEqual(1.1);
      }
      expect(choose(shuffled(all, random))).toEqual(choice);
    }
  });

  it('has the same bytes as JSON after reading', () => {
    const choice = choose([
      measured({ m: 2n ** 63n - 1n, n: 1 }, [1, 2]),
      measured({ m: 2n ** 62n, n: 1 }, [2, 1]),
      measured({ m: 7, n: 1 }, [1, 2]),
      measured({ m: 7, n: 1 }, [2.00049, 1], { device: A100 }),
    ]);
    const json = choiceJson({ tuning: '0'.repeat(64), ...choice });
    const read = choiceSchema.parse(JSON.parse(JSON.stringify(json)));
    expect(JSON.stringify(choiceJson(read))).toBe(JSON.stringify(json));
    expect(JSON.stringify(json)).toMatch(/"atMost":"\d{19}"/);
  });
});

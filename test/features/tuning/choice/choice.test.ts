import { describe, expect, it } from '#jest';
import {
  type AlgoChoice,
  choiceJson,
  choiceFor,
  choiceSchema,
  chosenAlgos,
  decide,
  dependsOnDevice,
} from '../../../../src/features/tuning/choice/choice.ts';
import {
  chooseAlgos,
  chosenFor,
  type Cost,
  type Measurement,
} from '../../../../src/features/tuning/choice/choose-algos.ts';
import { randomNumbers, shuffled } from '../../../support/random.ts';
import {
  A100,
  blocksFor,
  GH200,
  H100,
  H200,
  type MadeUpGpu,
  measuredOn,
  type Tile,
  TILES,
  timeOn,
} from './gpu-times.ts';

const PARAMETERS = ['M', 'N', 'K', 'stride_am', 'stride_bk', 'stride_cm'];

type Choice = Omit<AlgoChoice, 'tuning'>;
type Size = readonly [M: number, N: number, K: number];

interface Given {
  readonly parameters?: readonly string[];
  /** The set of hints of each class. */
  readonly classes?: readonly number[];
  readonly rank?: (algo: number, hints: number, capability: string) => Cost | undefined;
}

function choose(
  measurements: readonly Measurement[],
  { parameters = PARAMETERS, classes = [0], rank = () => undefined }: Given = {},
): Choice {
  return chooseAlgos(measurements, {
    parameters,
    classes: classes.map((hints) => ({ hints })),
    rank,
  });
}

/** Sizes that are spread evenly on a logarithmic scale. */
function sizes(count: number, random: () => number): readonly Size[] {
  const size = (from: number, to: number): number => Math.round(from * (to / from) ** random());
  return Array.from({ length: count }, () => [size(16, 6000), size(64, 6000), size(64, 4000)]);
}

/** One size with the times of algo 0, 1, …; undefined for one without a time. */
function measured(
  n: number,
  times: readonly (number | undefined)[],
  rest: Partial<Measurement> = {},
): Measurement {
  return {
    device: H100,
    key: undefined,
    blocks: new Map(times.map((_time, algo) => [algo, BigInt(n)])),
    class: 0,
    values: new Map([['n', BigInt(n)]]),
    times: new Map(times.flatMap((time, algo) => (time === undefined ? [] : [[algo, time]]))),
    failed: new Set(),
    ...rest,
  };
}

function tileOf(algo: number): Tile {
  const tile = TILES[algo];
  if (tile === undefined) throw new Error(`no algo ${algo}`);
  return tile;
}

/** The algo that a device gets for a size, as the C code looks it up. */
function algoFor(
  { devices, tables }: Choice,
  device: Pick<MadeUpGpu, 'name' | 'capability'>,
  [M, N, K]: Size,
  ofClass = 0,
): number {
  const found = devices.find(
    ({ name, capability }) =>
      (name ?? device.name) === device.name &&
      (capability ?? device.capability) === device.capability,
  );
  const table = tables[found?.table ?? -1];
  if (table === undefined) throw new Error('no table');
  const values: Readonly<Record<string, number>> = { M, N, K };
  return decide(table, ofClass, {
    valueOf: (name) => BigInt(values[name] ?? 0),
    blocksOf: (algo) => BigInt(blocksFor(tileOf(algo), M, N)),
  });
}

describe('the choice of algos', () => {
  it('is close to the best for sizes that were not measured, in classes with other winners', () => {
    const random = randomNumbers(3);
    const noise = (): number => 1 + 0.03 * (2 * random() - 1);
    const all = sizes(80, random).map((size, index) => measuredOn(H100, size, index % 2, noise));
    const choice = choose(all, { classes: [0, 1] });
    const winners = [new Set<number>(), new Set<number>()];
    const ratios = sizes(400, random).map((size, index) => {
      const ofClass = index % 2;
      const times = TILES.map((tile) => timeOn(H100, tile, size, ofClass));
      const algo = algoFor(choice, H100, size, ofClass);
      winners[ofClass]?.add(algo);
      return (times[algo] ?? Infinity) / Math.min(...times);
    });
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.1);
    expect(ratios.reduce((sum, each) => sum + each, 0) / ratios.length).toBeLessThanOrEqual(1.03);
    expect(winners[0]).toContain(0);
    expect(winners[1]).not.toContain(0);
    const [table] = choice.tables;
    expect(table).toMatchObject({ sizes: 80, multiprocessors: 132 });
    expect(table?.classes.map((each) => each.sizes)).toEqual([40, 40]);
    expect(table?.mean).toBeLessThan(1.03);
    expect(table?.worst).toBeGreaterThanOrEqual(table?.mean ?? Infinity);
  });

  it('finds the parameter that is the length of the loop, and not a stride that equals it', () => {
    const random = randomNumbers(5);
    const all = sizes(40, random).map((size) => measuredOn(H100, size));
    expect(choose(all).tables[0]?.length).toEqual(['K']);
    const last = { parameters: ['M', 'N', 'stride_bk', 'stride_am', 'K'] };
    expect(choose(all, last).tables[0]?.length).toEqual(['stride_am']);
  });

  it('finds no length, or a product of two', () => {
    const pairs = [16, 64, 256, 1024].flatMap((n) => [3, 7, 40].map((m) => [n, m] as const));
    const by = (time: (n: number, m: number) => number): unknown => {
      const all = pairs.map(([n, m]) =>
        measured(n, [time(n, m), 2 * time(n, m)], {
          blocks: new Map([
            [0, 1n],
            [1, 1n],
          ]),
          values: new Map([
            ['n', BigInt(n)],
            ['m', BigInt(m)],
          ]),
        }),
      );
      return choose(all, { parameters: ['n', 'm'] }).tables[0]?.length;
    };
    expect(by(() => 4)).toEqual([]);
    expect(by((_n, m) => 2 + 3 * m)).toEqual(['m']);
    expect(by((n, m) => 2 + 0.01 * m * n)).toEqual(['n', 'm']);
  });

  it('finds the rows that all blocks read, if few of them make a call slow', () => {
    const random = randomNumbers(4);
    const noise = (): number => 1 + 0.02 * (2 * random() - 1);
    const few = (): readonly Size[] =>
      sizes(60, random).map(([M, N, K], index) => [index % 3 === 0 ? 1 + (index % 7) : M, N, K]);
    /** Blocks with more rows than the matrix read these again, and wait for each other. */
    const timesOf = (size: Size): ReadonlyMap<number, number> =>
      new Map(
        TILES.map((tile, algo) => {
          const [M, N, K] = size;
          const waits = (0.03 * K * blocksFor(tile, M, N) * tile.rows) / (M * 132);
          return [algo, (timeOn(H100, tile, size, 0) + waits) * noise()];
        }),
      );
    const all = few().map((size) => ({ ...measuredOn(H100, size), times: timesOf(size) }));
    const choice = choose(all, { parameters: ['M', 'N', 'K'] });
    expect(choice.tables[0]).toMatchObject({ length: ['K'], rows: 'M' });
    const ratios = few().map((size) => {
      const times = timesOf(size);
      return (times.get(algoFor(choice, H100, size)) ?? Infinity) / Math.min(...times.values());
    });
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.15);
    const evenly = few().map((size) => measuredOn(H100, size, 0, noise));
    expect(choose(evenly, { parameters: ['M', 'N', 'K'] }).tables[0]).not.toHaveProperty('rows');
  });

  it('depends on the parameters of the key only', () => {
    const random = randomNumbers(6);
    const all = sizes(40, random).map((size) => ({ ...measuredOn(H100, size), key: ['M', 'N'] }));
    expect(choose(all).tables[0]?.length).not.toContain('K');
    expect(choose(all).tables[0]?.length).not.toContain('stride_am');
  });

  it('does not depend on the order of the measurements', () => {
    const random = randomNumbers(8);
    const all = sizes(30, random).flatMap((size, index) => [
      measuredOn(H100, size, index % 3),
      measuredOn(A100, size, index % 2),
    ]);
    const choice = choose(all, { classes: [0, 0, 1] });
    for (let round = 0; round < 3; round += 1)
      expect(choose(shuffled(all, random), { classes: [0, 0, 1] })).toEqual(choice);
    // Not even if a size was measured twice.
    const twice = [measured(5, [1, 2]), measured(5, [3, 1]), measured(5, [2, 7])];
    const results = [twice, twice.toReversed(), shuffled(twice, random)].map((each) =>
      choose(each, { parameters: ['n'] }),
    );
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('has the times of a class with the same hints for one that was not measured', () => {
    const all = [measured(8, [1, 2], { class: 1 }), measured(9, [2, 1], { class: 2 })];
    const given = { parameters: ['n'], classes: [0, 0, 1], rank: () => [1] };
    const [table] = choose(all, given).tables;
    expect(table?.classes[0]).toEqual({ sizes: 0, algos: table?.classes[1]?.algos });
    expect(table?.classes.map((each) => each.sizes)).toEqual([0, 1, 1]);
  });

  it('has the algo with the best code for other hints that were not measured, of its capability', () => {
    const all = [measured(8, [1, 2, 3]), measured(8, [1, 2, 3], { device: A100 })];
    const ranks: Readonly<Record<string, readonly (Cost | undefined)[]>> = {
      '8.0': [[4, -8], [4, -16], undefined],
      '9.0': [
        [0, -8],
        [0, -8],
        [0, -4],
      ],
    };
    const rank = (algo: number, hints: number, capability: string): Cost | undefined =>
      hints === 1 ? ranks[capability]?.[algo] : undefined;
    const { tables } = choose(all, { parameters: ['n'], classes: [0, 1], rank });
    const only = tables.map(({ classes }) => classes[1]);
    // The tables are sorted by the names of the devices. Of equal ones, the first algo counts.
    expect(only).toEqual([
      { sizes: 0, algos: [{ algo: 1, resident: 1, terms: [] }] },
      { sizes: 0, algos: [{ algo: 0, resident: 1, terms: [] }] },
    ]);
  });

  it('has the times of any other class if nothing is known of the code', () => {
    const [table] = choose([measured(8, [1, 2])], { parameters: ['n'], classes: [0, 1] }).tables;
    expect(table?.classes[1]).toEqual({ sizes: 0, algos: table?.classes[0]?.algos });
    expect(table?.classes[1]?.algos).toHaveLength(2);
  });

  it('takes an algo that failed for some size only if all did', () => {
    const failed = new Set([0]);
    const all = [measured(1, [undefined, 2, 5], { failed }), measured(200, [1, 2, 5])];
    const given = { parameters: ['n'] };
    expect(chosenAlgos(choose(all, given))).toEqual([1, 2]);
    expect(choose(all, given).tables[0]?.worst).toBeCloseTo(2, 2);
    // In other classes, it did not fail.
    const apart = all.map((each, index) => ({ ...each, class: index }));
    const [table] = choose(apart, { ...given, classes: [0, 1] }).tables;
    expect(table?.classes.map(({ algos }) => algos.map(({ algo }) => algo))).toEqual([
      [1, 2],
      [0, 1, 2],
    ]);
    const none = [
      measured(1, [undefined, 2], { failed }),
      measured(200, [1, undefined], { failed: new Set([1]) }),
    ];
    expect(chosenAlgos(choose(none, given))).toEqual([0, 1]);
  });

  it('never gives a measured size an algo that refuses it', () => {
    const blocks = new Map([[1, 1n]]);
    const refused = measured(1, [undefined, 5], { blocks });
    const all = [refused, measured(200, [1, 5]), measured(400, [2, 5])];
    const choice = choose(all, { parameters: ['n'] });
    expect(all.map((each) => chosenFor(choice, each))).toEqual([1, 0, 0]);
    expect(choice.tables[0]?.worst).toBe(1);
  });

  it('is that of the device, or of the device with the most multiprocessors', () => {
    const all = [
      measured(1, [1, 2, 3], { device: GH200 }),
      measured(1, [3, 1, 2], { device: H100 }),
      measured(1, [2, 3, 1], { device: A100 }),
    ];
    const choice = choose(all, { parameters: ['n'] });
    expect(choice.devices).toEqual([
      { name: A100.name, table: 0 },
      { name: GH200.name, table: 1 },
      { name: H100.name, table: 2 },
      { capability: '8.0', table: 0 },
      { capability: '9.0', table: 2 },
      { table: 2 },
    ]);
    const at = (device: Pick<MadeUpGpu, 'name' | 'capability'>): number =>
      algoFor(choice, device, [1, 1, 1]);
    expect([GH200, H100, A100].map(at)).toEqual([0, 1, 2]);
    expect(at({ name: 'NVIDIA H20', capability: '9.0' })).toBe(1);
    expect(at({ name: 'NVIDIA A30', capability: '8.0' })).toBe(2);
    expect(at({ name: 'NVIDIA L4', capability: '8.9' })).toBe(1);
    const unknown = { ...H200, multiprocessors: 78 };
    const own = all.map((each) => chosenFor(choice, { ...each, device: unknown }));
    expect(own).toEqual([1, 1, 1]);
    expect(dependsOnDevice(choice)).toBe(true);
    const alone = choose(all.slice(0, 1), { parameters: ['n'] });
    expect(alone.devices.map(({ table }) => table)).toEqual([0, 0, 0]);
    expect(dependsOnDevice(alone)).toBe(false);
  });

  it('has a part for each vendor, with the newest of its devices for all others', () => {
    const amd = (name: string, capability: string) => ({ name, capability, multiprocessors: 96 });
    const all = [
      measured(1, [1, 2, 3], { device: amd('Radeon', 'gfx1100') }),
      measured(1, [3, 1, 2], { device: H100 }),
      measured(1, [2, 3, 1], { device: amd('Instinct', 'gfx942') }),
    ];
    const choice = { tuning: '', ...choose(all, { parameters: ['n'] }) };
    expect(choice.devices).toEqual([
      { name: 'Instinct', capability: 'gfx942', table: 0 },
      { name: H100.name, table: 1 },
      { name: 'Radeon', capability: 'gfx1100', table: 2 },
      { capability: 'gfx942', table: 0 },
      { capability: 'gfx1100', table: 2 },
      { capability: '9.0', table: 1 },
      { table: 1 },
    ]);
    const nvidia = choiceFor(choice, 'cuda');
    expect(nvidia?.devices).toEqual([
      { name: H100.name, table: 0 },
      { capability: '9.0', table: 0 },
      { table: 0 },
    ]);
    expect(nvidia?.tables).toEqual([choice.tables[1]]);
    const hip = choiceFor(choice, 'hip');
    expect(hip?.devices.slice(2)).toEqual([
      { capability: 'gfx942', table: 0 },
      { capability: 'gfx1100', table: 1 },
      { table: 1 },
    ]);
    expect(hip?.tables).toEqual([choice.tables[0], choice.tables[2]]);
    const alone = { tuning: '', ...choose(all.slice(1, 2), { parameters: ['n'] }) };
    expect(choiceFor(alone, 'cuda')).toBe(alone);
    expect(choiceFor(alone, 'hip')).toBeUndefined();
  });

  it('is algo 0 for a class that the table does not have', () => {
    const [table] = choose([measured(1, [2, 1])], { parameters: ['n'] }).tables;
    if (table === undefined) throw new Error('no table');
    const call = { valueOf: () => 1n, blocksOf: () => 1n };
    expect([0, 1].map((ofClass) => decide(table, ofClass, call))).toEqual([1, 0]);
    // If all refuse, the call is refused by any.
    expect(decide(table, 0, { ...call, blocksOf: () => undefined })).toBe(0);
  });

  it('has the same bytes as JSON after reading', () => {
    const random = randomNumbers(9);
    const all = sizes(20, random).flatMap((size, index) => [
      measuredOn(H100, size, index % 2),
      measuredOn(A100, size, 0),
    ]);
    const choice = choose(all, { classes: [0, 1], rank: (algo) => [algo] });
    const json = choiceJson({ tuning: '0'.repeat(64), ...choice });
    const read = choiceSchema.parse(JSON.parse(JSON.stringify(json)));
    expect(JSON.stringify(choiceJson(read))).toBe(JSON.stringify(json));
    expect(read.tables.map(({ classes, length }) => ({ classes, length }))).toEqual(
      choice.tables.map(({ classes, length }) => ({ classes, length })),
    );
  });
});

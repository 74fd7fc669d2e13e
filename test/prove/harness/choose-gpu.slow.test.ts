import { describe, expect, it } from '#jest';
import { formatProblem } from '../../../src/base/errors.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import {
  chooseDevices,
  describeDevice,
  describeGpu,
  memoryShortage,
} from '../../../src/prove/harness/choose-gpu.ts';
import type { DeviceNeeds } from '../../../src/prove/harness/needs.ts';
import type { ProbedDevice } from '../../../src/prove/harness/probe.ts';
import { expectGolden } from '../../support/golden.ts';

const GIB = 2 ** 30;

describe('the AMD GPU for a test', () => {
  const [first, second] = [0, 1].map((ordinal) => {
    const { name: _name, ...facts } = device(ordinal);
    const arch = ordinal === 0 ? 'gfx1100' : 'gfx942';
    return { ...facts, name: 'AMD Radeon', uuid: `0000:0${ordinal}:00.0`, arch };
  });
  const chooseHip = (targets: readonly string[], wanted?: string) =>
    chooseDevices(
      { driver: 60_443_483, devices: [first, second].flatMap((each) => each ?? []) },
      { ...needs(targets), vendor: 'hip', ptxas: [] },
      wanted,
    );

  it('is one of the architecture of a target, or the requested one', () => {
    expect(chooseHip(['gfx942']).candidates).toEqual([second]);
    expect(chooseHip(['gfx942', 'gfx1100'], '0000:00').candidates).toEqual([first]);
    expect(chooseHip(['gfx942', 'gfx1100'], '1').candidates).toEqual([second]);
  });

  it('must have code', () => {
    const { problems } = chooseHip(['gfx1201']);
    expectGolden(problems.map(formatProblem).join('\n'));
  });

  it('is described with the version of HIP', () => {
    const [gpu] = chooseHip(['gfx942']).candidates;
    if (gpu === undefined) throw new Error('there is no GPU');
    const text = describeGpu(describeDevice({ device: gpu, driver: 60_443_483 }));
    expect(text).toBe('AMD Radeon (gfx942, HIP 6.4, 0000:01:00.0)');
  });
});

describe('the GPU for a test', () => {
  it('is the idle one with the most free memory', () => {
    const devices = [
      device(0, { utilisation: 90, memoryFree: 70 * GIB }),
      device(1, { utilisation: 0, memoryFree: 20 * GIB }),
      device(2, { utilisation: 9, memoryFree: 30 * GIB }),
      device(3, { utilisation: 40, memoryFree: 79 * GIB }),
      device(4, { utilisation: null, memoryFree: null, memoryTotal: 25 * GIB }),
    ];
    const { candidates } = chooseDevices({ driver: 13_000, devices }, needs(['sm_90']), undefined);
    expect(candidates.map(({ ordinal }) => ordinal)).toEqual([2, 4, 1, 3, 0]);
  });

  it.each(['1', 'GPU-1', 'GPU-1-uuid'])('is the requested one: %s', (wanted) => {
    const { candidates } = choose(['sm_90'], { wanted });
    expect(candidates.map(({ ordinal }) => ordinal)).toEqual([1]);
  });

  it('must exist', () => {
    const { candidates, problems } = choose(['sm_90'], { wanted: 'GPU-x' });
    expect(candidates).toEqual([]);
    expectGolden(problems.map(formatProblem).join('\n'));
  });

  it('must be one that the package has a cubin for', () => {
    expect(choose(['sm_90']).candidates).toHaveLength(2);
    expectGolden(choose(['sm_86', 'sm_100']).problems.map(formatProblem).join('\n'));
    const ampere = [device(0, { major: 8, minor: 9 })];
    expect(choose(['sm_80'], { devices: ampere }).candidates).toHaveLength(1);
    expect(choose(['sm_120'], { devices: ampere }).candidates).toHaveLength(0);
  });

  it.each([
    ['sm_90', [9, 0], ['12.9', '13.3'], 12_000, true],
    ['sm_90', [9, 0], ['13.3'], 12_090, false],
    ['sm_90', [9, 0], ['13.3'], 13_000, true],
    ['sm_90', [9, 0], ['12.8'], 11_080, false],
    ['sm_100', [10, 0], ['12.8'], 12_060, false],
    ['sm_100', [10, 0], ['12.8'], 12_080, true],
    ['sm_103', [10, 3], ['12.9'], 12_080, false],
    ['sm_110', [11, 0], ['12.9'], 12_090, false],
  ] as const)('needs a driver for its cubins: %s on %j, ptxas %j, CUDA %d', (target, capability, ptxas, driver, works) => {
    const devices = [device(0, { major: capability[0], minor: capability[1] })];
    const { candidates, problems } = choose([target], { devices, ptxas, driver });
    expect(candidates).toHaveLength(works ? 1 : 0);
    if (!works) expectGolden(problems.map(formatProblem).join('\n'));
  }); // prettier-ignore

  it('is one that the package has a cubin for, if there is any, and else one for its PTX', () => {
    const devices = [
      device(0, { major: 10, minor: 0 }),
      device(1, { major: 8, minor: 6, memoryFree: GIB }),
      device(2, { major: 7, minor: 5 }),
    ];
    const ptx = [{ target: SM_80, version: '8.8' }];
    const chosen = (own: readonly ProbedDevice[], driver = 13_000): string => {
      const { candidates, problems } = chooseDevices(
        { driver, devices: own },
        { ...needs(['sm_80']), ptx },
        undefined,
      );
      const found = candidates.map(({ ordinal }) => `GPU ${ordinal}`);
      return [...found, ...problems.map(formatProblem)].join('\n');
    };
    const [first, , third] = devices.map((each) => [each]);
    expect(chosen(devices)).toBe('GPU 1');
    expect(chosen(first ?? [])).toBe('GPU 0');
    expect(chosen(first ?? [], 12_090)).toBe('GPU 0');
    expectGolden([chosen(first ?? [], 12_080), chosen(third ?? [])].join('\n'));
  });

  it('must have enough free memory, if that is known', () => {
    const wanted = needs(['sm_90'], 5 * GIB);
    expect(memoryShortage(device(0, { memoryFree: 5 * GIB }), wanted)).toBeUndefined();
    expect(memoryShortage(device(0, { memoryFree: null }), wanted)).toBeUndefined();
    const shortage = memoryShortage(device(0, { memoryFree: GIB }), wanted);
    expectGolden(shortage === undefined ? '' : formatProblem(shortage));
  });
});

const SM_80 = { backend: 'cuda', arch: 80, name: 'sm_80' } as const;

interface Situation {
  readonly devices?: readonly ProbedDevice[];
  readonly driver?: number;
  readonly ptxas?: readonly string[];
  readonly wanted?: string;
}

function choose(
  targets: readonly string[],
  { devices = [device(0), device(1)], driver = 13_000, ptxas = ['12.9'], wanted }: Situation = {},
): ReturnType<typeof chooseDevices> {
  return chooseDevices({ driver, devices }, { ...needs(targets), ptxas }, wanted);
}

function needs(targets: readonly string[], memory = GIB): DeviceNeeds {
  return {
    vendor: 'cuda',
    targets: targets.flatMap((name) => parseTarget(name) ?? []),
    ptx: [],
    ptxas: ['12.9'],
    memory,
  };
}

function device(ordinal: number, changes: Partial<ProbedDevice> = {}): ProbedDevice {
  return {
    ordinal,
    name: 'NVIDIA H100 80GB HBM3',
    uuid: `GPU-${ordinal}-uuid`,
    major: 9,
    minor: 0,
    multiprocessors: 132,
    memoryTotal: 80 * GIB,
    memoryFree: 80 * GIB,
    utilisation: 0,
    ...changes,
  };
}

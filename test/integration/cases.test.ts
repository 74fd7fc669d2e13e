import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Case, ExpectedLaunch } from '../cases/expected/case.ts';
import { expectSuccess } from '../support/command.ts';
import { launchesOf, type LaunchRecord } from '../support/cuda-record.ts';
import { runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';
import { ALL, CASES, type CasesFolder, casesFolder, PROGRAM } from './cases-folder.ts';

const NO_BINARY_FOR_GPU = 209;

/** What each call returned and launched. */
type Seen = ReadonlyMap<string, { readonly result: number; readonly launch?: LaunchRecord }>;

describe.each(TRITON_VERSIONS)('the cases, built with Triton %s', (version) => {
  let cases: CasesFolder;
  let program: string | undefined;
  const seen = new Map<number, Seen>();

  beforeAll(async () => {
    cases = await casesFolder(version);
    expectSuccess(await cases.build('kernels.yaml', 'aot'));
    program = await cases.compile(PROGRAM, 'aot');
    for (const arch of [80, 90]) seen.set(arch, await play(program, arch));
  }, 600_000);
  afterAll(async () => {
    await cases.space.remove();
    if (program !== undefined) await rm(dirname(program), { recursive: true });
  });

  it.each(Object.entries(CASES))('are launched correctly: %s', (_name, ofTopic) => {
    for (const arch of [80, 90]) {
      for (const each of ofTopic) {
        const found = seen.get(arch)?.get(each.call);
        expect({ arch, call: each.call, ...found }).toEqual({ arch, ...expected(each, arch) });
      }
    }
  });

  it('call different code for different values', () => {
    const images = (start: string): number =>
      new Set(
        [...(seen.get(90) ?? [])].flatMap(([call, { launch }]) =>
          call.startsWith(start) ? [launch?.image] : [],
        ),
      ).size;
    expect(images('hinted_default(0, P, ')).toBe(3);
    expect(images('constants(')).toBe(3);
    expect(images('renamed_by_')).toBe(2);
    expect(images('side_')).toBe(2);
    expect(images('times_seven')).toBe(2);
    expect(images('plus_five') + images('times_seven_default')).toBe(2);
  });

  it('use at most the registers that maxnreg allows', async () => {
    const crowded =
      (await cases.kernelsIn('aot')).find(({ name }) => name === 'crowded')?.variants ?? [];
    const registers = (wanted: number): number[] =>
      crowded.flatMap(({ algo, resources }) => (algo === wanted ? [resources.registers] : []));
    expect(Math.max(...registers(0))).toBeLessThanOrEqual(32);
    expect(Math.min(...registers(1))).toBeGreaterThan(32);
  });

  it('are rejected with the compiler’s reason if a target does not support them', async () => {
    const { code, stderr } = await cases.build('refused.yaml', 'refused');
    expect(code).toBe(4);
    for (const reason of REFUSALS) expect(stderr).toMatch(reason);
  });
});

const REFUSALS = [
  /launches\.py:\d+: cluster \[sm_80\]: num_ctas > 1 requires NVIDIA SM90\+/,
  /launches\.py:\d+: waits \[sm_80\]: .*\n.*requires \.target sm_90 or higher/,
  /gluon_kernels\.py:\d+: gluon_split \[sm_80\]: .*\n.*setmaxnreg/,
  /gluon_kernels\.py:\d+: gluon_other_warps \[sm_80\]: .*\n.*invalid layout/,
];

async function play(program: string, arch: number): Promise<Seen> {
  const { stdout, records } = await runRecorded(program, { devices: [`${arch / 10}.0`] });
  const results = stdout.trim().split(' ').map(Number);
  const launches = launchesOf(records).values();
  return new Map(
    ALL.map(({ call, launch }, index) => {
      const result = results[index] ?? -1;
      const made = launch !== undefined && result === 0 ? launches.next().value : undefined;
      return [call, { result, ...(made && { launch: made }) }];
    }),
  );
}

function expected({ call, result = 0, launch, since = 80 }: Case, arch: number): object {
  if (arch < since) return { call, result: NO_BINARY_FOR_GPU };
  return {
    call,
    result,
    ...(launch && { launch: expect.objectContaining(recordOf(launch, arch)) }),
  };
}

function recordOf(launch: ExpectedLaunch, arch: number): object {
  const { kernel, parameters, grid = [1, 1, 1], threads = 32, shared, attributes = {} } = launch;
  return {
    kernel,
    arch,
    grid,
    block: [threads, 1, 1],
    ...(shared !== undefined && { shared }),
    attributes,
    // Scratch memory, which these kernels do not need.
    parameters: [...parameters, '0'.repeat(16), '0'.repeat(16)],
  };
}

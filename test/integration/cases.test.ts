import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdirSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ARGUMENT_CASES } from '../cases/expected/arguments.ts';
import { type Case, type ExpectedLaunch, P, Q } from '../cases/expected/case.ts';
import { FUNCTION_CASES } from '../cases/expected/functions.ts';
import { LAUNCH_CASES } from '../cases/expected/launches.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { launchesOf, type LaunchRecord } from '../support/cuda-record.ts';
import { compileProgram, runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const NO_BINARY_FOR_GPU = 209;
/** The calls by topic, in the order they are made. */
const CASES = { ...ARGUMENT_CASES, ...FUNCTION_CASES, ...LAUNCH_CASES };
const ALL = Object.values(CASES).flat();

const PROGRAM = `
#include <cases.h>
#include <cstdio>
static const CUdeviceptr P = ${P}, Q = ${Q};
int main() {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
${ALL.map(({ call }) => `  std::printf("%d ", static_cast<int>(${call}));`).join('\n')}
}
`;

interface Packaged {
  readonly name: string;
  readonly variants: readonly {
    readonly algo: number;
    readonly target: string;
    readonly sha256: string;
    readonly resources: { readonly registers: number };
  }[];
}

/** What each call returned and launched. */
type Seen = ReadonlyMap<string, { readonly result: number; readonly launch?: LaunchRecord }>;

describe.each(TRITON_VERSIONS)('the cases, built with Triton %s', (version) => {
  let space: Workspace;
  let build: (
    manifest: string,
    out: string,
    ...more: readonly string[]
  ) => ReturnType<Workspace['triton']>;
  let program: string | undefined;
  const seen = new Map<number, Seen>();

  beforeAll(async () => {
    space = await workspace();
    await cp(join(ROOT, 'test/cases'), space.folder, { recursive: true });
    const python = await tritonPython(version);
    build = (manifest, out, ...more) => {
      const chosen = ['--triton', version, '--python', python, '--jobs', '1', ...more];
      const files = ['--manifest', manifest, '--store', 'store', '--out', out];
      return space.triton(['build', ...files, ...chosen]);
    };
    expectSuccess(await build('kernels.yaml', 'aot'));
    program = await compileProgram({ texts: { 'main.cpp': PROGRAM }, ...sourcesOf('aot') });
    for (const arch of [80, 90]) seen.set(arch, await play(program, arch));
  }, 600_000);
  afterAll(async () => {
    await space.remove();
    if (program !== undefined) await rm(dirname(program), { recursive: true });
  });

  const sourcesOf = (out: string): { sources: string[]; includeDirs: string[] } => {
    const folder = join(space.folder, out);
    const names = readdirSync(join(folder, 'src')).filter((name) => name.endsWith('.c'));
    return {
      sources: names.map((name) => join(folder, 'src', name)),
      includeDirs: [join(folder, 'include')],
    };
  };

  const kernelsIn = async (out: string): Promise<readonly Packaged[]> => {
    const text = await readFile(join(space.folder, out, 'manifest.json'), 'utf8');
    return (JSON.parse(text) as { kernels: Packaged[] }).kernels;
  };

  it.each(Object.entries(CASES))('are launched correctly: %s', (_name, cases) => {
    for (const arch of [80, 90]) {
      for (const each of cases) {
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
    const crowded = (await kernelsIn('aot')).find(({ name }) => name === 'crowded')?.variants ?? [];
    const registers = (wanted: number): number[] =>
      crowded.flatMap(({ algo, resources }) => (algo === wanted ? [resources.registers] : []));
    expect(Math.max(...registers(0))).toBeLessThanOrEqual(32);
    expect(Math.min(...registers(1))).toBeGreaterThan(32);
  });

  it('are rejected with the compiler’s reason if a target does not support them', async () => {
    const { code, stderr } = await build('refused.yaml', 'refused');
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

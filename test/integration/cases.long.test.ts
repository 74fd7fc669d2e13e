import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdirSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { ARGUMENT_CASES } from '../cases/expected/arguments.ts';
import { P, Q } from '../cases/expected/case.ts';
import { FUNCTION_CASES } from '../cases/expected/functions.ts';
import { LAUNCH_CASES } from '../cases/expected/launches.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { launchesOf, type LaunchRecord } from '../support/cuda-record.ts';
import { compileProgram, runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';
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
  let specialised: string | undefined;
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
    for (const each of [program, specialised])
      if (each !== undefined) await rm(dirname(each), { recursive: true });
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

  const buildSpecialised = async (): Promise<string> => {
    expectSuccess(await build('specialised.yaml', 'specialised'));
    const main = PROGRAM.replace('<cases.h>', '<cases_specialised.h>')
      .replaceAll(/^ {2}std::printf.*\n/gm, '')
      .replace(/\}\n$/, '  return (int)specialised_default(0, P, Q, P, 4);\n}\n');
    return compileProgram({ texts: { 'main.cpp': main }, ...sourcesOf('specialised') });
  };

  it('have the same code as if their files were imported', async () => {
    const document = parseDocument(await readFile(join(space.folder, 'kernels.yaml'), 'utf8'), {
      intAsBigInt: true,
    });
    document.setIn(['defaults', 'source_mode'], 'import');
    await writeFile(join(space.folder, 'import.yaml'), document.toString());
    expectSuccess(await build('import.yaml', 'imported', '--targets', 'sm_90'));
    const [sliced, imported] = [await kernelsIn('aot'), await kernelsIn('imported')];
    const codes = (kernels: typeof sliced) =>
      kernels.map(({ name, variants }) => [
        name,
        variants.flatMap(({ target, sha256 }) => (target === 'sm_90' ? [sha256] : [])),
      ]);
    expect(codes(imported)).toEqual(codes(sliced));
    expect(new Set(codes(sliced).flat(2)).size).toBeGreaterThan(sliced.length);
  });

  it.each([
    ['9.0', 12],
    ['10.0', 8],
  ])(
    'take every warp that Triton adds by itself, and scratch memory, on %s',
    async (device, warps) => {
      specialised ??= await buildSpecialised();
      const { records } = await runRecorded(specialised, { devices: [device] });
      const [launch] = launchesOf(records);
      const scratch = records.find(({ call }) => call === 'cuMemAllocAsync');
      expect(scratch).toMatchObject({ size: 256 });
      expect(launch).toMatchObject({ result: 0, grid: [1, 1, 1], block: [32 * warps, 1, 1] });
      expect(launch?.parameters.slice(-3, -2)).toEqual(['04000000']);
      expect(launch?.parameters.at(-2)).not.toBe('0000000000000000');
    },
  );
});

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

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { compileProgram, runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

const KERNELS = ['chosen', 'without_bias', 'guarded', 'required', 'tuned'];

/** The calls, with their results on compute capability 8.0 and 9.0. */
const CALLS = [
  ['chosen_default(0, 256, 256, 256, 1024)', 0, 0],
  ['chosen_default(0, 256, 256, 256, 100)', 0, 0],
  ['chosen_default(0, 256, 0, 256, 1024)', 0, 0],
  ['chosen(0, 256, 256, 256, 192, 0)', 0, 0],
  ['chosen(0, 256, 256, 256, 192, 1)', 0, 0],
  ['guarded_default(0, 256, 256, 256)', 0, 0],
  ['guarded_default(0, 256, 256, 255)', 1, 1],
  ['required_default(0, 256, 256, 384)', 0, 0],
  ['required_default(0, 256, 256, 385)', 1, 1],
  ['required_default(0, 0, 256, 384)', 1, 1],
  ['tuned(0, 256, 256, 100, 0)', 209, 0],
  ['tuned(0, 256, 256, 100, 1)', 0, 0],
  ['tuned_default(0, 256, 256, 100)', 0, 0],
] as const;

const PROGRAM = `
#include <conditions.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
${CALLS.map(([call]) => `  printf("%d ", (int)${call});`).join('\n')}
  return 0;
}
`;

describe.each(TRITON_VERSIONS)('the kernels with conditions, built with Triton %s', (version) => {
  let space: Workspace;
  let build: (...more: string[]) => ReturnType<Workspace['triton']>;
  let errors = '';

  beforeAll(async () => {
    space = await workspace();
    await cp(join(ROOT, 'test/gpu/conditions'), space.folder, { recursive: true });
    const python = await tritonPython(version);
    build = (...more) =>
      space.triton(['build', '--triton', version, '--python', python, '--store', 'store', ...more]);
    const { code, stderr } = await build('--out', 'aot');
    if (code !== 0) throw new Error(stderr);
    errors = stderr;
  }, 600_000);
  afterAll(() => space.remove());

  it.each(['8.0', '9.0'])('are chosen or refused by the arguments, on %s', async (device) => {
    const program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: KERNELS.map((name) => join(space.folder, `aot/src/${name}.c`)),
      includeDirs: [join(space.folder, 'aot/include')],
    });
    const { stdout, records } = await runRecorded(program, { devices: [device] });
    await rm(dirname(program), { recursive: true });
    const results = stdout.trim().split(' ').map(Number);
    expect(CALLS.map(([call], index) => [call, results[index]])).toEqual(
      CALLS.map(([call, old, recent]) => [call, device === '8.0' ? old : recent]),
    );
    const launches = launchesOf(records);
    expect(new Set(launches.slice(0, 3).map(({ image }) => image)).size).toBe(3);
    // 192 is a multiple of 64, but not of 256.
    expect(launches[3]?.image).toBe(launches[0]?.image);
    expect(launches.at(-1)?.grid).toEqual(device === '8.0' ? [1, 1, 1] : [4, 1, 1]);
  });

  it('leave out configs that do not compile, with a warning', async () => {
    expect(errors).toMatch(/tuned: the config BLOCK=48, .* is left out for sm_80, sm_90, because/);
    expect(errors).toMatch(/tuned: the config BLOCK=64, .* is left out for sm_80, because/);
    const { kernels } = JSON.parse(
      await readFile(join(space.folder, 'aot/manifest.json'), 'utf8'),
    ) as { kernels: { name: string; algos: unknown[]; variants: unknown[] }[] };
    expect(kernels.find(({ name }) => name === 'tuned')).toMatchObject({
      algos: [{ constants: { BLOCK: 64 } }, { constants: { BLOCK: 128 } }],
      variants: [
        { algo: 0, target: 'sm_90' },
        { algo: 1, target: 'sm_80' },
        { algo: 1, target: 'sm_90' },
      ],
    });
  });

  it('are known not to compile in the next build, which starts no compiler', async () => {
    const { code, stdout, stderr } = await build('--out', 'again', '--verbose');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 compiled'),
    });
    expect(stderr).toContain('left out for sm_80, sm_90');
    expect(stderr).toContain('in the store');
    expect(stderr).not.toContain('using Triton');
    const sums = (out: string) => readFile(join(space.folder, out, 'SHA256SUMS'), 'utf8');
    expect(await sums('again')).toBe(await sums('aot'));
  });

  it('fail with strict_configs, although the errors are stored', async () => {
    const manifest = join(space.folder, 'kernels.yaml');
    const text = await readFile(manifest, 'utf8');
    const strict = join(space.folder, 'strict.yaml');
    await writeFile(strict, text.replace('configs: autotune', '$&\n    strict_configs: true'));
    const { code, stderr } = await build('--manifest', 'strict.yaml', '--out', 'strict');
    expect(code).toBe(4);
    expect(stderr).toMatch(/conditions\.py:\d+: tuned \[algo 0, sm_(80|90)\]/);
  });
});

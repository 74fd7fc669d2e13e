import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchesOf, type LaunchRecord } from '../../support/cuda-record.ts';
import type { Functions } from '../../support/fake-build.ts';
import { fakePackage } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { compileProgram, runRecorded } from '../../support/recording-cuda.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  chosen:
    source: demo.py:chosen
    arguments: { x: "*fp32", bias: "*fp32", n: [i32, i32:16], wide: u64 }
    configs: [{ BLOCK: 64, num_warps: 1 }, { BLOCK: 48, num_warps: 2 }]
    grid: [cdiv(n, BLOCK), "EVEN ? 1 : 2"]
  guarded:
    source: demo.py:guarded
    arguments: { x: "*fp32", n: i32, step: i64 }
    constants: { EVEN: true }
    configs: [{ BLOCK: 64, num_warps: 1 }, { BLOCK: 48, num_warps: 2 }]
    grid_parameters: { rows: i32 }
    grid: [cdiv(n, BLOCK), rows]
    requires: [n % step == 0, "defined(x)", rows <= n]
  partial:
    source: demo.py:partial
    arguments: { n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: 1
`;
const named = (names: readonly string[]): { name: string }[] => names.map((name) => ({ name }));
const EVEN = { parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' };
const FUNCTIONS: Functions = {
  chosen: {
    line: 2,
    parameters: named(['x', 'bias', 'n', 'wide', 'BLOCK', 'EVEN', 'HAS_BIAS']),
    heuristics: [
      EVEN,
      { parameter: 'HAS_BIAS', line: 1, expression: 'defined(bias) ? wide < 100 : 0' },
    ],
  },
  guarded: {
    line: 2,
    parameters: named(['x', 'n', 'step', 'BLOCK', 'EVEN']),
    heuristics: [EVEN],
  },
  partial: {
    line: 2,
    parameters: named(['n', 'BLOCK', 'SMALL']),
    heuristics: [{ parameter: 'SMALL', line: 1, expression: 'BLOCK > 64 ? n < 128 : 0' }],
  },
};

const CALLS = [
  'chosen_default(0, 16, 16, 64, 1)',
  'chosen_default(0, 16, 16, 65, 1)',
  'chosen_default(0, 16, 0, 64, 1)',
  'chosen(0, 16, 0, 64, 1, 1)',
  'chosen(0, 16, 16, 96, 100, 1)',
  'chosen_default(0, 16, 16, 64, 1ull << 63)',
  'chosen_default(0, 16, 0, 64, 1ull << 63)',
  'chosen_default(0, 16, 16, 0, 1ull << 63)',
  'guarded(0, 16, 64, 4, 1, 0)',
  'guarded(0, 16, 64, 4, 1, 1)',
  'guarded(0, 16, 48, 4, 1, 0)',
  'guarded(0, 16, 48, 4, 1, 1)',
  'guarded(0, 16, 64, 0, 1, 0)',
  'guarded(0, 16, 64, 3, 1, 0)',
  'guarded(0, 0, 64, 4, 1, 0)',
  'guarded(0, 16, 64, 4, 65, 0)',
  'guarded(0, 16, 0, 0, 1, 0)',
  'guarded(0, 16, 64, 4, 1, 2)',
  'partial(0, 5, 0)',
  'partial(0, 5, 1)',
  'partial(0, 128, 1)',
  'load_partial()',
  'unload_partial()',
] as const;

const PROGRAM = `
#include <demo.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
${CALLS.map((call) => `  printf("%d ", (int)${call});`).join('\n')}
  return 0;
}
`;

describe('conditions in C, with a recording driver', () => {
  let folder: string;
  let program: string;
  /** What each call returned, and the images that launches used. */
  const results = new Map<string, number>();
  const launches = new Map<string, LaunchRecord>();

  beforeAll(async () => {
    folder = await fakePackage(MANIFEST, FUNCTIONS);
    program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: ['chosen', 'guarded', 'partial'].map((name) => join(folder, `src/${name}.c`)),
      includeDirs: [join(folder, 'include')],
    });
    const { stdout, records } = await runRecorded(program, { devices: ['9.0'] });
    const numbers = stdout.trim().split(' ').map(Number);
    const made = launchesOf(records).values();
    for (const [index, call] of CALLS.entries()) {
      const result = numbers[index] ?? -1;
      results.set(call, result);
      const isLaunch = result === 0 && !call.includes('load') && !EMPTY.has(call);
      const launch = isLaunch ? made.next().value : undefined;
      if (launch !== undefined) launches.set(call, launch);
    }
    expect(made.next().done).toBe(true);
  });
  afterAll(async () => {
    await rm(dirname(folder), { recursive: true });
    await rm(dirname(program), { recursive: true });
  });

  /** These have an empty grid. */
  const EMPTY = new Set<string>([
    'chosen_default(0, 16, 16, 0, 1ull << 63)',
    'guarded(0, 16, 0, 0, 1, 0)',
  ]);

  it('choose the specialisation by the values of heuristics, with the constants of the algo', () => {
    const image = (call: (typeof CALLS)[number]): string | undefined => launches.get(call)?.image;
    const distinct = [
      'chosen_default(0, 16, 16, 64, 1)',
      'chosen_default(0, 16, 16, 65, 1)',
      'chosen_default(0, 16, 0, 64, 1)',
      'chosen(0, 16, 0, 64, 1, 1)',
      'chosen(0, 16, 16, 96, 100, 1)',
    ] as const;
    expect(distinct.map((call) => results.get(call))).toEqual([0, 0, 0, 0, 0]);
    expect(new Set(distinct.map(image)).size).toBe(5);
    // 64 is a multiple of 64, but not of 48: the grid uses the value too.
    expect(launches.get(distinct[2])?.grid).toEqual([1, 1, 1]);
    expect(launches.get(distinct[3])?.grid).toEqual([2, 2, 1]);
    expect(launches.get(distinct[4])?.grid).toEqual([2, 1, 1]);
  });

  it('refuse a call whose heuristic overflows, but not where it is not evaluated', () => {
    expect(results.get('chosen_default(0, 16, 16, 64, 1ull << 63)')).toBe(1);
    expect(results.get('chosen_default(0, 16, 0, 64, 1ull << 63)')).toBe(0);
  });

  it('refuse calls for which a fixed value is wrong, by algo', () => {
    expect(results.get('guarded(0, 16, 64, 4, 1, 0)')).toBe(0);
    expect(results.get('guarded(0, 16, 64, 4, 1, 1)')).toBe(1);
    expect(results.get('guarded(0, 16, 48, 4, 1, 0)')).toBe(1);
    expect(results.get('guarded(0, 16, 48, 4, 1, 1)')).toBe(0);
  });

  it('refuse calls that do not meet `requires`, or for which it has no value', () => {
    expect(results.get('guarded(0, 16, 64, 0, 1, 0)')).toBe(1);
    expect(results.get('guarded(0, 16, 64, 3, 1, 0)')).toBe(1);
    expect(results.get('guarded(0, 0, 64, 4, 1, 0)')).toBe(1);
    expect(results.get('guarded(0, 16, 64, 4, 65, 0)')).toBe(1);
    expect(results.get('guarded(0, 16, 64, 4, 1, 2)')).toBe(1);
  });

  it('do not matter to a call with an empty grid', () => {
    for (const call of EMPTY) expect(results.get(call)).toBe(0);
  });

  it('leave out specialisations that an algo never reaches', () => {
    expect(results.get('partial(0, 5, 0)')).toBe(0);
    expect(results.get('partial(0, 5, 1)')).toBe(0);
    expect(results.get('partial(0, 128, 1)')).toBe(0);
    expect(launches.get('partial(0, 5, 1)')?.image).not.toBe(
      launches.get('partial(0, 128, 1)')?.image,
    );
    expect(results.get('load_partial()')).toBe(0);
    expect(results.get('unload_partial()')).toBe(0);
  });

  it('are listed in the header and the manifest of the package', async () => {
    const header = await readFile(join(folder, 'include/demo/guarded.h'), 'utf8');
    const other = await readFile(join(folder, 'include/demo/chosen.h'), 'utf8');
    const comment = (text: string): string => /\/\*\n \* Launches[^]*?\*\//.exec(text)?.[0] ?? '';
    expectGolden(`${comment(header)}\n${comment(other)}`);
    const { kernels } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      kernels: Record<string, unknown>[];
    };
    expect(kernels).toMatchObject([
      {
        heuristics: [
          { parameter: 'EVEN', expression: 'n % BLOCK == 0' },
          { parameter: 'HAS_BIAS', expression: 'defined(bias) ? wide < 100 : 0' },
        ],
      },
      { requires: ['EVEN == (n % BLOCK == 0)', 'n % step == 0', 'defined(x)', 'rows <= n'] },
      { specialisations: ['SMALL = True', 'SMALL = False'] },
    ]);
  });

  it('are written as a switch over the algos', async () => {
    expectGolden(await readFile(join(folder, 'src/guarded.c'), 'utf8').then(conditionsOf));
    expectGolden(await readFile(join(folder, 'src/chosen.c'), 'utf8').then(conditionsOf));
  });
});

/** The functions that judge a call. */
function conditionsOf(source: string): string {
  return (
    /static aot_gpu_result (?:heuristics_of|check_requirements)[^]*?\n(?=static aot_gpu_result aot_launch_kernel)/.exec(
      source,
    )?.[0] ?? ''
  );
}

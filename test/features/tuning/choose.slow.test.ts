import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../../src/base/process.ts';
import { dropConfigs } from '../../../src/compile/drop-configs.ts';
import { Problems } from '../../../src/manifest/problems.ts';
import { hintSetOf, type Kernel } from '../../../src/manifest/terms/kernel.ts';
import { type AlgoChoice, decide } from '../../../src/features/tuning/choice/choice.ts';
import { choosersOf } from '../../../src/features/tuning/choice/chooser.ts';
import { callClasses, classOf } from '../../../src/features/tuning/choice/classes.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { refusalOf } from '../../../src/manifest/cases/call.ts';
import { evaluateCaseGrid } from '../../../src/manifest/cases/launches.ts';
import { specialisationFor } from '../../../src/manifest/cases/specialisations.ts';
import type { TunedKernel } from '../../../src/features/tuning/file.ts';
import { verify } from '../../../src/verify.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { launchesOf } from '../../support/cuda-record.ts';
import { fakeCompiled, fakePlan } from '../../support/fake-build.ts';
import { packageOf } from '../../support/fake-package.ts';
import { expectGolden } from '../../support/golden.ts';
import {
  compileProgram,
  CUDA_INCLUDE,
  type Recorded,
  runRecorded,
} from '../../support/recording-cuda.ts';
import { randomNumbers } from '../../support/random.ts';
import { A100, H100, tunedKernel, choosersFor } from './tuning-file.ts';
import { fakeContext } from '../../package/verify/context.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  matmul:
    source: demo.py:matmul_kernel
    arguments: { a: "*fp16", scale: fp32, M: i32, default: i64, flag: i1, big: u64 }
    configs: [{ BLOCK: 32 }, { BLOCK: 16 }, { BLOCK: 64 }]
    grid_parameters: { rows: i32 }
    grid: [cdiv(M, BLOCK), cdiv(rows, BLOCK)]
    requires: "BLOCK < 64 ? 1 : M % 64 == 0"
  plain: { source: "demo.py:plain_kernel", signature: "*fp16, i32", grid: n }
`;
const FUNCTIONS = {
  matmul_kernel: ['a', 'scale', 'M', 'default', 'flag', 'big', 'BLOCK'],
  plain_kernel: ['x', 'n'],
};

/** Times of algo 0, 1 and 2 for a value of M. */
const at = (M: number, ...times: readonly number[]) =>
  [{ M, default: 1, flag: 0, big: 1, rows: 64 }, ...times] as const;

const H200 = { name: 'NVIDIA H200', capability: '9.0', multiprocessors: 78 };

const H100_ALGOS = [0, 2, 2, 2];

const plan = fakePlan(MANIFEST, FUNCTIONS);

/** On an H100, M decides: more blocks take longer with algo 0. On an H200, algo 1 is the fastest, and on an A100 algo 2. */
const tuned: readonly TunedKernel[] = [
  tunedKernel(plan.variants, 'matmul', 'sm_90', [at(64, 1, 1.5, 2.5), at(192, 4, 4, 2)]),
  tunedKernel(plan.variants, 'matmul', 'sm_90', [at(64, 3, 1, 3)], { device: H200 }),
  tunedKernel(plan.variants, 'matmul', 'sm_80', [at(64, 3, 3, 1)], { device: A100 }),
];

/** Writes the package of a plan with measurements. The algo is the number of warps, less one. */
function packageWith(
  kernels: readonly TunedKernel[],
  chosen: Plan = plan,
  shared: (algo: number) => number = () => 0,
): Promise<string> {
  return packageOf(
    MANIFEST,
    chosen.variants,
    (variant) =>
      fakeCompiled(
        variant,
        { registers: 16 + variant.config },
        { numWarps: variant.config + 1, shared: shared(variant.config) },
      ),
    choosersFor(kernels, chosen),
  );
}

/**
 * For each pair of values of M and rows on the command line, prints what `matmul_choose` returns
 * and the result of `matmul_default`.
 */
const PROGRAM = `
#include <demo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  CUcontext context;
  cuInit(0);
  if (getenv("NO_CONTEXT") == NULL) {
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
  }
  for (int i = 1; i + 1 < argc; i += 2) {
    int32_t m = atoi(argv[i]), rows = atoi(argv[i + 1]);
    int algo = matmul_choose(NULL, m, 1, false, 1, rows);
    printf("%d:%d ", algo, (int)matmul_default(NULL, 16, 1.0f, m, 1, false, 1, rows));
  }
  printf("plain %d", plain_choose(NULL, 7));
  return 0;
}
`;

describe('the chosen algo, with a recording driver', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  const programOf = async (...parameters: Parameters<typeof packageWith>): Promise<string> => {
    const folder = await packageWith(...parameters);
    const program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: [join(folder, 'src/matmul.c'), join(folder, 'src/plain.c')],
      includeDirs: [join(folder, 'include')],
      flags: ['-fsanitize=undefined', '-fno-sanitize-recover'],
    });
    folders.push(dirname(folder), dirname(program));
    const [verified] = await verify({ package: folder }, fakeContext());
    expect(verified?.problems).toEqual([]);
    return program;
  };

  /** What the program prints, and the algo of each launch. */
  const play = async (
    program: string,
    device: string,
    pairs: readonly (readonly [number, number])[],
    settings: { fail?: string[]; env?: Record<string, string> } = {},
  ): Promise<{ printed: string; algos: readonly number[]; calls: Recorded['records'] }> => {
    const args = pairs.flat().map(String);
    const { stdout, records } = await runRecorded(program, {
      devices: [device],
      args,
      ...settings,
    });
    return {
      printed: stdout.replace(/ ?plain 0$/, ''),
      algos: launchesOf(records).map(({ block }) => block[0] / 32 - 1),
      calls: records,
    };
  };

  let program: string;
  beforeAll(async () => {
    program = await programOf(tuned);
  });

  it.each([
    ['the device that was measured', `9.0:${H100.name}`, H100_ALGOS],
    ['another device that was measured', `9.0:${H200.name}`, [1, 1, 1, 1]],
    ['a device of another capability that was measured', `8.0:${A100.name}`, [2, 2, 2, 2]],
    // The H100 has more multiprocessors than the H200 here.
    ['a device of a measured capability', '9.0:NVIDIA GH200 480GB', H100_ALGOS],
    ['a device whose name begins like a measured one', `9.0:${H100.name} MIG`, H100_ALGOS],
    ['a device of no measured capability', '8.6', H100_ALGOS],
  ])('is the measured one for %s', async (_what, device, expected) => {
    const sizes = [64, 128, 192, 4096].map((m) => [m, 64] as const);
    const { printed, algos } = await play(program, device, sizes);
    expect(algos).toEqual(expected);
    expect(printed).toBe(expected.map((algo) => `${algo}:0`).join(' '));
  });

  it('is algo 0 where the measured one does not meet the requirements', async () => {
    const { printed, algos } = await play(program, `8.0:${A100.name}`, [
      [65, 64],
      [64, 64],
    ]);
    expect(printed).toBe('0:0 2:0');
    expect(algos).toEqual([0, 2]);
  });

  it('is another algo where the measured one has too many blocks', async () => {
    const { printed, algos } = await play(program, `9.0:${H200.name}`, [
      [64, 16 * 65_535],
      [64, 16 * 65_535 + 1],
      [64, 32 * 65_535 + 1],
      [64, 64 * 65_535 + 1],
    ]);
    // The last call is refused, as it would be without measurements.
    expect(printed).toBe('1:0 0:0 2:0 0:1');
    expect(algos).toEqual([1, 0, 2]);
  });

  it('asks for the name of the device once, and again after an error', async () => {
    const sizes = [
      [64, 64],
      [64, 64],
    ] as const;
    const once = await play(program, `9.0:${H200.name}`, sizes, { fail: ['cuDeviceGetName:2'] });
    expect(once.printed).toBe('1:0 1:0');
    const failing = await play(program, `9.0:${H200.name}`, sizes, {
      fail: ['cuDeviceGetName:1', 'cuDeviceGetName:2'],
    });
    expect(failing.printed).toBe('-1:0 1:0');
  });

  it('is unknown without a context if it depends on the device', async () => {
    const env = { NO_CONTEXT: '1' };
    const sizes = [
      [64, 64],
      [0, 64],
    ] as const;
    // An empty grid needs no device.
    expect((await play(program, '9.0', sizes, { env })).printed).toBe('-1:201 -1:0');
    const alone = await programOf(tuned.slice(0, 1));
    const { printed } = await play(
      alone,
      '9.0',
      [
        [64, 64],
        [192, 64],
      ],
      { env },
    );
    expect(printed).toBe('0:201 2:201');
  });

  it('falls back to algo 0 if the measured one needs more than the device has', async () => {
    const large = await programOf(tuned.slice(2), plan, (algo) => (algo === 2 ? 120_000 : 0));
    const sizes = [[64, 64]] as const;
    const here = await play(large, `8.0:${A100.name}`, sizes);
    expect([here.printed, here.algos]).toEqual(['2:0', [2]]);
    // A device of 8.6 has 99 KB of shared memory.
    const there = await play(large, '8.6', sizes);
    expect([there.printed, there.algos]).toEqual(['2:0', [0]]);
  });

  it('returns an error of the driver that is no refusal, and does not launch twice', async () => {
    const sizes = [[192, 64]] as const;
    const device = `9.0:${H100.name}`;
    const lost = await play(program, device, sizes, { fail: ['cuLaunchKernelEx:1:719'] });
    expect(lost.printed).toBe('2:719');
    expect(lost.calls.filter(({ call }) => call === 'cuLaunchKernelEx')).toHaveLength(1);
    const refused = await play(program, device, sizes, { fail: ['cuLaunchKernelEx:1:701'] });
    expect(refused.printed).toBe('2:0');
    expect(refused.algos).toEqual([2, 0]);
  });

  it('is the first algo with code for the device where the measured one has none', async () => {
    const failures = plan.variants.filter(
      ({ kernel, config, target }) =>
        kernel.name === 'matmul' && config !== 1 && target.name === 'sm_80',
    );
    const droppable = {
      ...plan,
      kernels: plan.kernels.map((kernel) => ({ ...kernel, mayDropConfigs: true })),
    };
    const own = droppable.kernels;
    const { plan: left } = dropConfigs(
      {
        ...droppable,
        variants: plan.variants.map((variant) => ({
          ...variant,
          kernel: own.find(({ name }) => name === variant.kernel.name) ?? variant.kernel,
        })),
      },
      new Map(failures.map(({ hash }) => [hash, { message: 'too large' }])),
    );
    const partial = await programOf(tuned.slice(0, 1), left);
    const sizes = [
      [64, 64],
      [192, 64],
    ] as const;
    expect((await play(partial, '9.0', sizes)).printed).toBe('0:0 2:0');
    expect((await play(partial, '8.0', sizes)).printed).toBe('1:0 1:0');
    expect((await play(partial, '7.5', sizes)).printed).toBe('-1:209 -1:209');
    const unmeasured = await programOf([], left);
    expect((await play(unmeasured, '9.0', sizes)).printed).toBe('0:0 0:0');
    expect((await play(unmeasured, '8.0', sizes)).printed).toBe('1:0 1:0');
  });
});

/** For each call on the command line, prints what each kernel chooses. */
const CHOOSE = `
#include <demo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  for (int i = 1; i + 4 < argc; i += 5) {
    const long long m = atoll(argv[i]), n = atoll(argv[i + 1]), rows = atoll(argv[i + 4]);
    const unsigned long long big = strtoull(argv[i + 3], NULL, 10);
    printf("%d ", plain_choose(NULL, (int32_t)m, n, atoi(argv[i + 2]) != 0, big, (int32_t)rows));
    printf("%d\\n", computed_choose(NULL, (int32_t)m, n, atoi(argv[i + 2]) != 0, big, (int32_t)rows));
  }
  return 0;
}
`;

/** Two kernels with the same parameters, of which one has heuristics. */
const COMPARED = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
defaults:
  arguments:
    a: ["*fp16:8", "*fp16"]
    scale: fp32
    M: ["i32:8", i32]
    default: ["i64:4", "i64:1", i64]
    flag: i1
    big: u64
  configs: [{ BLOCK: 32 }, { BLOCK: 16 }, { BLOCK: 64 }, { BLOCK: 128 }]
  grid_parameters: { rows: i32 }
  grid: [cdiv(M, BLOCK), cdiv(rows, BLOCK)]
  requires: "BLOCK < 64 ? 1 : M % 64 == 0"
kernels:
  plain: { source: "demo.py:plain_kernel" }
  computed: { source: "demo.py:computed_kernel" }
`;
const PARAMETERS = ['a', 'scale', 'M', 'default', 'flag', 'big', 'BLOCK'];

describe('the C code of a choice, compared with its prediction', () => {
  const compared = fakePlan(COMPARED, {
    plain_kernel: PARAMETERS,
    computed_kernel: {
      line: 1,
      parameters: [...PARAMETERS, 'EVEN'].map((name) => ({ name })),
      heuristics: [{ parameter: 'EVEN', line: 1, expression: 'M % BLOCK == 0' }],
    },
  });
  const random = randomNumbers(11);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const DEVICES = ['9.0:One', '9.0:Two', '8.0:Three'];
  const lengths: readonly (readonly string[])[] = [[], ['default'], ['M', 'big']];
  /** Made-up times, with a class of one algo. */
  const choiceOf = (kernel: Kernel): AlgoChoice => ({
    tuning: '0'.repeat(64),
    devices: DEVICES.map((device, table) => ({ name: device.slice(4), table })),
    tables: lengths.map((length, index) => ({
      multiprocessors: 100 + 16 * index,
      length,
      rows: [undefined, 'default', 'M'][index],
      classes: callClasses(kernel).map((_class, ofClass) => {
        const algos = ofClass === 3 ? [2] : [0, 1, 2, 3];
        return {
          sizes: 1,
          algos: algos.map((algo) => ({
            algo,
            resident: pick([1, 2, 3, 8]),
            isWhole: index !== 1,
            terms: [3, 1e-3, 1, 1e-4, 1e-3, 1e-3, index === 0 ? 0 : 1e-2].map((most) =>
              Number((most * random()).toPrecision(6)),
            ),
          })),
        };
      }),
      sizes: 1,
      mean: 1,
      worst: 1,
    })),
  });
  const choices = new Map(compared.kernels.map((kernel) => [kernel.name, choiceOf(kernel)]));
  const size = (most: number): number => Math.ceil(most ** random());
  const calls = Array.from({ length: 300 }, () => ({
    M: BigInt(size(40_000) * pick([1, 2, 4, 8, 64])),
    default: BigInt(pick([1, 2, 4, 16, size(5000)])),
    flag: BigInt(pick([0, 1])),
    big: pick([1n, BigInt(size(2 ** 30)), 2n ** 64n - 1n]),
    // With more than 65,535 blocks of an axis, some algos refuse the call.
    rows: BigInt(pick([size(4000), size(4000), 16 * 65_535 + 1, 2 ** 31 - 1])),
  }));

  /** What a kernel chooses for a call, by the prediction of times. */
  const expected = (kernel: Kernel, table: number, call: (typeof calls)[0]): number => {
    const values = new Map(Object.entries(call));
    const scalars = new Map(
      [...values].map(([name, value]) => [name, { kind: 'integer', value } as const]),
    );
    const given = { name: '', scalars, buffers: new Map(), views: new Map() };
    const blocksOf = (algo: number): bigint | undefined => {
      if (refusalOf(kernel, algo, given) !== undefined) return undefined;
      const grid = evaluateCaseGrid(kernel, algo, given, new Problems());
      return grid && grid[0] * grid[1] * grid[2];
    };
    const chosen = choices.get(kernel.name)?.tables[table];
    if (chosen === undefined) throw new Error('no table');
    const hints = hintSetOf(kernel, specialisationFor(kernel, 0, given));
    const ofClass = classOf(callClasses(kernel), hints, values);
    const valueOf = (name: string): bigint => values.get(name) ?? 0n;
    const algo = decide(chosen, ofClass, { valueOf, blocksOf });
    return blocksOf(algo) === undefined ? 0 : algo;
  };

  it('chooses the same for any size and class, with heuristics too, and nothing that refuses', async () => {
    const [plain, computed] = compared.kernels;
    if (plain === undefined || computed === undefined) throw new Error('no kernel');
    const folder = await packageOf(
      COMPARED,
      compared.variants,
      (variant) => fakeCompiled(variant),
      choosersOf({ choices, measured: new Map() }, compared.kernels),
    );
    const program = await compileProgram({
      texts: { 'main.c': CHOOSE },
      sources: ['plain', 'computed'].map((name) => join(folder, `src/${name}.c`)),
      includeDirs: [join(folder, 'include')],
      flags: ['-fsanitize=undefined', '-fno-sanitize-recover', '-Wall', '-Wextra', '-Werror'],
    });
    const args = calls.flatMap((call) => Object.values(call).map(String));
    for (const [table, device] of DEVICES.entries()) {
      const { stdout } = await runRecorded(program, { devices: [device], args });
      const wanted = calls.map(
        (call) => `${expected(plain, table, call)} ${expected(computed, table, call)}`,
      );
      expect(stdout.trim().split('\n')).toEqual(wanted);
      // Every algo is the fastest of some call, and some calls are refused by two of them.
      expect(new Set(wanted.join(' ').split(' ')).size).toBe(4);
    }
    const [verified] = await verify({ package: folder }, fakeContext());
    expect(verified?.problems).toEqual([]);
    await rm(dirname(folder), { recursive: true });
    await rm(dirname(program), { recursive: true });
  });
});

describe('the C code of a choice', () => {
  it('has these functions, and manifest.json this record', async () => {
    const folder = await packageWith(tuned);
    const source = await readFile(join(folder, 'src/matmul.c'), 'utf8');
    const header = await readFile(join(folder, 'include/demo/matmul.h'), 'utf8');
    const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
    const { kernels } = JSON.parse(manifest) as { kernels: { choice?: unknown }[] };
    const from = (text: string, start: string, end: string): string =>
      text.slice(text.indexOf(start), text.indexOf(end));
    expectGolden(
      [
        from(source, '/* The devices that were measured.', '/* Nothing but the parameters'),
        from(source, 'aot_gpu_result matmul_default', 'int matmul_get_num_algos'),
        from(header, '/*\n * The same with the algo', '/* How many algos'),
        // The hashes of variants, which the file contains, change with every version of the bridge.
        JSON.stringify(kernels[0]?.choice, undefined, 1).replace(/[0-9a-f]{64}/, 'SHA256'),
        JSON.stringify(kernels[1]?.choice),
      ].join('\n\n'),
    );
    await rm(dirname(folder), { recursive: true });
  });

  it('is the same as before for a kernel without measurements', async () => {
    const folders = [await packageWith(tuned), await packageWith([])];
    const [one, other] = await Promise.all(
      folders.map((folder) => readFile(join(folder, 'src/plain.c'), 'utf8')),
    );
    expect(one).toBe(other);
    expect(one).toContain('    return plain(stream, x, n, 0);\n');
    for (const folder of folders) await rm(dirname(folder), { recursive: true });
  });

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'] as const,
      [compiler, 'c++', 'c++17'] as const,
    ]),
  )('compiles without warnings with %s as %s (%s), for any type and name', async (...how) => {
    const [compiler, language, standard] = how;
    const values = (given: Partial<Record<string, string | number>>) => ({
      M: 1,
      default: 1,
      flag: 0,
      big: 1,
      rows: 1,
      ...given,
    });
    const odd = { name: 'GPU "??/*%d*/', capability: '9.0', multiprocessors: 132 };
    const sizes = [
      [values({}), 1, 3, 3],
      [values({ flag: 1 }), 3, 1, 3],
      [values({ big: '18446744073709551615' }), 3, 3, 1],
      [values({ big: '18446744073709551613' }), 1, 3, 3],
      [values({ default: '-9223372036854775808' }), 3, 3, 1],
      [values({ default: '-9223372036854775807' }), 3, 1, 3],
      [values({ default: '9223372036854775807' }), 3, 1, 3],
      [values({ M: -2_147_483_648 }), 3, 1, 3],
      [values({ M: -2_147_483_647 }), 3, 3, 1],
    ] as const;
    const all = [
      tunedKernel(plan.variants, 'matmul', 'sm_90', sizes, { device: odd }),
      ...tuned.slice(2),
    ];
    for (const kernels of [all, all.slice(0, 1)]) {
      const folder = await packageWith(kernels);
      const flags = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', `-std=${standard}`];
      const include = [`-I${CUDA_INCLUDE}`, `-I${join(folder, 'include')}`];
      const source = join(folder, 'src/matmul.c');
      const files = ['-c', source, '-o', join(folder, '../o')];
      const { code, stderr } = await run(
        [compiler, '-x', language, ...flags, ...include, ...files],
        { env: process.env, signal: new AbortController().signal },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const [verified] = await verify({ package: folder }, fakeContext());
      expect(verified?.problems).toEqual([]);
      await rm(dirname(folder), { recursive: true });
    }
  });
});

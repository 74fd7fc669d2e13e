import { describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem } from '../../../../src/base/errors.ts';
import { sha256 } from '../../../../src/base/text.ts';
import { planChoices, readTuningBeside } from '../../../../src/features/tuning/choice/choices.ts';
import type { Plan } from '../../../../src/plan/plan.ts';
import { chosenAlgos } from '../../../../src/features/tuning/choice/choice.ts';
import { chosenFor } from '../../../../src/features/tuning/choice/choose-algos.ts';
import { type TunedKernel, writeTuning } from '../../../../src/features/tuning/file.ts';
import type { Variant } from '../../../../src/plan/variants.ts';
import { fakePlan } from '../../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../../support/golden.ts';
import { A100, H100, tunedKernel, tuningFile } from '../tuning-file.ts';

const FUNCTIONS = { matmul: ['a', 'scale', 'M', 'N', 'BLOCK'], copy: ['x', 'n'] };

const CONFIGS = ['{ BLOCK: 16 }', '{ BLOCK: 32 }', '{ BLOCK: 64 }'];

function planOf(configs: readonly string[] = CONFIGS, more = ''): Plan {
  return fakePlan(
    `package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  matmul:
    source: k.py:matmul
    arguments: { a: "*fp32", scale: fp32, M: i32, N: u8 }
    configs: [${configs.join(', ')}]
    grid: cdiv(M, BLOCK)
${more}  copy: { source: "k.py:copy", signature: "*fp32, i32", grid: n }
`,
    FUNCTIONS,
  );
}

const plan = planOf();

/** Algo 0 is the fastest for small M, algo 1 for large. */
const SIZES = [
  [{ M: 64, N: 1 }, 1, 2, 3],
  [{ M: 4096, N: 1 }, 2, 1, 3],
] as const;

const NONE = { tables: [] };

const onH100 = tunedKernel(plan.variants, 'matmul', 'sm_90', SIZES);

/** The algos that the measured sizes of `matmul` get; undefined if there is no choice. */
function algosOf(kernels: readonly TunedKernel[], chosen = plan): readonly number[] | undefined {
  const { choices, measured } = planChoices(tuningFile(kernels), chosen);
  const choice = choices.get('matmul');
  if (choice === undefined) return undefined;
  return measured.get('matmul')?.map((each) => chosenFor(choice, each));
}

function warningsOf(kernels: readonly TunedKernel[], chosen = plan): string {
  const { warnings } = planChoices(tuningFile(kernels), chosen);
  return warnings.map(formatProblem).join('\n');
}

describe('the choice of a plan', () => {
  it('comes from the file beside the manifest, whose hash it records', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tuning-'));
    const manifest = join(folder, 'kernels.yaml');
    expect(await readTuningBeside(manifest)).toBeUndefined();
    await writeTuning(join(folder, 'tuning.json'), [onH100]);
    const tuning = await readTuningBeside(manifest);
    const { choices, warnings } = planChoices(tuning, plan);
    expect(warnings).toEqual([]);
    expect([...choices.keys()]).toEqual(['matmul']);
    expect(choices.get('matmul')).toMatchObject({
      tuning: sha256(tuning?.text ?? ''),
      tables: [{ multiprocessors: 132, sizes: 2, mean: 1, worst: 1, classes: [{ sizes: 2 }] }],
    });
    await writeFile(join(folder, 'tuning.json'), '{ "format": 1 }');
    const message = await failureOf(() => readTuningBeside(manifest));
    expectGolden(message.replaceAll(folder, 'FOLDER'));
    await rm(folder, { recursive: true });
  });

  it('is empty without a file', () => {
    expect(planChoices(undefined, plan)).toEqual({
      choices: new Map(),
      measured: new Map(),
      warnings: [],
    });
  });

  it('recognises algos by their hashes, whatever their numbers are now', () => {
    const [first = '', second = '', third = ''] = CONFIGS;
    expect(algosOf([onH100], planOf([third, second, first]))).toEqual([2, 1]);
    // Of equal configs, the first counts.
    expect(algosOf([onH100], planOf([second, first, first, second]))).toEqual([1, 0]);
    expect(warningsOf([onH100], planOf([third, second, first]))).toBe('');
  });

  it('leaves out times of code that the plan does not have, with a warning', () => {
    const [first = '', second = ''] = CONFIGS;
    const fewer = planOf([second, '{ BLOCK: 128 }', first]);
    expect(algosOf([onH100], fewer)).toEqual([2, 0]);
    expectGolden(warningsOf([onH100], fewer));
  });

  it('is as without measurements if all of them are of other code', () => {
    const changed = planOf(['{ BLOCK: 128 }']);
    const { choices } = planChoices(tuningFile([onH100]), changed);
    expect(choices.size).toBe(0);
    expectGolden(warningsOf([onH100], changed));
  });

  it('counts a time only if the device would run that code now', () => {
    const gpu = { name: 'NVIDIA RTX A6000', capability: '8.6', multiprocessors: 84 };
    const on86 = tunedKernel(plan.variants, 'matmul', 'sm_80', SIZES, { device: gpu });
    expect(algosOf([on86])).toEqual([0, 1]);
    expect(warningsOf([on86])).toBe('');
    const both = fakePlan(
      `package: demo
triton: 3.8.0
targets: [sm_80, sm_86]
kernels:
  matmul:
    source: k.py:matmul
    arguments: { a: "*fp32", scale: fp32, M: i32, N: u8 }
    configs: [${CONFIGS.join(', ')}]
    grid: cdiv(M, BLOCK)
`,
      FUNCTIONS,
    );
    expect(algosOf([on86], both)).toBeUndefined();
    expect(warningsOf([on86], both)).toContain('6 of 6 measured times are not used');
  });

  it('ignores devices for which nothing is built, and kernels that are not selected', () => {
    const old = tunedKernel(plan.variants, 'matmul', 'sm_80', SIZES, { device: A100 });
    const only90 = plan.variants.filter(({ target }) => target.name === 'sm_90');
    expect(warningsOf([old, onH100], { ...plan, variants: only90 })).toBe('');
    const copy = plan.kernels.filter(({ name }) => name === 'copy');
    const { choices, warnings } = planChoices(tuningFile([onH100]), { ...plan, kernels: copy });
    expect([choices.size, warnings]).toEqual([0, []]);
  });

  it('warns of kernels that the manifest does not have', () => {
    expectGolden(warningsOf([{ ...onH100, kernel: 'matmull' }, onH100]));
  });

  it('warns of algos that were not measured, and of times that do not follow the number of blocks', () => {
    const sizes = [
      [{ M: 64, N: 1 }, 1, undefined, 2],
      [{ M: 64, N: 2 }, 2, undefined, 1],
    ] as const;
    const some = tunedKernel(plan.variants, 'matmul', 'sm_90', sizes, { key: ['M'] });
    expectGolden(warningsOf([some]));
  });

  it('is an error with --strict-tuning if anything is left out', async () => {
    const changed = planOf(CONFIGS.slice(1));
    const file = tuningFile([{ ...onH100, kernel: 'other' }, onH100]);
    expectGolden(await failureOf(() => planChoices(file, changed, { isStrict: true })));
    expect(planChoices(tuningFile([onH100]), plan, { isStrict: true }).choices.size).toBe(1);
  });

  it('has the key that the manifest wants', () => {
    const sizes = [1, 2, 4].flatMap((N) =>
      [64, 4096, 100_000].map((M) => [{ M, N }, N + M / 1e4, 3 * N + M / 1e4, 9] as const),
    );
    const measured = tunedKernel(plan.variants, 'matmul', 'sm_90', sizes);
    const lengthWith = (defaults: string): unknown => {
      const own = fakePlan(
        `package: demo
triton: 3.8.0
targets: [sm_90]
${defaults}
kernels:
  matmul:
    source: k.py:matmul
    arguments: { a: "*fp32", scale: fp32, M: i32, N: u8 }
    configs: [${CONFIGS.join(', ')}]
    grid: cdiv(M, BLOCK)
`,
        FUNCTIONS,
      );
      return planChoices(tuningFile([measured]), own).choices.get('matmul')?.tables[0]?.length;
    };
    expect(lengthWith('')).toContain('N');
    expect(lengthWith('defaults: { tune: { key: [M] } }')).not.toContain('N');
  });

  it('takes for hints that were not measured the algo with the best code of the device', () => {
    const own = fakePlan(
      `package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  matmul:
    source: k.py:matmul
    arguments: { a: "*fp32", scale: fp32, M: ["i32:16", i32], N: u8 }
    configs: [${CONFIGS.join(', ')}]
    grid: cdiv(M, BLOCK)
`,
      FUNCTIONS,
    );
    const measured = tunedKernel(own.variants, 'matmul', 'sm_90', SIZES);
    /** Algo 1 is the best with the hints that were measured, 2 without hints, and 0 on sm_80. */
    const rankOf = ({ config, specialisation, target }: Variant): readonly number[] => {
      const best = target.name === 'sm_80' ? 0 : specialisation === 0 ? 1 : 2;
      return [config === best ? 0 : 1];
    };
    const { choices } = planChoices(tuningFile([measured]), own, { rankOf });
    expect(choices.get('matmul')?.tables[0]?.classes).toMatchObject([
      { sizes: 2, algos: [{ algo: 0 }, { algo: 1 }, { algo: 2 }] },
      { sizes: 0, algos: [{ algo: 2, resident: 1, terms: [] }] },
    ]);
  });

  it('gives no size an algo whose requirements it does not meet', () => {
    const own = planOf(CONFIGS, '    requires: M % BLOCK == 0\n');
    const sizes = [
      [{ M: 16, N: 1 }, 5, 'refused', 'refused'],
      [{ M: 64, N: 1 }, 5, 2, 1],
      [{ M: 4096, N: 1 }, 9, 2, 1],
    ] as const;
    expect(algosOf([tunedKernel(own.variants, 'matmul', 'sm_90', sizes)], own)).toEqual([0, 2, 2]);
  });

  it('falls back to another algo where one failed, and may use one that refused', () => {
    const sizes = (fault: string) =>
      [
        [{ M: 64, N: 1 }, fault, 3, 4],
        [{ M: 4096, N: 1 }, 1, 2, 4],
      ] as const;
    const tuned = (fault: string): TunedKernel =>
      tunedKernel(plan.variants, 'matmul', 'sm_90', sizes(fault));
    const chosen = (fault: string): readonly number[] =>
      chosenAlgos(planChoices(tuningFile([tuned(fault)]), plan).choices.get('matmul') ?? NONE);
    expect(algosOf([tuned('CUDA_ERROR_ILLEGAL_ADDRESS')])).toEqual([1, 1]);
    expect(chosen('CUDA_ERROR_ILLEGAL_ADDRESS')).toEqual([1, 2]);
    expect(chosen('refused: CUDA_ERROR_INVALID_VALUE')).toEqual([0, 1, 2]);
  });
});

describe('a tuning file that cannot be right', () => {
  const values = (given: TunedKernel['sizes'][number]['values']): TunedKernel =>
    tunedKernel(plan.variants, 'matmul', 'sm_90', [SIZES[0], [given, 1, 2, 3]]);

  it.each<[string, TunedKernel]>([
    ['has parameters of another kernel', values({ m: 64, N: 1, stride: 7 })],
    ['lacks a parameter', values({ M: 64 })],
    ['has a float among the sizes', values({ M: 64, N: 1, scale: 2 })],
    ['has a value that its type cannot hold', values({ M: '-9223372036854775808', N: 256 })],
    ['has a key of another kernel', { ...onH100, key: ['M', 'BLOCK', 'K'] }],
    ['has a device that is not a name', { ...onH100, device: { ...onH100.device, name: 'a\nb' } }],
    [
      'has a size without a time',
      tunedKernel(plan.variants, 'matmul', 'sm_90', [
        SIZES[0],
        [{ M: 5, N: 1 }, 'timed out after 10 s', 'CUDA_ERROR_ILLEGAL_ADDRESS'],
        [{ M: 6, N: 1 }],
      ]),
    ],
  ])('ends the build if it %s', async (_what, kernel) => {
    const file = tuningFile([
      tunedKernel(plan.variants, 'copy', 'sm_90', [[{ n: 1 }, 5]], { device: H100 }),
      kernel,
    ]);
    expectGolden(await failureOf(() => planChoices(file, plan)));
  });

  it('reports all problems at once', async () => {
    const file = tuningFile([values({ M: 1 }), values({ N: 1 })]);
    const message = await failureOf(() => planChoices(file, plan));
    expect(message.match(/no value for/g)).toHaveLength(2);
  });
});

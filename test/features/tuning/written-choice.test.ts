import { describe, expect, it } from '#jest';
import { checkAbi } from '../../../src/compile/cubin/check.ts';
import type { Kernel } from '../../../src/manifest/terms/kernel.ts';
import type {
  AlgoChoice,
  ChoiceTable,
  ClassChoice,
} from '../../../src/features/tuning/choice/choice.ts';
import { writeMeasured } from '../../../src/features/tuning/choice/write-c.ts';
import { writeChoice } from '../../../src/package/c/choose.ts';
import { tableOf } from '../../../src/package/c/table.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32", factor: fp32, n: [i32:16, i32], wide: u64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid_parameters: { rows: i64 }
    grid: [cdiv(n, BLOCK), rows]
  guarded:
    source: k.py:guarded
    arguments: { n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: n
    requires: n > 0
  computed:
    source: k.py:computed
    arguments: { x: "*fp32:8", n: [i32:8, i32], default: [i64:4, i64:1] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: cdiv(n, BLOCK)
  constant: { source: "k.py:constant", signature: "7", grid: 1 }
`;
const variants = fakeVariants(MANIFEST, {
  scale: ['x', 'factor', 'n', 'wide', 'BLOCK'],
  guarded: ['n', 'BLOCK'],
  computed: {
    line: 1,
    parameters: ['x', 'n', 'default', 'BLOCK', 'EVEN'].map((name) => ({ name })),
    heuristics: [{ parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' }],
  },
  constant: ['seven'],
});

function kernelOf(name: string): Kernel {
  const found = variants.find(({ kernel }) => kernel.name === name);
  if (found === undefined) throw new Error(name);
  return found.kernel;
}

/** The C of a choice, for a kernel of which some images are missing: `ALGO SPECIALISATION TARGET`. */
function choiceOf(name: string, choice?: AlgoChoice, missing: readonly string[] = []): string {
  const kernel = kernelOf(name);
  const own = variants.filter(
    (each) =>
      each.kernel === kernel &&
      !missing.includes(`${each.config} ${each.specialisation} ${each.target.name}`),
  );
  const images = checkAbi(own.map((variant) => [variant, fakeCompiled(variant)] as const));
  const { functions, byDefault, choose } = writeChoice(
    kernel,
    tableOf(kernel, images),
    choice && { write: (part) => writeMeasured(part, choice) },
  );
  return [functions, byDefault, choose].join('\n---\n');
}

/** What comes before the launch, which is the same for all measured choices. */
const chosenBy = (text: string): string =>
  text.slice(0, text.indexOf('static aot_gpu_result aot_launch_default'));

/** Classes of calls, with the times of these algos. */
const classOfAlgos = (...algos: readonly number[]): ClassChoice => ({
  sizes: 1,
  algos: algos.map((algo) => ({ algo, resident: algo + 1, terms: [1.5, 0, 0.25, 1e-7, 0.001] })),
});
const [ZERO, ONE, BOTH] = [classOfAlgos(0), classOfAlgos(1), classOfAlgos(0, 1)];
const table = (classes: readonly ClassChoice[], rest: Partial<ChoiceTable> = {}): ChoiceTable => ({
  multiprocessors: 132,
  length: [],
  classes,
  sizes: 1,
  mean: 1,
  worst: 1,
  ...rest,
});
const choiceBy = (...tables: readonly ChoiceTable[]): AlgoChoice => ({
  tuning: '',
  devices: tables.map((_table, index) => ({
    ...(index === 0 && { name: 'GPU */ "one"' }),
    ...(index === 1 && { capability: '8.6' }),
    table: index,
  })),
  tables,
});

describe('the C of a choice that was not measured', () => {
  it('returns algo 0 if each algo has code for each target', () => {
    expectGolden([choiceOf('scale'), choiceOf('constant')].join('\n======\n'));
  });

  it('is the same if a specialisation that is never reached has none', () => {
    expect(choiceOf('scale', undefined, ['0 0 sm_80', '0 0 sm_90'])).toBe(choiceOf('scale'));
  });

  it('looks for code if the first algo lacks it for a target', () => {
    expectGolden(choiceOf('scale', undefined, ['0 0 sm_80', '0 1 sm_80']));
  });
});

describe('the C of a measured choice', () => {
  it('compares predicted times, if one table is for all devices', () => {
    const times = table([BOTH, classOfAlgos(1, 0)], { length: ['n', 'rows'] });
    expectGolden(choiceOf('scale', choiceBy(times)));
  });

  it('looks the device up, if there are several tables', () => {
    const tables = [
      table([BOTH, ONE]),
      table([ONE, ONE]),
      table([ZERO, BOTH], { multiprocessors: 84 }),
    ];
    expectGolden(chosenBy(choiceOf('scale', choiceBy(...tables))));
  });

  it('has neither times nor classes, if there is one algo for all calls', () => {
    const text = choiceOf('guarded', choiceBy(table([ONE])));
    expect(text).not.toContain('aot_fastest');
    expect(text).not.toContain('class_of');
    expect(text).toContain('    return 1;');
  });

  it('finds the hints by their conditions, if there are heuristics', () => {
    const classes = [ZERO, ONE, BOTH, ONE, ZERO, BOTH];
    const text = choiceOf('computed', choiceBy(table(classes)));
    expectGolden(text.slice(text.indexOf('/* The class'), text.indexOf('/* The algo of a call')));
    expect(text).not.toContain('specialisation_of');
  });

  it('looks for code if an algo that can be chosen lacks it for a target', () => {
    const lacking = ['1 0 sm_80', '1 1 sm_80'];
    expectGolden(chosenBy(choiceOf('scale', choiceBy(table([BOTH, ZERO])), lacking)));
    // Only algo 0, which has code, can be chosen.
    const only = choiceBy(table([ZERO, ZERO]));
    expect(choiceOf('scale', only, lacking)).toBe(choiceOf('scale', only));
  });

  it('refuses what does not meet the requirements', () => {
    const check = '    if (check_requirements(a, algo_id) != AOT_GPU_SUCCESS) return 1;\n';
    expect(choiceOf('guarded', choiceBy(table([ONE])))).toContain(check);
    expect(choiceOf('scale', choiceBy(table([ONE, ONE])))).not.toContain(check);
  });
});

import { describe, expect, it } from '#jest';
import { hintSetOf, hintSets, type Kernel } from '../../../../src/manifest/terms/kernel.ts';
import {
  callClasses,
  classOf,
  unmeasuredSpecialisations,
} from '../../../../src/features/tuning/choice/classes.ts';
import { fakeKernels } from '../../../support/fake-build.ts';

function kernelWith(types: string, heuristics: readonly string[] = []): Kernel {
  const [kernel] = fakeKernels(
    `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: ${types}
    configs: [{ BLOCK: 16 }, { BLOCK: 32 }]
    grid: cdiv(n, BLOCK)
    specialise: listed
`,
    {
      k: {
        line: 1,
        parameters: ['x', 'n', 'm', 'BLOCK', ...heuristics.map((_text, at) => `E${at}`)].map(
          (name) => ({ name }),
        ),
        heuristics: heuristics.map((expression, at) => ({
          parameter: `E${at}`,
          line: 1,
          expression,
        })),
      },
    },
  );
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

/** The class of calls with these n and m that have a set of hints. */
const classesOf = (kernel: Kernel, calls: readonly (readonly [number, number, number])[]) =>
  calls.map(([hints, n, m]) =>
    classOf(
      callClasses(kernel),
      hints,
      new Map([
        ['n', BigInt(n)],
        ['m', BigInt(m)],
      ]),
    ),
  );

describe('the classes of calls', () => {
  it('are one if there are no hints', () => {
    const kernel = kernelWith('{ x: "*fp32", n: i32, m: i32 }');
    expect(callClasses(kernel)).toEqual([{ hints: 0, whole: [] }]);
    expect(
      classesOf(kernel, [
        [0, 16, 16],
        [0, 7, -5],
      ]),
    ).toEqual([0, 0]);
  });

  it('are the sets of hints, if these are 1 and 16', () => {
    const kernel = kernelWith('{ x: "*fp32", n: [i32:16, i32], m: [i32:1, i32] }');
    const sets = hintSets(kernel).map((hints) => hints.join(' '));
    expect(sets).toEqual(['0 16 1', '0 0 1', '0 16 0', '0 0 0']);
    expect(callClasses(kernel).map(({ hints, whole }) => [hints, whole.length])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(classesOf(kernel, [[2, 32, 5]])).toEqual([2]);
  });

  it('tell rows that 16 divides from others with the same weak hints', () => {
    const kernel = kernelWith('{ x: ["*fp32:8", "*fp32"], n: [i32:8, i32], m: [i32:2, i32] }');
    const classes = callClasses(kernel);
    expect(hintSets(kernel).map((hints) => hints.join(' '))).toEqual([
      '8 8 2',
      '8 8 0',
      '8 0 2',
      '0 8 2',
      '8 0 0',
      '0 8 0',
      '0 0 2',
      '0 0 0',
    ]);
    expect(classes.map(({ hints, whole }) => [hints, whole.map(({ name }) => name)])).toEqual([
      [0, ['n', 'm']],
      [0, []],
      [1, ['n']],
      [1, []],
      [2, ['m']],
      [2, []],
      [3, ['n', 'm']],
      [3, []],
      [4, []],
      [5, ['n']],
      [5, []],
      [6, ['m']],
      [6, []],
      [7, []],
    ]);
    // The hint of a pointer splits nothing: addresses are not known when the sizes are measured.
    expect(classes.every(({ whole }) => whole.every(({ name }) => name !== 'x'))).toBe(true);
    expect(
      classesOf(kernel, [
        [0, 16, 32],
        [0, 24, 32],
        [0, 16, 2],
        [0, -32, 0],
        [1, 48, 7],
        [1, 40, 16],
      ]),
    ).toEqual([0, 1, 1, 0, 2, 3]);
  });

  it('are the same for all values of heuristics', () => {
    const kernel = kernelWith('{ x: "*fp32", n: [i32:8, i32], m: i32 }', ['n % BLOCK == 0']);
    expect(kernel.specialisations).toHaveLength(4);
    expect([0, 1, 2, 3].map((index) => hintSetOf(kernel, index))).toEqual([0, 0, 1, 1]);
    expect(callClasses(kernel).map(({ hints, whole }) => [hints, whole.length])).toEqual([
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
  });

  it('say which specialisations were not measured on any device', () => {
    const kernel = kernelWith('{ x: "*fp32", n: [i32:8, i32], m: i32 }', ['n % BLOCK == 0']);
    const table = (...sizes: readonly number[]) => ({
      multiprocessors: 1,
      length: [],
      classes: sizes.map((count) => ({ sizes: count, algos: [] })),
      sizes: 0,
      mean: 1,
      worst: 1,
    });
    const unmeasured = (...tables: readonly ReturnType<typeof table>[]) =>
      unmeasuredSpecialisations(kernel, { tables });
    expect(unmeasured(table(0, 3, 0))).toEqual([2, 3]);
    expect(unmeasured(table(0, 0, 1))).toEqual([0, 1]);
    expect(unmeasured(table(2, 0, 0), table(0, 0, 1))).toEqual([]);
    expect(unmeasured(table(0, 0, 0))).toEqual([0, 1, 2, 3]);
  });
});

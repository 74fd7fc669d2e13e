import { describe, expect, it } from '@jest/globals';
import { formatProblem } from '../../../src/base/errors.ts';
import type { Kernel } from '../../../src/manifest/terms/kernel.ts';
import { KNOWN_WRONG, knownWrong } from '../../../src/package/triton-tools/known-wrong.ts';
import { unsupportedProblems } from '../../../src/package/triton-tools/refusals.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const NONE: ReadonlySet<string> = new Set();

/** A kernel with these settings and Python parameters. */
function kernelOf(settings: string, parameters: readonly string[], targets = 'sm_90'): Kernel {
  const text = `
package: demo
triton: 3.8.0
targets: [${targets}]
kernels:
  k:
    source: k.py:f
    grid: 1
${settings
  .trim()
  .split('\n')
  .map((line) => `    ${line.trim()}\n`)
  .join('')}`;
  const [kernel] = fakeKernels(text, { f: parameters });
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

function many(hints: Readonly<Record<number, string>>): string {
  const args = Array.from(
    { length: 13 },
    (_each, index) => `a${index}: "i32${hints[index] ?? ''}"`,
  );
  return `arguments: { ${args.join(', ')} }\nconstants: { B: 8 }`;
}

const MANY = [...Array.from({ length: 13 }, (_each, index) => `a${index}`), 'B'];

const GOOD = 'signature: "*fp32:16, i32, 128"';

describe('known errors that the plan shows', () => {
  it('do not apply to an ordinary kernel', () => {
    const kernel = kernelOf(GOOD, ['x', 'n', 'B']);
    expect(knownWrong(kernel, '3.9.0', NONE)).toEqual([]);
    expect(unsupportedProblems(kernel, '3.9.0')).toEqual([]);
  });

  it.each([
    ['float-scalar', kernelOf('signature: "*fp32, fp32, 128"', ['x', 's', 'B'])],
    ['float-scalar', kernelOf('signature: "*fp32, bf16, 128"', ['x', 's', 'B'])],
    ['misread-hint', kernelOf('signature: "*fp32:16, 128, i32:16, i32"', ['x', 'B', 'n', 'm'])],
    ['misread-hint', kernelOf(many({ 12: ':16' }), MANY)],
    [
      'split-one',
      kernelOf('arguments: { x: "*fp32", s: [i32:1, i32] }\nconstants: { B: 8 }', ['x', 's', 'B']),
    ],
    ['wide-one', kernelOf('signature: "*fp32, i64:1, 128"', ['x', 's', 'B'])],
    ['constant-name', kernelOf('signature: "*fp32, i32, -2"', ['x', 'n', 'B'])],
    ['constant-name', kernelOf('signature: "*fp32, i32, 0.5"', ['x', 'n', 'B'])],
    ['parameter-name', kernelOf('signature: "*fp32, i32, 128"', ['x', 'default', 'B'])],
    ['several-targets', kernelOf(GOOD, ['x', 'n', 'B'], 'sm_80, sm_90')],
  ])('%s: %#', (name, kernel) => {
    const problems = knownWrong(kernel, '3.8.0', NONE);
    expect(problems.map(({ place }) => place)).toEqual([kernel.place]);
    expectGolden(problems.map(formatProblem).join('\n'));
    expect(knownWrong(kernel, '3.8.0', new Set([name]))).toEqual([]);
    expect(KNOWN_WRONG).toContain(name);
  });

  it('depend on the Triton version', () => {
    const late = kernelOf(many({ 12: ':16' }), MANY);
    expect(knownWrong(late, '3.6.0', NONE)).toEqual([]);
    expect(knownWrong(late, '3.7.0', NONE)).toHaveLength(1);
    const announced = kernelOf(many({ 0: ':16', 1: ':16', 12: ':16' }), MANY);
    expect(knownWrong(announced, '3.8.0', NONE)).toEqual([]);
  });
});

describe('what the tools do not support', () => {
  it.each([
    ['a string constant', kernelOf('signature: "*fp32, i32, \'relu\'"', ['x', 'n', 'A'])],
    ['a Boolean', kernelOf('signature: "*fp32, i32, True"', ['x', 'n', 'A'])],
    ['None', kernelOf('signature: "*fp32, i32, None"', ['x', 'n', 'A'])],
    ['a dtype', kernelOf('signature: "*fp32, i32, tl.float16"', ['x', 'n', 'A'])],
    ['a cluster', kernelOf(`${GOOD}\nnum_ctas: 2`, ['x', 'n', 'B'])],
    ['contraction turned off', kernelOf(`${GOOD}\nenable_fp_fusion: false`, ['x', 'n', 'B'])],
    ['a programmatic dependent launch', kernelOf(`${GOOD}\nlaunch_pdl: true`, ['x', 'n', 'B'])],
    [
      'the same config twice',
      kernelOf(
        'arguments: { x: "*fp32", n: i32 }\nconfigs: [{ B: 8 }, { B: 16 }, { B: 8, num_warps: 4 }]',
        ['x', 'n', 'B'],
      ),
    ],
    [
      'a tensor descriptor',
      kernelOf('signature: "tensordesc<fp16[64, 64]>, i32, 128"', ['x', 'n', 'B']),
    ],
    ['a grid parameter', kernelOf(`${GOOD}\ngrid_parameters: { rows: i32 }`, ['x', 'n', 'B'])],
    [
      'a default of the Python function',
      { ...kernelOf(GOOD, ['x', 'n', 'B']), parameters: ['x', 'n', 'B', 'LAYOUT'] },
    ],
    ['no run-time argument', kernelOf('signature: "i32:1, 128"', ['n', 'B'])],
    ['hints that make link.py fail', kernelOf(many({ 10: ':16' }), MANY)],
  ])('%s is refused', (_what, kernel) => {
    const problems = unsupportedProblems(kernel, '3.8.0');
    expect(problems.map(({ place }) => place)).toEqual([kernel.place]);
    expectGolden(problems.map(formatProblem).join('\n'));
  });
});

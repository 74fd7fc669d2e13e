import { describe, expect, it } from '@jest/globals';
import type { Kernel } from '../../../src/core/model/kernel.ts';
import { KNOWN_WRONG, knownWrong } from '../../../src/core/triton-tools/known-wrong.ts';
import { unsupportedProblems } from '../../../src/core/triton-tools/refusals.ts';
import { fakeKernels } from '../../support/fake-build.ts';

const NONE: ReadonlySet<string> = new Set();

/** A kernel that takes what `parameters` says, all of them arguments, followed by the constant B. */
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

describe('what comes out wrong from the plan alone', () => {
  it('is nothing for an ordinary kernel', () => {
    const kernel = kernelOf(GOOD, ['x', 'n', 'B']);
    expect(knownWrong(kernel, '3.9.0', NONE)).toEqual([]);
    expect(unsupportedProblems(kernel, '3.9.0')).toEqual([]);
  });

  it.each([
    [
      'float-scalar',
      kernelOf('signature: "*fp32, fp32, 128"', ['x', 's', 'B']),
      'compile.py passes `s` (fp32) as a double, of which the kernel reads 4 of 8 bytes (Triton 3.4 to 3.9)',
    ],
    [
      'float-scalar',
      kernelOf('signature: "*fp32, bf16, 128"', ['x', 's', 'B']),
      'compile.py passes `s` (bf16) as a double, of which the kernel reads 2 of 8 bytes (Triton 3.4 to 3.9)',
    ],
    [
      'misread-hint',
      kernelOf('signature: "*fp32:16, 128, i32:16, i32"', ['x', 'B', 'n', 'm']),
      'link.py checks `x % 16 == 0 && m % 16 == 0` where the kernel was compiled for `x % 16 == 0 && n % 16 == 0`, since it does not count the constants that stand before an argument (Triton 3.6 to 3.9)',
    ],
    [
      'misread-hint',
      kernelOf(many({ 12: ':16' }), MANY),
      'link.py checks `a2 % 16 == 0` where the kernel was compiled for `a12 % 16 == 0`, since it confuses positions from 10 on with their first digit (Triton 3.7 to 3.9)',
    ],
    [
      'split-one',
      kernelOf('arguments: { x: "*fp32", s: [i32:1, i32] }\nconstants: { B: 8 }', ['x', 's', 'B']),
      'link.py makes `s` with and without `:1` two algos, of which the caller has to choose (Triton 3.6 to 3.9)',
    ],
    [
      'wide-one',
      kernelOf('signature: "*fp32, i64:1, 128"', ['x', 's', 'B']),
      'compile.py declares `s` (i64:1) as int32_t, which cuts the value before it is compared with 1 (Triton 3.6 to 3.9)',
    ],
    [
      'constant-name',
      kernelOf('signature: "*fp32, i32, -2"', ['x', 'n', 'B']),
      'link.py writes the constant `B` (-2) into the name of a function, which C does not compile (Triton 3.6 to 3.9)',
    ],
    [
      'constant-name',
      kernelOf('signature: "*fp32, i32, 0.5"', ['x', 'n', 'B']),
      'link.py writes the constant `B` (0.5) into the name of a function, which C does not compile (Triton 3.6 to 3.9)',
    ],
    [
      'parameter-name',
      kernelOf('signature: "*fp32, i32, 128"', ['x', 'default', 'B']),
      'the generated files do not compile in C and C++ with a parameter named `default` (Triton 3.6 to 3.9)',
    ],
    [
      'several-targets',
      kernelOf(GOOD, ['x', 'n', 'B'], 'sm_80, sm_90'),
      'compile.py names its files without the target, so that those for sm_90 replace those for sm_80; build each with --targets into a folder of its own (Triton 3.6 to 3.9)',
    ],
  ])('%s: %#', (name, kernel, what) => {
    expect(knownWrong(kernel, '3.8.0', NONE)).toEqual([
      {
        message: `k: ${what} (known wrong: ${name})`,
        place: kernel.place,
        hint: `Use the native generator, which does this right; --allow-known-wrong ${name} writes the files all the same.`,
      },
    ]);
    expect(knownWrong(kernel, '3.8.0', new Set([name]))).toEqual([]);
    expect(KNOWN_WRONG).toContain(name);
  });

  it('depends on the Triton version where its tools differ', () => {
    const late = kernelOf(many({ 12: ':16' }), MANY);
    expect(knownWrong(late, '3.6.0', NONE)).toEqual([]);
    expect(knownWrong(late, '3.7.0', NONE)).toHaveLength(1);
    const announced = kernelOf(many({ 0: ':16', 1: ':16', 12: ':16' }), MANY);
    expect(knownWrong(announced, '3.8.0', NONE)).toEqual([]);
  });
});

describe('what the tools cannot do', () => {
  it.each([
    [
      'a string constant',
      kernelOf('signature: "*fp32, i32, \'relu\'"', ['x', 'n', 'A']),
      'the constant `A` is of kind string: compile.py takes integers and floats only',
    ],
    [
      'a truth value',
      kernelOf('signature: "*fp32, i32, True"', ['x', 'n', 'A']),
      'the constant `A` is of kind bool: compile.py takes integers and floats only',
    ],
    [
      'None',
      kernelOf('signature: "*fp32, i32, None"', ['x', 'n', 'A']),
      'the constant `A` is of kind none: compile.py takes integers and floats only',
    ],
    [
      'a dtype',
      kernelOf('signature: "*fp32, i32, tl.float16"', ['x', 'n', 'A']),
      'the constant `A` is of kind dtype: compile.py takes integers and floats only',
    ],
    [
      'a cluster',
      kernelOf(`${GOOD}\nnum_ctas: 2`, ['x', 'n', 'B']),
      '`num_ctas: 2`: compile.py has no such option, only num_warps and num_stages',
    ],
    [
      'contraction turned off',
      kernelOf(`${GOOD}\nenable_fp_fusion: false`, ['x', 'n', 'B']),
      '`enable_fp_fusion: false`: compile.py has no such option, only num_warps and num_stages',
    ],
    [
      'a programmatic dependent launch',
      kernelOf(`${GOOD}\nlaunch_pdl: true`, ['x', 'n', 'B']),
      '`launch_pdl: true`: compile.py has no such option, only num_warps and num_stages',
    ],
    [
      'the same config twice',
      kernelOf(
        'arguments: { x: "*fp32", n: i32 }\nconfigs: [{ B: 8 }, { B: 16 }, { B: 8, num_warps: 4 }]',
        ['x', 'n', 'B'],
      ),
      'algo 2 is the same as algo 0: compile.py would write one file for both',
    ],
    [
      'a tensor descriptor',
      kernelOf('signature: "tensordesc<fp16[64, 64]>, i32, 128"', ['x', 'n', 'B']),
      '`x` is a tensor descriptor, which compile.py cannot pass on',
    ],
    [
      'a grid parameter',
      kernelOf(`${GOOD}\ngrid_parameters: { rows: i32 }`, ['x', 'n', 'B']),
      "the grid parameter `rows`: compile.py's functions take the kernel's arguments only",
    ],
    [
      'no run-time argument',
      kernelOf('signature: "i32:1, 128"', ['n', 'B']),
      'there is no run-time argument left: compile.py writes C that does not compile',
    ],
    [
      'hints that make link.py fail',
      kernelOf(many({ 10: ':16' }), MANY),
      'link.py cannot read the hints `10d` and ends with an error (Triton 3.7 to 3.9)',
    ],
  ])('%s is refused', (_what, kernel, message) => {
    expect(unsupportedProblems(kernel, '3.8.0')).toEqual([
      {
        message: `k: ${message}`,
        place: kernel.place,
        hint: 'Use the native generator, which can do this.',
      },
    ]);
  });
});

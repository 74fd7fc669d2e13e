import { expect, it } from '@jest/globals';
import { unsupportedProblems } from '../../../src/package/triton-tools/refusals.ts';
import { fakeKernels } from '../../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add:
    source: k.py:add
    arguments: { x: "*fp32", n: i32 }
    constants: { BLOCK: 64 }
    grid: 1
    requires: n > 4
    line_info: true
`;

it("what Triton's own tools do not do is refused: they check no calls, and name files by their absolute path", () => {
  const [kernel] = fakeKernels(MANIFEST, {
    add: {
      line: 1,
      parameters: ['x', 'n', 'BLOCK', 'EVEN'].map((name) => ({ name })),
      heuristics: [{ parameter: 'EVEN', line: 1, expression: 'n % BLOCK == 0' }],
    },
  });
  if (kernel === undefined) throw new Error('no kernel');
  expect(unsupportedProblems(kernel, '3.8.0').map(({ message }) => message)).toEqual([
    'add: `EVEN` is computed by @triton.heuristics, which functions of link.py do not do',
    'add: functions of link.py do not check the condition `n > 4`',
    'add: `line_info: true`: the line tables of compile.py have the absolute path and the time of the kernel file',
  ]);
});

it("hints that Triton's own tools do not know are refused with a message: all but 16 and 1", () => {
  const manifest = MANIFEST.replace('requires: n > 4', 'specialise: listed')
    .replace('    line_info: true\n', '')
    .replace('x: "*fp32", n: i32', 'x: ["*fp32:16", "*fp32:8"], n: ["i32:4", "i32:1"]');
  const [kernel] = fakeKernels(manifest, { add: ['x', 'n', 'BLOCK'] });
  if (kernel === undefined) throw new Error('no kernel');
  const problems = unsupportedProblems(kernel, '3.8.0');
  expect(problems.map(({ message }) => message).toSorted()).toEqual([
    'add: `n` has the hint `:4`, but compile.py knows only :16 and :1',
    'add: `x` has the hint `:8`, but compile.py knows only :16 and :1',
  ]);
  expect(problems[0]?.hint).toBe('Use the native generator, which supports this.');
});

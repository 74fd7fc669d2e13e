import { describe, expect, it } from '#jest';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import { warnOfConstantOutputs } from '../../../src/compile/expected/constant.ts';
import { packCases } from '../../../src/compile/expected/pack-cases.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import {
  packFloats,
  packIntegers,
  type PackedOutput,
} from '../../../src/manifest/values/packing.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';
import { silentLog } from '../../support/silent-log.ts';

/** The warnings about a kernel with these inputs and these expected outputs of its cases. */
async function warningsOf(
  inputs: string,
  cases: readonly (readonly PackedOutput[])[],
  sizes = '{ n: 2 }, { n: 3 }',
): Promise<string> {
  const text = `package: demo
triton: 3.8.0
targets: [sm_80]
kernels:
  gated:
    source: demo.py:gated
    arguments: { gate: '*fp32', up: '*i32', y: '*fp32', z: '*i8', n: i32 }
    grid: [n]
    smoke:
      buffers: { ${inputs}, y: { shape: [n], role: out }, z: { shape: [n], role: out } }
      cases: [${sizes}]
`;
  const manifest = readManifest(text, 'kernels.yaml');
  const kernels = fakeKernels(text, { gated: ['gate', 'up', 'y', 'z', 'n'] });
  const packed = await packCases(kernels, manifest);
  const expected = new Map(
    (packed.kernels[0]?.cases.cases ?? []).map((item, index) => {
      const [y, z] = cases[index] ?? [];
      const outputs = new Map<string, PackedOutput>();
      if (y !== undefined) outputs.set('y', y);
      if (z !== undefined) outputs.set('z', z);
      return [item, { outputs }] as const;
    }),
  );
  const warnings: Problem[] = [];
  const log = { ...silentLog, warning: (problem: Problem) => void warnings.push(problem) };
  warnOfConstantOutputs(packed, expected, manifest, log);
  return warnings.map(formatProblem).join('\n');
}

const floats = (...values: readonly number[]) => packFloats('fp32', Float64Array.from(values));
const bytes = (...values: readonly number[]) => packIntegers('i8', Uint8Array.from(values));
const INPUTS = 'gate: [n], up: { shape: [n], fill: zeros }';
const ZEROS = [bytes(0, 0), bytes(0, 0, 0)] as const;

describe('expected outputs that are constant', () => {
  it('are warned about, with the inputs that hide the others', async () => {
    const outputs = [
      [floats(0, -0), ZEROS[0]],
      [floats(0, 0, -0), ZEROS[1]],
    ];
    expectGolden(await warningsOf(INPUTS, outputs));
  });

  it('are warned about where the reference ignores its inputs', async () => {
    const outputs = [[floats(2, 2), bytes(1, 1)]];
    expectGolden(await warningsOf('gate: [n], up: { shape: [n] }', outputs, '{ n: 2 }'));
  });

  it.each([
    [
      'one output has several values',
      [
        [floats(0, 1), ZEROS[0]],
        [floats(0, 0, 0), ZEROS[1]],
      ],
    ],
    [
      'the cases have different values',
      [
        [floats(1, 1), ZEROS[0]],
        [floats(2, 2, 2), ZEROS[1]],
      ],
    ],
    ['nothing is compared', [[], []]],
  ])('are not said to be if %s', async (_why, outputs) => {
    expect(await warningsOf(INPUTS, outputs)).toBe('');
  });

  it('are fine if the inputs are constant too, or if there is one element', async () => {
    const fixed = 'gate: { shape: [n], fill: ones }, up: { shape: [n], fill: zeros }';
    expect(await warningsOf(fixed, [[floats(0, 0), ZEROS[0]]], '{ n: 2 }')).toBe('');
    expect(await warningsOf('gate: [7], up: [7]', [[floats(3), bytes(1)]], '{ n: 1 }')).toBe('');
  });
});

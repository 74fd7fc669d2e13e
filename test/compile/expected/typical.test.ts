import { describe, expect, it } from '#jest';
import { withTypicalSizes } from '../../../src/compile/expected/typical.ts';
import type { KernelCases, PackagedCase } from '../../../src/manifest/cases/packaged.ts';
import { packFloats } from '../../../src/manifest/values/packing.ts';

type Changes = NonNullable<PackagedCase['generated']>['changes'];

/** The tolerance of an output of elements of `own`, in a case with these changes of one with elements of 2. */
function toleranceOf(own: number, changes: Changes, steps?: number, count = 4) {
  const files = new Map<string, Uint8Array>();
  const outputOf = (value: number) => {
    const { type, data, content } = packFloats('fp32', new Float64Array(count).fill(value));
    files.set(data.file, content);
    const tolerance = { norm: 1e-5, rtol: 5e-5, atol: 0, ...(steps !== undefined && { steps }) };
    const layout = { shape: [count], strides: [1], length: count };
    const expected = { type, data };
    return { element: 'fp32', ...layout, role: 'out' as const, seed: '', tolerance, expected };
  };
  const caseOf = (value: number, made: Changes): PackagedCase => ({
    name: String(value),
    path: [],
    scalars: {},
    buffers: { y: outputOf(value) },
    runs: [],
    generated: { line: '', seed: '0', changes: made },
  });
  const kernel: KernelCases = {
    name: 'k',
    path: [],
    expected: 'reference',
    deterministic: true,
    algos: [0],
    cases: [caseOf(2, []), caseOf(own, changes)],
    test: [],
  };
  const found = withTypicalSizes(kernel, (file) => files.get(file) ?? new Uint8Array());
  return found.cases[1]?.buffers['y']?.tolerance;
}

const DATA: Changes = [{ kind: 'data', text: 'x far below 0' }];

describe('the tolerance of a generated case', () => {
  it('with other data is that of outputs of the usual size', () => {
    expect(toleranceOf(0.5, DATA)).toEqual({ norm: 4e-5, rtol: 5e-5, atol: 1e-4 });
    // The norm is that of the error, since there is nothing to divide by.
    expect(toleranceOf(0, DATA)).toEqual({ norm: 4e-5, rtol: 5e-5, atol: 1e-4 });
  });

  it('is not narrower if outputs are larger', () => {
    expect(toleranceOf(8, DATA)).toEqual({ norm: 1e-5, rtol: 5e-5, atol: 0 });
  });

  it('with few elements is that of outputs of the usual size', () => {
    const size: Changes = [{ kind: 'size', text: 'n = 1' }];
    expect(toleranceOf(0.5, size)).toEqual({ norm: 4e-5, rtol: 5e-5, atol: 1e-4 });
    expect(toleranceOf(0.5, size, undefined, 256)).toEqual({ norm: 1e-5, rtol: 5e-5, atol: 0 });
  });

  it('stays if it is in steps', () => {
    expect(toleranceOf(0.5, DATA, 1)).toMatchObject({ norm: 1e-5, steps: 1 });
  });
});

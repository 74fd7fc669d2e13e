import { describe, expect, it } from '#jest';
import { readCubin } from '../../../src/compile/cubin/code-formats.ts';
import { type CubinKernel } from '../../../src/compile/cubin/cubin.ts';
import { checkCubin, checkParameters } from '../../../src/compile/cubin/parameters.ts';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import { fakeCubin } from '../../support/fake-cubin.ts';
import { expectGolden } from '../../support/golden.ts';
import type { Target } from '../../../src/manifest/terms/vendor-terms.ts';

const x = { name: 'x', size: 8 };
const scale = { name: 'scale', size: 4 };
const n = { name: 'n', size: 4 };
const flag = { name: 'flag', size: 1 };

describe('checkParameters', () => {
  it('finds no problem if header and kernel agree', () => {
    expect(checkParameters(kernelWith([8, 4, 1, 4]), [x, scale, flag, n])).toEqual([]);
  });

  it('names the parameter with another size', () => {
    const asDouble = { name: 'scale', size: 8 };
    expectGolden(checkParameters(kernelWith([8, 4, 4]), [x, asDouble, n]).join('\n'));
  });

  it('names parameters in another order', () => {
    expectGolden(checkParameters(kernelWith([8, 1, 4]), [x, n, flag]).join('\n'));
  });

  it('names a parameter at another offset', () => {
    const parameters = [
      { ordinal: 0, offset: 0, size: 1 },
      { ordinal: 1, offset: 8, size: 4 },
    ];
    expectGolden(checkParameters({ ...kernelWith([1, 4]), parameters }, [flag, n]).join('\n'));
  });

  it('names parameters that only one of them has', () => {
    expectGolden(checkParameters(kernelWith([8]), [x, n]).join('\n'));
    expectGolden(checkParameters(kernelWith([8, 8]), [x]).join('\n'));
  });

  it('aligns descriptors to the start of the constant bank, not of the parameters', () => {
    const parameters = [
      { ordinal: 0, offset: 0, size: 8 },
      { ordinal: 1, offset: 0x30, size: 128 },
    ];
    const map = { name: 'map', size: 128, align: 64 };
    expect(checkParameters({ ...kernelWith([8, 128]), parameters }, [x, map])).toEqual([]);
  });
});

describe('checkCubin', () => {
  const cubin = readCubin(fakeCubin({ arch: 90, name: 'add', parameters: [8, 4] }));

  it('accepts the expected kernel, target and parameters', () => {
    const expected = { kernel: 'add', target: target('sm_90'), parameters: [x, n], warps: 4 };
    expect(checkCubin(cubin, expected)).toEqual([]);
  });

  it.each([
    ['none', []],
    ['several', [...cubin.kernels, ...cubin.kernels]],
  ])('names the kernels if there are %s', (_what, kernels) => {
    const expected = { kernel: 'add', target: target('sm_90'), parameters: [x, n], warps: 4 };
    expectGolden(checkCubin({ ...cubin, kernels }, expected).join('\n'));
  });

  it('names another architecture, kernel and parameters at once', () => {
    const sm80 = target('sm_80');
    expectGolden(
      checkCubin(cubin, { kernel: 'add', target: sm80, parameters: [x], warps: 4 }).join('\n'),
    );
    expectGolden(
      checkCubin(cubin, { kernel: 'mul', target: sm80, parameters: [], warps: 4 }).join('\n'),
    );
  });
});

function kernelWith(parameters: readonly number[]): CubinKernel {
  const [kernel] = readCubin(fakeCubin({ arch: 90, name: 'add', parameters })).kernels;
  if (kernel === undefined) throw new Error('the fake cubin has no kernel');
  return kernel;
}

function target(name: string): Target {
  const found = parseTarget(name);
  if (found === undefined) throw new Error(`not a target: ${name}`);
  return found;
}

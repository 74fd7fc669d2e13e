import { describe, expect, it } from '@jest/globals';
import { type CubinKernel, readCubin } from '../../../src/core/abi/cubin.ts';
import { checkCubin, checkParameters } from '../../../src/core/abi/parameters.ts';
import { parseTarget, type Target } from '../../../src/core/model/target.ts';
import { fakeCubin } from '../../support/fake-cubin.ts';

const x = { name: 'x', size: 8 };
const scale = { name: 'scale', size: 4 };
const n = { name: 'n', size: 4 };
const flag = { name: 'flag', size: 1 };

describe('checkParameters', () => {
  it('finds nothing wrong when header and kernel agree', () => {
    expect(checkParameters(kernelWith([8, 4, 1, 4]), [x, scale, flag, n])).toEqual([]);
  });

  it('names the one parameter that has another size', () => {
    const asDouble = { name: 'scale', size: 8 };
    expect(checkParameters(kernelWith([8, 4, 4]), [x, asDouble, n])).toEqual([
      'parameter 1 `scale`: the header passes 8 bytes at offset 8, the kernel reads 4 bytes at offset 8',
    ]);
  });

  it('names the parameters that stand in another order', () => {
    expect(checkParameters(kernelWith([8, 1, 4]), [x, n, flag])).toEqual([
      'parameter 1 `n`: the header passes 4 bytes at offset 8, the kernel reads 1 byte at offset 8',
      'parameter 2 `flag`: the header passes 1 byte at offset 9, the kernel reads 4 bytes at offset 12',
    ]);
  });

  it('names a parameter that stands elsewhere', () => {
    const parameters = [
      { ordinal: 0, offset: 0, size: 1 },
      { ordinal: 1, offset: 8, size: 4 },
    ];
    expect(checkParameters({ ...kernelWith([1, 4]), parameters }, [flag, n])).toEqual([
      'parameter 1 `n`: the header passes 4 bytes at offset 4, the kernel reads 4 bytes at offset 8',
    ]);
  });

  it('names what only one of the two has', () => {
    expect(checkParameters(kernelWith([8]), [x, n])).toEqual([
      'parameter 1 `n`: the header passes 4 bytes at offset 8, the kernel reads nothing',
    ]);
    expect(checkParameters(kernelWith([8, 8]), [x])).toEqual([
      'parameter 1: the header passes nothing, the kernel reads 8 bytes at offset 8',
    ]);
  });

  it('aligns descriptors where the constant bank begins, not where the parameters do', () => {
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

  it('accepts the kernel, the target and the parameters it was asked for', () => {
    const expected = { kernel: 'add', target: target('sm_90'), parameters: [x, n] };
    expect(checkCubin(cubin, expected)).toEqual([]);
  });

  it('names another architecture, another kernel and other parameters at once', () => {
    const sm80 = target('sm_80');
    expect(checkCubin(cubin, { kernel: 'add', target: sm80, parameters: [x] })).toEqual([
      'the cubin is made for sm_90, not for sm_80',
      'parameter 1: the header passes nothing, the kernel reads 4 bytes at offset 8',
    ]);
    expect(checkCubin(cubin, { kernel: 'mul', target: sm80, parameters: [] })).toEqual([
      'the cubin is made for sm_90, not for sm_80',
      'the cubin should hold the kernel mul only, and holds add',
    ]);
  });
});

function kernelWith(parameters: readonly number[]): CubinKernel {
  const [kernel] = readCubin(fakeCubin({ arch: 90, name: 'add', parameters })).kernels;
  if (kernel === undefined) throw new Error('the fake cubin has no kernel');
  return kernel;
}

function target(name: string): Target {
  const found = parseTarget(name);
  if (found === undefined) throw new Error(`${name} is no target`);
  return found;
}

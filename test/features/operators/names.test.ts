import { describe, expect, it } from '#jest';
import {
  hubKernel,
  variantMetadata,
  variantNames,
} from '../../../src/features/operators/wheel/hf-kernels.ts';
import { PythonNames } from '../../../src/features/operators/wheel/python-names.ts';
import { pythonLiteral } from '../../../src/features/operators/wheel/python-text.ts';
import { pythonVersion } from '../../../src/package/wheel/python-version.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

describe('a version in Python', () => {
  // Compared with packaging.version.Version.
  it.each([
    ['1.3.0', '1.3.0'],
    ['1.3.0-rc.1', '1.3.0rc1'],
    ['1.3.0-alpha', '1.3.0a0'],
    ['1.3.0-beta.12', '1.3.0b12'],
    ['1.3.0-dev.4', '1.3.0.dev4'],
    ['2-preview_2', '2rc2'],
    ['1.0.0-rc.1.dev2', '1.0.0rc1.dev2'],
    ['1.0-1', '1.0.post1'],
    ['01.002', '1.2'],
  ])('of %s is %s', (version, expected) => {
    expect(pythonVersion(version, 'manifest.json')).toBe(expected);
  });

  it.each(['1.3.0-nightly.5', '1.3.0-rc.1.2', '1.x'])('does not exist for %s', async (version) => {
    expectGolden(await failureOf(() => pythonVersion(version, 'aot/manifest.json')));
  });
});

describe('names and values in Python', () => {
  it('are as they were, unless Python or another one has them', () => {
    const names = new PythonNames();
    expect(['x', 'lambda', 'torch', 'x', 'x'].map((name) => names.add(name))).toEqual([
      'x',
      'lambda_',
      'torch_',
      'x_',
      'x__',
    ]);
  });

  it('have the type of the scalar', () => {
    expect(pythonLiteral(1, 'float')).toBe('1.0');
    expect(pythonLiteral(1e-5, 'float')).toBe('0.00001');
    expect(pythonLiteral(1e-7, 'float')).toBe('1e-7');
    expect(pythonLiteral(-3n, 'int')).toBe('-3');
    expect(pythonLiteral(true, 'bool')).toBe('True');
    expect(pythonLiteral(0n, 'bool')).toBe('False');
    expect(pythonLiteral(true, 'float')).toBe('1.0');
  });
});

describe('a kernel of the Hugging Face Hub', () => {
  it('has variants for CUDA 12 and 13', () => {
    expect(variantNames('x86_64')).toEqual([
      'tvm-ffi01-cu120-x86_64-linux',
      'tvm-ffi01-cu130-x86_64-linux',
    ]);
  });

  it('is named after the package, and by its content', () => {
    expect(hubKernel('My_Kernels', 'abcdef0123')).toEqual({
      name: 'my-kernels',
      id: '_my_kernels_cuda_abcdef01',
    });
  });

  it('has a name that the Hub allows', async () => {
    expectGolden(await failureOf(() => hubKernel('kernels.v2', 'abcdef0123')));
  });

  it('says in metadata.json which GPUs it is for', () => {
    const kernel = hubKernel('nn', 'abcdef0123');
    const variants = ['sm_80', 'sm_90a', 'sm_120'].map((target) => ({
      target,
      algo: 0,
      specialisation: 0,
      hash: '',
      symbol: '',
    }));
    const manifest = {
      package: 'nn',
      version: '2.1.0',
      license: 'Apache-2.0',
      triton: '3.8.0',
      ptxas: [],
      kernels: [
        {
          name: 'k',
          parameters: [],
          gridParameters: [],
          algos: [],
          specialisations: [],
          variants,
        },
      ],
    };
    expect(JSON.parse(variantMetadata(kernel, manifest))).toEqual({
      name: 'nn',
      id: '_nn_cuda_abcdef01',
      version: 2,
      license: 'apache-2.0',
      'python-depends': ['tvm-ffi'],
      backend: { type: 'cuda', archs: ['8.0', '9.0a', '12.0'] },
    });
  });
});

import { describe, expect, it } from '#jest';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pythonPackage } from '../../../src/features/operators/wheel/python-package.ts';
import { expectGolden } from '../../support/golden.ts';
import { SOFTMAX, VARIED } from './support/varied-operators.ts';

const SETTINGS = { name: 'nn', version: '1.3.0', namespace: 'nn' };

describe('the Python package of operators', () => {
  it('has functions of TVM-FFI, and operators of PyTorch with fakes and gradients', async () => {
    const files = await pythonPackage({ ...SETTINGS, operators: SOFTMAX });
    expect([...files.keys()]).toEqual([
      '__init__.py',
      '_checks.py',
      '_library.py',
      '_operators.py',
      'ffi.py',
      'py.typed',
    ]);
    const generated = ['__init__.py', '_operators.py', 'ffi.py'];
    expectGolden(generated.map((path) => `# ${path}\n${files.get(path)}`).join('\n'));
  });

  it('writes shapes, dtypes, scalars and gradients of all kinds', async () => {
    const files = await pythonPackage({ ...SETTINGS, operators: VARIED });
    expectGolden(files.get('_operators.py') ?? '');
  });

  it('is Python', async () => {
    const files = await pythonPackage({ ...SETTINGS, operators: [...SOFTMAX, ...VARIED] });
    for (const [path, input] of files) {
      const parse = 'import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))';
      const { status, stderr } = spawnSync('python3', ['-I', '-S', '-c', parse], {
        input,
        encoding: 'utf8',
      });
      expect({ path, status, stderr }).toEqual({ path, status: 0, stderr: '' });
    }
  });

  it('registers the operators of another build in a namespace of its own', async () => {
    const files = await pythonPackage({ ...SETTINGS, namespace: '_nn_1f', operators: SOFTMAX });
    expect(files.get('_operators.py')).toContain('_NAMESPACE = "_nn_1f"');
    expect(files.get('__init__.py')).toContain('torch.ops._nn_1f.NAME');
  });

  const FFI =
    'load_module = lambda file: type("L", (), {"get_function": lambda self, name: name})()';
  it.each([
    [
      'TVM-FFI is not installed',
      {},
      'ModuleNotFoundError: nn needs TVM-FFI: pip install apache-tvm-ffi',
    ],
    [
      'PyTorch is too old',
      {
        'tvm_ffi.py': FFI,
        'torch/__init__.py':
          '__version__ = "2.3.1"\nfrom . import library\nclass Tensor:\n    __dlpack_c_exchange_api__ = 0',
        'torch/library.py': '',
      },
      'ImportError: the operators of nn need PyTorch 2.4 or later; 2.3.1 is installed',
    ],
  ])('says what is missing if %s', async (_case, others, message) => {
    expect(await importError({ ...others, 'nn/libnn.so': '' })).toBe(message);
  });

  const torch = (hip: string): Readonly<Record<string, string>> => ({
    'torch/__init__.py': 'class Tensor:\n    __dlpack_c_exchange_api__ = 0\nfrom . import version',
    'torch/version.py': `hip = ${hip}`,
  });
  const [CUDA, HIP] = [{ 'nn/libnn.so': '' }, { 'nn/libnn.hip.so': '' }];
  it.each([
    ['PyTorch for ROCm', 'libnn.hip.so', { ...CUDA, ...HIP, ...torch('"7.1"') }],
    ['PyTorch for CUDA', 'libnn.so', { ...CUDA, ...HIP, ...torch('None') }],
    ['no PyTorch', 'libnn.so', { ...CUDA, ...HIP }],
    ['code for AMD only', 'libnn.hip.so', { ...HIP, ...torch('None') }],
    ['code for NVIDIA only', 'libnn.so', { ...CUDA, ...torch('"7.1"') }],
  ])('loads the library that is right with %s', async (_case, library, others) => {
    const loaded = { 'tvm_ffi.py': 'def load_module(file):\n    raise SystemExit(file.name)' };
    expect(await importError({ ...others, ...loaded })).toBe(library);
  });

  /** The last line that an import prints, with these files beside the package. */
  async function importError(others: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'python-package-'));
    try {
      const files = await pythonPackage({ ...SETTINGS, operators: SOFTMAX });
      const all = [...files].map(([path, text]) => [`nn/${path}`, text] as const);
      for (const [path, text] of [...all, ...Object.entries(others)]) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      const program = `import sys; sys.path.insert(0, ${JSON.stringify(folder)}); import nn`;
      const { stderr } = spawnSync('python3', ['-I', '-S', '-c', program], { encoding: 'utf8' });
      return stderr.trim().split('\n').at(-1) ?? '';
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});

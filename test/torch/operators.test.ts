import { beforeAll, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNTIME_FOLDER } from '../../src/base/assets.ts';
import { OPERATOR_RUNTIME } from '../../src/features/operators/package-part.ts';
import type { Operator } from '../../src/features/operators/operator.ts';
import { writeOperators } from '../../src/features/operators/c/operators.ts';
import { pythonPackage } from '../../src/features/operators/wheel/python-package.ts';
import { ROOT } from '../support/command.ts';
import { CUDA_INCLUDE } from '../support/recording-cuda.ts';
import { softmax, varied } from '../features/operators/support/varied-operators.ts';

// Needs a Python with PyTorch and apache-tvm-ffi, on the CPU: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'];
const PROGRAM = join(ROOT, 'test/torch/check_operators.py');
const CHECKS = [...readFileSync(PROGRAM, 'utf8').matchAll(/^@check\ndef (\w+)/gm)].flatMap(
  ([, name]) => name ?? [],
);
const TYPES = ['fp32', 'fp64'] as const;
const OPERATORS = [...softmax(TYPES), ...varied(TYPES)];

describe.each([
  ['C functions, if PyTorch has what they need', 'libtorch.so'],
  ['Python functions', 'no-libtorch.so'],
])('operators in PyTorch: %s', (_title, libtorch) => {
  let failures: Readonly<Record<string, string | null>>;
  beforeAll(async () => {
    if (PYTHON === undefined)
      throw new Error('set TORCH_PYTHON to a Python with PyTorch and apache-tvm-ffi');
    const folder = await mkdtemp(join(tmpdir(), 'torch-'));
    await mkdir(join(folder, 'nn'));
    const files = { name: 'nn', version: '1.3.0', namespace: 'nn', operators: OPERATORS };
    for (const [path, text] of await pythonPackage(files))
      await writeFile(join(folder, 'nn', path), text);
    await compileLibrary(folder, OPERATORS, libtorch);
    const output = execFileSync(PYTHON, [PROGRAM, folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    process.stderr.write(`PyTorch ${result.torch}, ${result.code}\n`);
    failures = result.failures;
  }, 600_000);

  it.each(CHECKS)('%s', (name) => {
    expect(failures[name]).toBeNull();
  });
});

/** Compiles operators that compute on the CPU: for them, it is the GPU. */
async function compileLibrary(
  folder: string,
  operators: readonly Operator[],
  libtorch: string,
): Promise<void> {
  const changes: readonly (readonly [string, string])[] = [
    ['AOT_DEVICE_CPU = 1', 'AOT_DEVICE_CPU = 2'],
    ['AOT_DEVICE_CUDA = 2', 'AOT_DEVICE_CUDA = 1'],
    ['aoti_torch_device_type_cuda', 'aoti_torch_device_type_cpu'],
    ['aoti_torch_get_current_cuda_stream', 'no_stream'],
    ['"libtorch.so"', `"${libtorch}"`],
    ['#include "aot_torch.h"', `#include "aot_torch.h"\n#include "${ROOT}/test/torch/operators.c"`],
    ['    return aot_leave(', '    compute(call);\n    return aot_leave('],
  ];
  const read = async (part: string, names: readonly string[], from = RUNTIME_FOLDER) =>
    Object.fromEntries(
      await Promise.all(
        names.map(
          async (name) => [`${part}/${name}`, await readFile(join(from, name), 'utf8')] as const,
        ),
      ),
    );
  const owner = { package: 'nn', version: '1.3.0' };
  const sources = {
    ...(await read('nn', ['aot_gpu.h', 'aot_cuda.h', 'aot_driver.h'])),
    ...(await read('src', ['aot_find.h', 'aot_image.h', 'aot_launch.h', 'aot_cuda_launch.h'])),
    ...(await read(
      'ops',
      ['aot_ffi.h', 'aot_errors.h', 'aot_check.h', 'aot_cuda_ops.h', 'aot_ops.h', 'aot_torch.h'],
      OPERATOR_RUNTIME,
    )),
    'ops/operators.c': writeOperators(owner, { vendor: 'cuda', operators, kernels: [] }),
  };
  for (const part of ['src', 'ops']) await mkdir(join(folder, part));
  for (const [path, text] of Object.entries(sources)) {
    const changed = changes.reduce((done, [from, to]) => done.replaceAll(from, to), text);
    await writeFile(join(folder, path), changed);
  }
  const include = [`-I${folder}`, `-I${CUDA_INCLUDE}`];
  const flags = ['-O2', '-shared', '-fPIC', '-fvisibility=hidden', '-Wno-enum-compare', ...include];
  const source = join(folder, 'ops/operators.c');
  execFileSync('cc', [...flags, source, '-lm', '-o', join(folder, 'nn/libnn.so')]);
}

import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonPackage } from '../../src/package/wheel/python-package.ts';
import { ROOT } from '../support/command.ts';
import { softmax, varied } from '../support/varied-operators.ts';

// Needs a Python with PyTorch and apache-tvm-ffi, on the CPU: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'];
const PROGRAM = join(ROOT, 'test/torch/check_operators.py');
const CHECKS = [...readFileSync(PROGRAM, 'utf8').matchAll(/^@check\ndef (\w+)/gm)].flatMap(
  ([, name]) => name ?? [],
);

describe('operators in PyTorch', () => {
  let failures: Readonly<Record<string, string | null>>;
  beforeAll(async () => {
    if (PYTHON === undefined)
      throw new Error('set TORCH_PYTHON to a Python with PyTorch and apache-tvm-ffi');
    const folder = await mkdtemp(join(tmpdir(), 'torch-'));
    await mkdir(join(folder, 'nn'));
    const types = ['fp32', 'fp64'] as const;
    const operators = [...softmax(types), ...varied(types)];
    const files = { name: 'nn', version: '1.3.0', namespace: 'nn', operators };
    for (const [path, text] of await pythonPackage(files))
      await writeFile(join(folder, 'nn', path), text);
    const headers = 'import tvm_ffi.libinfo as l; print(l.find_include_path())';
    const include = execFileSync(PYTHON, ['-c', headers], { encoding: 'utf8' }).trim();
    const dlpack = 'import tvm_ffi.libinfo as l; print(l.find_dlpack_include_path())';
    const dlpackInclude = execFileSync(PYTHON, ['-c', dlpack], { encoding: 'utf8' }).trim();
    const source = join(ROOT, 'test/torch/operators.c');
    const flags = ['-O2', '-shared', '-fPIC', `-I${include}`, `-I${dlpackInclude}`];
    execFileSync('cc', [...flags, source, '-lm', '-o', join(folder, 'nn/libnn.so')]);
    const output = execFileSync(PYTHON, [PROGRAM, folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const result = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    process.stderr.write(`PyTorch ${result.torch}\n`);
    failures = result.failures;
  }, 600_000);

  it.each(CHECKS)('%s', (name) => {
    expect(failures[name]).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';

const TOUCH = `import triton
import triton.language as tl

@triton.jit
def touch(out_ptr, n):
    i = tl.arange(0, 128)
    tl.store(out_ptr + i, i)
`;
const TOUCH_TEST = `#include <slow.h>
int main() {
  CUdevice device;
  CUcontext context;
  CUdeviceptr out;
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device)) return 2;
  if (cuCtxSetCurrent(context) || cuMemAlloc(&out, 512)) return 2;
  return touch_default(nullptr, out, 500000) ? 3 : 0;
}
`;
const SLOW_MANIFEST = `package: slow
version: 1.0.0
triton: 3.9.0
targets: [sm_80]
kernels:
  touch:
    source: touch.py:touch
    specialise: listed
    arguments: { out_ptr: '*i32', n: i32 }
    grid: n
    smoke:
      reference: none
      buffers: { out_ptr: { shape: [128], role: out } }
      cases: [{ n: 10 }, { n: 500000 }]
      source: touch_test.cpp
`;
const ADD = `import triton
import triton.language as tl

@triton.jit
def add(x_ptr, y_ptr, n):
    i = tl.arange(0, 128)
    x = tl.load(x_ptr + i, mask=i < n)
    if tl.target_info.cuda_capability_geq(9, 0):
        y = tl.inline_asm_elementwise("vadd.u32.u32.u32 $0, $1, $1;", "=r,r", [x], tl.int32, is_pure=True, pack=1)
    else:
        y = x + x
    tl.store(y_ptr + i, y, mask=i < n)
`;
const NEWER_MANIFEST = `package: newer
version: 1.0.0
triton: 3.9.0
targets: [sm_90]
kernels:
  add:
    source: add.py:add
    specialise: listed
    arguments: { x_ptr: '*i32', y_ptr: '*i32', n: i32 }
    grid: 1
    smoke:
      reference: reference.py:double
      buffers: { x_ptr: [n], y_ptr: { shape: [n], role: out } }
      cases: [{ n: 100 }, { n: 128 }]
`;
const BUILD = ['build', '--only', 'vector_add_fp32', '--targets', 'sm_80', '--store', 'store'];

describe('a smoke test without a GPU', () => {
  let space: Workspace;
  let source: string;
  const at = (path: string): string => join(space.folder, path);
  const emulate = (...args: readonly string[]) =>
    space.triton(['smoke', '--emulate', '--store', 'store', ...args]);
  const buildWith = async (from: string, to: string): Promise<void> => {
    expect(source).toContain(from);
    await space.write('vector_add.py', source.replace(from, to));
    expectSuccess(await space.triton(BUILD));
  };

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    source = await readFile(at('vector_add.py'), 'utf8');
    expectSuccess(await space.triton(BUILD));
  });
  afterAll(() => space.remove());

  it('keeps the outputs of each run, to compare them with those of a GPU', async () => {
    expectSuccess(await emulate('--case', '1', '--keep', 'kept'));
    const file = at('kept/outputs/vector_add_fp32/case1-algo0-spec0-out_ptr.bin');
    expect((await readFile(file)).length).toBe(4000);
  });

  it('finds a wrong stride by the results', async () => {
    await buildWith('y_ptr + position', 'y_ptr + position // 2');
    const { code, stderr } = await emulate('--case', '2');
    expect(code).toBe(6);
    expect(errorsIn(stderr)).toMatch(/out_ptr: \d+ of 4096 elements/);
    const evidence = JSON.parse(await readFile(at('aot/evidence.json'), 'utf8').catch(() => '{}'));
    expect(evidence).not.toHaveProperty('emulated');
  });

  it('executes code for sm_80 in place of code that it does not know, and counts it for nothing', async () => {
    await space.write('newer/add.py', ADD);
    await space.write('newer/reference.py', 'def double(x_ptr):\n    return 2 * x_ptr\n');
    await space.write('newer/kernels.yaml', NEWER_MANIFEST);
    const manifest = ['--manifest', 'newer/kernels.yaml'];
    const place = ['--out', 'newer/aot', '--store', 'store'];
    expectSuccess(await space.triton(['build', ...manifest, ...place]));
    const right = await emulate('--package', 'newer/aot', ...manifest);
    expect(right.code).toBe(7);
    expect(right.stderr.indexOf('check ptx')).toBeLessThan(right.stderr.indexOf('Build the smoke'));
    expect(errorsIn(right.stderr)).toContain(
      'add [check ptx]: the emulator does not know the instruction `vadd.u32.u32.u32` of the code for sm_90 (algo 0, specialisation 0); none of the 2 runs can be executed',
    );
    expect(right.stdout).toContain('newer/aot: the PTX of sm_80 in place of sm_90 was executed');
    expect(right.stdout).toContain(
      'add (sm_80 in place of sm_90): 2 runs compared with the reference, 3 checks',
    );
    expect(right.stdout).toMatch(
      /^note: .* It is no evidence for the package\n5 passed, 1 failed$/m,
    );
    await expect(readFile(at('newer/aot/evidence.json'))).rejects.toThrow('ENOENT');

    await space.write('newer/add.py', ADD.replace('y = x + x', 'y = x + 1'));
    const wrong = await emulate('--package', 'newer/aot', ...manifest, '--case', '0');
    expect(wrong.code).toBe(6);
    expect(errorsIn(wrong.stderr)).toContain('add (sm_80 in place of sm_90) [algo 0, ');

    const without = await emulate('--package', 'newer/aot', '--manifest', 'none.yaml');
    expect(without.code).toBe(7);
    expect(without.stdout).toContain('newer/aot: none of its PTX can be executed on the CPU');
    expect(without.stdout).toContain(
      'note: the code of add for sm_90 cannot be executed, and that for sm_80 could not be tested in its place: cannot read the manifest',
    );
  });

  it('says that a case takes too long, and proposes a smaller one', async () => {
    await space.write('slow/touch.py', TOUCH);
    await space.write('slow/touch_test.cpp', TOUCH_TEST);
    await space.write('slow/kernels.yaml', SLOW_MANIFEST);
    const place = ['--out', 'slow/aot', '--store', 'store'];
    expectSuccess(await space.triton(['build', '--manifest', 'slow/kernels.yaml', ...place]));
    const slow = await emulate('--package', 'slow/aot', '--timeout', '2');
    expect(slow.code).toBe(7);
    expect(errorsIn(slow.stderr)).toMatch(
      /touch \[algo 0, specialisation 0, n=500000\]: too long for the emulation: \d+ of 500000 blocks after \d+ s, all would take about \d+ \w+; add a smaller case, such as n=\d+, or raise the limit with --timeout; also in 1 more test/,
    );
    expect(slow.stdout).toMatch(/^5 passed, 2 failed$/m);
    await expect(readFile(at('slow/aot/evidence.json'))).rejects.toThrow('ENOENT');
  });
});

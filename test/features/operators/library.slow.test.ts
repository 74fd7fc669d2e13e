import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildTools, NEWEST_CMAKE, tvmFfi } from '../../support/build-tools.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { succeed } from '../../support/consumer.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorsPackage } from './support/operators.ts';
import { CUDA_INCLUDE } from '../../support/recording-cuda.ts';

/** Pairs of a type of ours and TVM-FFI's or DLPack's, with their members. */
const STRUCTS = [
  [
    'struct aot_dl_device',
    'DLDevice',
    [
      ['type', 'device_type'],
      ['id', 'device_id'],
    ],
  ],
  ['struct aot_dl_type', 'DLDataType', [['code'], ['bits'], ['lanes']]],
  [
    'struct aot_dl_tensor',
    'DLTensor',
    [['data'], ['device'], ['ndim'], ['type', 'dtype'], ['shape'], ['strides'], ['byte_offset']],
  ],
  [
    'struct aot_any',
    'TVMFFIAny',
    [
      ['type_index'],
      ['padding', 'zero_padding'],
      ['value.integer', 'v_int64'],
      ['value.number', 'v_float64'],
      ['value.pointer', 'v_ptr'],
    ],
  ],
] as const;

const NUMBERS: Readonly<Record<string, string>> = {
  AOT_DEVICE_CPU: 'kDLCPU',
  AOT_DEVICE_CUDA: 'kDLCUDA',
  AOT_DEVICE_CUDA_HOST: 'kDLCUDAHost',
  AOT_DEVICE_ROCM: 'kDLROCM',
  AOT_DEVICE_CUDA_MANAGED: 'kDLCUDAManaged',
  AOT_CODE_INT: 'kDLInt',
  AOT_CODE_UINT: 'kDLUInt',
  AOT_CODE_FLOAT: 'kDLFloat',
  AOT_CODE_BFLOAT: 'kDLBfloat',
  AOT_CODE_COMPLEX: 'kDLComplex',
  AOT_CODE_BOOL: 'kDLBool',
  AOT_CODE_FLOAT8_E4M3FN: 'kDLFloat8_e4m3fn',
  AOT_CODE_FLOAT8_E4M3FNUZ: 'kDLFloat8_e4m3fnuz',
  AOT_CODE_FLOAT8_E5M2: 'kDLFloat8_e5m2',
  AOT_CODE_FLOAT8_E5M2FNUZ: 'kDLFloat8_e5m2fnuz',
  AOT_FFI_NONE: 'kTVMFFINone',
  AOT_FFI_INT: 'kTVMFFIInt',
  AOT_FFI_BOOL: 'kTVMFFIBool',
  AOT_FFI_FLOAT: 'kTVMFFIFloat',
  AOT_FFI_POINTER: 'kTVMFFIOpaquePtr',
  AOT_FFI_TYPE: 'kTVMFFIDataType',
  AOT_FFI_DEVICE: 'kTVMFFIDevice',
  AOT_FFI_TENSOR_POINTER: 'kTVMFFIDLTensorPtr',
  AOT_FFI_RAW_STRING: 'kTVMFFIRawStr',
  AOT_FFI_SMALL_STRING: 'kTVMFFISmallStr',
  AOT_FFI_STRING: 'kTVMFFIStr',
  AOT_FFI_FUNCTION: 'kTVMFFIFunction',
  AOT_FFI_SHAPE: 'kTVMFFIShape',
  AOT_FFI_TENSOR: 'kTVMFFITensor',
  AOT_FFI_ARRAY: 'kTVMFFIArray',
  AOT_FFI_OBJECT_HEADER: 'sizeof(TVMFFIObject)',
};

/** C and C++ that compiles if our declarations are binary compatible with the real ones. */
const COMPARISON = `#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <nn.h>
#include "aot_ffi.h"
#include <assert.h>
#define SAME(a, b) static_assert((int)(a) == (int)(b), #a " is not " #b)
${STRUCTS.flatMap(([ours, theirs, members]) => [
  `SAME(sizeof(${ours}), sizeof(${theirs}));`,
  ...members.map(
    ([own, other = own]) => `SAME(offsetof(${ours}, ${own}), offsetof(${theirs}, ${other}));`,
  ),
]).join('\n')}
${Object.entries(NUMBERS)
  .map(([ours, theirs]) => `SAME(${ours}, ${theirs});`)
  .join('\n')}
/* The convention of calls, but for the names of the types. */
int same(void *self, const TVMFFIAny *arguments, int32_t count, TVMFFIAny *result);
TVMFFISafeCallType convention;
void assign(void);
void assign(void) { convention = same; }
`;

/** Loads the library as Python programs do, and prints the errors of calls with NumPy's arrays. */
const PROGRAM = `
import ctypes
import sys
import numpy as np
import tvm_ffi

operators = tvm_ffi.load_module(sys.argv[1])
x = np.zeros((4, 1000), np.float32)
y = np.empty_like(x)

def call(*arguments):
    try:
        operators.softmax(*arguments)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0], sep=': ')

call(tvm_ffi.from_dlpack(x), tvm_ffi.from_dlpack(y))
call(x, y)
call(x, None)
call(1.5, y)
call()
register = ctypes.CDLL(sys.argv[1]).aot_torch_register_softmax
print('registered without PyTorch:', register(b'nn', b'softmax') == 0)
`;

/** Checks that a library exports the operators, and needs no driver and no TVM-FFI to be loaded. */
async function expectOperators(library: string): Promise<void> {
  const exported = await succeed(['nm', '-D', '--defined-only', library]);
  const names = ['normalise', 'picky', 'softmax', 'tiles'];
  expect(exported.match(/\S+$/gm)?.toSorted()).toEqual([
    ...names.map((name) => `__tvm_ffi_${name}`),
    ...names.map((name) => `aot_torch_register_${name}`),
  ]);
  const needed = await succeed(['readelf', '-d', library]);
  expect(needed).not.toMatch(/libcuda|libamdhip|libtvm/);
}

describe('operators', () => {
  let folder: string;
  let work: string;
  beforeAll(async () => {
    folder = await operatorsPackage();
    work = dirname(folder);
  });
  afterAll(() => rm(work, { recursive: true }));

  it('are declared as TVM-FFI and DLPack declare them', async () => {
    const { headers } = await tvmFfi();
    const source = join(work, 'comparison.c');
    await writeFile(source, COMPARISON);
    const folders = [CUDA_INCLUDE, headers, join(folder, 'include'), join(folder, 'ops')];
    const include = folders.map((each) => `-I${each}`);
    for (const compiler of COMPILERS) {
      await succeed([compiler, '-std=c11', '-fsyntax-only', ...include, source]);
      await succeed([compiler, '-x', 'c++', '-std=c++17', '-fsyntax-only', ...include, source]);
    }
  });

  it('are a CMake target that Python loads without a driver', async () => {
    const tools = await buildTools(NEWEST_CMAKE);
    const project = join(work, 'project');
    await mkdir(project);
    await writeFile(
      join(project, 'CMakeLists.txt'),
      `cmake_minimum_required(VERSION 3.18)
project(app C)
find_package(nn 1.2 REQUIRED CONFIG COMPONENTS tiles)
find_package(nn 1.2 REQUIRED CONFIG)
add_custom_target(operators DEPENDS nn::operators)
file(GENERATE OUTPUT where.txt CONTENT "$<TARGET_FILE:nn::operators>")
`,
    );
    const build = join(project, 'build');
    const configure = ['cmake', '-S', project, '-B', build, `-Dnn_ROOT=${folder}`];
    expect(await succeed(configure, tools)).not.toContain('Warning');
    const all = await succeed(['cmake', '--build', build], tools);
    expect(all).not.toContain('operators');
    await succeed(['cmake', '--build', build, '--target', 'operators'], tools);
    const library = await succeed(['cat', join(build, 'where.txt')]);
    expect(library).toMatch(/\/libnn_operators\.so$/);

    await expectOperators(library);

    const { python } = await tvmFfi();
    const program = join(work, 'program.py');
    await writeFile(program, PROGRAM);
    expectGolden(await succeed([python, program, library]));
  });

  it.each(['HIP', 'CUDA'])(
    'are a CMake target for %s of a package for both vendors',
    async (gpu) => {
      const tools = await buildTools(NEWEST_CMAKE);
      const both = await operatorsPackage('both');
      const build = join(work, `build-${gpu}`);
      await succeed(['cmake', '-S', both, '-B', build, `-Dnn_GPU=${gpu}`], tools);
      const target = 'aot-nn-operators-library';
      await succeed(['cmake', '--build', build, '--target', target], tools);
      await expectOperators(join(build, 'libnn_operators.so'));
      const text = await succeed(['strings', join(build, 'libnn_operators.so')]);
      expect(text.includes('libamdhip64.so')).toBe(gpu === 'HIP');
      expect(text.includes('libcuda.so.1')).toBe(gpu === 'CUDA');
      await rm(dirname(both), { recursive: true });
    },
  );
});

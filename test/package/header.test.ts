import { describe, expect, it } from '#jest';
import { packageFiles } from '../../src/package/files.ts';
import { fakeChecked } from '../support/fake-build.ts';

const FUNCTIONS = { scale_kernel: ['x', 'default', 'n', 'BLOCK', 'ACT'], none_kernel: [] };

/** A header of a package with these kernels. */
function headerOf(path: string, kernels: string, targets = 'sm_80, sm_90'): string {
  const manifest = `package: demo\ntriton: 3.8.0\ntargets: [${targets}]\nkernels:\n${kernels}`;
  const facts = {
    package: 'demo',
    version: '1.2.0-rc.1',
    tritonVersion: '3.8.0',
    generatorVersion: '0.1.0',
  };
  return String(packageFiles(facts, fakeChecked(manifest, FUNCTIONS)).get(path));
}

const SCALE = `
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "*fp16:16", default: bf16, n: [i32:1, i32] }
    grid_parameters: { rows: u64 }
    configs: [{ BLOCK: 64, ACT: relu }, { BLOCK: 32, ACT: ACTIVATION, num_warps: 8 }]
    grid: [cdiv(n, BLOCK), rows]
`;
const NONE = '  none: { source: "nn/demo.py:none_kernel", arguments: {}, grid: 1 }\n';

describe('the header of a kernel', () => {
  it('has this text', () => {
    expect(headerOf('include/demo/scale.h', SCALE)).toBe(`/*
 * scale: the Triton kernel scale_kernel, compiled ahead of time for sm_80, sm_90.
 *
 * Every function works in the current context, from any thread. CUDA_ERROR_NO_BINARY_FOR_GPU: the device
 * is none of those above.
 */
#ifndef AOT_scale_OF_demo_H
#define AOT_scale_OF_demo_H

#include <stdbool.h>
#include <stdint.h>

#include "aot_cuda.h"

/*
 * Launches the kernel on \`stream\`. An empty grid succeeds and launches nothing; an unknown algo_id and
 * argument values that no specialisation fits give CUDA_ERROR_INVALID_VALUE.
 *
 * algo_id:
 *   0: BLOCK=64, ACT="relu", num_warps=4, num_stages=3, enable_fp_fusion=true
 *   1: BLOCK=32, ACT="ACTIVATION", num_warps=8, num_stages=3, enable_fp_fusion=true
 *
 * Argument values, the first that fits:
 *   x % 16 == 0, n == 1
 *   x % 16 == 0
 */
CUresult scale(CUstream stream, CUdeviceptr x, uint16_t default_, int32_t n, uint64_t rows, int algo_id)
    __asm__("demo_1_2_0_rc_1_scale");

/* The same with algo 0. */
CUresult scale_default(CUstream stream, CUdeviceptr x, uint16_t default_, int32_t n, uint64_t rows)
    __asm__("demo_1_2_0_rc_1_scale_default");

/* The algo that the function above launches for these integers on the stream's device; -1 if it has none. */
int scale_choose(CUstream stream, int32_t n, uint64_t rows)
    __asm__("demo_1_2_0_rc_1_scale_choose");

/* How many algos there are: valid ids are 0 to one less. */
int scale_get_num_algos(void)
    __asm__("demo_1_2_0_rc_1_scale_get_num_algos");

/* Loads what the current device needs ahead of the first call, which otherwise does so. */
CUresult load_scale(void)
    __asm__("demo_1_2_0_rc_1_load_scale");

/* Unloads the kernel from every device; a later call loads it again. Must not overlap with other calls. */
CUresult unload_scale(void)
    __asm__("demo_1_2_0_rc_1_unload_scale");

#endif
`);
  });

  it('does not list argument values if any are valid', () => {
    const header = headerOf('include/demo/none.h', NONE);
    expect(header).not.toContain('Argument values');
    expect(header).toContain('\nCUresult none(CUstream stream, int algo_id)\n');
    expect(header).toContain('\nCUresult none_default(CUstream stream)\n');
  });

  it.each([
    ['"*/ int injected; /*"', 'ACT="* / int injected; / *"'],
    ['"*/*"', 'ACT="* / *"'],
    ['"/*/"', 'ACT="/ * /"'],
    ['"**//"', 'ACT="** //"'],
    ['"a\\n*/\\nb\\\\"', 'ACT="a\\n* /\\nb\\\\"'],
    [String.raw`"\"*/"`, String.raw`ACT="\"* /"`],
  ])('keeps the constant %s inside its comment', (text, shown) => {
    const header = headerOf(
      'include/demo/scale.h',
      SCALE.replace('ACT: ACTIVATION', () => `ACT: ${text}`),
    );
    expect(header).toContain(` *   1: BLOCK=32, ${shown}, num_warps=8,`);
    // The code does not depend on the constant.
    const code = (content: string): string => content.replaceAll(/\/\*.*?\*\//gs, '');
    expect(code(header)).toBe(code(headerOf('include/demo/scale.h', SCALE)));
  });
});

describe('the header of a kernel with AMD targets', () => {
  it.each([
    ['gfx942', 'aot_hip.h', 'hipError_t', 'hipStream_t', 'hipDeviceptr_t', 'hipErrorInvalidValue'],
    [
      'sm_90, gfx942',
      'aot_gpu.h',
      'aot_gpu_result',
      'aot_gpu_stream',
      'aot_gpu_pointer',
      'CUDA_ERROR_INVALID_VALUE (hipErrorInvalidValue)',
    ],
  ])('for %s has the names of %s', (targets, file, result, stream, pointer, error) => {
    const header = headerOf('include/demo/scale.h', SCALE, targets);
    expect(header).toContain(`#include "${file}"\n`);
    expect(header).toContain(`\n${result} scale_default(${stream} stream, ${pointer} x, uint16_t`);
    expect(header).toContain(` * argument values that no specialisation fits give ${error}.\n`);
  });

  it.each(['gfx942', 'sm_90, gfx942'])('for %s keeps texts with names of CUDA', (targets) => {
    const kernels = SCALE.replace('ACT: ACTIVATION', 'ACT: CUDA_GRAPH CUstream');
    const header = headerOf('include/demo/scale.h', kernels, targets);
    expect(header).toContain('ACT="CUDA_GRAPH CUstream", num_warps=8,');
  });
});

describe('the header of the package', () => {
  it('includes the header of every kernel', () => {
    expect(headerOf('include/demo.h', SCALE + NONE)).toBe(`/* Every kernel of the package demo. */
#ifndef AOT_demo_H
#define AOT_demo_H

#include "demo/scale.h"
#include "demo/none.h"

#endif
`);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { COMPILERS } from '../support/compilers.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { kernelsOf } from '../support/merged-manifest.ts';
import { compileAndRun } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';

const EXAMPLES = ['vector-add', 'softmax', 'layernorm-linear', 'matmul', 'flash-attention'];
/** Kernels of the examples, with one element type of each. */
const KERNELS = [
  'vector_add_fp16',
  'softmax_forward_fp16',
  'softmax_backward_fp16',
  'layernorm_statistics_bf16',
  'layernorm_linear_bf16',
  'matmul_fp16',
  'fmha_d64_fp16',
];
/** One kernel is built for every target, the others for one. */
const TARGETS = ['sm_80', 'sm_90', 'sm_100', 'sm_120'];
const ONE_TARGET = ['sm_90'];

const signal = new AbortController().signal;

describe.each(TRITON_VERSIONS)('packages built with Triton %s', (version) => {
  let space: Workspace;
  let folder = '';
  let cudaInclude = '';

  beforeAll(async () => {
    const python = await tritonPython(version);
    cudaInclude = join(await tritonTools(version), 'include');
    space = await workspace();
    folder = join(space.folder, 'aot');
    const kernels: Record<string, object> = {};
    for (const name of EXAMPLES) {
      await cp(join(ROOT, 'examples', name), join(space.folder, name), { recursive: true });
      const own = await kernelsOf(space.folder, `${name}/kernels.yaml`);
      for (const [kernel, settings] of Object.entries(own)) {
        const targets = name === 'vector-add' ? TARGETS : ONE_TARGET;
        // These have so many hints that finding and compiling them takes longest.
        const specialise = ['matmul', 'flash-attention'].includes(name) ? 'listed' : 'auto';
        kernels[kernel] = { ...settings, targets, specialise };
      }
    }
    const manifest = { package: 'examples', triton: version, targets: TARGETS, kernels };
    await space.write('kernels.yaml', stringify(manifest));
    const only = ['--only', KERNELS.join(',')];
    expectSuccess(await space.triton(['build', '--python', python, ...only]));
  }, 600_000);
  afterAll(() => space.remove());

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'],
      [compiler, 'c++', 'c++17'],
    ]),
  )(
    'compile with %s as %s (%s) against the CUDA header without a warning',
    async (compiler, language, standard) => {
      const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
      const include = ['-isystem', cudaInclude, `-I${join(folder, 'include')}`];
      // Programs may include cuda.h themselves, before or after.
      const orders = [
        ['cuda.h', 'examples.h'],
        ['examples.h', 'cuda.h'],
      ];
      const programs = orders.map((_order, index) => join(space.folder, `order-${index}.c`));
      for (const [index, program] of programs.entries())
        await writeFile(
          program,
          orders[index]?.map((file) => `#include <${file}>\n`).join('') ?? '',
        );
      const sources = KERNELS.map((kernel) => join(folder, `src/${kernel}.c`));
      const flags = [...warnings, `-std=${standard}`, ...include, '-fsyntax-only'];
      const argv = [compiler, '-x', language, ...flags, ...sources, ...programs];
      const { code, stderr } = await run(argv, { env: process.env, signal });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );

  it('load every kernel on the architectures they are built for, and on no others', async () => {
    const loads = KERNELS.map((kernel) => `printf("%d ", (int)load_${kernel}());`).join(' ');
    const program = `#include <examples.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  for (int device = 0; device < 5; device++) {
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    ${loads}
    printf("\\n");
  }
  return 0;
}`;
    const { stdout } = await compileAndRun({
      texts: { 'main.c': program },
      sources: KERNELS.map((kernel) => join(folder, `src/${kernel}.c`)),
      includeDirs: [join(folder, 'include')],
      devices: ['8.0', '9.0', '10.0', '12.0', '7.5'],
    });
    const expected = [...TARGETS, 'sm_75'].map((target) =>
      KERNELS.map((kernel) => {
        const targets = kernel === 'vector_add_fp16' ? TARGETS : ONE_TARGET;
        return targets.includes(target) ? '0 ' : '209 ';
      }).join(''),
    );
    expect(stdout.split('\n')).toEqual([...expected, '']);
  });

  it('pass a float to the flash attention kernel as a float', async () => {
    const program = `#include <examples/fmha_d64_fp16.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  return (int)fmha_d64_fp16_default(NULL, 16, 32, 48, 64, 80, 96, 0.125f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                    3, 257, 300, 384, 64, 2, false, true, false);
}`;
    const { code, records } = await compileAndRun({
      texts: { 'main.c': program },
      sources: [join(folder, 'src/fmha_d64_fp16.c')],
      includeDirs: [join(folder, 'include')],
    });
    expect(code).toBe(0);
    const [launch] = launchesOf(records);
    expect(launch).toMatchObject({ kernel: '_fwd_kernel', grid: [5, 6, 1], block: [128, 1, 1] });
    const integers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 3, 257, 300, 384, 64, 2];
    const hex = (value: number, bytes: number): string => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUInt32LE(value);
      return buffer.toString('hex');
    };
    expect(launch?.parameters).toEqual([
      ...[16, 32, 48, 64, 80, 96].map((value) => hex(value, 8)),
      '0000003e',
      ...integers.map((value) => hex(value, 4)),
      '00',
      '01',
      '00',
      hex(0, 8),
      hex(0, 8),
    ]);
  });
});

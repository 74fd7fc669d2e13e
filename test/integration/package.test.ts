import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/core/base/process.ts';
import { type Workspace, workspace } from '../support/command.ts';
import { COMPILERS } from '../support/compilers.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { compileAndRun } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** The examples, and the parts of them that are built here to save time. */
const EXAMPLES = [
  ['vector-add', []],
  ['softmax', ['--only', '*_fp16']],
  ['layernorm-linear', ['--only', '*_bf16']],
  ['matmul', ['--only', 'matmul_fp16', '--targets', 'sm_80,sm_90']],
  ['flash-attention', ['--only', 'fmha_d64_fp16']],
] as const;

/** One variant. Matrix operations of sm_100 have addresses in their code. */
const MATMUL = `package: matmul
triton: 3.8.0
targets: [sm_100]
kernels:
  matmul:
    source: matmul.py:matmul_kernel
    arguments:
      { a_ptr: "*fp16:16", b_ptr: "*fp16:16", bias_ptr: "*fp16:16", c_ptr: "*fp16:16", M: i32, N: i32, K: "i32:16",
        stride_am: "i32:16", stride_ak: "i32:1", stride_bk: "i32:1", stride_bn: "i32:16", stride_cm: "i32:16", stride_cn: "i32:1" }
    constants: { BLOCK_M: 128, BLOCK_N: 128, BLOCK_K: 64, GROUP_SIZE_M: 8, ACTIVATION: leaky_relu, USE_BIAS: true }
    specialise: listed
    grid: [cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)]
    num_warps: 8
`;

const signal = new AbortController().signal;

describe.each(TRITON_VERSIONS)('packages built with Triton %s', (version) => {
  const spaces = new Map<string, Workspace>();
  let cudaInclude = '';

  beforeAll(async () => {
    const python = await tritonPython(version);
    const found = await run(
      [python, '-c', 'import triton.backends.nvidia as n; print(n.__path__[0])'],
      { env: { PATH: process.env['PATH'] }, signal },
    );
    cudaInclude = join(found.stdout.trim(), 'include');
    for (const [name, selection] of EXAMPLES) {
      const space = await workspace();
      await space.example(name);
      const args = ['build', '--no-advice', '--triton', version, '--python', python, ...selection];
      const { code, stderr } = await space.triton(args);
      if (code !== 0) throw new Error(stderr);
      spaces.set(name, space);
    }
  }, 600_000);
  afterAll(() => Promise.all([...spaces.values()].map((space) => space.remove())));

  const packageOf = (name: string): string => join(spaces.get(name)?.folder ?? '', 'aot');

  it.each(
    COMPILERS.flatMap((compiler) => [
      [compiler, 'c', 'c11'],
      [compiler, 'c++', 'c++17'],
    ]),
  )(
    'compile with %s as %s (%s) against the CUDA header without a warning',
    async (compiler, language, standard) => {
      for (const [name] of EXAMPLES) {
        const folder = packageOf(name);
        const sources = (await readdir(join(folder, 'src'))).filter((file) => file.endsWith('.c'));
        const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
        const flags = [
          ...warnings,
          `-std=${standard}`,
          '-isystem',
          cudaInclude,
          `-I${join(folder, 'include')}`,
        ];
        const compile = async (source: string): Promise<void> => {
          const argv = [compiler, '-x', language, ...flags, '-fsyntax-only', source];
          const { code, stderr } = await run(argv, { env: process.env, signal });
          expect({ source, code, stderr }).toEqual({ source, code: 0, stderr: '' });
        };
        for (const source of sources) await compile(join(folder, 'src', source));
        // Programs may include cuda.h themselves, before or after.
        const [header] = (await readdir(join(folder, 'include'))).filter((file) =>
          file.endsWith('.h'),
        );
        const orders = [
          ['cuda.h', header],
          [header, 'cuda.h'],
        ];
        for (const [index, order] of orders.entries()) {
          const program = join(folder, `../order-${index}.c`);
          await writeFile(program, order.map((file) => `#include <${file}>\n`).join(''));
          await compile(program);
        }
      }
    },
  );

  it('load every kernel on the architectures they are built for, and on no others', async () => {
    for (const [name] of EXAMPLES) {
      const folder = packageOf(name);
      const {
        package: packageName,
        targets,
        kernels,
      } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
        package: string;
        targets: string[];
        kernels: { name: string }[];
      };
      const loads = kernels.map((kernel) => `printf("%d ", (int)load_${kernel.name}());`).join(' ');
      const program = `#include <${packageName}.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  for (int device = 0; device < 5; device++) {
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    ${loads}
  }
  return 0;
}`;
      const { stdout } = await compileAndRun({
        texts: { 'main.c': program },
        sources: kernels.map((kernel) => join(folder, `src/${kernel.name}.c`)),
        includeDirs: [join(folder, 'include')],
        devices: ['8.0', '9.0', '10.0', '12.0', '7.5'],
      });
      const expected = ['sm_80', 'sm_90', 'sm_100', 'sm_120', 'sm_75'].map((target) =>
        (targets.includes(target) ? '0 ' : '209 ').repeat(kernels.length),
      );
      expect([name, stdout]).toEqual([name, expected.join('')]);
    }
  });

  it('are reproducible for sm_100, although its assembler writes addresses into code', async () => {
    const built = await Promise.all(
      ['t', 'temporary-files-with-a-much-longer-name'].map(async (name) => {
        const space = await workspace();
        await space.example('matmul');
        await space.write('kernels.yaml', MATMUL);
        await mkdir(join(space.folder, name));
        const chosen = ['--triton', version, '--python', await tritonPython(version)];
        const env = { TMPDIR: join(space.folder, name) };
        const args = ['build', '--no-advice', '--store', 'store', ...chosen];
        const { code, stderr } = await space.triton(args, { env });
        if (code !== 0) throw new Error(stderr);
        const manifest = await readFile(join(space.folder, 'aot/manifest.json'), 'utf8');
        await space.remove();
        return manifest;
      }),
    );
    expect(built[1]).toBe(built[0]);
  });

  it('pass a float to the flash attention kernel as a float', async () => {
    const folder = packageOf('flash-attention');
    const program = `#include <flash_attention/fmha_d64_fp16.h>
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

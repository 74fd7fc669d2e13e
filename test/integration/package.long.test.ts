import { describe, expect, it } from '#jest';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** One variant. Matrix operations of sm_100 have addresses in their code. */
const MATMUL = `package: matmul
triton: 3.9.0
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

describe.each(TRITON_VERSIONS)('packages built with Triton %s', (version) => {
  it('are reproducible for sm_100, although its assembler writes addresses into code', async () => {
    const built = await Promise.all(
      ['t', 'temporary-files-with-a-much-longer-name'].map(async (name) => {
        const own = await workspace();
        await own.example('matmul');
        await own.write('kernels.yaml', MATMUL);
        await mkdir(join(own.folder, name));
        const chosen = ['--triton', version, '--python', await tritonPython(version)];
        const env = { TMPDIR: join(own.folder, name) };
        const args = ['build', '--store', 'store', '--jobs', '1', ...chosen];
        const { code, stderr } = await own.triton(args, { env });
        if (code !== 0) throw new Error(stderr);
        const manifest = await readFile(join(own.folder, 'aot/manifest.json'), 'utf8');
        await own.remove();
        return manifest;
      }),
    );
    expect(built[1]).toBe(built[0]);
  });
});

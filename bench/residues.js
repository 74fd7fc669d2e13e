// Writes a manifest with kernels of the examples and sizes that 16, 8, 4, 2 and only 1 divide, and
// builds it. `bench --jit` then compares the package with Triton's JIT, which knows 16 and 1 only.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cli } from './product.js';

const { values: options } = parseArgs({
  options: {
    // The version that the Python of `bench --jit` has.
    triton: { type: 'string', default: '3.6.0' },
    targets: { type: 'string', default: 'sm_90' },
    // Where the manifest and the package are written.
    out: { type: 'string', default: 'residues' },
    python: { type: 'string' },
  },
});

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));
const SOURCES = {
  matmul: 'matmul.py',
  softmax: 'softmax.py',
  'layernorm-linear': 'layernorm_linear.py',
  'flash-attention': 'fmha_triton.py',
};

/** Each residue of a size: 16, 8, 4, 2 and 1 divide it, and no larger power of two. */
const cases = (...sizes) => `[${sizes.map((size) => `{ ${size} }`).join(', ')}]`;
const squares = [4096, 3000, 3004, 3002, 3001].map((n) => `M: ${n}, N: ${n}, K: ${n}`);
const rows = [4096, 4104, 1000, 1004, 1002, 1001].map((cols) => `rows: 16384, cols: ${cols}`);
const layers = [1024, 1000, 1004, 1002, 1001].map(
  (features) => `rows: 4096, outputs: 4096, features: ${features}`,
);
const heads = [64, 40, 36, 34, 33].map((headdim) => `seqlen: 2048, headdim: ${headdim}`);

const MANIFEST = `package: residues
version: 1.0.0
triton: ${options.triton}
targets: [${options.targets}]

kernels:
  "matmul_{dtype}":
    for: [{ dtype: fp16, depth: 64 }, { dtype: bf16, depth: 64 }, { dtype: fp32, depth: 32 }]
    source: matmul.py:matmul_kernel
    arguments:
      { a_ptr: "*{dtype}", b_ptr: "*{dtype}", bias_ptr: "*{dtype}", c_ptr: "*{dtype}", M: i32, N: i32, K: i32,
        stride_am: i32, stride_ak: "i32:1", stride_bk: "i32:1", stride_bn: i32, stride_cm: i32, stride_cn: "i32:1" }
    constants: { BLOCK_M: 128, BLOCK_N: 128, BLOCK_K: "{depth}", GROUP_SIZE_M: 8, ACTIVATION: null, USE_BIAS: false }
    num_warps: 8
    grid: [cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)]
    smoke:
      reference: none
      arguments: { stride_am: K, stride_ak: 1, stride_bk: 1, stride_bn: K, stride_cm: N, stride_cn: 1 }
      buffers:
        a_ptr: { shape: [M, K], strides: [stride_am, stride_ak] }
        b_ptr: { shape: [K, N], strides: [stride_bk, stride_bn] }
        bias_ptr: null
        c_ptr: { shape: [M, N], strides: [stride_cm, stride_cn], role: out }
      cases: [{ M: 33, N: 47, K: 65 }]
    tune: { cases: ${cases(...squares)} }

  "softmax_{dtype}":
    for: { dtype: [fp16, bf16, fp32] }
    source: softmax.py:softmax_forward_kernel
    arguments: { x_ptr: "*{dtype}", y_ptr: "*{dtype}", cols: i32 }
    constants: { BLOCK: 1024 }
    grid_parameters: { rows: i32 }
    grid: [rows]
    smoke:
      reference: none
      buffers: { x_ptr: [rows, cols], y_ptr: { shape: [rows, cols], role: out } }
      cases: [{ rows: 7, cols: 1000 }]
    tune: { cases: ${cases(...rows)} }

  "layernorm_linear_{dtype}":
    for: { dtype: [fp16, bf16, fp32] }
    source: layernorm_linear.py:normalised_linear_kernel
    arguments:
      { x_ptr: "*{dtype}", mean_ptr: "*fp32", rstd_ptr: "*fp32", gamma_ptr: "*{dtype}", beta_ptr: "*{dtype}",
        weight_ptr: "*{dtype}", bias_ptr: "*{dtype}", out_ptr: "*{dtype}", rows: i32, outputs: i32, features: i32 }
    constants: { BLOCK_M: 64, BLOCK_N: 64, BLOCK_K: 32 }
    grid: [cdiv(rows, BLOCK_M), cdiv(outputs, BLOCK_N)]
    smoke:
      reference: none
      buffers:
        x_ptr: [rows, features]
        mean_ptr: [rows]
        rstd_ptr: [rows]
        gamma_ptr: [features]
        beta_ptr: [features]
        weight_ptr: [outputs, features]
        bias_ptr: [outputs]
        out_ptr: { shape: [rows, outputs], role: out }
      cases: [{ rows: 33, outputs: 47, features: 65 }]
    tune: { cases: ${cases(...layers)} }

  "attention_{dtype}":
    for: { dtype: [fp16, bf16] }
    source: fmha_triton.py:_fwd_kernel
    signature: >-
      *{dtype}, *{dtype}, *{dtype}, *{dtype}, *fp32, *fp32, fp32,
      i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32,
      i1, i1, i1, 1, 64, 64, 64
    grid: cdiv(seqlen_q, 64), batch * nheads, 1
    smoke:
      reference: none
      arguments:
        { softmax_scale: 0.125, nheads: 16, batch: 4, seqlen_q: seqlen, seqlen_k: seqlen,
          stride_qb: seqlen * nheads * headdim, stride_qh: headdim, stride_qm: nheads * headdim,
          stride_kb: seqlen * nheads * headdim, stride_kh: headdim, stride_kn: nheads * headdim,
          stride_vb: seqlen * nheads * headdim, stride_vh: headdim, stride_vn: nheads * headdim,
          stride_ob: seqlen * nheads * headdim, stride_oh: headdim, stride_om: nheads * headdim,
          seqlen_q_rounded: "cdiv(seqlen, 128) * 128",
          EVEN_M: seqlen % 128 == 0, EVEN_N: seqlen % 128 == 0, EVEN_HEADDIM: headdim == 64 }
      buffers:
        Q: { shape: [batch, nheads, seqlen, headdim], strides: [stride_qb, stride_qh, stride_qm, 1] }
        K: { shape: [batch, nheads, seqlen, headdim], strides: [stride_kb, stride_kh, stride_kn, 1] }
        V: { shape: [batch, nheads, seqlen, headdim], strides: [stride_vb, stride_vh, stride_vn, 1] }
        Out:
          { shape: [batch, nheads, seqlen, headdim], strides: [stride_ob, stride_oh, stride_om, 1], role: out }
        Lse: { shape: [batch * nheads, seqlen], strides: [seqlen_q_rounded, 1], role: out }
        TMP: null
      cases: [{ seqlen: 128, headdim: 33 }]
    tune: { cases: ${cases(...heads)} }
`;

await mkdir(options.out, { recursive: true });
for (const [example, file] of Object.entries(SOURCES))
  await cp(join(EXAMPLES, example, file), join(options.out, file));
const manifest = join(options.out, 'kernels.yaml');
await writeFile(manifest, MANIFEST);
const python = options.python === undefined ? [] : ['--python', options.python];
const [out, store] = [join(options.out, 'aot'), join(options.out, 'store')];
await cli(['build', '--manifest', manifest, '--out', out, '--store', store, ...python]);
console.log(
  `On a machine with a GPU: triton-aot bench --jit --package ${out} --manifest ${manifest}`,
);

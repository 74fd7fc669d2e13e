/** A manifest with two kernels, for the answers of several commands. */
export const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "*fp16:16", n: [i32:1, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: cdiv(n, BLOCK)
  copy: { source: "nn/demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;

/** The parameters of its functions. */
export const FUNCTIONS = { scale_kernel: ['x', 'n', 'BLOCK'], copy_kernel: ['x'] };

"""A linear layer in float8 with a scale for each block, forwards and for the gradient of its weight. Needs the package torchao, and a GPU with float8."""

import torch
from torchao.prototype.blockwise_fp8_training import kernels as fp8

torch.manual_seed(0)
for rows in (128, 256):
    x = torch.randn(rows, 256, device="cuda", dtype=torch.bfloat16)
    weight = torch.randn(128, 256, device="cuda", dtype=torch.bfloat16)
    a, a_s = fp8.triton_fp8_blockwise_act_quant_lhs(x)
    b, b_s = (weight * 100).to(torch.float8_e4m3fn).t(), torch.full((1, 2), 0.01, device="cuda").t()
    y = fp8.triton_fp8_gemm_1x128_128x128(a, b, a_s, b_s, out_dtype=torch.bfloat16)
    print(rows, y.shape, y.float().std().item(), flush=True)
    g, g_s = fp8.triton_fp8_blockwise_act_quant_transposed_lhs(y)
    c, c_s = fp8.triton_fp8_blockwise_act_quant_rhs(x)
    dw = fp8.triton_fp8_gemm_1x128_128x1(g, c, g_s, c_s, out_dtype=torch.float32)
    print(dw.shape, dw.std().item(), flush=True)

"""Float8 conversion, quantisation of attention to float8, and an int8 product. Needs the package torchao."""

import torch
from torchao.float8.float8_training_tensor import LinearMMConfig
from torchao.prototype.attention.quantization.triton_qkv_quantization import triton_fp8_sdpa_quantize
from torchao.prototype.float8nocompile.kernels.fp8_dynamic_tensorwise import KernelAlgorithm, hp_to_fp8_row_major
from torchao.prototype.quantized_training.int8_mm import scaled_int8_mm

torch.manual_seed(0)
for rows in (128, 256):
    x = torch.randn(rows, 256, device="cuda", dtype=torch.bfloat16)
    y = hp_to_fp8_row_major(x, torch.float8_e4m3fn, LinearMMConfig(), algo=KernelAlgorithm.ATOMIC_MAX)
    print(rows, (y.to_original_precision() - x).abs().max().item(), flush=True)
    q, k, v = (torch.randn(1, heads, rows, 64, device="cuda", dtype=torch.bfloat16) for heads in (4, 2, 2))
    print([each.float().abs().mean().item() for each in triton_fp8_sdpa_quantize(q, k, v)][3:], flush=True)

a = torch.randint(-128, 127, (128, 128), device="cuda", dtype=torch.int8)
b = torch.randint(-128, 127, (128, 64), device="cuda", dtype=torch.int8)
print(scaled_int8_mm(a, b, torch.rand(128, 1, device="cuda"), torch.rand(64, device="cuda")).sum().item(), flush=True)

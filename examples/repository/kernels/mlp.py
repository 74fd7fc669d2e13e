"""The small kernels around a transformer's feed-forward layer: RMSNorm, and the gate of SwiGLU."""

import triton
import triton.language as tl


@triton.jit
def rms_norm_kernel(x_ptr, weight_ptr, y_ptr, cols, eps, BLOCK: tl.constexpr):
    """y = x / sqrt(mean(x^2) + eps) * weight. One program computes one row."""
    row = tl.program_id(0).to(tl.int64)
    col = tl.arange(0, BLOCK)
    inside = col < cols
    x = tl.load(x_ptr + row * cols + col, mask=inside, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, 0) / cols + eps)
    weight = tl.load(weight_ptr + col, mask=inside).to(tl.float32)
    tl.store(y_ptr + row * cols + col, (x * scale * weight).to(y_ptr.dtype.element_ty), mask=inside)


@triton.jit
def silu_mul_kernel(gate_ptr, up_ptr, y_ptr, n, BLOCK: tl.constexpr):
    """y = gate * sigmoid(gate) * up."""
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    gate = tl.load(gate_ptr + at, mask=inside).to(tl.float32)
    up = tl.load(up_ptr + at, mask=inside).to(tl.float32)
    y = gate * tl.sigmoid(gate) * up
    tl.store(y_ptr + at, y.to(y_ptr.dtype.element_ty), mask=inside)

"""Kernels that round: quantisation to int8, int4 and fp8, and back, products of quantised weights, conversions."""

import triton
import triton.language as tl


@triton.jit
def quantise_rows(x_ptr, q_ptr, scale_ptr, N, BLOCK: tl.constexpr):
    """int8 with a scale for each row, rounded half away from zero."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=0.0)
    scale = tl.maximum(tl.max(tl.abs(x)), 1e-8) / 127
    y = x / scale
    tl.store(q_ptr + row * N + i, (y + tl.where(y >= 0, 0.5, -0.5)).to(tl.int8), mask=i < N)
    tl.store(scale_ptr + row, scale)


@triton.jit
def dequantise_rows(q_ptr, scale_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(q_ptr + row * N + i, mask=i < N).to(tl.float32)
    tl.store(y_ptr + row * N + i, q * tl.load(scale_ptr + row), mask=i < N)


@triton.jit
def quantise_fp8(x_ptr, q_ptr, scale_ptr, N, LARGEST: tl.constexpr, GROUP: tl.constexpr):
    row, g = tl.program_id(0), tl.program_id(1)
    i = g * GROUP + tl.arange(0, GROUP)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(x)), 1e-4) / LARGEST
    q = tl.clamp(x / scale, -LARGEST, LARGEST).to(q_ptr.dtype.element_ty)
    tl.store(q_ptr + row * N + i, q, mask=i < N)
    tl.store(scale_ptr + row * tl.num_programs(1) + g, scale)


@triton.jit
def convert(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i, mask=i < n).to(y_ptr.dtype.element_ty), mask=i < n)


@triton.jit
def pack_int4(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    """Eight numbers from -8 to 7 in one word."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.arange(0, 8)
    x = tl.load(x_ptr + 8 * i[:, None] + k[None, :], mask=(i < n)[:, None], other=0).to(tl.int32)
    tl.store(y_ptr + i, tl.sum((x & 15) << (4 * k)[None, :], 1), mask=i < n)


@triton.jit
def unpack_int4(q_ptr, scale_ptr, zero_ptr, y_ptr, n, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    """AWQ's way: two halves of a byte, zero points, a scale for each group."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(q_ptr + i, mask=i < n, other=0)
    x = tl.interleave(q & 15, q >> 4).to(tl.float32)
    at = tl.program_id(0) * BLOCK * 2 + tl.arange(0, 2 * BLOCK)
    m = at < 2 * n
    scale = tl.load(scale_ptr + at // GROUP, mask=m).to(tl.float32)
    zero = tl.load(zero_ptr + at // GROUP, mask=m).to(tl.float32)
    tl.store(y_ptr + at, (x - zero) * scale, mask=m)


@triton.jit
def int4_product(a_ptr, q_ptr, scale_ptr, c_ptr, M, N, K, GROUP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        word = tl.load(q_ptr + (k // 8)[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0)
        b = ((word >> ((k % 8) * 4)[:, None]) & 15).to(tl.float32) - 8
        scale = tl.load(scale_ptr + (k // GROUP)[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
        acc = tl.dot(a, (b * scale).to(tl.float16), acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def int8_product(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], tl.int32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0)
        b = tl.load(b_ptr + n[None, :] * K + k[:, None], mask=(k < K)[:, None] & (n < N)[None, :], other=0)
        acc = tl.dot(a, b, acc)
    sa, sb = tl.load(sa_ptr + m, mask=m < M, other=0.0), tl.load(sb_ptr + n, mask=n < N, other=0.0)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float32) * sa[:, None] * sb[None, :], mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def block_scaled_fp8(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """DeepSeek's way: a scale for each row and block of a, and for each block of b."""
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None], other=0.0)
        b = tl.load(b_ptr + n[None, :] * K + k[:, None], mask=(n < N)[None, :], other=0.0)
        sa = tl.load(sa_ptr + m * (K // BK) + start // BK, mask=m < M, other=0.0)
        sb = tl.load(sb_ptr + n // BN * (K // BK) + start // BK)
        acc += tl.dot(a, b) * sa[:, None] * sb[None, :]
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc, mask=(m < M)[:, None] & (n < N)[None, :])

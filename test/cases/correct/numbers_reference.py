import numpy as np


def quantise_rows(x_ptr):
    """The kernel divides in fp32, so the reference does."""
    x = x_ptr.astype(np.float32)
    scale = np.maximum(abs(x).max(1, keepdims=True), np.float32(1e-8)) / np.float32(127)
    y = x / scale
    return np.trunc(y + np.where(y >= 0, np.float32(0.5), np.float32(-0.5))), scale[:, 0]


def dequantise_rows(q_ptr, scale_ptr):
    return q_ptr * scale_ptr[:, None]


def quantise_fp8(x_ptr, GROUP, LARGEST):
    groups = -(-x_ptr.shape[1] // GROUP)
    padded = np.pad(x_ptr, ((0, 0), (0, groups * GROUP - x_ptr.shape[1]))).reshape(len(x_ptr), groups, GROUP)
    scale = np.maximum(abs(padded).max(2), 1e-4) / LARGEST
    return (padded / scale[..., None]).reshape(len(x_ptr), -1)[:, : x_ptr.shape[1]], scale


def same(x_ptr):
    return x_ptr


def toward_zero(x_ptr):
    return np.trunc(x_ptr)


def pack_int4(x_ptr):
    return sum((x_ptr[:, k].astype(np.uint32) & np.uint32(15)) << np.uint32(4 * k) for k in range(8)).astype(np.uint32).view(np.int32)


def unpack_int4(q_ptr, scale_ptr, zero_ptr, GROUP):
    x = np.stack([q_ptr & 15, q_ptr >> 4], 1).reshape(-1).astype(float)
    g = np.arange(len(x)) // GROUP
    return (x - zero_ptr[g]) * scale_ptr[g]


def int4_product(a_ptr, q_ptr, scale_ptr, GROUP):
    k = np.arange(a_ptr.shape[1])
    b = ((q_ptr.view(np.uint32)[k // 8] >> (4 * (k % 8)).astype(np.uint32)[:, None]) & 15).astype(float) - 8
    return a_ptr @ (b * scale_ptr[k // GROUP])


def int8_product(a_ptr, b_ptr, sa_ptr, sb_ptr):
    return (a_ptr.astype(float) @ b_ptr.T.astype(float)) * sa_ptr[:, None] * sb_ptr


def block_scaled_fp8(a_ptr, b_ptr, sa_ptr, sb_ptr, BN, BK):
    a = a_ptr * np.repeat(sa_ptr, BK, 1)
    b = b_ptr * np.repeat(np.repeat(sb_ptr, BN, 0)[: len(b_ptr)], BK, 1)
    return a @ b.T

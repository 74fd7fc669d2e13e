"""The second stage of decode attention: combines the partial results of the splits of the keys."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    mid_o, mid_lse, num_splits, out,
    stride_mid_b, stride_mid_h, stride_mid_s,
    stride_lse_b, stride_lse_h,
    stride_out_b, stride_out_h,
    BLOCK_DV: tl.constexpr, DV: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(0)
    head = tl.program_id(1)
    splits = tl.load(num_splits + batch)
    column = tl.arange(0, BLOCK_DV)
    exists = column < DV

    value_offset = batch * stride_mid_b + head * stride_mid_h + column
    lse_offset = batch * stride_lse_b + head * stride_lse_h
    total = 0.0
    largest = -float("inf")
    acc = tl.zeros([BLOCK_DV], tl.float32)
    for split in range(splits):
        value = tl.load(mid_o + value_offset + split * stride_mid_s, mask=exists, other=0.0)
        lse = tl.load(mid_lse + lse_offset + split)
        new_largest = tl.maximum(lse, largest)
        old = tl.exp(largest - new_largest)
        new = tl.exp(lse - new_largest)
        acc = acc * old + new * value
        total = total * old + new
        largest = new_largest
    tl.store(out + batch * stride_out_b + head * stride_out_h + column, acc / total, mask=exists)


@triton.jit
def kernel_after(
    mid_o, mid_lse, num_splits, out,
    stride_mid_b, stride_mid_h, stride_mid_s,
    stride_lse_b, stride_lse_h,
    stride_out_b, stride_out_h,
    BLOCK_DV: tl.constexpr, DV: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1).to(tl.int64)
    splits = tl.load(num_splits + batch)
    column = tl.arange(0, BLOCK_DV)
    exists = column < DV

    value_offset = batch * stride_mid_b + head * stride_mid_h + column
    lse_offset = batch * stride_lse_b + head * stride_lse_h
    total = 0.0
    largest = -float("inf")
    acc = tl.zeros([BLOCK_DV], tl.float32)
    for split in range(splits):
        value = tl.load(mid_o + value_offset + split * stride_mid_s, mask=exists, other=0.0)
        lse = tl.load(mid_lse + lse_offset + split)
        new_largest = tl.maximum(lse, largest)
        old = tl.exp(largest - new_largest)
        new = tl.exp(lse - new_largest)
        acc = acc * old + new * value
        total = total * old + new
        largest = new_largest
    tl.store(out + batch * stride_out_b + head * stride_out_h + column, acc / total, mask=exists)

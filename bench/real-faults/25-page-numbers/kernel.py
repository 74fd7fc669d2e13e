"""Attention of one query for each sequence to keys that are in pages. The values are the keys."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    q, pages, table, lengths, out, max_pages, scale, stride_page, stride_token,
    PAGE: tl.constexpr, D: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(0)
    column = tl.arange(0, D)
    query = tl.load(q + batch * D + column).to(tl.float32)
    length = tl.load(lengths + batch)
    largest = tl.full([], -float("inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    acc = tl.zeros([D], tl.float32)
    for start in range(0, length, BLOCK):
        t = start + tl.arange(0, BLOCK)
        page = tl.load(table + batch * max_pages + t // PAGE, mask=t < length, other=0)
        offset = page * stride_page + (t % PAGE) * stride_token
        keys = tl.load(pages + offset[:, None] + column[None, :], mask=t[:, None] < length, other=0.0).to(tl.float32)
        scores = tl.where(t < length, tl.sum(keys * query[None, :], 1) * scale, -float("inf"))
        new_largest = tl.maximum(largest, tl.max(scores, 0))
        p = tl.exp(scores - new_largest)
        old = tl.exp(largest - new_largest)
        total = total * old + tl.sum(p, 0)
        acc = acc * old + tl.sum(p[:, None] * keys, 0)
        largest = new_largest
    tl.store(out + batch * D + column, acc / total)


@triton.jit
def kernel_after(
    q, pages, table, lengths, out, max_pages, scale, stride_page, stride_token,
    PAGE: tl.constexpr, D: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(0)
    column = tl.arange(0, D)
    query = tl.load(q + batch * D + column).to(tl.float32)
    length = tl.load(lengths + batch)
    largest = tl.full([], -float("inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    acc = tl.zeros([D], tl.float32)
    for start in range(0, length, BLOCK):
        t = start + tl.arange(0, BLOCK)
        page = tl.load(table + batch * max_pages + t // PAGE, mask=t < length, other=0).to(tl.int64)
        offset = page * stride_page + (t % PAGE) * stride_token
        keys = tl.load(pages + offset[:, None] + column[None, :], mask=t[:, None] < length, other=0.0).to(tl.float32)
        scores = tl.where(t < length, tl.sum(keys * query[None, :], 1) * scale, -float("inf"))
        new_largest = tl.maximum(largest, tl.max(scores, 0))
        p = tl.exp(scores - new_largest)
        old = tl.exp(largest - new_largest)
        total = total * old + tl.sum(p, 0)
        acc = acc * old + tl.sum(p[:, None] * keys, 0)
        largest = new_largest
    tl.store(out + batch * D + column, acc / total)

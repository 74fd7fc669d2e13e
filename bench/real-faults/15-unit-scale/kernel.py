"""The gradient of the states between chunks of BT tokens, from the last chunk to the first.

The kernel is right. With `scale` known to be 1, a version of ptxas compiled it wrongly for sm_90.
"""

import triton
import triton.language as tl


@triton.jit
def kernel_before(q, do, dh, T, scale, K: tl.constexpr, V: tl.constexpr, BT: tl.constexpr):
    head = tl.program_id(0)
    q += head * T * K
    do += head * T * V
    chunks = tl.cdiv(T, BT)
    dh += head * chunks * K * V
    row, column, lane = tl.arange(0, K), tl.arange(0, V), tl.arange(0, BT)
    acc = tl.zeros([K, V], tl.float32)
    for back in range(chunks):
        chunk = chunks - 1 - back
        tl.store(dh + chunk * K * V + row[:, None] * V + column[None, :], acc)
        token = chunk * BT + lane
        queries = tl.load(q + token[None, :] * K + row[:, None], mask=token[None, :] < T, other=0.0)
        gradient = tl.load(do + token[:, None] * V + column[None, :], mask=token[:, None] < T, other=0.0)
        queries = (queries * scale).to(queries.dtype)
        acc = tl.dot(queries, gradient, acc)


@triton.jit(do_not_specialize=["scale"])
def kernel_after(q, do, dh, T, scale, K: tl.constexpr, V: tl.constexpr, BT: tl.constexpr):
    head = tl.program_id(0)
    q += head * T * K
    do += head * T * V
    chunks = tl.cdiv(T, BT)
    dh += head * chunks * K * V
    row, column, lane = tl.arange(0, K), tl.arange(0, V), tl.arange(0, BT)
    acc = tl.zeros([K, V], tl.float32)
    for back in range(chunks):
        chunk = chunks - 1 - back
        tl.store(dh + chunk * K * V + row[:, None] * V + column[None, :], acc)
        token = chunk * BT + lane
        queries = tl.load(q + token[None, :] * K + row[:, None], mask=token[None, :] < T, other=0.0)
        gradient = tl.load(do + token[:, None] * V + column[None, :], mask=token[:, None] < T, other=0.0)
        queries = (queries * scale).to(queries.dtype)
        acc = tl.dot(queries, gradient, acc)

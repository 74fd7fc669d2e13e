"""Kernels that work on rows: norms, softmax, losses, rotations, statistics."""

import triton
import triton.language as tl


@triton.jit
def rms_residual(x_ptr, r_ptr, w_ptr, s_ptr, y_ptr, eps, D: tl.constexpr):
    at = tl.program_id(0) * D + tl.arange(0, D)
    s = tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)
    tl.store(s_ptr + at, s)
    y = s * tl.rsqrt(tl.sum(s * s) / D + eps) * tl.load(w_ptr + tl.arange(0, D)).to(tl.float32)
    tl.store(y_ptr + at, y)


@triton.jit
def layer_norm(x_ptr, w_ptr, b_ptr, y_ptr, mean_ptr, rstd_ptr, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + row * N + i, mask=i < N, other=0.0, eviction_policy="evict_last").to(tl.float32)
    mean = tl.sum(total) / N
    square = tl.zeros([BLOCK], tl.float32)
    for start in range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + i, mask=i < N, other=0.0).to(tl.float32)
        square += tl.where(i < N, (x - mean) * (x - mean), 0.0)
    rstd = 1 / tl.sqrt(tl.sum(square) / N + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for start in range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + i, mask=i < N, other=0.0, eviction_policy="evict_first").to(tl.float32)
        w, b = tl.load(w_ptr + i, mask=i < N), tl.load(b_ptr + i, mask=i < N)
        tl.store(y_ptr + row * N + i, (x - mean) * rstd * w + b, mask=i < N)


@triton.jit
def layer_norm_backward(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, dw_ptr, lock_ptr, N, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    """Rows of one group add to one row of `dw` under a lock; the first of them stores."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    m = i < N
    x = tl.load(x_ptr + row * N + i, mask=m, other=0.0).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + i, mask=m, other=0.0).to(tl.float32)
    rstd = tl.load(rstd_ptr + row)
    hat = tl.where(m, (x - tl.load(mean_ptr + row)) * rstd, 0.0)
    wdy = dy * tl.load(w_ptr + i, mask=m, other=0.0).to(tl.float32)
    c1, c2 = tl.sum(hat * wdy) / N, tl.sum(wdy) / N
    tl.store(dx_ptr + row * N + i, (wdy - (hat * c1 + c2)) * rstd, mask=m)
    part = dy * hat
    lock = lock_ptr + row % GROUPS
    count = lock_ptr + GROUPS + row % GROUPS
    dw = dw_ptr + (row % GROUPS) * N + i
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        part += tl.load(dw, mask=m)
    tl.store(dw, part, mask=m)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def in_place(x_ptr, count_ptr, N: tl.constexpr):
    """Rows that are shorter than the block has threads: several warps load them, and one stores."""
    at = x_ptr + tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(at)
    tl.store(at, x * 2 + 1)
    count = count_ptr + tl.program_id(0)
    tl.store(count, tl.load(count) + 1)


@triton.jit
def column_sum(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, M, BM):
        m = start + tl.arange(0, BM)
        total += tl.load(x_ptr + m[:, None] * N + n[None, :], mask=(m < M)[:, None] & (n < N)[None, :], other=0.0)
    tl.store(y_ptr + n, tl.sum(total, 0), mask=n < N)


@triton.jit
def _welford(m1, s1, n1, m2, s2, n2):
    d, n = m2 - m1, n1 + n2
    r = tl.where(n == 0, 0.0, n2 / n)
    return m1 + d * r, s1 + s2 + d * d * n1 * r, n


@triton.jit
def welford(x_ptr, mean_ptr, var_ptr, N, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    mean, square, count = tl.zeros([ROWS], tl.float32), tl.zeros([ROWS], tl.float32), tl.zeros([ROWS], tl.float32)
    for start in range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        inside = tl.broadcast_to((i < N)[None, :], [ROWS, BLOCK])
        x = tl.load(x_ptr + row[:, None] * N + i[None, :], mask=inside, other=0.0)
        a, b, c = tl.reduce((x, tl.zeros_like(x), inside.to(tl.float32)), 1, _welford)
        mean, square, count = _welford(mean, square, count, a, b, c)
    tl.store(mean_ptr + row, mean)
    tl.store(var_ptr + row, square / count)


@triton.jit
def _larger(a, i, b, j):
    left = (a > b) | ((a == b) & (i < j))
    return tl.where(left, a, b), tl.where(left, i, j)


@triton.jit
def arg_max(x_ptr, value_ptr, index_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=float("-inf"))
    value, index = tl.reduce((x, i), 0, _larger)
    tl.store(value_ptr + row, value)
    tl.store(index_ptr + row, index)


@triton.jit
def min_max(x_ptr, low_ptr, low_at_ptr, high_ptr, high_at_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=0)
    low, low_at = tl.min(tl.where(i < N, x, 2147483647), 0, return_indices=True)
    high, high_at = tl.max(tl.where(i < N, x, -2147483648), 0, return_indices=True)
    tl.store(low_ptr + row, low)
    tl.store(low_at_ptr + row, low_at)
    tl.store(high_ptr + row, high)
    tl.store(high_at_ptr + row, high_at)


@triton.jit
def _lse(m1, s1, m2, s2):
    m = tl.maximum(m1, m2)
    return m, s1 * tl.exp(m1 - m) + s2 * tl.exp(m2 - m)


@triton.jit
def log_sum_exp(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=-1.0e30)
    top, total = tl.reduce((x, tl.full([BLOCK], 1.0, tl.float32)), 0, _lse)
    tl.store(y_ptr + row, top + tl.log(total))


@triton.jit
def online_softmax(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    top, total = -float("inf"), 0.0
    for start in tl.range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + i, mask=i < N, other=-float("inf")).to(tl.float32)
        new = tl.maximum(top, tl.max(x))
        total = total * tl.exp(top - new) + tl.sum(tl.exp(x - new))
        top = new
    for start in tl.range(0, N, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + i, mask=i < N).to(tl.float32)
        tl.store(y_ptr + row * N + i, tl.exp(x - top) / total, mask=i < N)


@triton.jit
def cross_entropy(x_ptr, label_ptr, loss_ptr, lse_ptr, V, smoothing, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    label = tl.load(label_ptr + row)
    top, total, plain = -float("inf"), 0.0, 0.0
    for start in range(0, V, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * V + i, mask=i < V, other=-float("inf")).to(tl.float32)
        plain += tl.sum(tl.where(i < V, x, 0.0))
        new = tl.maximum(top, tl.max(x))
        total = total * tl.exp(top - new) + tl.sum(tl.exp(x - new))
        top = new
    lse = top + tl.log(total)
    tl.store(lse_ptr + row, lse)
    at_label = tl.load(x_ptr + row * V + label).to(tl.float32)
    tl.store(loss_ptr + row, lse - (1 - smoothing) * at_label - smoothing * plain / V)


@triton.jit
def cross_entropy_backward(x_ptr, label_ptr, lse_ptr, dloss_ptr, V, BLOCK: tl.constexpr):
    """Replaces the logits by their gradient."""
    row = tl.program_id(0)
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * V + i, mask=i < V).to(tl.float32)
    p = tl.exp(x - tl.load(lse_ptr + row))
    p = tl.where(i == tl.load(label_ptr + row), p - 1, p)
    tl.store(x_ptr + row * V + i, p * tl.load(dloss_ptr + row), mask=i < V)


@triton.jit
def rope(q_ptr, cos_ptr, sin_ptr, heads, HALF: tl.constexpr, HEADS: tl.constexpr):
    """Rotates the halves of every head in place."""
    token = tl.program_id(0)
    h, i = tl.arange(0, HEADS)[:, None], tl.arange(0, HALF)[None, :]
    at = (token * heads + h) * (2 * HALF) + i
    m = h < heads
    a = tl.load(q_ptr + at, mask=m).to(tl.float32)
    b = tl.load(q_ptr + at + HALF, mask=m).to(tl.float32)
    cos, sin = tl.load(cos_ptr + token * HALF + i), tl.load(sin_ptr + token * HALF + i)
    tl.store(q_ptr + at, a * cos - b * sin, mask=m)
    tl.store(q_ptr + at + HALF, b * cos + a * sin, mask=m)


@triton.jit
def rope_pairs(q_ptr, cos_ptr, sin_ptr, y_ptr, heads, D: tl.constexpr):
    """Rotates neighbours, which `tl.split` takes apart."""
    row = tl.program_id(0)
    x = tl.load(q_ptr + row * D + tl.arange(0, D)).to(tl.float32)
    a, b = tl.split(tl.reshape(x, [D // 2, 2]))
    half = (row // heads) * (D // 2) + tl.arange(0, D // 2)
    cos, sin = tl.load(cos_ptr + half), tl.load(sin_ptr + half)
    tl.store(y_ptr + row * D + tl.arange(0, D), tl.interleave(a * cos - b * sin, b * cos + a * sin))


@triton.jit
def dropout(x_ptr, y_ptr, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, cache_modifier=".cg")
    tl.store(y_ptr + i, tl.where(tl.rand(seed, i) > p, x / (1 - p), 0.0), mask=i < n, cache_modifier=".cs")


@triton.jit
def swiglu(ab_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(ab_ptr + row * 2 * N + i, mask=i < N).to(tl.float32)
    b = tl.load(ab_ptr + row * 2 * N + N + i, mask=i < N).to(tl.float32)
    tl.store(y_ptr + row * N + i, a * tl.sigmoid(a) * b, mask=i < N)


@triton.jit
def group_norm(x_ptr, w_ptr, y_ptr, C, S, GROUPS: tl.constexpr, BLOCK: tl.constexpr, eps: tl.constexpr):
    """NCS with groups of channels; a group is contiguous."""
    n, g = tl.program_id(0), tl.program_id(1)
    per = C // GROUPS
    base = x_ptr + (n * C + g * per) * S
    i = tl.arange(0, BLOCK)
    m = i < per * S
    x = tl.load(base + i, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(x) / (per * S)
    d = tl.where(m, x - mean, 0.0)
    y = d / tl.sqrt(tl.sum(d * d) / (per * S) + eps) * tl.load(w_ptr + g * per + i // S, mask=m, other=0.0)
    tl.store(y_ptr + (n * C + g * per) * S + i, y, mask=m)

"""Matrix products: of all types, persistent, grouped, stream-K, by descriptors, with scales, with specialised warps."""

import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, sam, sak, sbk, sbn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, PRECISION: tl.constexpr, ACC: tl.constexpr):
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    program = tl.program_id(0)
    first = program // (GROUP * tiles_n) * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + program % (GROUP * tiles_n) % size) * BM + tl.arange(0, BM)
    n = program % (GROUP * tiles_n) // size * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], ACC)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * sam + k[None, :] * sak, mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        b = tl.load(b_ptr + k[:, None] * sbk + n[None, :] * sbn, mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc, input_precision=PRECISION, out_dtype=ACC)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(c_ptr.dtype.element_ty), mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def persistent(a_ptr, b_ptr, c_ptr, M, N, K, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tiles_n, PROGRAMS, flatten=True):
        m = tile // tiles_n * BM + tl.arange(0, BM)
        n = tile % tiles_n * BN + tl.arange(0, BN)
        acc = tl.zeros([BM, BN], tl.float32)
        for start in range(0, K, BK):
            k = start + tl.arange(0, BK)
            a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
            b = tl.load(b_ptr + n[None, :] * K + k[:, None], mask=(n < N)[None, :] & (k < K)[:, None], other=0.0)
            acc = tl.dot(a, b, acc)
        tl.store(c_ptr + m[:, None] * N + n[None, :], acc, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def grouped(a_ptr, b_ptr, c_ptr, end_ptr, N, K, GROUPS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Rows of group g are 20 g + end[g - 1] to 20 (g + 1) + end[g]; each group has its own b."""
    g = tl.program_id(2)
    first = tl.where(g > 0, 20 * g + tl.load(end_ptr + g - 1, mask=g > 0, other=0.0), 0)
    end = 20 * (g + 1) + tl.load(end_ptr + g)
    for row in range(first + tl.program_id(0) * BM, end, tl.num_programs(0) * BM):
        m, n = row + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
        acc = tl.zeros([BM, BN], tl.float32)
        for start in range(0, K, BK):
            k = start + tl.arange(0, BK)
            a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < end)[:, None] & (k < K)[None, :], other=0.0)
            b = tl.load(b_ptr + (g * K + k[:, None]) * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
            acc = tl.dot(a, b, acc)
        tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16), mask=(m < end)[:, None] & (n < N)[None, :])


@triton.jit
def stream_k(a_ptr, b_ptr, c_ptr, lock_ptr, M, N, K, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Each block takes an equal share of all steps. Who ends a tile in its middle adds under the tile's lock."""
    steps, tiles_n = tl.cdiv(K, BK), tl.cdiv(N, BN)
    all = tl.cdiv(M, BM) * tiles_n * steps
    at = all * tl.program_id(0) // PROGRAMS
    end = all * (tl.program_id(0) + 1) // PROGRAMS
    while at < end:
        tile = at // steps
        stop = min(end, (tile + 1) * steps)
        m = tile // tiles_n * BM + tl.arange(0, BM)
        n = tile % tiles_n * BN + tl.arange(0, BN)
        acc = tl.zeros([BM, BN], tl.float32)
        for step in range(at - tile * steps, stop - tile * steps):
            k = step * BK + tl.arange(0, BK)
            a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
            b = tl.load(b_ptr + k[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
            acc = tl.dot(a, b, acc)
        c = c_ptr + m[:, None] * N + n[None, :]
        inside = (m < M)[:, None] & (n < N)[None, :]
        if stop - at == steps:
            tl.store(c, acc, mask=inside)
        else:
            while tl.atomic_cas(lock_ptr + tile, 0, 1) == 1:
                pass
            tl.store(c, tl.load(c, mask=inside, other=0.0) + acc, mask=inside)
            tl.debug_barrier()
            tl.atomic_xchg(lock_ptr + tile, 0)
        at = stop


@triton.jit
def gemv(w_ptr, x_ptr, y_ptr, N, K, BN: tl.constexpr, BK: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros([BN], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        w = tl.load(w_ptr + n[:, None] * K + k[None, :], mask=(n < N)[:, None] & (k < K)[None, :], other=0.0).to(tl.float32)
        acc += tl.sum(w * tl.load(x_ptr + k, mask=k < K, other=0.0).to(tl.float32)[None, :], 1)
    tl.store(y_ptr + n, acc, mask=n < N)


@triton.jit
def batched(a_ptr, b_ptr, c_ptr, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    b, m, n, k = tl.arange(0, B), tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    at = tl.program_id(0) * B + b[:, None, None]
    x = tl.load(a_ptr + (at * M + m[None, :, None]) * K + k[None, None, :])
    y = tl.load(b_ptr + (at * K + k[None, :, None]) * N + n[None, None, :])
    tl.store(c_ptr + (at * M + m[None, :, None]) * N + n[None, None, :], tl.dot(x, y, out_dtype=tl.float32))


@triton.jit
def by_host_descriptors(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros([BM, BN], tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([m, k]), b.load([n, k]).T, acc)
    c.store([m, n], acc.to(tl.float16))


@triton.jit
def by_device_descriptors(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr, WARPS: tl.constexpr):
    """Persistent. `WARPS`: loads are made by warps of their own."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    tiles_n = tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tiles_n, PROGRAMS, flatten=False, warp_specialize=WARPS):
        m, n = tile // tiles_n * BM, tile % tiles_n * BN
        acc = tl.zeros([BM, BN], tl.float32)
        for k in range(0, tl.cdiv(K, BK)):
            acc = tl.dot(a.load([m, k * BK]), b.load([n, k * BK]).T, acc)
        c.store([m, n], acc.to(tl.float16))


@triton.jit
def copy_by_descriptor(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BM, BN])
    y = tl.make_tensor_descriptor(y_ptr, [M, N], [N, 1], [BM, BN])
    at = [tl.program_id(0) * BM, tl.program_id(1) * BN]
    y.store(at, x.load(at) * 2)


@triton.jit
def add_by_descriptor(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    """All blocks of a row of blocks add to the same tile."""
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BM, BN])
    y = tl.make_tensor_descriptor(y_ptr, [BM, N], [N, 1], [BM, BN])
    y.atomic_add([0, tl.program_id(1) * BN], x.load([tl.program_id(0) * BM, tl.program_id(1) * BN]))


@triton.jit
def scaled(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Products of fp8 with one scale of 8 bits for each 32 elements."""
    m, n = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], tl.float32)
    for start in range(0, K, BK):
        k, s = start + tl.arange(0, BK), start // 32 + tl.arange(0, BK // 32)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None], other=0.0)
        b = tl.load(b_ptr + n[None, :] * K + k[:, None], mask=(n < N)[None, :], other=0.0)
        sa = tl.load(as_ptr + m[:, None] * (K // 32) + s[None, :], mask=(m < M)[:, None], other=127)
        sb = tl.load(bs_ptr + n[:, None] * (K // 32) + s[None, :], mask=(n < N)[:, None], other=127)
        acc = tl.dot_scaled(a, sa, "e4m3", b, sb, "e4m3", acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, lse_ptr, S, scale, CAUSAL: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(1) * S * D
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    q = tl.load(q_ptr + head + m[:, None] * D + d[None, :], mask=(m < S)[:, None], other=0.0)
    top = tl.full([BM], float("-inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    end = min(S, (tl.program_id(0) + 1) * BM) if CAUSAL else S
    for start in range(0, end, BN):
        n = start + tl.arange(0, BN)
        k = tl.load(k_ptr + head + n[None, :] * D + d[:, None], mask=(n < S)[None, :], other=0.0)
        scores = tl.dot(q, k) * (scale * 1.4426950408889634)
        allowed = (n < S)[None, :] & ((m[:, None] >= n[None, :]) if CAUSAL else (m[:, None] >= 0))
        scores = tl.where(allowed, scores, float("-inf"))
        new = tl.maximum(top, tl.max(scores, 1))
        p = tl.exp2(scores - new[:, None])
        old = tl.exp2(top - new)
        v = tl.load(v_ptr + head + n[:, None] * D + d[None, :], mask=(n < S)[:, None], other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc * old[:, None])
        total = total * old + tl.sum(p, 1)
        top = new
    tl.store(o_ptr + head + m[:, None] * D + d[None, :], acc / total[:, None], mask=(m < S)[:, None])
    tl.store(lse_ptr + tl.program_id(1) * S + m, (top + tl.log2(total)) * 0.6931471805599453, mask=m < S)

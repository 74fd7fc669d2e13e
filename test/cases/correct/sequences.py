"""Kernels that scan, sort and gather: scans with any combination, sorting networks, recurrences, attention over pages."""

import triton
import triton.language as tl


@triton.jit
def cumulative(x_ptr, sum_ptr, product_ptr, back_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=0.0)
    tl.store(sum_ptr + row * N + i, tl.cumsum(x), mask=i < N)
    tl.store(product_ptr + row * N + i, tl.cumprod(tl.where(i < N, x, 1.0)), mask=i < N)
    tl.store(back_ptr + row * N + i, tl.cumsum(x, reverse=True), mask=i < N)


@triton.jit
def _recurrence(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def state_scan(a_ptr, b_ptr, h_ptr, T, C, BT: tl.constexpr, BC: tl.constexpr):
    """h[t] = a[t] h[t - 1] + b[t], in chunks of time."""
    c = tl.program_id(0) * BC + tl.arange(0, BC)[None, :]
    last = tl.zeros([1, BC], tl.float32)
    for start in range(0, T, BT):
        t = start + tl.arange(0, BT)[:, None]
        m = (t < T) & (c < C)
        a = tl.load(a_ptr + t * C + c, mask=m, other=1.0)
        b = tl.load(b_ptr + t * C + c, mask=m, other=0.0)
        a, b = tl.associative_scan((a, b), 0, _recurrence)
        h = a * last + b
        tl.store(h_ptr + t * C + c, h, mask=m)
        last = tl.sum(tl.where(t == start + BT - 1, h, 0.0), 0)[None, :]


@triton.jit
def selective_scan(x_ptr, dt_ptr, A_ptr, B_ptr, C_ptr, y_ptr, T, N: tl.constexpr, D: tl.constexpr, BD: tl.constexpr):
    d, n = tl.program_id(0) * BD + tl.arange(0, BD), tl.arange(0, N)
    A = tl.load(A_ptr + d[:, None] * N + n[None, :])
    h = tl.zeros([BD, N], tl.float32)
    for t in range(T):
        dt = tl.load(dt_ptr + t * D + d)
        x = tl.load(x_ptr + t * D + d).to(tl.float32)
        B = tl.load(B_ptr + t * N + n).to(tl.float32)
        h = h * tl.exp(dt[:, None] * A) + (dt * x)[:, None] * B[None, :]
        tl.store(y_ptr + t * D + d, tl.sum(h * tl.load(C_ptr + t * N + n).to(tl.float32)[None, :], 1))


@triton.jit
def delta_rule(q_ptr, k_ptr, v_ptr, beta_ptr, h_ptr, o_ptr, T, K: tl.constexpr, V: tl.constexpr, BV: tl.constexpr):
    k_, v_ = tl.arange(0, K), tl.program_id(0) * BV + tl.arange(0, BV)
    at = h_ptr + k_[:, None] * V + v_[None, :]
    h = tl.load(at)
    for t in range(0, T):
        k, q = tl.load(k_ptr + t * K + k_).to(tl.float32), tl.load(q_ptr + t * K + k_).to(tl.float32)
        v = (tl.load(v_ptr + t * V + v_).to(tl.float32) - tl.sum(h * k[:, None], 0)) * tl.load(beta_ptr + t)
        h += k[:, None] * v[None, :]
        tl.store(o_ptr + t * V + v_, tl.sum(h * q[:, None], 0))
    tl.store(at, h)


@triton.jit
def causal_conv(x_ptr, w_ptr, b_ptr, y_ptr, T, C, WIDTH: tl.constexpr, BT: tl.constexpr, BC: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)[:, None]
    c = tl.program_id(1) * BC + tl.arange(0, BC)[None, :]
    acc = tl.zeros([BT, BC], tl.float32) + tl.load(b_ptr + c, mask=c < C, other=0.0)
    for k in tl.static_range(WIDTH):
        s = t + k - (WIDTH - 1)
        x = tl.load(x_ptr + s * C + c, mask=(s >= 0) & (s < T) & (c < C), other=0.0).to(tl.float32)
        acc += x * tl.load(w_ptr + c * WIDTH + k, mask=c < C, other=0.0)
    tl.store(y_ptr + t * C + c, acc * tl.sigmoid(acc), mask=(t < T) & (c < C))


@triton.jit
def sort_rows(x_ptr, up_ptr, down_ptr, N: tl.constexpr, ROWS: tl.constexpr):
    at = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(up_ptr + at, tl.sort(x))
    tl.store(down_ptr + at, tl.flip(tl.sort(x), 1))


@triton.jit
def bitonic(x_ptr, y_ptr, N: tl.constexpr, LOG: tl.constexpr):
    """A network of steps, each of which exchanges elements by global memory within the block."""
    i = tl.arange(0, N)
    base = y_ptr + tl.program_id(0) * N
    tl.store(base + i, tl.load(x_ptr + tl.program_id(0) * N + i))
    tl.debug_barrier()
    for size in tl.static_range(1, LOG + 1):
        for step in tl.static_range(size):
            own, other = tl.load(base + i), tl.load(base + (i ^ (1 << (size - 1 - step))))
            up = (i & (1 << size)) == 0
            small = (i & (1 << (size - 1 - step))) == 0
            taken = tl.where(up == small, tl.minimum(own, other), tl.maximum(own, other))
            tl.debug_barrier()
            tl.store(base + i, taken)
            tl.debug_barrier()


@triton.jit
def top_k(x_ptr, value_ptr, index_ptr, N, K: tl.constexpr, BLOCK: tl.constexpr):
    """Takes the largest K times; of equal ones the first."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=float("-inf"))
    for k in range(K):
        value, index = tl.max(x, 0, return_indices=True)
        tl.store(value_ptr + row * K + k, value)
        tl.store(index_ptr + row * K + k, index)
        x = tl.where(i == index, float("-inf"), x)


@triton.jit
def top_k_packed(x_ptr, value_ptr, index_ptr, N, K: tl.constexpr, BLOCK: tl.constexpr):
    """`tl.topk` of one integer for value and index."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + i, mask=i < N, other=-(2**30))
    best = tl.topk((x.to(tl.int64) << 32) | (BLOCK - 1 - i).to(tl.int64), K)
    k = tl.arange(0, K)
    tl.store(value_ptr + row * K + k, (best >> 32).to(tl.int32))
    tl.store(index_ptr + row * K + k, BLOCK - 1 - (best & 0xFFFFFFFF).to(tl.int32))


@triton.jit
def take(x_ptr, at_ptr, y_ptr, N: tl.constexpr, M: tl.constexpr):
    row = tl.program_id(0)
    n, m = tl.arange(0, N)[None, :], tl.arange(0, M)[None, :]
    x = tl.load(x_ptr + (row * 4 + tl.arange(0, 4))[:, None] * N + n)
    at = tl.load(at_ptr + (row * 4 + tl.arange(0, 4))[:, None] * M + m)
    tl.store(y_ptr + (row * 4 + tl.arange(0, 4))[:, None] * M + m, tl.gather(x, at, 1))


@triton.jit
def embedding(id_ptr, w_ptr, y_ptr, n, V, D: tl.constexpr, BLOCK: tl.constexpr):
    """Ids outside of the table give zeros."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    id = tl.load(id_ptr + i, mask=i < n, other=-1)
    d = tl.arange(0, D)[None, :]
    w = tl.load(w_ptr + id[:, None] * D + d, mask=((id >= 0) & (id < V))[:, None], other=0.0)
    tl.store(y_ptr + i[:, None].to(tl.int64) * D + d, w, mask=(i < n)[:, None])


@triton.jit
def complex_product(a_ptr, b_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = 2 * i[:, None] + tl.arange(0, 2)[None, :]
    ar, ai = tl.split(tl.load(a_ptr + j, mask=(i < n)[:, None]))
    br, bi = tl.split(tl.load(b_ptr + j, mask=(i < n)[:, None]))
    tl.store(y_ptr + j, tl.join(ar * br - ai * bi, ar * bi + ai * br), mask=(i < n)[:, None])


@triton.jit
def transpose3(x_ptr, y_ptr, A, B, C, sa, sb, sc, BB: tl.constexpr, BC: tl.constexpr):
    a = tl.program_id(2)
    b = tl.program_id(1) * BB + tl.arange(0, BB)
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    x = tl.load(x_ptr + a * sa + b[:, None] * sb + c[None, :] * sc, mask=(b < B)[:, None] & (c < C)[None, :])
    tl.store(y_ptr + (a * C + c[:, None]) * B + b[None, :], tl.trans(x), mask=(c < C)[:, None] & (b < B)[None, :])


@triton.jit
def paged_decode(q_ptr, k_ptr, v_ptr, page_ptr, length_ptr, o_ptr, pages, scale, H: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr, GROUP: tl.constexpr):
    """One token of each sequence attends to its pages of keys and values; page tables are permuted by 5 i + 3."""
    b, g = tl.program_id(0), tl.program_id(1)
    h, d, s = g * GROUP + tl.arange(0, GROUP), tl.arange(0, D), tl.arange(0, PAGE)
    q = tl.load(q_ptr + (b * H + h)[:, None] * D + d[None, :]).to(tl.float32)
    n = tl.load(length_ptr + b)
    top = tl.full([GROUP], float("-inf"), tl.float32)
    total = tl.zeros([GROUP], tl.float32)
    acc = tl.zeros([GROUP, D], tl.float32)
    for start in range(0, n, PAGE):
        page = tl.load(page_ptr + b * pages + start // PAGE).to(tl.int64)
        at = (page * PAGE + s)[:, None] * (H // GROUP * D) + g * D + d[None, :]
        inside = start + s < n
        k = tl.load(k_ptr + at, mask=inside[:, None], other=0.0).to(tl.float32)
        v = tl.load(v_ptr + at, mask=inside[:, None], other=0.0).to(tl.float32)
        scores = tl.sum(q[:, None, :] * k[None, :, :], 2) * scale
        scores = tl.where(inside[None, :], scores, float("-inf"))
        new = tl.maximum(top, tl.max(scores, 1))
        p = tl.exp(scores - new[:, None])
        old = tl.exp(top - new)
        total = total * old + tl.sum(p, 1)
        acc = acc * old[:, None] + tl.sum(p[:, :, None] * v[None, :, :], 1)
        top = new
    tl.store(o_ptr + (b * H + h)[:, None] * D + d[None, :], acc / total[:, None])


@triton.jit
def assembly(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    sums, products = tl.inline_asm_elementwise(
        """{
        // both; the last operand is { not a block
        .reg .b32 t;
        add.s32 t, $2, 5; /* five */
        mov.b32 $0, t;
        mul.lo.s32 $1, t, $2;
        }""", "=r,=r,r", [x], (tl.int32, tl.int32), is_pure=True, pack=1)
    tl.store(y_ptr + i, sums, mask=i < n)
    tl.store(z_ptr + i, products, mask=i < n)


@triton.jit
def wide_integers(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=1)
    y = tl.load(y_ptr + i, mask=i < n, other=1)
    y = tl.where(y == 0, 1, y)
    tl.store(z_ptr + i, (x // y) * 1000003 + (x % y) - (x >> 3) + tl.umulhi(x.to(tl.uint64), y.to(tl.uint64)).to(tl.int64), mask=i < n)


@triton.jit
def double_precision(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=1.0)
    tl.store(y_ptr + i, tl.sqrt(tl.abs(x)) + tl.fma(x, x, 0.5) / (1 + tl.abs(x)) - tl.floor(x), mask=i < n)

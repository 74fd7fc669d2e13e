"""Kernels whose blocks work together: atomics, locks, flags, queues, barriers of the grid."""

import triton
import triton.language as tl


@triton.jit
def bincount(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + tl.load(x_ptr + i, mask=i < n, other=0), 1, mask=i < n, sem="relaxed")


@triton.jit
def histogram(x_ptr, out_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.atomic_add(out_ptr + tl.arange(0, BINS), tl.histogram(x, BINS, mask=i < n))


@triton.jit
def scatter_sum(x_ptr, noise_ptr, out_ptr, n, D: tl.constexpr, BLOCK: tl.constexpr):
    """Adds rows to the row of their id. The ids (3 i + noise) / 4 are sorted."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    id = (3 * i + tl.load(noise_ptr + i, mask=i < n, other=0)) // 4
    d = tl.arange(0, D)[None, :]
    m = (i < n)[:, None]
    x = tl.load(x_ptr + i[:, None] * D + d, mask=m)
    tl.atomic_add(out_ptr + id[:, None] * D + d, x, mask=m, sem="relaxed")


@triton.jit
def embedding_backward(dy_ptr, noise_ptr, dw_ptr, n, rows, D: tl.constexpr):
    """One block for each row of the weight, which looks for its tokens: their ids (i + noise) / 4 are sorted."""
    row = tl.program_id(0)
    if row < rows:
        d = tl.arange(0, D)
        total = tl.zeros([D], tl.float32)
        i = tl.maximum(4 * row - 3, 0)
        while i < tl.minimum(4 * row + 4, n):
            if (i + tl.load(noise_ptr + i)) // 4 == row:
                total += tl.load(dy_ptr + i * D + d).to(tl.float32)
            i += 1
        tl.store(dw_ptr + row * D + d, total)


@triton.jit
def extremes(x_ptr, low_ptr, high_ptr, bits_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.atomic_min(low_ptr, tl.min(x))
    tl.atomic_max(high_ptr, tl.max(x))
    tl.atomic_or(bits_ptr + tl.arange(0, 1), tl.full([1], 1, tl.int64) << (tl.max(x) & 63).to(tl.int64))
    tl.atomic_xor(bits_ptr + 1 + (i & 3), x.to(tl.int64), mask=i < n)


@triton.jit
def float_maximum(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_max(out_ptr, tl.max(tl.load(x_ptr + i, mask=i < n, other=float("-inf"))))


@triton.jit
def product_by_cas(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """Multiplies the products of the blocks modulo 2^32, with a loop that tries to swap."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0).to(tl.int32)
    mine = tl.xor_sum(x, 0) * 2 + 1
    seen = tl.atomic_add(out_ptr, 0)
    found = tl.atomic_cas(out_ptr, seen, seen * mine)
    while found != seen:
        seen = found
        found = tl.atomic_cas(out_ptr, seen, seen * mine)


@triton.jit
def split_k_atomic(a_ptr, b_ptr, c_ptr, M, N, K, SPLIT: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros([BM, BN], tl.float32)
    for start in range(tl.program_id(2) * BK, K, SPLIT * BK):
        k = start + tl.arange(0, BK)
        a = tl.load(a_ptr + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        b = tl.load(b_ptr + k[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
        acc = tl.dot(a, b, acc)
    tl.atomic_add(c_ptr + m[:, None] * N + n[None, :], acc, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def split_k_semaphore(x_ptr, part_ptr, turn_ptr, y_ptr, n, SPLIT: tl.constexpr, BLOCK: tl.constexpr):
    """The last of the blocks of a row adds up what all of them have stored, in order."""
    row, part = tl.program_id(0), tl.program_id(1)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(part * BLOCK, n, SPLIT * BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + row * n + i, mask=i < n, other=0.0)
    tl.store(part_ptr + row * SPLIT + part, tl.sum(total))
    tl.debug_barrier()
    if tl.atomic_add(turn_ptr + row, 1, sem="acq_rel") == SPLIT - 1:
        tl.store(y_ptr + row, tl.sum(tl.load(part_ptr + row * SPLIT + tl.arange(0, SPLIT))))


@triton.jit
def turns(x_ptr, acc_ptr, turn_ptr, n, SPLIT: tl.constexpr, BLOCK: tl.constexpr):
    """The blocks of a row add to it in turns, so that the order is fixed."""
    row, part = tl.program_id(1), tl.program_id(0)
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + (row * SPLIT + part) * n + i, mask=i < n, other=0.0)
    while tl.atomic_add(turn_ptr + row, 0, sem="acquire") != part:
        pass
    if part > 0:
        x += tl.load(acc_ptr + row * n + i, mask=i < n)
    tl.store(acc_ptr + row * n + i, x, mask=i < n)
    tl.debug_barrier()
    tl.atomic_xchg(turn_ptr + row, part + 1, sem="release")


@triton.jit
def chained_scan(x_ptr, y_ptr, sum_ptr, flag_ptr, ticket_ptr, n, BLOCK: tl.constexpr):
    """Sums from the start. A block takes the next tile, and waits for the sum of all tiles before."""
    tile = tl.atomic_add(ticket_ptr, 1)
    i = tile * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    before = 0
    if tile > 0:
        while tl.atomic_add(flag_ptr + tile - 1, 0, sem="acquire") == 0:
            pass
        before = tl.load(sum_ptr + tile - 1)
    tl.store(sum_ptr + tile, before + tl.sum(x))
    tl.debug_barrier()
    tl.atomic_xchg(flag_ptr + tile, 1, sem="release")
    tl.store(y_ptr + i, before + tl.cumsum(x), mask=i < n)


@triton.jit
def look_back(x_ptr, y_ptr, state_ptr, ticket_ptr, n, BLOCK: tl.constexpr):
    """The same with decoupled look-back: the state of a tile is one word, its sum of 30 bits and 1 (own) or 2 (inclusive) above."""
    tile = tl.atomic_add(ticket_ptr, 1)
    i = tile * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    own = tl.sum(x).to(tl.int64)
    if tile > 0:
        tl.atomic_xchg(state_ptr + tile, own | (1 << 32), sem="release")
    before = own * 0
    at = tile - 1
    while at >= 0:
        state = tl.atomic_add(state_ptr + at, 0, sem="acquire")
        kind = state >> 32
        if kind != 0:
            before += state & 0xFFFFFFFF
            at = tl.where(kind == 2, -1, at - 1)
    tl.atomic_xchg(state_ptr + tile, (before + own) | (2 << 32), sem="release")
    tl.store(y_ptr + i, before.to(tl.int32) + tl.cumsum(x), mask=i < n)


@triton.jit
def work_queue(x_ptr, y_ptr, next_ptr, n, BLOCK: tl.constexpr):
    tile = tl.atomic_add(next_ptr, 1)
    while tile * BLOCK < n:
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y_ptr + i, tl.exp2(tl.load(x_ptr + i, mask=i < n)), mask=i < n)
        tile = tl.atomic_add(next_ptr, 1)


@triton.jit
def _grid_barrier(count_ptr, goal):
    tl.debug_barrier()
    tl.atomic_add(count_ptr, 1, sem="release")
    while tl.atomic_add(count_ptr, 0, sem="acquire") < goal:
        pass
    tl.debug_barrier()


@triton.jit
def grid_sum(x_ptr, part_ptr, count_ptr, y_ptr, n, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    """Each element minus the mean of all, with one barrier of the grid."""
    own = tl.program_id(0)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(own * BLOCK, n, PROGRAMS * BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(part_ptr + own, tl.sum(total))
    _grid_barrier(count_ptr, PROGRAMS)
    p = tl.arange(0, 512)
    mean = tl.sum(tl.load(part_ptr + p, mask=p < PROGRAMS, other=0.0)) / n
    for start in range(own * BLOCK, n, PROGRAMS * BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(y_ptr + i, tl.load(x_ptr + i, mask=i < n) - mean, mask=i < n)


@triton.jit
def heat(x_ptr, y_ptr, count_ptr, n, STEPS: tl.constexpr, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    """Steps of a stencil between two buffers, with a barrier of the grid after each."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    for step in range(STEPS):
        source = x_ptr if step % 2 == 0 else y_ptr
        target = y_ptr if step % 2 == 0 else x_ptr
        left = tl.load(source + i - 1, mask=(i > 0) & (i < n), other=0.0)
        right = tl.load(source + i + 1, mask=i + 1 < n, other=0.0)
        middle = tl.load(source + i, mask=i < n)
        tl.store(target + i, 0.25 * left + 0.5 * middle + 0.25 * right, mask=i < n)
        _grid_barrier(count_ptr, (step + 1) * PROGRAMS)


@triton.jit
def scratch_swap(x_ptr, scratch_ptr, y_ptr, N: tl.constexpr):
    """Warps exchange elements by global memory, with a barrier between."""
    base = tl.program_id(0) * N
    i = tl.arange(0, N)
    tl.store(scratch_ptr + base + i, tl.load(x_ptr + base + i) * 2)
    tl.debug_barrier()
    tl.store(y_ptr + base + i, tl.load(scratch_ptr + base + N - 1 - i, volatile=True))


@triton.jit
def append_positive(x_ptr, out_ptr, count_ptr, n, BLOCK: tl.constexpr):
    """Compacts: the order of the blocks is free, so each element keeps its index."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    keep = (x > 0).to(tl.int32)
    place = tl.atomic_add(count_ptr, tl.sum(keep)) + tl.cumsum(keep) - keep
    old = tl.atomic_xchg(out_ptr + place, x, mask=keep != 0)
    tl.device_assert(old == 0, mask=keep != 0)


@triton.jit
def segmented_sum(x_ptr, start_ptr, y_ptr, D: tl.constexpr, BLOCK: tl.constexpr):
    """Rows from `start[s]` to `start[s + 1]`, where starts are 4 s plus noise."""
    s = tl.program_id(0)
    first, end = 4 * s + tl.load(start_ptr + s), 4 * s + 4 + tl.load(start_ptr + s + 1)
    d = tl.arange(0, D)
    total = tl.zeros([D], tl.float32)
    for start in range(first, end, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.sum(tl.load(x_ptr + i[:, None] * D + d[None, :], mask=(i < end)[:, None], other=0.0), 0)
    tl.store(y_ptr + s * D + d, total)

"""Kernels with what the examples lack: scans, sorts, histograms, integer products, atomics, branches, transposes."""

import triton
import triton.language as tl


@triton.jit
def running_sum(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    """Prefix sums along the rows of a tile."""
    row = tl.program_id(0) * R + tl.arange(0, R)[:, None]
    col = tl.arange(0, C)[None, :]
    exists = (row < rows) & (col < cols)
    tl.store(out + row * cols + col, tl.cumsum(tl.load(x + row * cols + col, mask=exists, other=0.0), 1), mask=exists)


@triton.jit
def largest(x, value, index, cols, BLOCK: tl.constexpr):
    """The largest element of each row, and where it is."""
    row = tl.program_id(0)
    col = tl.arange(0, BLOCK)
    values = tl.load(x + row * cols + col, mask=col < cols, other=float("-inf"))
    best, at = tl.max(values, 0, return_indices=True)
    tl.store(value + row, best)
    tl.store(index + row, at)


@triton.jit
def sorted_rows(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    col = tl.arange(0, BLOCK)
    values = tl.sort(tl.load(x + row * cols + col, mask=col < cols, other=2147483647))
    tl.store(out + row * cols + col, values, mask=col < cols)


@triton.jit
def tally(x, out, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    """Counts values in shared memory, then adds the counts of all blocks."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    counts = tl.histogram(tl.load(x + at, mask=at < n, other=0), BINS, mask=at < n)
    tl.atomic_add(out + tl.arange(0, BINS), counts, mask=counts > 0)


@triton.jit
def quantised_matmul(a, b, scale, out, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """Bytes times bytes, summed in integers, and a scale for each column."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    total = tl.zeros([BLOCK_M, BLOCK_N], tl.int32)
    for start in range(0, K, BLOCK_K):
        left = tl.load(a + m[:, None] * K + start + k[None, :], mask=(m < M)[:, None] & (start + k < K)[None, :], other=0)
        right = tl.load(b + n[None, :] * K + start + k[:, None], mask=(n < N)[None, :] & (start + k < K)[:, None], other=0)
        total += tl.dot(left, right)
    scales = tl.load(scale + n, mask=n < N, other=0.0)
    tl.store(out + m[:, None] * N + n[None, :], total.to(tl.float32) * scales[None, :], mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def unpacked_matmul(a, packed, out, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """The second matrix has two numbers of four bits in a byte: the even row below, the odd one above."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.arange(0, BLOCK_N)
    total = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        left = tl.load(a + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        byte = tl.load(packed + (k // 2)[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0)
        number = ((byte >> ((k % 2) * 4)[:, None]) & 15).to(tl.int8) - 8
        total = tl.dot(left, number.to(tl.float16), total)
    tl.store(out + m[:, None] * N + n[None, :], total.to(tl.float16), mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def transposed(x, out, M, N, BLOCK: tl.constexpr):
    """Through shared memory, so that both sides are read and written along rows."""
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tile = tl.load(x + m[:, None] * N + n[None, :], mask=(m < M)[:, None] & (n < N)[None, :])
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(tile), mask=(n < N)[:, None] & (m < M)[None, :])


@triton.jit
def rotated(x, angle, out, heads, half, HALF: tl.constexpr):
    """Rotary position embedding: pairs of neighbours are turned by an angle of their position."""
    row = tl.program_id(0)
    at = tl.arange(0, HALF)
    exists = at < half
    turn = tl.load(angle + (row // heads) * half + at, mask=exists, other=0.0)
    first = tl.load(x + row * half * 2 + at * 2, mask=exists, other=0.0)
    second = tl.load(x + row * half * 2 + at * 2 + 1, mask=exists, other=0.0)
    tl.store(out + row * half * 2 + at * 2, first * tl.cos(turn) - second * tl.sin(turn), mask=exists)
    tl.store(out + row * half * 2 + at * 2 + 1, first * tl.sin(turn) + second * tl.cos(turn), mask=exists)


@triton.jit
def column_sums(x, out, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """Each block adds up a part of the rows; the parts meet in atomic additions."""
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros([BLOCK_N], tl.float32)
    for start in range(tl.program_id(0) * BLOCK_M, M, tl.num_programs(0) * BLOCK_M):
        m = start + tl.arange(0, BLOCK_M)
        tile = tl.load(x + m[:, None] * N + n[None, :], mask=(m < M)[:, None] & (n < N)[None, :], other=0.0)
        total += tl.sum(tile.to(tl.float32), 0)
    tl.atomic_add(out + n, total, mask=n < N)


@triton.jit
def segments(start, x, out, BLOCK: tl.constexpr):
    """Sums of segments of different lengths; empty ones take another way."""
    segment = tl.program_id(0)
    first = tl.load(start + segment)
    last = tl.load(start + segment + 1)
    if first == last:
        tl.store(out + segment, -1.0)
    else:
        total = tl.zeros([BLOCK], tl.float32)
        at = first
        while at < last:
            place = at + tl.arange(0, BLOCK)
            total += tl.load(x + place, mask=place < last, other=0.0)
            at += BLOCK
        tl.store(out + segment, tl.sum(total, 0))


@triton.jit
def small_floats(x, out, n, BLOCK: tl.constexpr):
    """Rounds to eight bits and back."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n).to(tl.float8e5).to(tl.float32)
    tl.store(out + at, tl.where(value > 0, value, value * 0.5), mask=at < n)


@triton.jit
def convolved(x, weight, out, n, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    """A causal convolution along one axis."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for tap in tl.static_range(TAPS):
        place = at - (TAPS - 1) + tap
        total += tl.load(x + place, mask=(place >= 0) & (place < n), other=0.0) * tl.load(weight + tap)
    tl.store(out + at, total, mask=at < n)

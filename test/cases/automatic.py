"""Kernels without hints in their manifest. What matters is named in each one."""

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
           BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    # As in the tutorial: M does not matter, the innermost strides are 1.
    rows = (tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    columns = (tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    inner = tl.arange(0, BLOCK_K)
    a_ptrs = a + rows[:, None] * stride_am + inner[None, :] * stride_ak
    b_ptrs = b + inner[:, None] * stride_bk + columns[None, :] * stride_bn
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BLOCK_K)):
        left = tl.load(a_ptrs, mask=inner[None, :] < K - k * BLOCK_K, other=0.0)
        right = tl.load(b_ptrs, mask=inner[:, None] < K - k * BLOCK_K, other=0.0)
        total = tl.dot(left, right, total)
        a_ptrs += BLOCK_K * stride_ak
        b_ptrs += BLOCK_K * stride_bk
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    c_ptrs = c + rows[:, None] * stride_cm + columns[None, :] * stride_cn
    tl.store(c_ptrs, total.to(tl.float16), mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def row_sum(x, out, rows, cols, heads, BLOCK: tl.constexpr):
    # `cols` and `x` matter. `heads` only chooses the row, `rows` and `out` decide nothing.
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    position = (row // heads) * heads + row % heads
    values = tl.load(x + position * cols + offsets, mask=offsets < cols, other=0.0)
    if row < rows:
        tl.store(out + row, tl.sum(values))


@triton.jit(do_not_specialize=["n"], do_not_specialize_on_alignment=["stride"])
def forbidden(x, out, n, stride, BLOCK: tl.constexpr):
    # The function forbids what would help.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets * stride, mask=offsets < n) * 2, mask=offsets < n)


@triton.jit
def blocks(x, out, M, N, stride_m, stride_n, BLOCK: tl.constexpr):
    # A block pointer: its strides matter.
    source = tl.make_block_ptr(x, (M, N), (stride_m, stride_n), (tl.program_id(0) * BLOCK, 0), (BLOCK, BLOCK), (1, 0))
    values = tl.load(source, boundary_check=(0, 1), padding_option="zero")
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.arange(0, BLOCK)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], values + 1, mask=mask)


@triton.jit
def gather(x, index, out, n, BLOCK: tl.constexpr):
    # The addresses in `x` are not known: its alignment decides nothing.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    places = tl.load(index + offsets, mask=mask, other=0)
    tl.store(out + offsets, tl.load(x + places, mask=mask), mask=mask)


@triton.jit
def counter(out, start):
    # One thread's work: nothing matters.
    tl.store(out, start + tl.program_id(0) * 0)


@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def even(x, out, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    # With EVEN, no mask depends on `n`.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(out + offsets, tl.load(x + offsets) * 3)
    else:
        mask = offsets < n
        tl.store(out + offsets, tl.load(x + offsets, mask=mask) * 3, mask=mask)


@triton.jit
def described(x, out, M, N, BLOCK: tl.constexpr):
    # A tensor descriptor has no hints: what matters is how the result is stored.
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.arange(0, BLOCK)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(out + rows[:, None] * N + columns[None, :], x.load([tl.program_id(0) * BLOCK, 0]), mask=mask)

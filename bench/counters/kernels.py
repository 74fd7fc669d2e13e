"""Kernels whose counts are compared with Nsight Compute's: `python kernels.py` launches each once, in order."""

import torch
import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, STRIDE: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at * STRIDE, at < n), at < n)


@triton.jit
def gather(x, ids, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + tl.load(ids + at, at < n), at < n), at < n)


@triton.jit
def transpose(x, y, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    tl.store(y + i * N + j, tl.trans(tl.load(x + i * N + j)))


@triton.jit
def store_columns(x, y, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    tl.store(y + j * N + i, tl.load(x + i * N + j))


@triton.jit
def softmax(x, y, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(
        x + tl.program_id(0) * columns + at, at < columns, other=float("-inf")
    )
    tl.store(y + tl.program_id(0) * columns + at, tl.softmax(row), at < columns)


@triton.jit
def scan(x, y, N: tl.constexpr, M: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, M)[None, :]
    tl.store(y + i * M + j, tl.cumsum(tl.load(x + i * M + j), 0))


@triton.jit
def column_sums(x, y, N: tl.constexpr, M: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, M)[None, :]
    tl.store(y + tl.arange(0, M), tl.sum(tl.load(x + i * M + j), 0))


@triton.jit
def sort(x, y, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.store(y + at, tl.sort(tl.load(x + at)))


@triton.jit
def product(a, b, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    i, j, k = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :], tl.arange(0, BK)
    sums = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        sums = tl.dot(
            tl.load(a + i * K + (start + k)[None, :]),
            tl.load(b + (start + k)[:, None] * N + j),
            sums,
        )
    tl.store(c + i * N + j, sums)


@triton.jit
def outer(x, y, o, N: tl.constexpr):
    i, j = tl.arange(0, N), tl.arange(0, N)
    tl.store(
        o + i[:, None] * N + j[None, :],
        tl.load(x + i)[:, None] * tl.load(y + j)[None, :],
    )


def main():
    torch.manual_seed(0)
    n = 65536

    def r(*size, dtype=torch.float32):
        return torch.randn(*size, device="cuda").to(dtype)

    y = r(n)
    for stride in (1, 2, 3, 8):
        copy[(64,)](r(n * stride), y, n, stride, 1024)
    for dtype in (torch.float16, torch.float64, torch.int8):
        copy[(64,)](r(n, dtype=dtype), r(n, dtype=dtype), n, 1, 1024)
    copy[(64,)](r(n + 1)[1:], y, n - 5, 1, 1024)
    gather[(64,)](r(n), torch.randint(0, n, (n,), device="cuda"), y, n, 1024)
    for size, warps in ((32, 4), (64, 4), (128, 8)):
        transpose[(1,)](r(size, size), r(size, size), size, num_warps=warps)
    transpose[(1,)](r(64, 64, dtype=torch.float16), r(64, 64, dtype=torch.float16), 64)
    store_columns[(1,)](r(64, 64), r(64, 64), 64)
    for columns in (1000, 4096):
        softmax[(16,)](r(16, columns), r(16, columns), columns, 4096)
    scan[(1,)](r(64, 32), r(64, 32), 64, 32)
    column_sums[(1,)](r(128, 64), r(64), 128, 64)
    sort[(1,)](r(256), r(256), 256)
    outer[(1,)](r(64), r(64), r(64, 64), 64)
    for dtype in (torch.float16, torch.float32):
        product[(1,)](
            r(64, 128, dtype=dtype), r(128, 64, dtype=dtype), r(64, 64), 128, 64, 64, 32
        )
    product[(1,)](
        r(16, 64, dtype=torch.float16),
        r(64, 16, dtype=torch.float16),
        r(16, 16),
        64,
        16,
        16,
        32,
        num_warps=1,
    )
    torch.cuda.synchronize()


main()

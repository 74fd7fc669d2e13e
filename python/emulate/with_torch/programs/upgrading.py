"""Kernels of which another Triton, or the code for another GPU, makes the same, something else, or nothing."""

import linecache
import multiprocessing
import os

import torch
import triton
import triton.language as tl


class OfThisProcess:
    """What cannot be given to another process."""

    size = 3

    def __deepcopy__(self, _memo):
        return self

    def __reduce__(self):
        raise TypeError("it is of this process")


OWN = OfThisProcess()
TWICE = tl.constexpr(2)


@triton.jit
def add_one(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, at < n) + 1, at < n)


@triton.jit
def double(x):
    return x * 2


@triton.jit
def prints(x):
    tl.device_print("value", double(tl.load(x)))


@triton.jit
def reads_outside(x, y):
    tl.store(y, tl.load(x + 4))


@triton.constexpr_function
def own_size():
    return OWN.size


@triton.jit
def with_own(x):
    tl.store(x, own_size())


@triton.jit
def gathers(x, o, R: tl.constexpr, C: tl.constexpr, STEP: tl.constexpr):
    row, column = tl.arange(0, R), tl.arange(0, C)
    start = row + (row % STEP) * 4
    tl.store(o + row[:, None] * C + column[None, :], tl.load(x + start[:, None] + column[None, :]))


@triton.jit
def doubled(x: torch.Tensor | None, times: tl.constexpr = TWICE) -> tl.tensor:
    return x + x if times == 2 else x


@triton.jit
def annotated(x: torch.Tensor, y: "torch.Tensor"):
    tl.store(y, doubled(tl.load(x)))


@triton.jit
def infinities(x, o):
    at = tl.arange(0, 32)
    tl.store(o + at, tl.load(x + at) / tl.full((32,), -0.0, tl.float32))


@triton.jit
def product(a, b, c, K, ATOMIC: tl.constexpr, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    i, j, k = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :], tl.arange(0, BK)
    sums = tl.zeros((M, N), tl.float32)
    first = tl.program_id(0) * K
    for start in range(first, first + K, BK):
        sums = tl.dot(tl.load(a + i * 4 * K + (start + k)[None, :]), tl.load(b + (start + k)[:, None] * N + j), sums)
    if ATOMIC:
        tl.atomic_add(c + i * N + j, sums)
    else:
        tl.store(c + i * N + j, sums)


@triton.jit
def two_products(a, b, c, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    i, j, k = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :], tl.arange(0, BK)
    sums = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        x, y = tl.load(a + i * K + (start + k)[None, :]), tl.load(b + (start + k)[:, None] * N + j)
        sums = tl.dot(x, y, sums)
        x, y = tl.load(a + M * K + i * K + (start + k)[None, :]), tl.load(b + N * K + (start + k)[:, None] * N + j)
        sums = tl.dot(x, y, sums)
    tl.store(c + i * N + j, sums)


def made():
    """A kernel whose text is in no file, and one inside of a function."""
    text = "@triton.jit\ndef from_text(x):\n    tl.store(x, double(4.0))\n"
    linecache.cache["<text>"] = (len(text), None, text.splitlines(keepends=True), "<text>")
    names = {"triton": triton, "tl": tl, "double": double}
    exec(compile(text, "<text>", "exec"), names)  # noqa: S102 (a program may make kernels so)
    offset = tl.constexpr(5)

    @triton.jit
    def inner(x):
        tl.store(x, offset)

    return names["from_text"], inner


def simple():
    x = torch.zeros(100, device="cuda")
    add_one[(2,)](x, 100, 64)
    assert x.eq(1).all()
    prints[(1,)](x, num_warps=1)
    for kernel in made():
        kernel[(1,)](x)
    assert x[0] == 5
    try:
        reads_outside[(1,)](x[:4].clone(), x)
    except RuntimeError:
        pass
    with_own[(1,)](x)
    annotated[(1,)](x, x[1:])


def misaligned():
    x, o = torch.arange(256.0, device="cuda"), torch.zeros(32, 16, device="cuda")
    gathers[(1,)](x, o, 32, 16, 4)


def infinite():
    """Two variants with the same constants."""
    for kind in (torch.float32, torch.float16):
        infinities[(1,)](torch.ones(32, device="cuda", dtype=kind), torch.zeros(32, device="cuda"))


def launched(offset):
    """A launch of a kernel that every process compiles, and one that its parent may have compiled."""
    x = torch.zeros(100, device="cuda")
    add_one[(2,)](x, 100, 64)
    made()[1][(1,)](x, num_warps=1 + offset)
    return float(x[0])


def forks():
    assert launched(0) == 5
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(launched, [1, 1, 3], chunksize=1) == [5, 5, 5]
    pid = os.fork()
    if pid == 0:
        raise SystemExit  # with what Python does at its end
    os.waitpid(pid, 0)
    assert launched(3) == 5


def one_product(atomic=False, blocks=1):
    a, b = torch.randn(64, 512, device="cuda"), torch.randn(512, 64, device="cuda")
    product[(blocks,)](a, b, torch.zeros(64, 64, device="cuda"), 128, atomic, 64, 64, 64)


def products():
    one_product()
    one_product(True, 4)
    wide = torch.randn(128, 512, device="cuda"), torch.randn(512, 128, device="cuda")
    product[(1,)](*wide, torch.zeros(128, 128, device="cuda"), 128, False, 128, 128, 128, num_stages=1)


def two():
    a, b = (torch.randn(2, *size, device="cuda").half() for size in ((128, 256), (256, 128)))
    c = torch.zeros(128, 128, device="cuda")
    two_products[(1,)](a, b, c, 256, 128, 128, 64, num_stages=2)


if __name__ == "__main__":
    import sys

    torch.manual_seed(0)
    globals()[sys.argv[1]]()

"""Constants of every kind; each changes what is written."""

import triton
import triton.language as tl


@triton.jit
def constants(
    out,
    n,
    FLOAT: tl.constexpr,
    NEGATIVE: tl.constexpr,
    FLAG: tl.constexpr,
    TEXT: tl.constexpr,
    NOTHING: tl.constexpr,
    KIND: tl.constexpr,
    ONE: tl.constexpr,
    BIG: tl.constexpr,
    LIMIT: tl.constexpr = 2.5,
):
    tl.store(out, tl.full([], FLOAT, tl.float64))
    tl.store(out + 1, tl.full([], NEGATIVE, tl.float64))
    if FLAG:
        tl.store(out + 2, 1.0)
    else:
        tl.store(out + 2, 2.0)
    if TEXT == "relu":
        tl.store(out + 3, 1.0)
    elif TEXT == "it's \"quoted\"":
        tl.store(out + 3, 2.0)
    else:
        tl.store(out + 3, 3.0)
    if NOTHING is None:
        tl.store(out + 4, 1.0)
    else:
        tl.store(out + 4, 2.0)
    # A third, rounded to the dtype.
    tl.store(out + 5, (n.to(tl.float32) / 3.0).to(KIND).to(tl.float64))
    # `1` keeps an integer an integer, `1.0` does not.
    product = n * ONE
    if product.dtype.is_int():
        tl.store(out + 6, 1.0)
    else:
        tl.store(out + 6, 2.0)
    tl.store(out + 7, (tl.full([], BIG, tl.int64) % 1000003).to(tl.float64))
    tl.store(out + 8, tl.full([], LIMIT, tl.float64))


@triton.jit
def unannotated(out, SCALE, n):
    # Any parameter may be a constant, annotated or not.
    tl.store(out, n * SCALE)


@triton.jit
def stages(out, n, num_stages: tl.constexpr):
    total = 0
    for step in tl.range(0, n, num_stages=num_stages):
        total += step * num_stages
    tl.store(out, total)

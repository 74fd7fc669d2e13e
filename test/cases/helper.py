import triton
import triton.language as tl

OFFSET = tl.constexpr(1000)


@triton.jit
def shifted(value):
    return value + OFFSET


@triton.jit(noinline=True)
def squared(value):
    return value * value


@triton.jit
def both(value):
    return value * 2, (value * 3, value * 4)

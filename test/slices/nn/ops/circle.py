import triton

from . import circle_partner


@triton.jit
def square(x):
    return x * circle_partner.same(x)


@triton.jit
def base(x):
    return x

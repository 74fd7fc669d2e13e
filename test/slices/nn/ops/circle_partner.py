import triton

from .circle import base


@triton.jit
def same(x):
    return base(x)

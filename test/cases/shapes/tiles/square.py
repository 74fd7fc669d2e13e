import triton
import triton.language as tl

from .. import SIDE
from ..units import unit


@triton.jit
def area(n):
    return unit(n) * SIDE


@triton.jit
def relative(out, n):
    tl.store(out, area(n))

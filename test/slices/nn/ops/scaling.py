import functools
import math
import sys

import triton
import triton.language as tl
from enum import IntEnum


class Mode(IntEnum):
    DOUBLE = 2
    TRIPLE = 3


LARGEST = sys.maxsize


@functools.lru_cache
def factor_of(mode):
    return float(mode) * math.sqrt(4.0)


FACTOR = tl.constexpr(factor_of(Mode.DOUBLE))
TABLE = []
for _mode in Mode:
    TABLE.append(int(_mode))
TABLE[0] += 5
SUM = tl.constexpr(sum(TABLE))


@triton.constexpr_function
def rounded(n):
    from .limits import LIMIT

    return min(max(n, 16), LIMIT)


@triton.jit
def scale(x):
    return x * FACTOR + SUM

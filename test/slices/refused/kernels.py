import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "vendor"))
import helper_elsewhere
from vendor.tools import not_defined

IS_HIP = torch.version.hip is not None
TABLE = open("table.txt").read()
SIZE = tl.constexpr(int(TABLE))

try:
    import some_accelerator

    HAS_ACCELERATOR = tl.constexpr(True)
except ImportError:
    HAS_ACCELERATOR = tl.constexpr(False)

if os.environ.get("WIDE"):
    WIDTH = tl.constexpr(2)
else:
    WIDTH = tl.constexpr(1)

try:
    SMALL = triton.runtime.driver.active.utils.get_device_properties(0)["clock"] < 0
except (AttributeError, KeyError):
    SMALL = True
LIMIT = tl.constexpr(64 if SMALL else 128)


@triton.jit
def reads_hip(x, n):
    tl.store(x, n + tl.constexpr(IS_HIP))


@triton.jit
def reads_file(x, n):
    tl.store(x, n + SIZE)


@triton.jit
def reads_import(x, n):
    tl.store(x, n + HAS_ACCELERATOR)


@triton.jit
def reads_environment(x, n):
    tl.store(x, n + WIDTH)


@triton.jit
def reads_gpu(x, n):
    tl.store(x, n + LIMIT)


@triton.jit
def calls_elsewhere(x, n):
    tl.store(x, helper_elsewhere.add(n))


@triton.jit
def calls_undefined(x, n):
    tl.store(x, not_defined(n))


def not_decorated(x, n):
    tl.store(x, n)


class Kernel:
    pass


@triton.autotune(configs=torch.load("configs.pt"), key=["n"])
@triton.jit
def tuned(x, n, BLOCK: tl.constexpr):
    tl.store(x, n)

"""Kernels as they stand in repositories: between the code of a PyTorch program."""

import os

import torch
import torch.nn.functional as F

import nn.ops.scaling as by_name
import nn.ops.activations
from nn.missing_is_fine_when_unused import anything
from nn.ops import gelu_like, positive, square
from .ops.scaling import rounded
from .placeholders import HAS_TRITON, tl, triton
from .wrappers import input_guard, libentry, maybe_jit, unspecialised

BLOCK = 128
IS_HIP = torch.version.hip is not None
USE_FAST = os.environ.get("NN_FAST", "0") == "1"
CAPABILITY = torch.cuda.get_device_capability()
LARGEST = tl.constexpr(torch.finfo(torch.float8_e4m3fn).max)
DTYPES = {torch.float16: 1}

if USE_FAST:
    curve = tl.math.exp2
else:
    curve = tl.math.exp

BACKENDS = {"cuda": by_name}
scaled = getattr(BACKENDS["cuda"], "scale")

try:
    from triton.language.extra import libdevice
except ImportError:
    from triton.language.math import libdevice


@libentry()
@input_guard
@triton.jit
def wrapped(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    value = gelu_like(positive(value)) + square(value) + by_name.scale(value)
    tl.store(out + at, nn.ops.activations.relu(value), mask=at < n)


@maybe_jit
def guessed(x, out, n, BLOCK: tl.constexpr = BLOCK):
    at = tl.program_id(0) * BLOCK + tl.arange(0, rounded(BLOCK))
    tl.store(out + at, libdevice.rsqrt(tl.load(x + at, mask=at < n)), mask=at < n)


@unspecialised
def partial(x, out, n: torch.SymInt, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.minimum(tl.load(x + at, mask=at < n), LARGEST), mask=at < n)


@triton.jit(launch_metadata=torch.cuda.synchronize)
def platform(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    if IS_HIP_KERNEL:
        value = torch_only(value)
    tl.store(out + at, value, mask=at < n)


IS_HIP_KERNEL = tl.constexpr(IS_HIP)


def torch_only(x):
    return torch.relu(x)


@triton.jit
def switched(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, curve(tl.load(x + at, mask=at < n)), mask=at < n)


def call(x):
    out = torch.empty_like(x)
    wrapped[(triton.cdiv(x.numel(), BLOCK),)](x, out, x.numel(), BLOCK)
    return F.relu(out)


x = torch.rand(98432, device="cuda")
print(call(x))


@triton.jit
def by_module(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, scaled(tl.load(x + at, mask=at < n)), mask=at < n)


@triton.jit
def platform_inside(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    if tl.constexpr(torch.version.hip is not None):
        value = torch_only(value)
    tl.store(out + at, value, mask=at < n)

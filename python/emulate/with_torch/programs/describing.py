"""Descriptors of tensors, made on the host and in kernels. `test_launches.py` runs these tests for GPUs with and without TMA."""

from contextlib import nullcontext

import pytest
import torch
import triton
import triton.language as tl
from triton.runtime._allocation import NullAllocator
from triton.tools.tensor_descriptor import TensorDescriptor

HAS_TENSOR_MAPS = torch.cuda.get_device_capability() >= (9, 0)
REFUSED = r"Failed to create tensor map descriptor.*\n.*multiple of 16"
NO_ALLOCATOR = r"Use triton\.set_allocator to specify an allocator"


@triton.jit
def copy(source, target, i, j):
    target.store([i, j], source.load([i, j]))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.int8, torch.uint8, torch.int32])
def test_host_descriptors(dtype):
    x = torch.arange(24 * 32, device="cuda").reshape(24, 32).to(dtype)
    out = torch.zeros_like(x)
    copy[(1,)](TensorDescriptor.from_tensor(x, [16, 16]), TensorDescriptor.from_tensor(out, [16, 16]), 16, 16)
    wanted = torch.zeros_like(x)
    wanted[16:, 16:] = x[16:, 16:]
    assert torch.equal(out, wanted)


def test_padding():
    x, out = torch.ones(24, 32, device="cuda"), torch.zeros(32, 32, device="cuda")
    source = TensorDescriptor.from_tensor(x, [16, 16], padding="nan")
    copy[(1,)](source, TensorDescriptor.from_tensor(out, [16, 16]), 16, 16)
    assert out[16:24, 16:].eq(1).all()
    assert out[24:, 16:].isnan().all()


def test_five_axes():
    @triton.jit
    def copy_5(source, target):
        target.store([1, 0, 1, 0, 8], source.load([1, 0, 1, 0, 8]))

    x = torch.randn(3, 2, 3, 4, 24, device="cuda")
    out = torch.zeros_like(x)
    copy_5[(1,)](*(TensorDescriptor.from_tensor(each, [2, 2, 2, 4, 16]) for each in (x, out)))
    assert torch.equal(out[1:, :, 1:, :, 8:], x[1:, :, 1:, :, 8:])
    assert out[0].eq(0).all()


def test_descriptors_that_the_driver_refuses():
    x, out = torch.ones(16, 64, device="cuda"), torch.zeros(16, 64, device="cuda")
    source, target = (TensorDescriptor.from_tensor(each, [16, 16]) for each in (x, out))
    source.strides = [18, 1]
    with pytest.raises(RuntimeError, match=REFUSED) if HAS_TENSOR_MAPS else nullcontext():
        copy[(1,)](source, target, 0, 0)
    assert out[:, :16].eq(not HAS_TENSOR_MAPS).all()


@triton.jit
def add_one(x, rows, columns, BLOCK: tl.constexpr):
    found = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [BLOCK, BLOCK])
    at = tl.program_id(0) * BLOCK
    found.store([at, 0], found.load([at, 0]) + 1)


def test_device_descriptors():
    asked = []

    def allocate(size, alignment, _stream):
        asked.append((size, alignment))
        return torch.empty(size, dtype=torch.int8, device="cuda")

    x = torch.zeros(40, 16, device="cuda")
    triton.set_allocator(allocate)
    try:
        add_one[(3,)](x, 40, 16, 16)
    finally:
        triton.set_allocator(NullAllocator())
    assert x.eq(1).all()
    # Each block has its part, in which it makes the tensor map.
    assert [(size % 3, alignment) for size, alignment in asked] == [(0, 128)] * HAS_TENSOR_MAPS


def test_no_allocator():
    x = torch.zeros(40, 16, device="cuda")
    with pytest.raises(RuntimeError, match=NO_ALLOCATOR) if HAS_TENSOR_MAPS else nullcontext():
        add_one[(3,)](x, 40, 16, 16)
    assert x.eq(not HAS_TENSOR_MAPS).all()

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


# Triton 3.6 does not round.
@pytest.mark.parametrize("rounds", [False] + [True] * hasattr(TensorDescriptor, "round_f32_to_tf32"))
def test_rounding(rounds):
    x = torch.randn(16, 16, device="cuda")
    x[0, :3] = torch.tensor([float("inf"), 1 + 2**-11, 1 + 3 * 2**-11])  # ties go to even
    out = torch.zeros_like(x)
    options = {"round_f32_to_tf32": True} if rounds else {}
    copy[(1,)](TensorDescriptor.from_tensor(x, [16, 16], **options), TensorDescriptor.from_tensor(out, [16, 16]), 0, 0)
    bits = x.view(torch.int32)
    wanted = (bits + (bits >> 13 & 1) + 0xFFF & ~0x1FFF).view(torch.float32) if rounds else x
    assert torch.equal(out, wanted)


@triton.jit
def multiply_4_bits(a, scale_a, b, scale_b, out, K: tl.constexpr):
    m, k, s = tl.arange(0, 128), tl.arange(0, K), tl.arange(0, K // 32)
    x = tl.load(a + m[:, None] * K + k)
    u, v = (tl.load(scale_a + m[:, None] * (K // 32) + s), tl.load(scale_b + m[:, None] * (K // 32) + s))
    product = tl.dot_scaled(x, u, "e5m2", b.load([0, 0]).T, v, "e2m1")
    tl.store(out + m[:, None] * 128 + m, product)


def test_elements_of_4_bits():
    a = torch.randint(0x38, 0x40, (128, 128), dtype=torch.uint8, device="cuda")
    b = torch.randint(0, 256, (128, 64), dtype=torch.uint8, device="cuda")
    scale_a, scale_b = (torch.randint(126, 130, (128, 4), dtype=torch.uint8, device="cuda") for _ in range(2))
    out = torch.zeros(128, 128, device="cuda")
    kernel = multiply_4_bits[(1,)](a, scale_a, TensorDescriptor.from_tensor(b, [128, 64]), scale_b, out, 128)
    if torch.cuda.get_device_capability() >= (10, 0):
        assert kernel.metadata.tensordesc_meta[0]["fp4_padded"]
    values = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], device="cuda")
    values = torch.cat([values, -values])
    first = a.view(torch.float8_e5m2).float()
    second = values[torch.stack([b & 15, b >> 4], -1).reshape(128, 128).int()]
    first, second = (
        each * (2.0 ** (scale.float() - 127)).repeat_interleave(32, 1)
        for each, scale in ((first, scale_a), (second, scale_b))
    )
    torch.testing.assert_close(out, first @ second.T, rtol=1e-3, atol=1e-2)


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

"""Memory that nothing has written has numbers that are wrong wherever they are used."""

import threading

import pytest
import torch
import triton
import triton.language as tl

GPU = dict(device="cuda")


def made_by_default(dtype):
    with torch.device("cuda"):
        return torch.empty(3, 5, dtype=dtype)


def made_in_a_thread(dtype):
    made = []
    thread = threading.Thread(target=lambda: made.append(torch.empty(3, 5, dtype=dtype, **GPU)))
    thread.start()
    thread.join()
    return made[0]


MAKERS = {
    "empty": lambda dtype: torch.empty(3, 5, dtype=dtype, **GPU),
    "empty of a default device": made_by_default,
    "empty_like": lambda dtype: torch.empty_like(torch.zeros(3, 5, dtype=dtype, **GPU)),
    "empty_strided": lambda dtype: torch.empty_strided((3, 5), (7, 1), dtype=dtype, **GPU),
    "empty_permuted": lambda dtype: torch.empty_permuted((3, 5), (1, 0), dtype=dtype, **GPU),
    "new_empty": lambda dtype: torch.zeros(1, **GPU).new_empty((3, 5), dtype=dtype),
    "new_empty_strided": lambda dtype: torch.zeros(1, **GPU).new_empty_strided((3, 5), (5, 1), dtype=dtype),
    "resize_": lambda dtype: torch.empty(0, dtype=dtype, **GPU).resize_(3, 5),
    "a thread": made_in_a_thread,
}


def wrong_everywhere(tensor):
    if tensor.dtype.is_floating_point or tensor.dtype.is_complex:
        return bool(tensor.to(torch.complex128 if tensor.dtype.is_complex else torch.float64).isnan().all())
    if tensor.dtype is torch.bool:
        return bool(tensor.all())
    first = int(tensor.flatten()[0])
    return bool((tensor == first).all()) and first % 2 == 1 and first > min(torch.iinfo(tensor.dtype).max // 4, 2**40)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_each_way_to_make_a_tensor(make):
    for dtype in (torch.float32, torch.int32, torch.bool):
        tensor = make(dtype)
        assert tensor.is_cuda
        assert tensor.shape == (3, 5)
        assert tensor._version == (1 if make is MAKERS["resize_"] else 0)
        assert wrong_everywhere(tensor), tensor


@pytest.mark.parametrize(
    "dtype",
    [
        *(torch.float64, torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2, torch.complex64),
        *(torch.int8, torch.int16, torch.int64, torch.uint8, torch.uint16, torch.uint32),
    ],
    ids=str,
)
def test_each_type(dtype):
    assert wrong_everywhere(torch.empty(9, dtype=dtype, **GPU))


def test_what_was_written_is_kept():
    assert torch.zeros(4, **GPU).tolist() == torch.empty(4, **GPU).zero_().tolist() == [0] * 4
    x = torch.arange(4.0, **GPU)
    x.resize_(6)
    assert x[:4].tolist() == [0, 1, 2, 3]
    assert wrong_everywhere(x[4:])
    x.resize_(2)
    assert x.resize_(4).tolist() == [0, 1, 2, 3]
    assert torch.empty(4, out=x).tolist() == [0, 1, 2, 3]


def test_nothing_else_is_filled():
    assert torch.empty(0, **GPU).numel() == 0
    assert torch.empty(3, device="meta").is_meta
    on_cpu = torch.zeros(4)
    assert on_cpu.resize_(2).resize_(4).tolist() == [0] * 4


def test_large_memory_is_filled_at_both_ends():
    size = 80 << 20
    x = torch.empty(size, dtype=torch.int8, **GPU)
    assert wrong_everywhere(x[: 32 << 20])
    assert wrong_everywhere(x[-(32 << 20) :])
    assert not wrong_everywhere(x[size // 2 :][:1])


@triton.jit
def add_to(x, o, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(o + i, tl.load(o + i) + tl.load(x + i))


def test_a_kernel_that_adds_to_what_nothing_has_written_is_wrong():
    x = torch.ones(16, **GPU)
    o = torch.empty_like(x)
    add_to[(1,)](x, o, 16)
    assert o.isnan().all()

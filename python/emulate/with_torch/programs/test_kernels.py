"""Runs emulated: kernels in autograd functions, threads, graphs and streams, and where their tensors must be."""

import threading

import pytest
import torch
import triton
import triton.language as tl
from triton_aot_emulate.triton_side.tensors import device_memory


@triton.jit
def scale(x, out, factor, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) * factor, mask=mask)


def scaled(x, factor, out=None):
    out = torch.empty_like(x) if out is None else out
    scale[(triton.cdiv(x.numel(), 64),)](x, out, factor, x.numel(), 64)
    return out


PLACES = []


class Scale(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32)
    def forward(ctx, x, factor):
        ctx.factor = factor
        return scaled(x, factor)

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, gradient):
        PLACES.append((gradient.device.type, torch.empty(1, device=gradient.device).is_cuda))
        return scaled(gradient.contiguous(), ctx.factor), None


def test_backward_functions_launch_kernels():
    x = torch.ones(100, device="cuda", requires_grad=True)
    PLACES.clear()
    (Scale.apply(x, 3.0) * 2).sum().backward()
    assert x.grad.is_cuda
    assert x.grad.tolist() == [6] * 100
    assert PLACES == [("cuda", True)]


def test_inputs_of_autograd_functions_are_cast():
    x = torch.ones(100, device="cuda", dtype=torch.bfloat16)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert Scale.apply(x, 3.0).dtype == torch.float32
    assert Scale.apply(x, 3.0).dtype == torch.bfloat16


def test_kernels_in_threads():
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(scaled(torch.ones(9, device="cuda"), 2.0))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.tolist() for each in results] == [[2] * 9] * 3


def test_graphs_replay_kernels():
    x, graph = torch.ones(9, device="cuda"), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=torch.cuda.Stream()):
        y = scaled(x, 2.0)
        scaled(y, 2.0, out=x)
    assert x.tolist() == [1] * 9
    graph.replay()
    graph.replay()
    assert (x.tolist(), y.tolist()) == ([16] * 9, [8] * 9)


def test_tensors_of_the_cpu_cannot_be_accessed():
    with pytest.raises(ValueError, match=r"Pointer argument `x` cannot be accessed from Triton \(cpu tensor\?\)"):
        scaled(torch.ones(9), 2.0, out=torch.empty(9, device="cuda"))


def test_pinned_memory_can_be_accessed():
    x = torch.ones(9).pin_memory()
    assert scaled(x, 2.0, out=torch.empty(9, device="cuda")).tolist() == [2] * 9


class Duck:
    """All that Triton asks of an argument."""

    def __init__(self, tensor, offset=0):
        self.tensor, self.offset, self.dtype = tensor, offset, tensor.dtype

    def data_ptr(self):
        return self.tensor.data_ptr() + self.offset * self.tensor.element_size()


class Strided(Duck):
    def __init__(self, tensor, strides):
        super().__init__(tensor, sum((1 - size) * min(step, 0) for size, step in zip(tensor.shape, strides)))
        self.shape, self._strides = tensor.shape, strides

    def stride(self):
        return self._strides

    def untyped_storage(self):
        return self.tensor.untyped_storage()


@triton.jit
def strided(x, out, step, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at * step, mask=at < n), mask=at < n)


@pytest.mark.parametrize(
    ("argument", "step", "expected"),
    [
        (Duck, 1, range(6)),
        (lambda x: Duck(x, 2), 1, [2, 3, 4, 5]),
        (lambda x: Duck(x, 5), -1, range(5, -1, -1)),
        (lambda x: Strided(x, (1,)), 1, range(6)),
        (lambda x: Strided(x, (-1,)), -1, range(5, -1, -1)),
        (lambda x: triton.reinterpret(x, tl.float32), 1, range(6)),
    ],
)
def test_arguments_that_are_no_tensors_but_have_their_memory(argument, step, expected):
    x, out = torch.arange(6.0, device="cuda"), torch.zeros(6, device="cuda")
    strided[(1,)](argument(x), Duck(out), step, len(expected), 8)
    assert out[: len(expected)].tolist() == list(expected)


@pytest.mark.parametrize("wrap", [Duck, lambda x: Strided(x, (1,))])
def test_memory_of_the_cpu_is_refused_whatever_names_it(wrap):
    with pytest.raises(ValueError, match="`x` cannot be accessed from Triton"):
        strided[(1,)](wrap(torch.ones(4)), torch.zeros(4, device="cuda"), 1, 4, 8)


def test_launches_of_compiled_kernels_need_all_arguments():
    x, out = torch.arange(6.0, device="cuda"), torch.zeros(6, device="cuda")
    kernel = strided[(1,)](x, out, 2, 3, 8)
    kernel[(1, 1, 1)](x, out, 1, 6, 8)
    assert torch.equal(out, x)
    with pytest.raises(TypeError, match=r"takes exactly 18 arguments \(16 given\)|needs 4 arguments, and got 3"):
        kernel[(1, 1, 1)](x, out, 1)


def test_only_memory_that_a_program_shares_is_that_of_other_processes():
    tensor = torch.zeros(4, device="cuda")
    assert device_memory([("x", tensor)], []).is_private
    assert not device_memory([("x", tensor.share_memory_())], []).is_private

"""Runs emulated: operators on half types round once, as CUDA's kernels do, and so do their gradients."""

import pytest
import torch
import torch.nn.functional as F
from triton_aot_emulate.torch_side.widening import IN_FP32, IN_FP64, PRODUCTS

ATEN = torch.ops.aten
GENERATOR = torch.Generator().manual_seed(0)


def draw(*shape):
    return torch.randn(*shape, generator=GENERATOR)


def call(name, *args):
    *args, last = args
    return getattr(ATEN, name)(*args, **last) if isinstance(last, dict) else getattr(ATEN, name)(*args, last)


A, B, C = draw(33, 2048), draw(2048, 65), draw(33, 65)
BA, BB, BC = draw(3, 17, 129), draw(3, 129, 33), draw(3, 17, 33)
V, W = draw(2048), draw(33)
P = draw(33, 2048).abs() + 0.1
X, K, G = draw(2, 8, 9, 11), draw(4, 8, 3, 3), draw(8)
CLASSES = torch.randint(0, 65, (33,), generator=GENERATOR)
LOG = torch.log_softmax(C, -1)
CONVOLUTION = ([1, 1], [1, 1], [1, 1], False, [0, 0], 1)
ALPHA = {"alpha": 0.3}

# Operator -> its arguments. Tensors of floats are given in the type that is tested.
HALF_CALLS = {
    "mm": (A, B), "bmm": (BA, BB), "addmm": (C, A, B), "baddbmm": (BC, BA, BB), "mv": (A, V), "addmv": (W, A, V),
    "addmm_": (C, A, B), "baddbmm_": (BC, BA, BB), "convolution": (X, K, G[:4], *CONVOLUTION),
    "convolution_backward": (draw(2, 4, 9, 11), X, K, [4], *CONVOLUTION, [True, True, True]),
    "_log_softmax": (A, 1, False), "_softmax_backward_data": (A, torch.softmax(P, 1), 1, torch.bfloat16),
    "nll_loss_forward": (LOG, CLASSES, None, 1, -100), "native_layer_norm": (A, [2048], V, V.flip(0), 1e-5),
    "native_batch_norm": (X, G, G, None, None, True, 0.1, 1e-5),
    "add": (A, P, ALPHA), "add_": (A, P, ALPHA), "sub": (A, P, ALPHA), "sub_": (A, P, ALPHA),
}  # fmt: skip
LONG, LONGER = draw(20000, 8), draw(20000, 8)
FLAT, FLATTER = LONG.view(-1), LONGER.view(-1)
CHANNELS = draw(4, 8, 20000)
SUM_CALLS = {
    "native_layer_norm_backward": (LONG, LONGER, [8], draw(20000, 1), LONG[:, :1].abs(), G, G, [True, True, True]),
    "native_group_norm_backward": (CHANNELS, CHANNELS.flip(2), draw(4, 2), draw(4, 2).abs(), G, 4, 8, 20000, 2, [True] * 3),
    "native_batch_norm_backward": (CHANNELS, CHANNELS.flip(2), G, None, None, G, G.abs(), True, 1e-5, [True] * 3),
    "embedding_dense_backward": (LONG, torch.arange(20000) % 3, 3, -1, False), "norm": (LONG, 2, [0]),
    "linalg_vector_norm": (LONG, 2, [0]), "dot": (FLAT, FLATTER), "vdot": (FLAT, FLATTER), "prod": (1 + 0.001 * LONG, 0),
}  # fmt: skip


def given(value, dtype, device):
    if isinstance(value, torch.Tensor):
        value = value.clone()
        return (value.to(dtype) if value.is_floating_point() else value).to(device)
    return value


def wide(value, dtype):
    if isinstance(value, torch.Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    return dtype if isinstance(value, torch.dtype) else value


def results(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for each in value for leaf in results(each)] if isinstance(value, (list, tuple)) else []


def same(first, second):
    return all(torch.equal(one.cpu().nan_to_num(7), other.cpu().nan_to_num(7)) for one, other in zip(first, second))


@pytest.mark.parametrize("half", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("name", HALF_CALLS)
def test_half_types_round_once(name, half):
    args = HALF_CALLS[name]
    on_gpu = results(call(name, *[given(each, half, "cuda") for each in args]))
    exact = results(call(name, *[wide(given(each, half, "cpu"), torch.float32) for each in args]))
    keeps = IN_FP32[f"aten::{name}"]
    types = [torch.float32 if index in keeps else half for index in range(len(on_gpu))]
    assert [each.dtype for each in on_gpu] == types
    assert all(each.is_cuda for each in on_gpu)
    assert same(on_gpu, [each.to(one.dtype) for each, one in zip(exact, on_gpu)])


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
@pytest.mark.parametrize("name", SUM_CALLS)
def test_long_sums_round_once(name, dtype):
    args = SUM_CALLS[name]
    on_gpu = results(call(name, *[given(each, dtype, "cuda") for each in args]))
    exact = results(call(name, *[wide(given(each, dtype, "cpu"), torch.float64) for each in args]))
    assert all(each.dtype is dtype and each.is_cuda for each in on_gpu)
    assert same(on_gpu, [each.to(dtype) for each in exact])


def differs_on_cpu(name, args, dtype, wider):
    """Whether the CPU's result is not the one that is rounded once. It may have no kernel for the types."""
    args = [given(each, dtype, "cpu") for each in args]
    exact = results(call(name, *[wide(each, wider) for each in args]))
    try:
        own = results(call(name, *args))
    except RuntimeError:
        return True
    return [each.dtype for each in own] != [dtype] * len(own) or not same(own, [each.to(dtype) for each in exact])


@pytest.mark.parametrize("name", [name for name in HALF_CALLS if f"aten::{name}" not in PRODUCTS])
def test_the_cpu_rounds_half_types_in_between(name):
    """Otherwise, the row is not needed. What the CPU does with products depends on the machine."""
    assert any(differs_on_cpu(name, HALF_CALLS[name], half, torch.float32) for half in (torch.bfloat16, torch.float16))


@pytest.mark.parametrize("name", SUM_CALLS)
def test_the_cpu_adds_one_number_after_the_other(name):
    """Otherwise, the row is not needed."""
    assert differs_on_cpu(name, SUM_CALLS[name], torch.float32, torch.float64)


def test_each_row_has_a_call():
    assert {f"aten::{name}" for name in HALF_CALLS} == set(IN_FP32)
    assert {f"aten::{name}" for name in SUM_CALLS} == set(IN_FP64)


def test_gradients_round_once():
    weight, gradient = draw(3, 8), LONG.to("cuda", torch.bfloat16)
    index = (torch.arange(20000) % 3).cuda()
    half = weight.to("cuda", torch.bfloat16).requires_grad_()
    exact = half.detach().double().requires_grad_()
    F.embedding(index, half).backward(gradient)
    F.embedding(index, exact).backward(gradient.double())
    assert torch.equal(half.grad, exact.grad.bfloat16())


def test_results_are_written_where_they_were_asked_for():
    a, b = A.to("cuda", torch.float16), B.to("cuda", torch.float16)
    out = torch.empty(33, 65, device="cuda", dtype=torch.float16)
    assert torch.mm(a, b, out=out) is out
    assert torch.equal(out, (a.float() @ b.float()).half())
    total = torch.zeros(33, 65, device="cuda", dtype=torch.float16)
    assert total.addmm_(a, b) is total
    assert torch.equal(total, out)


def test_products_with_a_type_of_their_own():
    a, b, c = A.to("cuda", torch.bfloat16), B.to("cuda", torch.bfloat16), C.cuda()
    exact = a.float() @ b.float()
    assert torch.equal(torch.mm(a, b, out_dtype=torch.float32), exact)
    assert torch.equal(torch.bmm(a[None], b[None], out_dtype=torch.float32)[0], exact)
    total = torch.addmm(c, a, b, out_dtype=torch.float32)
    torch.testing.assert_close(total, exact + c)
    assert torch.addmm(c, a, b, out_dtype=torch.float32, out=c) is c
    assert torch.equal(c, total)


def test_a_type_that_was_asked_for_is_kept():
    halves = A.to("cuda", torch.bfloat16)
    assert halves.sum(dtype=torch.float32).dtype == torch.float32
    assert A.cuda().sum(dtype=torch.bfloat16).dtype == torch.bfloat16
    assert torch.softmax(halves, -1, dtype=torch.float32).dtype == torch.float32


def test_what_is_on_the_cpu_is_left_to_it():
    factors = (1 + 0.01 * A).half()
    assert not torch.equal(factors.prod(1), factors.cuda().prod(1).cpu())


def test_powers_round_in_between_as_on_a_gpu():
    """CUDA's kernel multiplies values of the half type."""
    halves = A.to("cuda", torch.bfloat16)
    assert torch.equal(halves**3, halves * halves * halves)

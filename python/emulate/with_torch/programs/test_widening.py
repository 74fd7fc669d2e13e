"""Runs emulated: operators on half types round once, as CUDA's kernels do, and so do their gradients."""

import pytest
import torch
import torch.nn.functional as F
from triton_aot_emulate.torch_side.widening import PRODUCTS, WIDENED

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

# Operator -> its arguments. Tensors of floats are given in half types.
CALLS = {
    "mm": (A, B), "bmm": (BA, BB), "addmm": (C, A, B), "baddbmm": (BC, BA, BB), "mv": (A, V), "addmv": (W, A, V),
    "dot": (V, V.flip(0)), "vdot": (V, V.flip(0)), "addmm_": (C, A, B), "baddbmm_": (BC, BA, BB),
    "convolution": (X, K, G[:4], *CONVOLUTION),
    "convolution_backward": (draw(2, 4, 9, 11), X, K, [4], *CONVOLUTION, [True, True, True]),
    "prod": (1 + 0.01 * A, 1), "_log_softmax": (A, 1, False),
    "_softmax_backward_data": (A, torch.softmax(P, 1), 1, torch.bfloat16),
    "nll_loss_forward": (LOG, CLASSES, None, 1, -100),
    "native_layer_norm": (A, [2048], V, V.flip(0), 1e-5),
    "native_layer_norm_backward": (P, A, [2048], draw(33, 1), P[:, :1], V, V, [True, True, True]),
    "native_batch_norm": (X, G, G, None, None, True, 0.1, 1e-5),
    "embedding_dense_backward": (C, CLASSES % 3, 3, -1, False),
    "add": (A, P, ALPHA), "add_": (A, P, ALPHA), "sub": (A, P, ALPHA), "sub_": (A, P, ALPHA),
}  # fmt: skip


def given(value, half, device):
    if isinstance(value, torch.Tensor):
        value = value.clone()
        return (value.to(half) if value.is_floating_point() else value).to(device)
    if isinstance(value, list) and value and isinstance(value[0], torch.Tensor):
        return [given(each, half, device) for each in value]
    return value


def wide(value):
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, list) and value and isinstance(value[0], torch.Tensor):
        return [wide(each) for each in value]
    return torch.float32 if isinstance(value, torch.dtype) else value


def results(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for each in value for leaf in results(each)] if isinstance(value, (list, tuple)) else []


def same(first, second):
    return all(
        torch.equal(one.cpu().float().nan_to_num(7), other.cpu().float().nan_to_num(7))
        for one, other in zip(first, second)
    )


@pytest.mark.parametrize("half", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("name", CALLS)
def test_rounds_once(name, half):
    args = CALLS[name]
    on_gpu = results(call(name, *[given(each, half, "cuda") for each in args]))
    exact = results(call(name, *[wide(given(each, half, "cpu")) for each in args]))
    keeps = WIDENED[f"aten::{name}"]
    assert [each.dtype for each in on_gpu] == [
        torch.float32 if index in keeps else half for index in range(len(on_gpu))
    ]
    assert all(each.is_cuda for each in on_gpu)
    assert same(on_gpu, [each.to(one.dtype) for each, one in zip(exact, on_gpu)])


@pytest.mark.parametrize("name", [name for name in CALLS if f"aten::{name}" not in PRODUCTS])
def test_the_cpu_does_not(name):
    """Otherwise, the row is not needed. What the CPU does with products depends on the machine."""
    different = []
    for half in (torch.bfloat16, torch.float16):
        args = [given(each, half, "cpu") for each in CALLS[name]]
        exact = results(call(name, *[wide(each) for each in args]))
        try:
            own = results(call(name, *args))
        except RuntimeError:
            return
        different.append(
            not same(own, [each.to(half) for each in exact]) or [each.dtype for each in own] != [half] * len(own)
        )
    assert any(different)


def test_each_row_has_a_call():
    assert {f"aten::{name}" for name in CALLS} == set(WIDENED)


def test_gradients_round_once():
    inputs = [draw(64, 300), draw(300), draw(300)]
    halves = [each.to("cuda", torch.bfloat16).requires_grad_() for each in inputs]
    wides = [each.detach().float().requires_grad_() for each in halves]
    given_gradient = draw(64, 300).to("cuda", torch.bfloat16)
    F.layer_norm(halves[0], [300], halves[1], halves[2]).backward(given_gradient)
    F.layer_norm(wides[0], [300], wides[1], wides[2]).backward(given_gradient.float())
    for half, wide_one in zip(halves, wides):
        assert torch.equal(half.grad, wide_one.grad.bfloat16())


def test_results_are_written_where_they_were_asked_for():
    a, b = A.to("cuda", torch.float16), B.to("cuda", torch.float16)
    out = torch.empty(33, 65, device="cuda", dtype=torch.float16)
    assert torch.mm(a, b, out=out) is out
    assert torch.equal(out, (a.float() @ b.float()).half())
    total = torch.zeros(33, 65, device="cuda", dtype=torch.float16)
    assert total.addmm_(a, b) is total
    assert torch.equal(total, out)


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

"""Checks a Python package with operators, whose library computes on the CPU, with PyTorch.

    python check_operators.py FOLDER

FOLDER has the package `nn`. Prints a JSON object: for each check, null or how it failed.
"""

import json
import resource
import sys
import traceback

sys.path.insert(0, sys.argv[1])

import torch
from torch._subclasses import FakeTensorMode

# Something else can have operators in the same part of torch.ops, as PyTorch in torch.ops.sparse.
others = torch.library.Library("nn", "DEF")
others.define("other(Tensor x) -> Tensor")

import nn

CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function


def raises(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), f"expected {text!r} in {str(error)!r}"
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


def rows(*shape, dtype=torch.float64, grad=True):
    torch.manual_seed(0)
    return torch.randn(*shape, dtype=dtype, requires_grad=grad)


@check
def results_are_those_of_pytorch():
    x = rows(5, 7, dtype=torch.float32, grad=False)
    torch.testing.assert_close(nn.softmax(x), torch.softmax(x, 1))
    torch.testing.assert_close(torch.ops.nn.softmax(x), torch.softmax(x, 1))
    torch.testing.assert_close(torch.ops.nn.softmax_with_grad(x), torch.softmax(x, 1))
    w = rows(7, dtype=torch.float32, grad=False)
    y, largest = nn.scale_rows(x, w)
    torch.testing.assert_close(y, x * w)
    torch.testing.assert_close(largest, x.max(1).values)
    torch.testing.assert_close(nn.scale_rows(x, w, 0.5, twice=True)[0], x * w)
    sums = nn.block_sums(torch.arange(10.0), 4)
    torch.testing.assert_close(sums, torch.tensor([6.0, 22.0, 17.0], dtype=torch.float64))
    total = torch.ones(3)
    assert nn.add_to(total, torch.arange(3.0)) is None
    torch.testing.assert_close(total, torch.tensor([1.0, 2.0, 3.0]))


@check
def opcheck_passes():
    x, w = rows(3, 4), rows(4)
    test = torch.library.opcheck
    test(torch.ops.nn.softmax_with_grad.default, (x,))
    test(torch.ops.nn.softmax.default, (x.detach(),))
    test(torch.ops.nn.softmax_backward.default, (x.detach(), x.detach()))
    test(torch.ops.nn.scale_rows_with_grad.default, (x, w, 2.0, True))
    test(torch.ops.nn.scale_rows_with_grad.default, (x, w))
    test(torch.ops.nn.scale_rows.default, (x.detach(), w.detach(), 2.0, True))
    test(torch.ops.nn.scale_rows.default, (x.detach(), w.detach()))
    test(torch.ops.nn.block_sums.default, (torch.arange(10.0),))
    test(torch.ops.nn.block_sums.default, (torch.arange(10.0), 3))
    test(torch.ops.nn.add_to.default, (torch.ones(3), torch.ones(3)))


@check
def gradients_are_right():
    x, w = rows(3, 4), rows(4)
    assert torch.autograd.gradcheck(nn.softmax, (x,))
    assert torch.autograd.gradcheck(lambda x, w: nn.scale_rows(x, w, 0.7, True)[0], (x, w))
    # A gradient with strides of 0.
    nn.softmax(x).sum().backward()
    # Only one gradient is wanted.
    y, _ = nn.scale_rows(x.detach(), w)
    (y * y).sum().backward()
    assert w.grad is not None


@check
def gradients_that_do_not_exist_are_errors():
    x, w = rows(3, 4), rows(4)
    loss = nn.softmax(x).square().sum()
    (slope,) = torch.autograd.grad(loss, x, create_graph=True)
    raises(RuntimeError, "softmax_backward has no gradients", lambda: slope.sum().backward())
    values = torch.arange(10.0, requires_grad=True)
    sums = nn.block_sums(values, 4)
    raises(RuntimeError, "block_sums has no gradients", lambda: sums.sum().backward())
    with torch.no_grad():
        assert not nn.block_sums(values, 4).requires_grad
    for call in (nn.add_to, torch.ops.nn.add_to):
        total = torch.ones(3, requires_grad=True) * 2
        raises(RuntimeError, "add_to: it changes a tensor", lambda: call(total, torch.ones(3)))
        raises(RuntimeError, "add_to: it changes a tensor", lambda: call(torch.ones(3), total))


@check
def a_changed_tensor_that_was_saved_is_found():
    x = torch.ones(3, requires_grad=True)
    total = torch.full((3,), 2.0)
    loss = (x * total).sum()
    with torch.no_grad():
        nn.add_to(total, torch.ones(3))
    raises(RuntimeError, "modified by an inplace operation", loss.backward)


@check
def calls_in_inference_mode_are_the_same():
    x = rows(5, 7, dtype=torch.float32, grad=False)
    with torch.inference_mode():
        torch.testing.assert_close(nn.softmax(x), torch.softmax(x, 1))
        total = torch.ones(3)
        nn.add_to(total, torch.ones(3))


@check
def gradients_that_a_transformation_hides_are_not_lost():
    x = rows(3, 4)
    both = torch.stack([x, x + 1])
    text = "softmax: a tensor requires a gradient, which this operator does not compute"
    raises(RuntimeError, text, lambda: torch.ops.nn.softmax(x))
    compiled = torch.compile(lambda x: torch.ops.nn.softmax(x * 2), backend=BACKEND)
    raises(Exception, text, lambda: compiled(x))
    raises(RuntimeError, text, lambda: torch.vmap(nn.softmax)(both))
    raises(RuntimeError, "block_sums: a tensor", lambda: torch.vmap(nn.block_sums)(both[0]))
    with torch.no_grad():
        torch.testing.assert_close(torch.vmap(nn.softmax)(both), torch.softmax(both, 2))
    run, reference = torch.vmap(torch.ops.nn.softmax_with_grad), torch.vmap(lambda x: torch.softmax(x, 1))
    slopes = [
        torch.autograd.grad(each(both).square().sum(), x, retain_graph=True)
        for each in (run, reference)
    ]
    torch.testing.assert_close(*slopes)


@check
def exports():
    class Model(torch.nn.Module):
        def forward(self, x):
            total = torch.ones(4)
            nn.add_to(total, x[0].detach())
            return nn.softmax(x * 2) * total

    def slope(run, x):
        return torch.autograd.grad(run(x).square().sum(), x)

    x = rows(3, 4, dtype=torch.float32)
    program = torch.export.export(Model(), (x.detach(),)).module()
    torch.testing.assert_close(program(x.detach()), Model()(x.detach()))
    text = "softmax: a tensor requires a gradient, which this operator does not compute"
    raises(RuntimeError, text, lambda: program(x))
    program = torch.export.export(Model(), (x,)).module()
    torch.testing.assert_close(slope(program, x), slope(Model(), x))


@check
def outputs_without_gradient_are_not_differentiable():
    x, w = rows(3, 4), rows(4)
    y, largest = nn.scale_rows(x, w)
    assert y.requires_grad and not largest.requires_grad
    raises(RuntimeError, "does not require grad", lambda: largest.sum().backward())


@check
def compiles_as_one_graph():
    def step(x, w):
        y = torch.ops.nn.softmax_with_grad(x * 2)
        z, largest = nn.scale_rows(y, w, 0.5)
        return z.sin() + largest[:, None]

    def loss(run, x, w):
        x, w = x.clone().requires_grad_(), w.clone().requires_grad_()
        value = run(x, w)
        value.square().sum().backward()
        return value, x.grad, w.grad

    for dynamic in (False, True):
        torch._dynamo.reset()
        compiled = torch.compile(step, fullgraph=True, dynamic=dynamic, backend=BACKEND)
        for shape in ((3, 4), (5, 6), (1, 1)):
            x, w = rows(*shape, grad=False), rows(shape[1], grad=False)
            torch.testing.assert_close(loss(compiled, x, w), loss(step, x, w))
            with torch.no_grad():
                torch.testing.assert_close(compiled(x, w), step(x, w))


@check
def compiles_with_sizes_that_are_computed():
    def step(x, block):
        return nn.block_sums(x + 1, block) * 2

    torch._dynamo.reset()
    compiled = torch.compile(step, fullgraph=True, dynamic=True, backend=BACKEND)
    for size, block in ((10, 4), (17, 4), (17, 5), (3, 8)):
        x = rows(size, dtype=torch.float32, grad=False)
        torch.testing.assert_close(compiled(x, block), step(x, block))


@check
def compiles_what_changes_a_tensor():
    def step(total, x):
        nn.add_to(total, x)
        nn.add_to(total, x * 2)
        return total + 1

    torch._dynamo.reset()
    compiled = torch.compile(step, fullgraph=True, backend=BACKEND)
    one, two = torch.ones(4), torch.ones(4)
    x = torch.arange(4.0)
    torch.testing.assert_close(compiled(one, x), step(two, x))
    torch.testing.assert_close(one, two)


@check
def outputs_without_gradient_stay_so_when_compiled():
    torch._dynamo.reset()
    compiled = torch.compile(
        lambda x, w: nn.scale_rows(x, w)[1], fullgraph=True, backend=BACKEND
    )
    largest = compiled(rows(3, 4), rows(4))
    assert not largest.requires_grad


@check
def fake_tensors_have_the_right_shapes():
    with FakeTensorMode():
        on_gpu = nn.softmax(torch.empty(6, 8, dtype=torch.float32, device="cuda"))
        assert on_gpu.shape == (6, 8) and on_gpu.device.type == "cuda"
        x = torch.empty(6, 8)
        y = nn.softmax(x)
        assert y.shape == (6, 8) and y.dtype == torch.float32
        packed = nn.pack(x.to(torch.int8), x[:, 0])
        assert packed.shape == (6, 4) and packed.dtype == torch.uint8
        packed = nn.pack(x[:, :7].to(torch.int8), x[:, 0])
        assert packed.shape == (6, 7)
        packed = nn.pack(x.to(torch.int16), x[:, 0].half())
        assert packed.shape == (6, 16) and packed.dtype == torch.int8
        assert packed.stride() == (1, 6)
        assert nn.block_sums(x[0], 3).shape == (3,)
    meta = torch.empty(2, 3, device="meta")
    assert nn.softmax(meta).shape == (2, 3)


@check
def errors_name_operator_and_argument():
    x = torch.ones(3, 4)

    def wrong_dtypes_and_axes(kind, other):
        raises(
            kind,
            "softmax: x has dtype int64; expected float32 or float64",
            lambda: nn.softmax(x.long()),
        )
        raises(other, "softmax: x has 1 axis; expected 2", lambda: nn.softmax(x[0]))
        raises(
            kind,
            "softmax_backward: dy has dtype float64; expected float32",
            lambda: nn.softmax_backward(x, x.double()),
        )

    # The errors of C are of one kind.
    kind, other = (RuntimeError, RuntimeError) if CODE == "C" else (TypeError, ValueError)
    wrong_dtypes_and_axes(kind, other)
    with FakeTensorMode() as mode:
        x = mode.from_tensor(x)
        wrong_dtypes_and_axes(TypeError, ValueError)
        raises(
            ValueError,
            "softmax_backward: dy.shape[1] is 3; expected 4 (cols)",
            lambda: nn.softmax_backward(x, x[:, :3]),
        )
    x = torch.ones(3, 4)
    for call in (nn.softmax, torch.ops.nn.softmax, torch.ops.nn.softmax_with_grad):
        text = "softmax: x is not contiguous: stride[1] is 4; expected 1"
        raises(other, text, lambda: call(x.t()))
    raises(
        other,
        "softmax_backward: dy.shape[1] is 3; expected 4 (cols)",
        lambda: nn.softmax_backward(x, x[:, :3].contiguous()),
    )
    if CODE == "C":
        raises(RuntimeError, "x has dtype complex64", lambda: nn.softmax(x.to(torch.complex64)))
        bits = torch.empty(3, 4, dtype=torch.bits8)
        raises(RuntimeError, "x has dtype (none of DLPack's); expected", lambda: nn.softmax(bits))
        raises(other, "block_sums: ", lambda: nn.block_sums(x[0], 0))
    torch.testing.assert_close(nn.softmax(x), torch.softmax(x, 1))


@check
def outputs_are_as_pytorch_makes_them():
    for shape in ((0, 5), (5, 0), (1, 1), (3, 4)):
        x = torch.ones(shape)
        y = nn.softmax(x)
        like = torch.empty_like(x)
        assert (y.shape, y.stride(), y.dtype) == (like.shape, like.stride(), like.dtype)
    packed = nn.pack(torch.ones(6, 8, dtype=torch.int16), torch.ones(6).half())
    assert packed.shape == (6, 16) and packed.dtype == torch.int8 and packed.stride() == (1, 6)
    # A view: the storage begins before it.
    x = rows(6, 4, dtype=torch.float32, grad=False)
    torch.testing.assert_close(nn.softmax(x[2:]), torch.softmax(x[2:], 1))
    # Lazy negation, and copies on write.
    negative = torch._neg_view(x)
    torch.testing.assert_close(nn.softmax(negative), torch.softmax(-x, 1))
    total = torch.ones(3)
    copy = torch._lazy_clone(total)
    nn.add_to(copy, torch.ones(3))
    torch.testing.assert_close(total, torch.ones(3))
    torch.testing.assert_close(copy, torch.full((3,), 2.0))


@check
def all_memory_is_given_back():
    def used():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def call_all():
        x = torch.ones(256, 1024)
        nn.softmax(x)
        nn.add_to(x[0].clone(), x[1])
        raises((TypeError, ValueError, RuntimeError), "softmax: ", lambda: nn.softmax(x.long()))
        raises((ValueError, RuntimeError), "softmax: ", lambda: nn.softmax(x.t()))

    for _ in range(20):
        call_all()
    before = used()
    for _ in range(200):
        call_all()
    assert used() - before < 50_000, f"{used() - before} KB more"


@check
def functions_without_pytorch_take_its_tensors_too():
    x = torch.ones(2, 4)
    y = torch.empty_like(x)
    nn.ffi.softmax(x, y)
    torch.testing.assert_close(y, torch.full((2, 4), 0.25))


BACKEND = "inductor"
# Who calls: C functions that are registered with the dispatcher, or Python.
CODE = "C" if "aot_torch.h" in torch._C._dispatch_dump("nn::softmax") else "Python"
failures = {}
for name, function in CHECKS.items():
    try:
        function()
        failures[name] = None
    except Exception:
        failures[name] = traceback.format_exc(limit=-6)
print(json.dumps({"torch": torch.__version__, "code": CODE, "failures": failures}))

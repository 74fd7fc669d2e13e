"""Runs emulated: what traces a program sees the devices that it has on a GPU, and its graphs compute on the GPU."""

import pytest
import torch
import triton
import triton.language as tl
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, offsets < n) * 2, offsets < n)


@torch.library.triton_op("traced::double", mutates_args=())
def double_op(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    torch.library.wrap_triton(double)[(1,)](x, out, x.numel(), BLOCK=16)
    return out


double_op.register_autograd(lambda ctx, gradient: gradient * 2)


@torch.library.custom_op("traced::scaled", mutates_args=(), device_types="cuda")
def scaled(x: torch.Tensor, by: float) -> torch.Tensor:
    return x * by


scaled.register_fake(lambda x, by: torch.empty_like(x))
scaled.register_autograd(
    lambda ctx, gradient: (gradient * ctx.by, None),
    setup_context=lambda ctx, inputs, output: setattr(ctx, "by", inputs[1]),
)


def made_by_default():
    with torch.device("cuda"):
        return torch.ones(2)


def with_autocast():
    x = torch.ones(2, 2, device="cuda")
    with torch.autocast("cuda", torch.bfloat16):
        product = x @ x
    assert product.dtype is torch.bfloat16
    return product


MADE = {
    "empty": lambda: torch.empty(3, device="cuda"),
    "tensor": lambda: torch.tensor([1.0, 2.0], device="cuda"),
    "a number": lambda: torch.tensor(1.0, device="cuda"),
    "as_tensor": lambda: torch.as_tensor([1.0], device="cuda"),
    "to": lambda: torch.ones(2).to("cuda"),
    "to a type": lambda: torch.ones(2).to("cuda", torch.float16),
    "cuda": lambda: torch.ones(2).cuda(),
    "new_zeros": lambda: torch.ones(2, device="cuda").new_zeros(3),
    "new_tensor": lambda: torch.ones(2, device="cuda").new_tensor([3.0]),
    "rows of a list": lambda: torch.ones(3, 3, device="cuda")[[0, 2]],
    "a row of a list": lambda: torch.ones(3, 3, device="cuda")[[1]],
    "a view": lambda: torch.ones(2, 2, device="cuda").t()[1],
    "a module": lambda: torch.nn.Linear(2, 2, device="cuda")(torch.ones(1, 2, device="cuda")),
    "a random number": lambda: torch.randn(2, device="cuda"),
    "like": lambda: torch.rand_like(torch.ones(2, device="cuda")),
    "an operator of the program": lambda: scaled(torch.ones(2, device="cuda"), 2.0),
    "an operator with a kernel": lambda: double_op(torch.ones(2, device="cuda")),
    "a default device": made_by_default,
    "autocast": with_autocast,
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_fake_tensors_are_on_the_gpu(make):
    with FakeTensorMode():
        made = make()
        back = made.cpu()
    assert (str(made.device), made.is_cuda, made.is_cpu, made.get_device()) == ("cuda:0", True, False, 0)
    assert (made * 2).is_cuda
    assert (type(back), back.device.type, back.is_cuda) == (type(made), "cpu", False)


def test_fake_tensors_of_tensors_on_the_gpu_are_there():
    parameter, on_cpu = torch.nn.Linear(2, 2).cuda().weight, torch.ones(2)
    with FakeTensorMode() as mode:
        assert [mode.from_tensor(each).device.type for each in (parameter, on_cpu)] == ["cuda", "cpu"]


def test_values_of_fake_tensors_that_are_known():
    with FakeTensorMode():
        number = torch.tensor(3.0, device="cuda").mul(2)
        assert (number.is_cuda, number.item(), number.cpu().item()) == (True, 6, 6)


def test_fake_tensors_on_both_devices_are_refused():
    with FakeTensorMode():
        x, y = torch.ones(2, device="cuda"), torch.ones(2)
        with pytest.raises(
            RuntimeError, match=r"two different devices cuda:0, cpu|at least two devices, cuda:0 and cpu"
        ):
            x + y


def test_gradients_of_fake_tensors():
    with FakeTensorMode():
        model = torch.nn.Sequential(torch.nn.Linear(3, 4, device="cuda"), torch.nn.LayerNorm(4, device="cuda"))
        x = torch.ones(2, 3, device="cuda", requires_grad=True)
        model(x).sum().backward()
        moved = torch.ones(2, requires_grad=True)
        (moved.cuda() * 2).sum().backward()
    assert {each.grad.device.type for each in [x, *model.parameters()]} == {"cuda"}
    assert moved.grad.device.type == "cpu"


def steps(x, weight):
    made = torch.zeros(x.shape, device="cuda") + torch.arange(3, device=x.device)
    y = torch.nn.functional.softmax(x @ weight, -1)[[1, 0]] + made.to(x.dtype)
    y[0] = 1.5
    return double_op(torch.cat([y, torch.ones_like(x)]).relu()).to("cpu")


def arguments():
    torch.manual_seed(0)
    return torch.randn(2, 3, device="cuda"), torch.randn(3, 3, device="cuda")


@pytest.mark.parametrize("tracing", ["real", "fake", "symbolic"])
@pytest.mark.parametrize("pre_dispatch", [False, True])
def test_graphs_of_make_fx(tracing, pre_dispatch):
    graph = make_fx(steps, tracing_mode=tracing, pre_dispatch=pre_dispatch)(*arguments())
    assert "device(type='cpu')" in graph.code or "'cpu'" in graph.code
    assert "cuda" in graph.code
    expected, result = steps(*arguments()), graph(*arguments())
    assert result.device.type == "cpu"
    torch.testing.assert_close(result, expected)


@pytest.mark.parametrize("tracing", ["real", "fake", "symbolic"])
def test_graphs_with_gradients(tracing):
    def with_gradients(x, weight):
        x, weight = x.detach().requires_grad_(), weight.detach().requires_grad_()
        y = double_op(torch.nn.functional.layer_norm(x @ weight, (3,)))
        return torch.autograd.grad(scaled(y.max(0).values, 3.0).sum(), [x, weight])

    graph = make_fx(with_gradients, tracing_mode=tracing)(*arguments())
    for result, expected in zip(graph(*arguments()), with_gradients(*arguments())):
        assert result.is_cuda
        torch.testing.assert_close(result, expected)


def test_opcheck():
    x = torch.randn(4, device="cuda", requires_grad=True)
    assert set(torch.library.opcheck(scaled, (x, 2.0)).values()) == {"SUCCESS"}
    assert set(torch.library.opcheck(double_op, (x,)).values()) == {"SUCCESS"}


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.register_buffer("bias", torch.ones(3))

    def forward(self, x):
        made = torch.arange(3, device="cuda", dtype=x.dtype)
        return double_op(self.linear(x).relu() + self.bias) + made


@pytest.mark.parametrize("needs_grad", [False, True])
@pytest.mark.parametrize("strict", [False, True])
def test_exported_modules(needs_grad, strict):
    model, x = Model().cuda(), torch.randn(2, 3, device="cuda", requires_grad=needs_grad)
    batch = torch.export.Dim("batch", min=1, max=64)
    program = torch.export.export(model, (x,), dynamic_shapes={"x": {0: batch}}, strict=strict)
    values = [node.meta["val"] for node in program.graph.nodes if isinstance(node.meta.get("val"), torch.Tensor)]
    assert {value.device.type for value in values} == {"cuda"}
    other = torch.randn(5, 3, device="cuda")
    for exported in (program, program.run_decompositions()):
        result = exported.module()(other)
        assert result.is_cuda
        torch.testing.assert_close(result, model(other))
    loss = program.module()(x).sum()
    loss.backward()
    assert model.linear.weight.grad is None or model.linear.weight.grad.is_cuda


def test_functionalised_graphs():
    def in_place(x):
        y = x.clone()
        y[0] += torch.ones(3, device="cuda")
        return y.t().mul_(2)

    x = torch.randn(2, 3, device="cuda")
    graph = make_fx(torch.func.functionalize(in_place))(x)
    assert "add_" not in graph.code
    for function in (graph, torch.func.functionalize(in_place)):
        result = function(x)
        assert result.is_cuda
        torch.testing.assert_close(result, in_place(x))


def test_graphs_of_transformed_functions():
    def loss(x, weight):
        return (x @ weight).square().sum()

    x, weight = arguments()
    graph = make_fx(torch.func.vmap(torch.func.grad(loss), (0, None)), tracing_mode="fake")(x, weight)
    result = graph(x, weight)
    assert result.is_cuda
    torch.testing.assert_close(result, 2 * (x @ weight) @ weight.t())
    with FakeTensorMode(allow_non_fake_inputs=True):
        assert torch.func.vmap(lambda row: row * 2)(torch.ones(2, 3, device="cuda")).is_cuda


class Scaled(torch.Tensor):
    """A tensor and a factor, as classes for quantised weights are."""

    @staticmethod
    def __new__(cls, inner, factor):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, device=inner.device)

    def __init__(self, inner, factor):
        self.inner, self.factor = inner, factor

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.detach.default:
            return cls(args[0].inner, args[0].factor)
        plain = [each.inner * each.factor if isinstance(each, cls) else each for each in args]
        return func(*plain, **(kwargs or {}))


def test_gradients_of_wrapper_subclasses():
    weight = Scaled(torch.ones(3, 3, device="cuda"), 2.0).requires_grad_()
    x = torch.ones(2, 3, device="cuda", requires_grad=True)
    assert (str(weight.device), weight.is_cuda) == ("cuda:0", True)
    (x @ weight).sum().backward()
    assert [(each.grad.is_cuda, each.grad.unique().item()) for each in (x, weight)] == [(True, 6), (True, 2)]

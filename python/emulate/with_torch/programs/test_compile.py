"""Runs emulated: `torch.compile` traces, calls the backends of programs, and runs operators in place of TorchInductor's kernels."""

import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, offsets < n) * 2, offsets < n)


tuned = triton.autotune([triton.Config({"BLOCK": 16}), triton.Config({"BLOCK": 32})], key=["n"])(double)


def launched(x, kernel=tuned, **constants):
    out = torch.empty_like(x)
    kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel(), **constants)
    return out


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.kernel = double
        return launched(x)

    @staticmethod
    def backward(ctx, gradient):
        return launched(gradient.contiguous(), ctx.kernel, BLOCK=16)


def steps(x):
    number = torch.tensor(2.0, device="cuda")
    y = Double.apply(x.sin()) + torch.arange(x.shape[0], device=x.device) + number.to(x.dtype)
    if torch.cuda.get_device_properties(x.device).major >= 8:
        y = y * torch.cuda.get_device_capability()[0]
    return y.sum()


@pytest.mark.parametrize(
    "options", [{}, {"fullgraph": True, "mode": "max-autotune"}, {"dynamic": True}, {"backend": "aot_eager"}]
)
def test_compiled_functions_launch_kernels(options):
    compiled = torch.compile(steps, **options)
    for size in (5, 9):
        x, other = (torch.linspace(0, 1, size, device="cuda", requires_grad=True) for _ in range(2))
        result, expected = compiled(x), steps(other)
        result.backward()
        expected.backward()
        assert result.is_cuda
        torch.testing.assert_close(result, expected)
        torch.testing.assert_close(x.grad, other.grad)


def test_places_of_results():
    @torch.compile(backend="aot_eager")
    def both(x):
        return x * 2, x.relu().cpu(), x.sin().to("cpu", torch.float64)

    assert [each.device.type for each in both(torch.ones(2, device="cuda"))] == ["cuda", "cpu", "cpu"]


def test_backends_of_programs_are_called():
    seen = []

    def backend(graph, inputs):
        seen.append([each.device.type for each in inputs])
        return graph.forward

    compiled = torch.compile(lambda x: x + 1, backend=backend)
    assert compiled(torch.ones(2, device="cuda")).tolist() == [2, 2]
    assert seen == [["cuda"]]


def breaks(x):
    torch._dynamo.graph_break()
    return launched(x)


def test_graph_breaks_are_refused_where_the_program_says_so():
    x = torch.ones(3, device="cuda")
    with pytest.raises(torch._dynamo.exc.Unsupported):
        torch.compile(breaks, fullgraph=True)(x)
    torch._dynamo.reset()
    assert torch.compile(breaks)(x).tolist() == [2] * 3


def test_compiled_modules():
    module = torch.nn.Linear(1, 1, device="cuda")
    compiled = torch.compile(module)
    assert compiled._orig_mod is module
    module.compile()
    for each in (compiled, module):
        assert each(torch.ones(1, 1, device="cuda")).is_cuda


def test_compiled_code_knows_that_it_is_compiled():
    @torch.compile
    def compiled(x):
        return x + 1 if torch.compiler.is_compiling() else x

    assert compiled(torch.zeros(1, device="cuda")).item() == 1


def test_autocast_and_streams_in_compiled_code():
    @torch.compile
    def compiled(x):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream), torch.autocast("cuda", torch.bfloat16):
            y = x @ x
        torch.cuda.current_stream().wait_stream(stream)
        return y

    result = compiled(torch.ones(2, 2, device="cuda"))
    assert (result.dtype, result.is_cuda) == (torch.bfloat16, True)

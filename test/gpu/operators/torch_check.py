"""Checks the operators of the examples softmax, layernorm-linear and flash-attention with PyTorch on a GPU.

    python3 test/gpu/operators/torch_check.py       # their wheels are installed, or on PYTHONPATH

Prints a line for each check, and `N passed, N failed` at the end. The exit status is 0 if all passed.
"""

import math
import re
import sys
import threading
import traceback

import torch

import flash_attention
import layernorm_linear
import softmax

CUDA = torch.device("cuda", 0)

# The limits of ‖out − ref‖ / ‖ref‖ that the smoke test uses.
NORM = {torch.float32: 1e-5, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}
TF32 = 2e-3

passed, failed = 0, 0


def check(name):
    """Runs the decorated function at once and counts how it ends."""

    def run(body):
        global passed, failed
        try:
            detail = body()
            passed += 1
            print(f"ok    {name}{'' if detail is None else f': {detail}'}", flush=True)
        except Exception as error:  # every failure is counted
            failed += 1
            print(f"FAIL  {name}: {type(error).__name__}: {error}", flush=True)
            traceback.print_exc()

    return run


def close(out, reference, limit):
    """Compares with a float64 reference; NaN never passes. Returns the relative error in the 2-norm."""
    assert out.shape == reference.shape, f"shape {tuple(out.shape)}, expected {tuple(reference.shape)}"
    out, reference = out.double(), reference.double().to(out.device)
    assert torch.isfinite(out).all(), "not all values are finite"
    error = (torch.linalg.vector_norm(out - reference) / torch.linalg.vector_norm(reference)).item()
    scale = reference.square().mean().sqrt()
    single = ((out - reference).abs() / torch.maximum(reference.abs(), scale)).max().item()
    assert error <= limit, f"relative error {error:.2e} > {limit:.0e}"
    assert single <= 5 * limit, f"error of one element {single:.2e} > {5 * limit:.0e}"
    return f"{error:.1e}"


def raises(kind, pattern, body):
    try:
        body()
    except kind as error:
        text = str(error)
        assert re.search(pattern, text), f"`{text}` does not match `{pattern}`"
        return text.splitlines()[0]
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} instead of {kind}: {error}") from error
    raise AssertionError("no error")


def normal(*shape, dtype=torch.float32, device=CUDA):
    return torch.randn(*shape, device=device, dtype=torch.float32).to(dtype)


def attention_reference(q, k, v, scale, is_causal):
    q, k, v = (each.double() for each in (q, k, v))
    score = q @ k.transpose(-1, -2) * scale
    if is_causal:
        rows, columns = score.shape[-2:]
        hidden = torch.ones(rows, columns, dtype=torch.bool, device=q.device).triu(1)
        score = score.masked_fill(hidden, -math.inf)
    lse = torch.logsumexp(score, -1)
    return torch.softmax(score, -1) @ v, lse.reshape(-1, lse.shape[-1])


def norm_linear_reference(x, gamma, beta, weight, bias, eps):
    x, gamma, beta, weight, bias = (each.double() for each in (x, gamma, beta, weight, bias))
    normal_x = torch.nn.functional.layer_norm(x, x.shape[-1:], gamma, beta, eps)
    return normal_x @ weight.T + bias


def linear_arguments(rows, outputs, features, dtype):
    return (
        normal(rows, features, dtype=dtype),
        normal(features, dtype=dtype),
        normal(features, dtype=dtype),
        normal(outputs, features, dtype=dtype),
        normal(outputs, dtype=dtype),
    )


def attention_arguments(batch, heads, seqlen_q, seqlen_k, dim, dtype):
    q = normal(batch, seqlen_q, heads, dim, dtype=dtype).transpose(1, 2)
    k, v = (normal(batch, seqlen_k, heads, dim, dtype=dtype).transpose(1, 2) for _ in range(2))
    return q, k, v


def results():
    for dtype in (torch.float32, torch.float16):
        for rows, cols in ((1, 1), (7, 1000), (16, 1024), (3, 8193), (4097, 513)):
            @check(f"softmax of {rows} x {cols} {dtype}")
            def _():
                x = normal(rows, cols, dtype=dtype)
                y = torch.ops.softmax.softmax(x)
                reference = torch.softmax(x.double(), 1)
                first = close(y, reference, NORM[dtype])
                dy = normal(rows, cols, dtype=dtype)
                dx = torch.ops.softmax.softmax_backward(y, dy)
                exact = y.double() * (dy.double() - (y.double() * dy.double()).sum(1, keepdim=True))
                if cols == 1:  # the gradient is 0
                    assert dx.abs().max().item() <= 1e-3, dx
                    return first
                return f"{first}, backward {close(dx, exact, NORM[dtype])}"

        @check(f"an empty softmax {dtype}")
        def _():
            for shape in ((0, 5), (5, 0)):
                assert softmax.softmax(normal(*shape, dtype=dtype)).shape == shape

    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        for sizes in ((1, 33, 16), (100, 130, 257), (1024, 2048, 512)):
            @check(f"layernorm_linear of {sizes} {dtype}")
            def _():
                arguments = linear_arguments(*sizes, dtype)
                limit = TF32 if dtype == torch.float32 else NORM[dtype]
                out = layernorm_linear.layernorm_linear(*arguments)
                other = layernorm_linear.layernorm_linear(*arguments, eps=0.5)
                errors = close(out, norm_linear_reference(*arguments, 1e-5), limit)
                return f"{errors}, eps {close(other, norm_linear_reference(*arguments, 0.5), limit)}"

    for dtype in (torch.float16, torch.bfloat16):
        for sizes in ((1, 1, 1, 1, 64), (2, 3, 113, 203, 64), (1, 2, 300, 200, 128), (1, 3, 130, 70, 40)):
            for operator, is_causal in ((flash_attention.causal_attention, True), (flash_attention.attention, False)):
                @check(f"{operator.__name__} of {sizes} {dtype}")
                def _():
                    q, k, v = attention_arguments(*sizes, dtype)
                    scale = 0.3
                    out, lse = operator(q, k, v, scale)
                    exact, exact_lse = attention_reference(q, k, v, scale, is_causal)
                    return f"{close(out, exact, NORM[dtype])}, lse {close(lse, exact_lse, 1e-5)}"

    @check("nothing is written outside of an output")
    def _():
        x = normal(33, 77)
        whole = torch.full((33 * 77 + 512,), 12345.0, device=CUDA)
        y = whole[256:-256].view(33, 77)
        softmax.ffi.softmax(x, y)
        torch.cuda.synchronize()
        assert (whole[:256] == 12345).all() and (whole[-256:] == 12345).all()
        return close(y, torch.softmax(x.double(), 1), 1e-5)

    @check("inputs are left as they are")
    def _():
        arguments = linear_arguments(100, 130, 257, torch.float16)
        before = [each.clone() for each in arguments]
        layernorm_linear.layernorm_linear(*arguments)
        assert all(torch.equal(*pair) for pair in zip(arguments, before))

    @check("tensors that are not contiguous, whose strides the kernel has")
    def _():
        q, k, v = (normal(2, 3, 200, 128, dtype=torch.float16)[..., :64] for _ in range(3))
        assert not q.is_contiguous()
        out, _ = flash_attention.causal_attention(q, k, v, 0.3)
        return close(out, attention_reference(q, k, v, 0.3, True)[0], 2e-3)

    @check("a tensor that is not aligned to 16 bytes")
    def _():
        x = normal(1 + 33 * 77)[1:].view(33, 77)
        assert x.data_ptr() % 16 != 0
        return close(softmax.softmax(x), torch.softmax(x.double(), 1), 1e-5)


def library():
    cases = [
        ("softmax", torch.ops.softmax.softmax.default, (normal(7, 1000),), {}),
        ("softmax_with_grad", torch.ops.softmax.softmax_with_grad.default, (normal(7, 1000).requires_grad_(),), {}),
        ("softmax fp16", torch.ops.softmax.softmax.default, (normal(7, 100, dtype=torch.float16),), {}),
        ("softmax_backward", torch.ops.softmax.softmax_backward.default, (normal(7, 10), normal(7, 10)), {}),
        (
            "layernorm_linear",
            torch.ops.layernorm_linear.layernorm_linear.default,
            linear_arguments(100, 130, 257, torch.float16),
            {"eps": 0.1},
        ),
        (
            "causal_attention",
            torch.ops.flash_attention.causal_attention.default,
            (*attention_arguments(2, 3, 113, 203, 64, torch.float16), 0.3),
            {},
        ),
        (
            "attention",
            torch.ops.flash_attention.attention.default,
            (*attention_arguments(1, 2, 130, 70, 128, torch.bfloat16), 0.3),
            {},
        ),
    ]
    for name, operator, args, kwargs in cases:
        @check(f"opcheck of {name}")
        def _():
            results = torch.library.opcheck(operator, args, kwargs)
            assert set(results.values()) == {"SUCCESS"}, results
            return ", ".join(each.removeprefix("test_") for each in results)

    @check("the dispatcher calls C")
    def _():
        if tuple(map(int, torch.__version__.split(".")[:2])) < (2, 7):
            return "not with this PyTorch"
        for name in ("softmax::softmax", "softmax::softmax_with_grad", "flash_attention::attention"):
            assert re.search(r"^CUDA: registered at .*aot_torch\.h", torch._C._dispatch_dump(name), re.M), name

    @check("an operator without gradients refuses tensors that require one")
    def _():
        x = normal(3, 4).requires_grad_()
        with torch.no_grad():
            torch.ops.softmax.softmax(x)
        compiled = torch.compile(lambda x: torch.ops.softmax.softmax(x) * 2)
        raises(Exception, "call softmax_with_grad", lambda: compiled(x))
        return raises(RuntimeError, "call softmax_with_grad", lambda: torch.ops.softmax.softmax(x))

    @check("all memory is given back, after errors too")
    def _():
        x = normal(1024, 1024)

        def calls():
            softmax.softmax(x)
            raises((ValueError, RuntimeError), "not contiguous", lambda: softmax.softmax(x.t()))
            raises((ValueError, RuntimeError), r"dy\.shape", lambda: softmax.softmax_backward(x, x[:3]))

        calls()
        before = torch.cuda.memory_allocated()
        for _ in range(10):
            calls()
        assert torch.cuda.memory_allocated() == before

    @check("outputs in inference mode")
    def _():
        x = normal(64, 1000)
        with torch.inference_mode():
            y = softmax.softmax(x)
        assert y.is_inference()
        return close(y, torch.softmax(x.double(), 1), 1e-5)

    @check("an output that is larger than the GPU's memory")
    def _():
        total = torch.cuda.get_device_properties(0).total_memory
        rows = total // 2**31 + 1  # of 2 GiB: the input is one row that is repeated
        q = normal(1, 1, 1, 64, dtype=torch.float16).expand(1, 1, rows * 2**24, 64)
        k = normal(1, 1, 16, 64, dtype=torch.float16)
        return raises(RuntimeError, "cannot be allocated|out of memory", lambda: flash_attention.attention(q, k, k, 0.3))

    @check("gradcheck of softmax")
    def _():
        x = normal(5, 37).requires_grad_()
        assert torch.autograd.gradcheck(softmax.softmax, (x,), eps=1e-2, atol=1e-3, rtol=1e-3)

    @check("the gradient of softmax is that of PyTorch, for gradients that are not contiguous too")
    def _():
        x = normal(64, 1000).requires_grad_()
        other = x.detach().double().requires_grad_()
        weight = normal(1000, 64).t()
        (softmax.softmax(x) * weight).sum().backward()
        (torch.softmax(other, 1) * weight.double()).sum().backward()
        softmax.softmax(x).sum().backward()  # an expanded gradient
        return close(x.grad, other.grad, 1e-4)

    @check("no gradient for a tensor that does not need one")
    def _():
        assert not softmax.softmax(normal(3, 4)).requires_grad

    for dynamic in (False, True):
        @check(f"torch.compile(fullgraph=True, dynamic={dynamic})")
        def _():
            torch._dynamo.reset()

            @torch.compile(fullgraph=True, dynamic=dynamic)
            def block(x, gamma, beta, weight, bias):
                y = layernorm_linear.layernorm_linear(x, gamma, beta, weight, bias)
                return softmax.softmax(y * 0.0625) + 1

            errors = []
            for sizes in ((64, 128, 96), (33, 65, 160), (100, 257, 96)):
                arguments = linear_arguments(*sizes, torch.float16)
                exact = torch.softmax(norm_linear_reference(*arguments, 1e-5).half().double() * 0.0625, 1) + 1
                errors.append(close(block(*arguments), exact, 2e-3))
            return ", ".join(errors)

        @check(f"gradients under torch.compile(fullgraph=True, dynamic={dynamic})")
        def _():
            torch._dynamo.reset()

            @torch.compile(fullgraph=True, dynamic=dynamic)
            def loss(x, weight):
                return (softmax.softmax(x.sin()) * weight).sum()

            errors = []
            for shape in ((64, 1000), (3, 17), (65, 129)):
                x, weight = normal(*shape).requires_grad_(), normal(*shape)
                loss(x, weight).backward()
                exact = x.detach().double().requires_grad_()
                (torch.softmax(exact.sin(), 1) * weight.double()).sum().backward()
                errors.append(close(x.grad, exact.grad, 1e-4))
            return ", ".join(errors)

        @check(f"attention under torch.compile(fullgraph=True, dynamic={dynamic})")
        def _():
            torch._dynamo.reset()

            @torch.compile(fullgraph=True, dynamic=dynamic)
            def block(q, k, v):
                out, lse = flash_attention.causal_attention(q, k, v, 0.3)
                return out + 1, lse

            q, k, v = attention_arguments(2, 3, 113, 203, 64, torch.float16)
            out, lse = block(q, k, v)
            exact, exact_lse = attention_reference(q, k, v, 0.3, True)
            return f"{close(out, exact + 1, 2e-3)}, {close(lse, exact_lse, 1e-5)}"


def streams():
    @check("work waits for the current stream, and for no other")
    def _():
        stream = torch.cuda.Stream()
        x = torch.zeros(64, 1000, device=CUDA)
        value = normal(64, 1000)
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            torch.cuda._sleep(200_000_000)  # some 0.1 s: whoever does not wait reads zeros
            x.copy_(value)
            y = softmax.softmax(x)
            z = layernorm_linear.layernorm_linear(*linear_arguments(10, 20, 30, torch.float32))
        assert not stream.query(), "the work was not put on the stream, or the sleep was too short"
        stream.synchronize()
        assert torch.isfinite(z).all()
        return close(y, torch.softmax(value.double(), 1), 1e-5)

    @check("threads with their own streams")
    def _():
        problems = []

        def work(seed):
            try:
                with torch.cuda.stream(torch.cuda.Stream()):
                    for index in range(50):
                        x = normal(8 + seed, 100 + index)
                        close(softmax.softmax(x), torch.softmax(x.double(), 1), 1e-5)
            except Exception as error:
                problems.append(error)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not problems, problems[0]

    @check("a CUDA graph captures and replays all operators")
    def _():
        x = normal(64, 1000)
        arguments = linear_arguments(100, 130, 257, torch.float16)
        q, k, v = attention_arguments(2, 3, 113, 203, 64, torch.float16)

        def calls():
            y = softmax.softmax(x)
            return (
                y,
                softmax.softmax_backward(y, x),
                layernorm_linear.layernorm_linear(*arguments),
                flash_attention.attention(q, k, v, 0.3)[0],
            )

        calls()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            y, dx, out, attended = calls()
        errors = []
        for _ in range(3):
            for tensor in (x, *arguments, q, k, v):
                tensor.copy_(torch.randn_like(tensor))
            for tensor in (y, dx, out, attended):
                tensor.fill_(math.nan)
            graph.replay()
            torch.cuda.synchronize()
            exact = torch.softmax(x.double(), 1)
            errors.append(close(y, exact, 1e-5))
            slope = exact * (x.double() - (exact * x.double()).sum(1, keepdim=True))
            close(dx, slope, 1e-4)
            close(out, norm_linear_reference(*arguments, 1e-5), 2e-3)
            close(attended, attention_reference(q, k, v, 0.3, False)[0], 2e-3)
        return ", ".join(errors)

    if torch.cuda.device_count() < 2:
        print("not checked: a second device (there is one GPU)", flush=True)
        return

    @check("a second device, with the first one current")
    def _():
        other = torch.device("cuda", 1)
        assert torch.cuda.current_device() == 0
        x = normal(64, 1000, device=other)
        y = softmax.softmax(x)
        assert y.device == other and torch.cuda.current_device() == 0
        errors = [close(y, torch.softmax(x.double(), 1), 1e-5)]
        with torch.cuda.stream(torch.cuda.Stream(other)):
            errors.append(close(softmax.softmax(x), torch.softmax(x.double(), 1), 1e-5))
        return ", ".join(errors)

    @check("tensors on two devices")
    def _():
        y, dy = normal(3, 4), normal(3, 4, device="cuda:1")
        return raises(
            (ValueError, RuntimeError),
            r"softmax_backward: dy is on cuda:1, but y is on cuda:0",
            lambda: softmax.softmax_backward(y, dy),
        )


def errors():
    anything = (TypeError, ValueError, RuntimeError)
    q, k, v = attention_arguments(1, 1, 8, 8, 64, torch.float16)
    cases = {
        "a wrong dtype": (
            lambda: softmax.softmax(normal(3, 4).double()),
            r"softmax: x has dtype float64; expected float(32|16) or float(16|32)",
        ),
        "a tensor on the CPU": (
            lambda: softmax.softmax(torch.randn(3, 4)),
            r"softmax: x is on cpu; expected a CUDA device",
        ),
        "too few axes": (lambda: softmax.softmax(normal(4)), r"softmax: x has 1 axis; expected 2"),
        "another shape": (
            lambda: softmax.softmax_backward(normal(3, 4), normal(3, 5)),
            r"softmax_backward: dy\.shape\[1\] is 5; expected 4",
        ),
        "a tensor that is not contiguous": (
            lambda: softmax.softmax(normal(4, 3).t()),
            r"softmax: x is not contiguous",
        ),
        "a wrong innermost stride": (
            lambda: flash_attention.attention(q.transpose(2, 3).contiguous().transpose(2, 3), k, v, 1.0),
            r"attention: q\.stride\[3\] is 8; expected 1",
        ),
        "mixed dtypes": (
            lambda: flash_attention.attention(q, k.bfloat16(), v, 1.0),
            r"attention: k has dtype bfloat16; expected float16",
        ),
        "heads that are too long": (
            lambda: flash_attention.attention(
                *(normal(1, 1, 8, 256, dtype=torch.float16) for _ in range(3)), 1.0
            ),
            r"headdim <= 128|headdim <= 64",
        ),
        "a size that does not fit its parameter": (
            lambda: softmax.softmax(torch.empty(2**31, 0, device=CUDA)),
            r"2147483648",
        ),
    }
    for name, (body, pattern) in cases.items():
        @check(f"error for {name}")
        def _():
            return raises(anything, pattern, body)

    @check("nothing is broken after the errors")
    def _():
        x = normal(7, 100)
        return close(softmax.softmax(x), torch.softmax(x.double(), 1), 1e-5)


def main():
    torch.manual_seed(0)
    # What is not written stays NaN, and is found.
    torch.utils.deterministic.fill_uninitialized_memory = True
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cuda.matmul.allow_tf32 = False
    properties = torch.cuda.get_device_properties(0)
    print(f"{properties.name}, PyTorch {torch.__version__}, CUDA {torch.version.cuda}")
    results()
    library()
    streams()
    errors()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()

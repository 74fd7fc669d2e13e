"""`--vary`: a launch with other strides shows kernels that do not use the strides they get. Without it, they look right."""

from __future__ import annotations

import json

import pytest

# `x` has rows of 64. What is wrong has the same results as long as all tensors have such rows.
PROGRAM = """
import sys
import torch
import triton
import triton.language as tl

@triton.jit
def right(x_ptr, out_ptr, x_row_stride, out_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * x_row_stride + at, mask=at < n)
    tl.store(out_ptr + row * out_row_stride + at, 2 * x, mask=at < n)

@triton.jit
def ignores_its_stride(x_ptr, out_ptr, x_row_stride, out_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n + at, mask=at < n)
    tl.store(out_ptr + row * out_row_stride + at, 2 * x, mask=at < n)

@triton.jit
def uses_its_neighbours(x_ptr, out_ptr, x_row_stride, out_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * x_row_stride + at, mask=at < n)
    tl.store(out_ptr + row * x_row_stride + at, 2 * x, mask=at < n)

@triton.jit
def reads_the_gap(x_ptr, out_ptr, x_row_stride, out_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    inside = row * n + at < tl.num_programs(0) * n
    x = tl.load(x_ptr + row * x_row_stride + at, mask=inside, other=0)
    total = tl.sum(x * (at < n), 0)
    tl.store(out_ptr + row * out_row_stride + at, x + 0 * total, mask=at < n)

@triton.jit
def writes_the_gap(x_ptr, out_ptr, x_row_stride, out_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.num_programs(0) - 1 - tl.program_id(0), tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * x_row_stride + at, mask=at < n)
    tl.store(out_ptr + row * out_row_stride + at, x, mask=at < n)
    last = row == tl.num_programs(0) - 1
    tl.store(out_ptr + row * out_row_stride + n, tl.load(x_ptr + row * x_row_stride + n, mask=not last) + 0.0, mask=not last)

@triton.jit
def one_stride(x_ptr, out_ptr, stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out_ptr + row * stride + at, tl.load(x_ptr + row * stride + at, mask=at < n), mask=at < n)

@triton.jit
def whole_output(x_ptr, out_ptr, x_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out_ptr + row * n + at, tl.load(x_ptr + row * x_row_stride + at, mask=at < n), mask=at < n)

@triton.jit
def only_sizes(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    tl.store(out_ptr + row * n + at, tl.load(x_ptr + row * n + at, mask=at < n), mask=at < n)

@triton.jit
def sums(x_ptr, out_ptr, x_row_stride, n, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + at, tl.load(x_ptr + row * x_row_stride + at, mask=at < n), mask=at < n)

n = int(sys.argv[1])
for name in sys.argv[2:]:
    x = torch.randn(6, n, device="cuda")
    out = torch.zeros(6, n, device="cuda")
    strides = {"one_stride": (n,), "whole_output": (n,), "sums": (n,), "only_sizes": ()}.get(name, (n, n))
    try:
        globals()[name][(6,)](x, out, *strides, n, 128)
    except RuntimeError as error:
        print(type(error).__name__, name)
"""
WRONG = {
    "ignores_its_stride": "of x_ptr), the results are others: ",
    "uses_its_neighbours": "of x_ptr), ",
    "reads_the_gap": "of x_ptr), the results are others: ",
    "writes_the_gap": "of x_ptr), the kernel writes ",
}
RIGHT = ("right", "one_stride", "whole_output", "sums")


@pytest.fixture
def vary(run_python, tmp_path):
    """Runs kernels of the program, and returns the report, what it printed, and the report as text."""
    (tmp_path / "app.py").write_text(PROGRAM)

    def run(n, kernels, *options):
        argv = ("-B", "-m", "triton_aot_emulate", "--report=report.json", *options, "app.py", str(n), *kernels)
        done = run_python(*argv)
        return json.loads((tmp_path / "report.json").read_text()), done.stdout, done.stderr

    return run


def test_wrong_kernels_are_not_found_without(vary):
    report, printed, output = vary(64, WRONG)
    assert (report["found"], report["varied"], printed) == ([], {}, ""), output


@pytest.mark.parametrize("n", [64, 50])
def test_wrong_kernels_are_found(vary, n):
    report, printed, output = vary(n, WRONG, "--vary")
    assert printed == "".join(f"KernelFault {kernel}\n" for kernel in WRONG), output
    assert report["varied"] == {"": len(WRONG)}
    found = {each["kernel"]: each for each in report["found"]}
    for kernel, says in WRONG.items():
        assert (found[kernel]["kind"], found[kernel]["level"]) == ("layout", "error")
        assert f" in place of {n} (`" in found[kernel]["message"], output
        assert says in found[kernel]["message"], output
        instead = "uses one of them in place of another" in found[kernel]["message"]
        assert instead == (kernel == "uses_its_neighbours"), output
        assert found[kernel]["launched"][0].endswith("app.py")


@pytest.mark.parametrize("n", [64, 50])
def test_right_kernels_are_repeated_and_right(vary, n):
    report, printed, output = vary(n, [*RIGHT, "only_sizes"], "--vary")
    why_not = "it is not clear which arguments are strides"
    assert (report["found"], printed) == ([], ""), output
    assert report["varied"] == {"": len(RIGHT), why_not: 1}
    assert "4 launches repeated with other strides\n" in output
    assert f"  1 launch not repeated: {why_not}\n" in output

"""`--vary` repeats tests that have passed with other numbers: their own comparisons say whether values are right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from varied import varied

PROGRAMS = Path(__file__).parent / "programs"

OTHERS = """
import os
import pairs
import pytest
import torch
import unittest

seen = []

@pytest.mark.parametrize("count, expected", [(4, 10.0)])
def test_literal(count, expected):
    x = torch.arange(1, count + 1, device="cuda", dtype=torch.float32)[None]
    torch.testing.assert_close(pairs.cumsum(x, False)[:, -1].cpu(), torch.tensor([expected]))

def test_factor():
    x = torch.randn(2, 5, device="cuda")
    torch.testing.assert_close(pairs.cumsum(x + x, False), 2 * x.cumsum(1))

def test_of_its_own_numbers():
    torch.manual_seed(0)
    x = torch.randn(1, 4).cuda()
    torch.testing.assert_close(pairs.cumsum(x, False)[0, :1].cpu(), torch.tensor([1.5409961]))

def test_naive_reference():
    x = torch.randn(2, 16, device="cuda")
    away = x * x
    variance = away.mean(1, keepdim=True) - x.mean(1, keepdim=True) ** 2
    expected = (x - x.mean(1, keepdim=True)) / (variance + 1e-5).sqrt()
    torch.testing.assert_close(pairs.layer_norm(x, False), expected, rtol=1e-4, atol=1e-4)

def test_half():
    x = torch.randn(2, 32, device="cuda").half()
    torch.testing.assert_close(pairs.cumsum(x, False), x.cumsum(1), rtol=1e-2, atol=1e-2)

def test_state():
    seen.append(1)
    os.environ["SEEN"] = "1"
    assert len(seen) == 1
    x = torch.randn(2, 8, device="cuda")
    torch.testing.assert_close(pairs.cumsum(x, True), x.cumsum(1))

def test_of_two_kernels():
    x = torch.randn(2, 8, device="cuda")
    torch.testing.assert_close(pairs.cumsum(x, False), pairs.cumsum(x, True))

class TestOfUnittest(unittest.TestCase):
    def test_passes(self):
        x = torch.randn(2, 8, device="cuda")
        torch.testing.assert_close(pairs.cumsum(x, True), x.cumsum(1))

@pytest.fixture
def layers():
    class Layers:
        count = 0
    return Layers()

def test_of_fixture(layers):
    layers.count += 1
    assert layers.count == 1
    assert pairs.cumsum(torch.randn(2, 8, device="cuda"), True).shape == (2, 8)

def test_random_numbers_go_on():
    assert seen == [1]
    open("drawn.txt", "w").write(str(torch.rand(1).item()))
"""


@pytest.fixture
def repeat(run_python, tmp_path):
    """Runs tests of the pairs with --vary, and returns the report and the output."""
    shutil.copy(PROGRAMS / "pairs.py", tmp_path)

    def run(*arguments):
        done = run_python(
            "-B", "-m", "triton_aot_emulate", "--report=report.json", *arguments, "-p", "no:cacheprovider"
        )
        return json.loads((tmp_path / "report.json").read_text()), done.stdout + done.stderr

    return run


def test_faults_that_only_values_show(repeat, tmp_path):
    shutil.copy(PROGRAMS / "test_pairs.py", tmp_path)
    report, output = repeat("--vary", "-m", "pytest", "-q", "-n", "2", "test_pairs.py")
    found = {(test.split("::")[-1], each["kind"]) for each in report["found"] for test in each["tests"]}
    names = "layer_norm[fault] cross_entropy[3-16-fault] rope[8-fault] moe[4-fault] of_size[size0-fault] cumsum[fault]"
    names += " conv1d[fault] attention[16-fault] histogram[8-fault]"
    assert found == {(f"test_{each}", "values") for each in names.split()}, output
    large = [each["function"] for each in report["assumptions"] if each["condition"] == "x.abs().max() <= 10"]
    assert large == ["softmax"], output
    by_test = {each["tests"][0].split("::")[-1]: each for each in report["found"]}
    assert "with tokens = 17 in place of 16: " in by_test["test_attention[16-fault]"]["message"]
    repeats = [by_test[each]["repeat"] for each in ("test_cross_entropy[3-16-fault]", "test_cumsum[fault]")]
    assert repeats == [
        '# above test_cross_entropy of test_pairs.py\n@pytest.mark.parametrize("rows, classes", [(3, 15)])',
        "# in test_cumsum of test_pairs.py, line 66: 33 in place of 32",
    ]


def test_right_functions_and_what_cannot_be_repeated(repeat, tmp_path):
    (tmp_path / "test_others.py").write_text(OTHERS)
    drawn = []
    for options in ([], ["--vary"]):
        report, output = repeat(*options, "-m", "pytest", "-q", "test_others.py")
        assert "10 passed" in output, output
        drawn.append((tmp_path / "drawn.txt").read_text())
    assert drawn[0] == drawn[1]
    assert (report["found"], report["assumptions"]) == ([], []), output
    assert varied(report)["it passes only with its own random numbers"] == 1
    assert varied(report)["it cannot be repeated"] == 2


GRADIENTS = """
import pairs
import torch

class Squares(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, fault):
        ctx.save_for_backward(x)
        ctx.fault = fault
        return pairs.cumsum(x * x, False)

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        return (1 if ctx.fault else 2) * x * dy.flip(1).cumsum(1).flip(1), None

class Steps(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return pairs.cumsum(x.round(), False)

    @staticmethod
    def backward(ctx, dy):
        return dy.flip(1).cumsum(1).flip(1)

def of_squares(x):
    return Squares.apply(x, False).relu()

def sums(x, fault):
    return pairs.cumsum(x, fault)

def half(x, weight):
    return pairs.softmax(x @ weight, False)

def squares(x):
    return (x * x).cumsum(1)

def right(x, fault=False):
    return x.cumsum(1)

def softmax(x, weight):
    return (x @ weight).softmax(1)
"""

REFERENCES = "half=functions:softmax,sums=functions.py:right,Squares.forward=functions:squares"


@pytest.fixture
def call(run_python, tmp_path):
    """Runs lines of a program with the functions above, and returns the report."""
    shutil.copy(PROGRAMS / "pairs.py", tmp_path)
    (tmp_path / "functions.py").write_text(GRADIENTS)

    def run(lines, *options):
        text = "import torch\nimport functions\ntorch.manual_seed(1)\nx = torch.randn(3, 32, device='cuda')\n"
        (tmp_path / "app.py").write_text(text + lines)
        done = run_python("-B", "-m", "triton_aot_emulate", "--vary", "--report=report.json", *options, "app.py")
        return json.loads((tmp_path / "report.json").read_text()), done.stdout + done.stderr

    return run


def test_reference_says_which_values_are_right(call):
    lines = "functions.sums(x, True)\nh = x.half()\nfunctions.half(h, torch.randn(32, 20, device='cuda').half())\n"
    report, output = call(lines, "--reference", REFERENCES)
    (found,) = report["found"]
    assert found["kind"] == "values", output
    assert found["message"].startswith("sums is wrong with x.shape[1] = 33: "), output
    assert "is expected by right: result" in found["message"]
    report, output = call("functions.sums(x, False)", "--reference", "functions:nothing")
    assert report["problems"] == [
        "--reference functions:nothing: AttributeError: module 'functions' has no attribute 'nothing'"
    ], output


def test_gradients_on_request(call):
    lines = (
        "x.requires_grad_()\nfor fault in (False, True):\n    functions.Squares.apply(x if fault else x[:2], fault)\n"
    )
    lines += "functions.Steps.apply(x)\nfunctions.of_squares(x)\n"
    assert call(lines)[0]["found"] == []
    for options in (["--gradients"], ["--gradients", "--reference", REFERENCES]):
        report, output = call(lines, *options)
        (found,) = report["found"]
        assert (found["kind"], found["launches"]) == ("gradient", 1), output
        assert found["message"].startswith("Squares.forward is wrong called again as it was: "), output


CAPPED = """
import pytest
import torch
import triton
import triton.language as tl

@triton.jit
def sums_kernel(x_ptr, out_ptr, columns, MASKS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + tl.program_id(0) * columns + at, mask=at < columns, other=-float("inf"))
    x = tl.maximum(x, -30.0)
    if MASKS:
        x = tl.where(at < columns, x, -float("inf"))
    top = tl.max(x, 0)
    tl.store(out_ptr + tl.program_id(0), top + tl.log(tl.sum(tl.exp(x - top), 0)))

@triton.jit
def double_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, 2 * tl.load(x_ptr + at))

def sums(x, masks):
    assert x.is_contiguous()
    out = torch.empty(len(x), device=x.device)
    sums_kernel[(len(x),)](x, out, x.shape[1], masks, triton.next_power_of_2(x.shape[1]))
    return out

def double(x):
    assert x.is_contiguous()
    out = torch.empty_like(x)
    double_kernel[(triton.cdiv(x.numel(), 64),)](x, out, BLOCK=64)
    return out
"""
OF_CAPPED = """
import pytest
import torch
from capped import double, sums

@pytest.mark.parametrize("masks", [True, False])
def test_sums(masks):
    x = torch.randn(3, 32, device="cuda") * 2
    torch.testing.assert_close(sums(x, masks), x.clamp(min=-30).logsumexp(1))

def test_double():
    x = torch.randn(2, 8, 16, device="cuda")
    torch.testing.assert_close(double(x), 2 * x)
"""


def test_what_is_masked_adds_nothing_to_values_far_below_zero_and_one_cause_is_one_line(repeat, tmp_path):
    (tmp_path / "capped.py").write_text(CAPPED)
    (tmp_path / "test_capped.py").write_text(OF_CAPPED)
    report, output = repeat("--vary", "-m", "pytest", "-q", "test_capped.py")
    found = {(each["tests"][0].split("::")[-1], each["kind"]) for each in report["found"]}
    assert found == {("test_sums[False]", "values")}, output
    assert "33 in place of 32 (test_capped.py:8) and values around -1000: " in report["found"][0]["message"], output
    conditions = [each["condition"] for each in report["assumptions"] if each["function"] == "double"]
    assert conditions == ["x.numel() % 64 == 0"], output

"""`--vary` repeats tests that have passed with other numbers: their own comparisons say whether values are right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

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
    own = [each for each in report["assumptions"] if "own comparison" in each["says"]]
    assert [(each["function"], each["condition"]) for each in own] == [("softmax", "x.abs().max() <= 10")], output
    by_test = {each["tests"][0].split("::")[-1]: each for each in report["found"]}
    assert "with tokens = 17 in place of 16: " in by_test["test_attention[16-fault]"]["message"]
    repeats = [by_test[each]["repeat"] for each in ("test_cross_entropy[3-16-fault]", "test_cumsum[fault]")]
    assert repeats == [
        '# above test_cross_entropy of test_pairs.py\n@pytest.mark.parametrize("rows, classes", [(3, 15)])',
        "# in test_cumsum of test_pairs.py, line 65: 33 in place of 32",
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
    assert report["varied"]["a test passes only with its own random numbers"] == 1
    assert report["varied"]["a test cannot be repeated"] == 2

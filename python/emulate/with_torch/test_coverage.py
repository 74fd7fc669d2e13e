"""The coverage of a test suite, from all of its processes."""

from __future__ import annotations

import json

import pytest

KERNELS = """\
import triton
import triton.language as tl


@triton.jit
def twice(x):
    return tl.sum(x, 0) * 2


@triton.jit
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr, BIASED: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    if n > 5000:
        y = tl.load(y_ptr + at, mask=at < n)
        x += y * tl.exp(x)
        tl.store(y_ptr + at, x, mask=at < n)
    if BIASED:
        x += twice(x)
    tl.store(x_ptr + at, x, mask=at < n)
"""
TESTS = """\
import pytest
import torch
from kernels import add_kernel


@pytest.mark.parametrize("block", [128, 256])
@pytest.mark.parametrize("n", [100, 112])
def test_add(block, n):
    x, y = torch.ones(2, 128, device="cuda")
    add_kernel[(1,)](x, y, n, block, block > 128)
"""
# The line of `twice` is that of its call of tl.sum, and the product. 15 to 17 are for large n.
LINES = {7: 2, 12: 4, 13: 4, 14: 4, 15: 0, 16: 0, 17: 0, 19: 2, 20: 4}


@pytest.mark.parametrize(
    "argv",
    [
        ["-m", "triton_aot_emulate", "--coverage=c.lcov", "--report=r.json", "-m", "pytest", "-q", "-n", "2"],
        [
            "-m",
            "pytest",
            "-p",
            "triton_aot_emulate.pytest_plugin",
            "--triton-emulate=sm_80",
            "--triton-emulate-coverage=c.lcov",
        ],
    ],
    ids=["command, with xdist", "plugin"],
)
def test_coverage_of_a_suite(run_python, tmp_path, argv):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "test_kernels.py").write_text(TESTS)
    done = run_python(*argv, "test_kernels.py")
    assert done.returncode == 0, done.stdout + done.stderr
    output = done.stdout + done.stderr
    assert "BLOCK: 128, 256; BIASED: False, True; num_warps: 4" in output, output
    assert "n: i32, i32 (16 divides it)" in output or "n: i32 (16 divides it), i32" in output, output
    lcov = (tmp_path / "c.lcov").read_text().splitlines()
    assert [line for line in lcov if line.startswith(("SF:", "FN"))] == [
        "SF:kernels.py",
        "FN:10,add_kernel",
        "FNDA:4,add_kernel",
        "FNF:1",
        "FNH:1",
    ]
    found = dict(map(int, line[3:].split(",")) for line in lcov if line.startswith("DA:"))
    assert {line: found.get(line) for line in LINES} == LINES
    if "--report=r.json" in argv:
        (kernel,) = json.loads((tmp_path / "r.json").read_text())["coverage"]
        assert len(kernel["variants"]) == 4
        assert kernel["variants"][0]["arguments"]["x_ptr"] == "*fp32 (16 divides it)"

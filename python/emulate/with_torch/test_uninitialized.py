"""A kernel that uses what nothing has written fails, unless memory is kept as the CPU has it."""

import json
import re

import pytest

# So much memory comes from the system, which clears it.
PROGRAM = """
import sys
import torch
import triton
import triton.language as tl

@triton.jit
def gather(x, at, o, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(o + i, tl.load(x + tl.load(at + i) * 128 + 1))

dtype = getattr(torch, sys.argv[1])
indices = torch.empty(24 << 20, dtype=dtype, device="cuda")
gather[(1,)](torch.zeros(16, device="cuda"), indices, torch.zeros(16, device="cuda"), 16)
"""


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_an_index_that_nothing_has_written_is_outside(run_python, tmp_path, dtype):
    (tmp_path / "app.py").write_text(PROGRAM)
    argv = ("-B", "-m", "triton_aot_emulate")
    filled, kept = (run_python(*argv, *more, "app.py", dtype) for more in ((), ("--uninitialized=keep",)))
    assert filled.returncode == 1, filled.stderr
    assert "out-of-bounds in gather at app.py:10" in filled.stderr
    assert kept.returncode == 0, kept.stderr


def test_nan_of_a_kernel_is_told_from_what_nothing_has_written(run_python, tmp_path):
    (tmp_path / "app.py").write_text("""
import torch
import triton
import triton.language as tl

@triton.jit
def divide(x, o, n, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(o + i, v / v, mask=i < n)

for value in (1, 0):
    divide[(1,)](torch.full((16,), value, dtype=torch.float32, device="cuda"), torch.empty(16, device="cuda"), 8, 16)
    print("right for", value, flush=True)
""")
    done = run_python("-B", "-m", "triton_aot_emulate", "--nan", "app.py")
    assert done.stdout == "right for 1\n"
    assert "nan in divide" in done.stderr


# One kernel writes the first elements of a tensor only.
PARTLY = """
import pytest
import torch
import triton
import triton.language as tl

@triton.jit
def copy(x, o, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(o + i, tl.load(x + i), mask=i < n)

def partly(n):
    o = torch.empty(16, device="cuda")
    copy[(1,)](torch.ones(16, device="cuda"), o, n, 16)
    return o

def test_used():
    assert partly(12).sum() == 16

def test_moved():
    assert partly(12).cpu()[12:].eq(1).all()

def test_right():
    o = partly(12)
    assert o[:12].sum() == 12
    assert o.masked_fill(torch.arange(16, device="cuda") >= 12, 0).sum() == 12

def test_written():
    assert partly(16).sum() == 0

def test_of_another_kind():
    o = partly(12)
    assert o[:12].sum() == 0
"""
NAMED = (
    "copy: 4 of 16 elements were never written by copy, of a tensor made at test_partly.py:13, such as element (12,)"
)


def test_what_no_kernel_has_written_is_named_where_a_failing_test_uses_it(run_python, tmp_path):
    (tmp_path / "test_partly.py").write_text(PARTLY)
    argv = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "triton_aot_emulate.pytest_plugin")
    done = run_python("-B", *argv, "--triton-emulate=A100", "--triton-emulate-report=report.json")
    assert "4 failed, 1 passed" in done.stdout
    named = re.findall(f"^{re.escape(NAMED)}, and (.*) uses them$", done.stdout, re.MULTILINE)
    assert named == ["test_partly.py:18", "test_partly.py:21"], done.stdout
    (found,) = json.loads((tmp_path / "report.json").read_text())["found"]
    assert (found["kind"], found["level"], found["line"]) == ("unwritten", "warning", 13)
    assert found["tests"] == ["test_partly.py::test_used", "test_partly.py::test_moved"]


def test_what_no_kernel_has_written_is_named_if_a_program_fails(run_python, tmp_path):
    (tmp_path / "app.py").write_text(PARTLY + "total = partly(12).sum().item()\nassert total == 16\n")
    done = run_python("-B", "-m", "triton_aot_emulate", "app.py")
    assert "unwritten in copy at app.py:13" in done.stderr
    (tmp_path / "app.py").write_text(PARTLY + "total = partly(12).sum().item()\nassert total != total\n")
    done = run_python("-B", "-m", "triton_aot_emulate", "app.py")
    assert (done.returncode, "unwritten" in done.stderr) == (0, False)


def test_repeated_calls_name_the_kernel_that_has_not_written_a_result(run_python, tmp_path):
    (tmp_path / "kernels.py").write_text(PARTLY)
    (tmp_path / "app.py").write_text("""
import torch
from kernels import copy

def partly(x):
    o = torch.empty_like(x)
    copy[(1,)](x, o, 12, 16)
    return o

partly(torch.ones(16, device="cuda"))
""")
    done = run_python("-B", "-m", "triton_aot_emulate", "--vary", "app.py")
    assert "element (12,) (never written by copy, of a tensor made at" in done.stderr
    assert "app.py:6" in done.stderr

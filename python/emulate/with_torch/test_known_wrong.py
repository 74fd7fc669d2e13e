"""Programs are told which of their kernels this version of Triton, or its ptxas, is known to compile wrongly."""

import json
from pathlib import Path

import pytest
import triton

# Consecutive integers below zero (7749) are wrong in all releases. From 13.3 on ptxas does not lose a constant (11581).
PROGRAM = """
import sys
import torch
import triton
import triton.language as tl

@triton.jit
def quotients(x, o, start, N: tl.constexpr, BELOW: tl.constexpr):
    i = tl.arange(0, N)
    k = i - start if BELOW else i + start
    tl.store(o + i, tl.load(x + k // 16 + 64))

@triton.jit
def packed(o, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.reshape(tl.arange(0, ROWS * COLUMNS), (ROWS, COLUMNS))
    odd = (tl.arange(0, ROWS) % 2 == 1)[:, None]
    v = tl.where(odd, (i * 9 + 1) % 1000, i)
    tl.store(o + i, v, mask=i % 2 == 0)

x, o = torch.arange(512.0, device="cuda"), torch.zeros(256, device="cuda")
if sys.argv[1] == "packed":
    packed[(1,)](o.int(), 32, 8, num_warps=1)
else:
    for _ in range(2):
        try:
            quotients[(1,)](x, o, 64, 128, sys.argv[1] == "below")
        except RuntimeError as error:
            print(type(error).__name__)
"""
OLD_PTXAS = Path(triton.__file__).parent / "backends/nvidia/bin/ptxas"
REMEDY = "Change the code: no release is known to be right"


@pytest.fixture
def found(run_python, tmp_path):
    """Runs the program, and returns its findings and its output."""
    (tmp_path / "app.py").write_text(PROGRAM)

    def run(what, *options, **variables):
        variables = {"TRITON_CACHE_DIR": str(tmp_path / "cache"), **variables}
        argv = ("-B", "-m", "triton_aot_emulate", "--gpu=H100", "--report=report.json", *options, "app.py", what)
        done = run_python(*argv, **variables)
        return json.loads((tmp_path / "report.json").read_text())["found"], done

    return run


def test_a_kernel_is_named_with_its_line_and_issue(found, tmp_path):
    for way in ("compiled", "of the cache"):
        (one,), done = found("below")
        assert done.returncode == 0, (way, done.stderr)
        assert (one["kind"], one["level"], one["launches"]) == ("miscompilation", "warning", 2), way
        assert "k // 16" in PROGRAM.splitlines()[one["line"] - 1], way
        assert "triton-lang/triton#7749" in one["message"], way
        assert REMEDY in one["message"], way
    assert len(list((tmp_path / "cache").glob("*/quotients.ptx"))) == 1


def test_a_near_miss_is_not_reported(found):
    assert found("above")[0] == []


def test_the_level_is_an_option(found):
    (one,), done = found("below", "--known-wrong=error")
    assert (one["level"], done.returncode, done.stdout) == ("error", 6, "KernelFault\n" * 2)
    assert found("below", "--known-wrong=off")[0] == []


def test_machine_code_is_that_of_the_programs_ptxas(found, tmp_path):
    old = str(OLD_PTXAS)
    variables = {"TRITON_PTXAS_PATH": old, "TRITON_PTXAS_BLACKWELL_PATH": old}
    (one,), _ = found("packed", **variables)
    assert "triton-lang/triton#11581" in one["message"]
    assert "(i * 9 + 1)" in PROGRAM.splitlines()[one["line"] - 1]
    assert found("packed", TRITON_CACHE_DIR=str(tmp_path / "other"))[0] == []

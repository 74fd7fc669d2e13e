"""Runs the tests of `programs`, which are programs as people have them, with emulated GPUs."""

import os
import re
from pathlib import Path

import pytest
from triton_aot_emulate.options import Options

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("program", "gpu", "configs"),
    [
        ("launching.py", "H100", "first"),
        ("describing.py", "A100", "first"),
        ("describing.py", "H100", "first"),
        ("describing.py", "B200", "first"),
        ("tuning.py", "A100", "first"),
        ("tuning.py", "A100", "BLOCK=64"),
        ("tuning.py", "A100", "all"),
    ],
)
def test_a_program(run_python, program, gpu, configs):
    environment = {"PYTHONPATH": str(HERE.parent), "CONFIGS": configs}
    Options(gpu=gpu, configs=configs).to_environment(environment)
    options = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(HERE))
    done = run_python("-B", "-m", "pytest", *options, str(HERE / "programs" / program), **environment)
    assert done.returncode == 0, done.stdout + done.stderr


ASSERTIONS = """
import pytest
import torch
import triton
import triton.language as tl

@triton.jit(debug=True)
def positive(x):
    tl.device_assert(tl.load(x) > 0)

def test_expected():
    with pytest.raises(RuntimeError, match="device-side assert triggered"):
        positive[(1,)](torch.zeros(1, device="cuda"))

def test_unexpected():
    positive[(1,)](torch.zeros(1, device="cuda"))
"""


def test_an_assertion_fails_the_tests_that_do_not_expect_it(run_python, tmp_path):
    (tmp_path / "test_assertions.py").write_text(ASSERTIONS, encoding="utf-8")
    done = run_python("-B", "-m", "triton_aot_emulate", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "FAILED test_assertions.py::test_unexpected" in done.stdout
    assert "assertion in positive at test_assertions.py" in done.stderr


BARRIER = """
import sys
import torch
import triton
import triton.language as tl

@triton.jit
def meet(x, out, count, blocks, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    '''A barrier of the grid. A tile is in registers on both sides of it.'''
    tile = tl.load(x + tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :])
    tl.debug_barrier()
    tl.atomic_add(count, 1, sem="release")
    while tl.atomic_add(count, 0, sem="acquire") < blocks:
        pass
    tl.store(out + tl.program_id(0), tl.sum(tl.sum(tile * tile, 1), 0))

blocks, columns = int(sys.argv[1]), int(sys.argv[2])
x, out = torch.ones(128, columns, device="cuda"), torch.zeros(blocks, device="cuda")
meet[(blocks,)](x, out, torch.zeros(1, device="cuda", dtype=torch.int32), blocks, 128, columns, num_warps=8)
assert out.tolist() == [128 * columns] * blocks
"""


# An L4 has 58 multiprocessors for 1536 threads each, and 65536 registers.
@pytest.mark.parametrize(
    ("blocks", "columns", "at_once"), [(348, 128, "1(16|74)|232|290"), (348, 8, ""), (349, 8, "348")]
)
def test_blocks_that_wait_for_each_other_fit_by_threads_and_registers(run_python, tmp_path, blocks, columns, at_once):
    (tmp_path / "meet.py").write_text(BARRIER, encoding="utf-8")
    done = run_python("-B", "-m", "triton_aot_emulate", "--gpu", "L4", "meet.py", str(blocks), str(columns))
    if at_once == "":
        assert done.returncode == 0, done.stdout + done.stderr
    else:
        says = f"a GPU has ({at_once}) of the {blocks} blocks at once, and they wait for the others"
        assert re.search(says, done.stderr), done.stdout + done.stderr


ASSUMING = """
import torch
import triton
import triton.language as tl

@triton.jit
def scale(x, stride, FIRST: tl.constexpr):
    pid = tl.program_id(0)
    tl.assume(pid >= FIRST)
    tl.assume(stride > 0)
    tl.store(x + pid * stride, 1.0)

x = torch.zeros(8, 16, device="cuda")
scale[(8,)](x, x.stride(0), 0)
print("right", flush=True)
scale[(8,)](x, x.stride(0), 1)
"""


def test_a_false_assumption_is_an_error_at_its_line(run_python, tmp_path):
    (tmp_path / "app.py").write_text(ASSUMING)
    done = run_python("-B", "-m", "triton_aot_emulate", "app.py")
    assert (done.returncode, done.stdout) == (1, "right\n"), done.stderr
    says = "scale: relies on a `tl.assume` whose condition is false (app.py:9), in thread block (0, 0, 0)"
    assert f"execution in scale at app.py:9: 1 launch\n    {says}" in done.stderr


def test_triton_can_be_imported_before_pytorch(run_python, tmp_path):
    lines = (
        "import triton\nimport triton.language as tl\nimport torch\n@triton.jit\ndef one(x):\n    tl.store(x, 1.0)\n"
    )
    (tmp_path / "app.py").write_text(f"{lines}x = torch.zeros(4, device='cuda')\none[(1,)](x)\nprint(x.tolist())\n")
    done = run_python("-B", "-m", "triton_aot_emulate", "app.py")
    assert (done.returncode, done.stdout) == (0, "[1.0, 0.0, 0.0, 0.0]\n"), done.stderr

"""What people see when their tests run with `pytest --triton-emulate=…`, or below `python -m triton_aot_emulate`."""

import json
import re

import pytest

# The mask has room for one element too many, if it is asked for.
KERNELS = """
import triton
import triton.language as tl

@triton.jit
def add(x, y, out, n, more: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n + more
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)
"""
TESTS = """
import pytest
import torch
from kernels import add

def run(more):
    x, y = torch.randn(100, device="cuda"), torch.randn(100, device="cuda")
    out = torch.empty_like(x)
    add[(1,)](x, y, out, 100, more, 128)
    torch.testing.assert_close(out, x + y)

def test_right():
    run(0)

def test_wrong():
    run(1)

def test_swallows():
    with pytest.raises(RuntimeError):
        run(1)

@pytest.mark.xfail
def test_known():
    run(1)
"""
PLUGIN = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "triton_aot_emulate.pytest_plugin")


@pytest.fixture(autouse=True)
def suite(tmp_path):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "test_add.py").write_text(TESTS)


@pytest.mark.parametrize(
    "argv",
    [
        [*PLUGIN, "--triton-emulate=H100"],
        [*PLUGIN, "--triton-emulate=H100", "-n", "2"],
        ["-m", "triton_aot_emulate", "--gpu=H100", "-m", "pytest", "-p", "no:cacheprovider"],
        ["-m", "triton_aot_emulate", "--gpu=H100", "--", "pytest", "-p", "no:cacheprovider", "-n", "2"],
    ],
    ids=["plugin", "plugin with workers", "command", "command with workers"],
)
def test_a_finding_fails_its_test_with_a_short_message(run_python, argv):
    ended = run_python(*argv)
    output = ended.stdout + ended.stderr
    assert ended.returncode == 1, output
    assert "2 failed, 1 passed, 1 xfailed" in output
    assert ">       add[(1,)](x, y, out, 100, more, 128)\nE       triton_aot_emulate.KernelFault: add: reads" in output
    assert "(kernels.py:9), in thread block" in output
    assert "jit.py" not in output
    assert "The test caught this error" in output
    assert "out-of-bounds in add at kernels.py:9: 3 launches" in output
    assert "4 launches of 1 kernel emulated for H100" in output
    assert "1 in tests that were expected to fail" in output


def test_tests_that_are_right_pass(run_python):
    ended = run_python(*PLUGIN, "--triton-emulate=sm_80", "-k", "right or known", "--triton-emulate-report=report.json")
    assert ended.returncode == 0, ended.stdout


def test_report_has_the_workers_findings(run_python, tmp_path):
    run_python(*PLUGIN, "--triton-emulate=sm_80", "-n", "2", "--triton-emulate-report=report.json")
    (found,) = json.loads((tmp_path / "report.json").read_text())["found"]
    assert (found["launches"], found["expected"], found["line"]) == (3, 1, 9)
    assert sorted(found["tests"]) == [f"test_add.py::test_{name}" for name in ("known", "swallows", "wrong")]


def test_wrong_gpu_is_an_error_of_use(run_python):
    ended = run_python(*PLUGIN, "--triton-emulate=sm_1")
    assert (ended.returncode, "--triton-emulate: unknown GPU `sm_1`" in ended.stderr) == (4, True)


def test_wrong_value_is_said_with_its_option(run_python):
    ended = run_python(*PLUGIN, "--triton-emulate=sm_80", "--triton-emulate-views=maybe")
    assert ended.returncode == 4
    assert "--triton-emulate-views: `maybe` is none of error, warning, off" in ended.stderr


def test_session_without_the_option_is_not_emulated(run_python):
    ended = run_python(*PLUGIN)
    assert ended.returncode == 1
    assert "Torch not compiled with CUDA enabled" in ended.stdout
    assert "emulated for" not in ended.stdout


def test_session_that_launches_nothing_fails(run_python, tmp_path):
    (tmp_path / "test_add.py").write_text("def test_nothing(): pass")
    ended = run_python(*PLUGIN, "--triton-emulate=sm_80")
    assert (ended.returncode, "no launch was emulated" in ended.stdout) == (1, True)


MARKED = f"""
{TESTS.split("def test_right", maxsplit=1)[0]}
import os

def accepts(kind, **more):
    return pytest.mark.triton_emulate_accepts(kind, **({{"reason": "it is known"}} | more))

@accepts("out-of-bounds")
def test_shows_it():
    run(1)

@accepts("out-of-bounds")
def test_catches_it():
    for _ in range(30):
        with pytest.raises(RuntimeError):
            run(1)

@pytest.fixture
def wrong():
    run(1)

@accepts("out-of-bounds")
def test_shows_it_before(wrong):
    pass
"""
NOT_ANY_MORE = """
@accepts("out-of-bounds")
def test_shows_nothing():
    run(0)

@accepts("race")
def test_shows_another():
    run(1)

@accepts("race")
@accepts("out-of-bounds")
def test_shows_one():
    with pytest.raises(RuntimeError):
        run(1)

@accepts("rac")
def test_unknown():
    pass

@accepts("race", reason="")
def test_no_reason():
    pass
"""


def test_accepted_findings_end_no_run(run_python, tmp_path):
    (tmp_path / "test_add.py").write_text(MARKED)
    options = ["--triton-emulate=sm_80", "-rx", "--triton-emulate-report=report.json", "-n", "2"]
    ended = run_python(*PLUGIN, *options)
    assert ended.returncode == 0, ended.stdout
    assert "1 passed, 2 xfailed" in ended.stdout
    assert "accepts out-of-bounds: it is known" in ended.stdout
    assert "accepted by tests:\n  out-of-bounds in add at kernels.py:9: 32 launches" in ended.stdout
    assert "wrong on a GPU too" not in ended.stdout
    (found,) = json.loads((tmp_path / "report.json").read_text())["found"]
    assert (found["launches"], found["expected"], found["accepted"]) == (32, 0, 32)


def test_what_is_accepted_must_occur(run_python, tmp_path):
    (tmp_path / "test_add.py").write_text(MARKED + NOT_ANY_MORE)
    ended = run_python(*PLUGIN, "--triton-emulate=sm_80")
    assert ended.returncode == 1
    assert re.search(r"3 failed, 1 passed, 2 xfailed.* 2 errors", ended.stdout)
    removed = "any more: remove the marker triton_emulate_accepts"
    assert f"no launch shows the kind out-of-bounds {removed}" in ended.stdout
    assert f"no launch shows the kind race {removed}" in ended.stdout
    assert "unknown kind `rac`; it must be one of" in ended.stdout
    assert "did you mean race?" in ended.stdout
    assert "takes a kind and a reason" in ended.stdout

"""Runs the tests of `programs` emulated: PyTorch in them is the emulated GPU's."""

from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.parametrize("name", sorted(path.name for path in PROGRAMS.glob("test_*.py")))
def test_programs(name, run_python):
    argv = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(PROGRAMS / name)]
    done = run_python("-m", "triton_aot_emulate", "--gpu=H100", *argv)
    assert done.returncode == 0, done.stdout + done.stderr

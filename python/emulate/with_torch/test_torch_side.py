"""Runs the tests of `programs` emulated: PyTorch in them is the emulated GPU's."""

from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"


def test_programs(run_python):
    argv = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(PROGRAMS)]
    done = run_python("-m", "triton_aot_emulate", "--gpu=H100", *argv)
    assert done.returncode == 0, done.stdout + done.stderr

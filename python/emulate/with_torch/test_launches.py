"""Runs the tests of `programs`, which are programs as people have them, with emulated GPUs."""

import os
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

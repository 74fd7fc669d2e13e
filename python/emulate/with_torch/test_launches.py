"""Runs the tests of `programs`, which are programs as people have them, with emulated GPUs."""

import os
import subprocess
import sys
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
def test_a_program(program, gpu, configs):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    paths = [str(HERE.parent / "triton_aot_emulate" / "start"), str(HERE.parent), kept.get("PYTHONPATH", "")]
    environment = {**kept, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "CONFIGS": configs}
    Options(gpu=gpu, configs=configs).to_environment(environment)
    command = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "filterwarnings=",
        "--rootdir",
    ]
    folder = HERE / "programs"
    done = subprocess.run(
        [*command, folder, "-c", os.devnull, folder / program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

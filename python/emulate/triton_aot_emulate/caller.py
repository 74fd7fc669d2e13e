"""Where the program is when it launches a kernel."""

from __future__ import annotations

import os
import sys

# Modules between the program's line and the launcher.
_INSIDE = ("triton", "triton_aot_emulate", "aot_emulate", "aot_record", "torch")


def launched_at() -> tuple[str, int] | None:
    """File and line of the innermost frame that belongs to the program and not to Triton or PyTorch."""
    frame = sys._getframe(1)
    while frame is not None:
        module = frame.f_globals.get("__name__", "").split(".")[0]
        if module not in _INSIDE:
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]  # the outermost frame has None
    return None


def running_test() -> str:
    """Pytest's name of the test that runs; empty outside of pytest. Source: pytest's reference, PYTEST_CURRENT_TEST."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0]

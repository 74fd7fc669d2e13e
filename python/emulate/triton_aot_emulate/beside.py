"""Finds the recorder, which is a package of its own: installed beside this one, or in the same source tree."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path


def find_recorder() -> None:
    """Makes `aot_record` importable. Its folder cannot be on PYTHONPATH, where its own `sitecustomize` would start it."""
    if importlib.util.find_spec("aot_record") is None:
        sys.path.append(str(Path(__file__).parents[2] / "record"))

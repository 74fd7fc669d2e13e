"""Finds packages of ours that are shared with others: installed beside this one, or in the same source tree."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path


def find_recorder() -> None:
    """Makes `aot_record` importable."""
    _find("aot_record", "record")


def find_compiled() -> None:
    """Makes `aot_compiled` importable."""
    _find("aot_compiled", "bridge")


def _find(package: str, folder: str) -> None:
    """Imports a package that is below `folder` of the source tree, unless Python finds it.

    The folder itself stays out of `sys.path`: programs would find its other modules, such as the recorder's `sitecustomize`.
    """
    if package in sys.modules or importlib.util.find_spec(package) is not None:
        return
    place = Path(__file__).parents[2] / folder / package
    spec = importlib.util.spec_from_file_location(
        package, place / "__init__.py", submodule_search_locations=[str(place)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{package} is neither installed nor at {place}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)

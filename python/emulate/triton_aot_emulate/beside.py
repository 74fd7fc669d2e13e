"""Packages of ours that are shared with others: installed beside this one, or in another folder of the same source tree."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import PathFinder
from pathlib import Path

PACKAGES = Path(__file__).parents[1]
# The folders of the source tree, beside that of this package.
FOLDERS = {"aot_record": "record", "aot_compiled": "bridge"}


def import_shared(package: str) -> None:
    """Imports one of them, so that others can import it by its name. Raises ImportError if it is not there.

    No folder gets on `sys.path`: programs would find other modules of it, such as the recorder's `sitecustomize`.
    """
    if package in sys.modules:
        return
    places = [str(PACKAGES), str(PACKAGES.parent / FOLDERS[package])]
    spec = PathFinder.find_spec(package, places)
    if spec is None or spec.loader is None:
        raise ImportError(f"{package} is in none of {', '.join(places)}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)

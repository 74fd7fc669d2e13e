"""Finds a module of an installed package, without importing it.

usage: locate_module.py MODULE. stdout: its file and its package as JSON, or null if it is not installed.
"""

import importlib.metadata
import json
import os
import sys
from collections.abc import Iterable

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from installed_folders import package_folders


def locate(module: str, folders: Iterable[str]) -> dict[str, str] | None:
    """The file of a module, the folder that it is installed in, and its package with the version. None if no package has it."""
    parts = module.split(".")
    for folder in folders:
        for path in (os.path.join(*parts) + ".py", os.path.join(*parts, "__init__.py")):
            if folder and os.path.isfile(os.path.join(folder, path)):
                owner = owner_of(path, folder)
                return None if owner is None else {"folder": os.path.realpath(folder), "file": path, **owner}
    return None


def owner_of(path: str, folder: str) -> dict[str, str] | None:
    for distribution in importlib.metadata.distributions(path=[folder]):
        if any(str(file) == path for file in distribution.files or ()):
            return {"name": distribution.metadata["Name"], "version": distribution.version}
    return None


if __name__ == "__main__":
    json.dump(locate(sys.argv[1], package_folders()), sys.stdout)

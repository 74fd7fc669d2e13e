"""Finds the test files that import a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .imports import Imports, package_parent, project_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .source import Source

# The most test files of one source that are run, and that are read.
MOST_RUN, MOST_READ = 10, 2000
_SKIPPED = ("node_modules", "site-packages", "__pycache__", "build", "dist")


@dataclass(frozen=True)
class Importing:
    """The test files of a source. `folders` must be on the path; `left_out` is how many others import it, less directly."""

    files: list[str]
    folders: list[str]
    left_out: int = 0


def importing_tests(source: Source) -> Importing:
    """The tests that import a file, those that do it most directly. A file of tests is its own test."""
    path = source.path
    if is_test(os.path.basename(path)):
        return Importing([path], [])
    project = project_of(path)
    folders = [project, os.path.join(project, "src"), package_parent(path), os.getcwd()]
    imports = Imports(project, folders)
    candidates = sorted(python_files(project, is_test), key=lambda each: _away(path, each))[:MOST_READ]
    found: list[tuple[int, bool, str, str]] = []
    for each in candidates:
        names = imports.mentioned(each)
        distance, folder = imports.distances(each).get(path, (0, ""))
        if os.path.basename(path) in names:  # it loads the file by its path
            distance = 1
        if distance:
            found.append((distance, names.isdisjoint(source.names), each, folder))
    direct = [each for each in found if each[0] == 1 or not each[1]]
    if not direct and found:
        least = min(found)[0]
        direct = [each for each in found if each[0] == least]
    chosen = sorted(direct, key=lambda each: (each[1], each[0], _away(path, each[2])))[:MOST_RUN]
    on_path = dict.fromkeys(folder for _, _, test, folder in chosen if folder not in ("", package_parent(test)))
    return Importing([each[2] for each in chosen], list(on_path), len(direct) - len(chosen))


def is_test(name: str) -> bool:
    """Whether pytest takes a file for one with tests."""
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def python_files(folder: str, is_wanted: Callable[[str], bool] = bool) -> Iterator[str]:
    """The Python files below a folder, without those of environments and of tools."""
    for this, folders, names in os.walk(folder):
        if "pyvenv.cfg" in names:
            folders.clear()
            continue
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _SKIPPED)
        for name in sorted(names):
            if name.endswith(".py") and is_wanted(name):
                yield os.path.realpath(os.path.join(this, name))


def _away(path: str, test: str) -> tuple[int, str]:
    """How many folders a test is away from a file. One with the file's name comes first."""
    is_own = os.path.splitext(os.path.basename(path))[0] in os.path.basename(test)
    return os.path.relpath(test, os.path.dirname(path)).count(os.sep) - 10 * is_own, test

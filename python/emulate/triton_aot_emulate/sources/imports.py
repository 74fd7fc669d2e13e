"""Resolves the imports of files to files of the same project, by reading them."""

from __future__ import annotations

import ast
import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Files that say where a project begins.
MARKS = ("pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", ".git")
# The most imports between a file and what it reaches.
DEEPEST = 4


def package_parent(file: str) -> str:
    """The folder that must be on the path to import a file as its package does."""
    folder = os.path.dirname(file)
    while os.path.exists(os.path.join(folder, "__init__.py")) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return folder


def module_name(file: str) -> str:
    """The name under which `package_parent` has a file."""
    name = os.path.relpath(os.path.splitext(file)[0], package_parent(file))
    return name.replace(os.sep, ".").removesuffix(".__init__")


def project_of(file: str) -> str:
    """The folder of a file's project: the nearest that has a project's settings, else that of its outermost package."""
    folder = top = package_parent(file)
    while folder != os.path.dirname(folder):
        if any(os.path.exists(os.path.join(folder, mark)) for mark in MARKS):
            return folder
        folder = os.path.dirname(folder)
    return top


class Imports:
    """The imports of files. `folders` are where modules are looked for after those above the importing file."""

    def __init__(self, project: str, folders: Sequence[str]) -> None:
        self._project, self._folders = project, list(folders)
        self._known: dict[str, dict[str, str]] = {}
        self._texts: dict[str, tuple[set[str], set[str]]] = {}

    def distances(self, file: str) -> dict[str, tuple[int, str]]:
        """The files that a file imports, with how many imports away they are, and the folder that the first of these was found in."""
        found: dict[str, tuple[int, str]] = {file: (0, "")}
        edge = [file]
        for distance in range(1, DEEPEST + 1):
            following: list[str] = []
            for each in edge:
                for other, folder in self._of(each).items():
                    if other not in found:
                        found[other] = distance, found[each][1] or folder
                        following.append(other)
            edge = following
        return found

    def mentioned(self, file: str) -> set[str]:
        """The names, and the strings, that a file has."""
        return self._text(file)[1]

    def _of(self, file: str) -> dict[str, str]:
        """The files that a file imports itself, each with the folder that has the module."""
        if file not in self._known:
            self._known[file] = {}
            folders = self._above(file)
            for name in self._text(file)[0]:
                for found, folder in _resolved(name, folders):
                    self._known[file].setdefault(found, folder)
        return self._known[file]

    def _above(self, file: str) -> tuple[str, ...]:
        """The folder that pytest puts on the path for a file, those above it in the project, and the others."""
        folders, folder = [package_parent(file)], os.path.dirname(file)
        while folder.startswith(self._project + os.sep):
            folder = os.path.dirname(folder)
            folders.append(folder)
        return tuple(dict.fromkeys([*folders, *self._folders]))

    def _text(self, file: str) -> tuple[set[str], set[str]]:
        """The modules that a file names, and all names in it."""
        if file not in self._texts:
            try:
                with open(file, "rb") as opened:
                    tree = ast.parse(opened.read())
            except (OSError, SyntaxError, ValueError, RecursionError):
                self._texts[file] = set(), set()
            else:
                self._texts[file] = set(_modules(tree, file)), set(_names(tree))
        return self._texts[file]


def _names(tree: ast.Module) -> Iterator[str]:
    for each in ast.walk(tree):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.alias):
            yield each.name
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield os.path.basename(each.value)


def _modules(tree: ast.Module, file: str) -> Iterator[str]:
    """The absolute names of what a file imports, also of names that might be modules."""
    package = module_name(file).split(".")
    if os.path.basename(file) != "__init__.py":
        package.pop()
    for each in ast.walk(tree):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom):
            above = package[: len(package) - each.level + 1] if each.level else []
            base = ".".join([*above, *([each.module] if each.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" if base else alias.name for alias in each.names)
        elif isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Constant):
            # import_module("a.b"), pytest.importorskip("a.b")
            named, value = ast.unparse(each.func), each.args[0].value
            if "import" in named and isinstance(value, str):
                yield value


@cache
def _resolved(name: str, folders: tuple[str, ...]) -> list[tuple[str, str]]:
    """The files of a module and of the packages that it is in, of the first folder that has it."""
    parts = name.split(".")
    if not all(each.isidentifier() for each in parts):
        return []
    for folder in folders:
        found: list[tuple[str, str]] = []
        path = folder
        for part in parts:
            path = os.path.join(path, part)
            for file in (os.path.join(path, "__init__.py"), f"{path}.py"):
                if os.path.isfile(file):
                    found.append((os.path.realpath(file), folder))
                    break
        if found:
            # The module itself comes first: what imports it reaches its packages, too.
            return found[::-1]
    return []

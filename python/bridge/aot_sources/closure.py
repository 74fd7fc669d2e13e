"""The files that a file imports: for kernels that are imported, and for reference functions."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .imports import imports_of
from .modules import Project, dotted_name

if TYPE_CHECKING:
    from aot_wire.messages import FileHash


def loaded_by(file: Path, project: Project) -> "Loaded":
    if file not in project.loaded:
        project.loaded[file] = Loaded(file, project)
    return project.loaded[file]


class Loaded:
    """The files that importing a file runs, found by their text outside of functions and classes."""

    def __init__(self, file: Path, project: Project):
        self.files: list[Path] = []
        # By word: the files with a statement at module level that may change what the word names.
        self.signs: dict[str, list[Path]] = {}
        # The files with functions that such statements may call.
        self.callable: list[Path] = []
        finder = Finder(file, project)
        pending = [str(file)]
        seen: set[str] = set()
        while pending:
            member = pending.pop()
            if member in seen:
                continue
            seen.add(member)
            path = Path(member)
            self.files.append(path)
            for word in project.files.signs(path):
                self.signs.setdefault(word, []).append(path)
            pending.extend(self._imports(member, finder, project))
        words = self.signs.keys()
        self.callable = [each for each in self.files if not words.isdisjoint(project.files.functions(each))]

    def _imports(self, file: str, finder: "Finder", project: Project) -> list[str]:
        key = (file, finder.roots)
        if key not in project.direct_imports:
            outline = project.files.outline(Path(file)) or ""
            project.direct_imports[key] = list(finder.imports(file, outline.encode(), is_run=True))
        return project.direct_imports[key]


class Closure:
    """A file and the local modules it imports, directly or indirectly. They may be thousands: nothing is kept of a file
    but its hash."""

    def __init__(self, file: Path, project: Project):
        self._hashes: dict[str, str] = {}
        self._project = project
        finder = Finder(file, project)
        pending = [str(file)]
        while pending:
            member = pending.pop()
            if member in self._hashes:
                continue
            content = project.files.read(member)
            self._hashes[member] = hashlib.sha256(content).hexdigest()
            pending.extend(each for each in finder.imports(member, content) if each not in self._hashes)

    def hashes(self) -> "list[FileHash]":
        """Returns the path of each member relative to the manifest's folder, and the hash of its bytes."""
        folder = self._project.folder
        paths = {Path(os.path.relpath(member, folder)).as_posix(): member for member in self._hashes}
        return [{"path": path, "sha256": self._hashes[paths[path]]} for path in sorted(paths)]


class Finder:
    """Finds the files that files import, when `file` is the one that is imported first."""

    def __init__(self, file: Path, project: Project):
        # The files of modules, by the folder they are imported from and their name.
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        self._project = project
        self.roots = (project.files.package_root(file), str(project.folder))

    def imports(self, file: str, content: bytes, is_run: bool = False) -> Iterator[str]:
        """The files that a file imports. With `is_run` without modules of packages that have another value of the name."""
        root = self._project.files.package_root(file)
        # Importing a module runs the __init__.py of every package around it.
        yield from self._local(root, dotted_name(Path(file), Path(root)))
        statements = imports_of(content)
        if statements is None:
            # This is not the kernel's own file. Python reports the error if the file is ever imported.
            self._project.files.basis.is_complete = False
        for level, module, names in statements or []:
            if level == 0:
                found = self._find(module)
                yield from found
                for name in names:
                    if not (is_run and self._has(found, name)):
                        yield from self._find(f"{module}.{name}")
                continue
            # Uses folders, since packages without an __init__.py have parents too.
            folder = file
            for _step in range(level):
                folder, before = os.path.dirname(folder), folder
            if folder == before:
                continue
            base = [module] if module else []
            found = self._local(folder, ".".join(base))
            yield from found
            for name in names:
                if not (is_run and self._has(found, name)):
                    yield from self._local(folder, ".".join([*base, name]))

    def _has(self, package: tuple[str, ...], name: str) -> bool:
        """True if a module has a name, so that importing it from there imports no other module."""
        if not package or name == "*":
            return False
        return not package[-1].endswith("/__init__.py") or self._project.may_have(Path(package[-1]), name)

    def _find(self, name: str) -> tuple[str, ...]:
        for root in self.roots if self._project.has(name) else ():
            found = self._local(root, name)
            if found:
                return found
        return ()

    def _local(self, root: str, name: str) -> tuple[str, ...]:
        """Returns the module's file below `root`, and the __init__.py of the packages around it."""
        key = (root, name)
        if key not in self._known:
            self._known[key] = tuple(self._look(root, name))
        return self._known[key]

    def _look(self, root: str, name: str) -> Iterator[str]:
        folder = root
        files = self._project.files
        for part in filter(None, name.split(".")):
            candidates = [f"{folder}/{part}/__init__.py", f"{folder}/{part}.py"]
            if part == "*" and self._names_modules(f"{folder}/__init__.py"):
                candidates = [str(each) for each in files.found_in(Path(folder), "*.py", "*/__init__.py")]
            # Links are not resolved, since Python looks for other modules next to the link.
            yield from (file for file in candidates if files.is_file(file))
            folder = f"{folder}/{part}"

    def _names_modules(self, package: str) -> bool:
        """True if `import *` may import modules of a package, because it has __all__."""
        return self._project.files.is_file(package) and self._project.files.mentions(Path(package), "__all__")

"""The files that a file imports: for kernels that are imported, and for reference functions."""

import hashlib
import os
from pathlib import Path
from typing import Iterator

from .files import read_source
from .imports import imports_of
from .modules import Project, dotted_name, package_root


class Closure:
    """A file and the local modules it imports, directly or indirectly. They may be thousands: nothing is kept of a file
    but its hash."""

    def __init__(self, file: Path, project: Project):
        self._hashes = {}
        # The files of modules, by the folder they are imported from and their name.
        self._known = {}
        self._project = project
        self._roots = [str(package_root(file)), str(project.folder)]
        self._add(str(file))

    def hashes(self) -> list:
        """Returns the path of each member relative to the manifest's folder, and the hash of its bytes."""
        folder = self._project.folder
        paths = {Path(os.path.relpath(member, folder)).as_posix(): member for member in self._hashes}
        return [{"path": path, "sha256": self._hashes[paths[path]]} for path in sorted(paths)]

    def _add(self, file: str) -> None:
        pending = [file]
        while pending:
            member = pending.pop()
            if member in self._hashes:
                continue
            content = read_source(member)
            self._hashes[member] = hashlib.sha256(content).hexdigest()
            pending.extend(each for each in self._imports(member, content) if each not in self._hashes)

    def _imports(self, file: str, content: bytes) -> Iterator[str]:
        root = self._root(os.path.dirname(file))
        # Importing a module runs the __init__.py of every package around it.
        yield from self._local(root, dotted_name(Path(file), Path(root)))
        for level, module, names in imports_of(content):
            if level == 0:
                yield from self._find(module)
                for name in names:
                    yield from self._find(f"{module}.{name}")
                continue
            # Uses folders, since packages without an __init__.py have parents too.
            folder = file
            for _step in range(level):
                folder, before = os.path.dirname(folder), folder
            if folder == before:
                continue
            base = [module] if module else []
            for name in (base, *([*base, name] for name in names)):
                yield from self._local(folder, ".".join(name))

    def _root(self, folder: str) -> str:
        """As package_root, of a file in this folder."""
        while self._project.files.is_file(f"{folder}/__init__.py"):
            folder = os.path.dirname(folder)
        return folder

    def _find(self, name: str) -> tuple:
        for root in self._roots:
            found = self._local(root, name)
            if found:
                return found
        return ()

    def _local(self, root: str, name: str) -> tuple:
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
                inside = Path(folder)
                candidates = [str(each) for each in (*inside.glob("*.py"), *inside.glob("*/__init__.py"))]
            # Links are not resolved, since Python looks for other modules next to the link.
            yield from (file for file in candidates if files.is_file(file))
            folder = f"{folder}/{part}"

    def _names_modules(self, package: str) -> bool:
        """True if `import *` may import modules of a package, because it has __all__."""
        return self._project.files.is_file(package) and b"__all__" in Path(package).read_bytes()

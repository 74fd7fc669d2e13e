"""The files that a file imports: for kernels that are imported, and for reference functions."""

import ast
import hashlib
import os
from pathlib import Path
from typing import Iterator

from .modules import Project, SourceError, dotted_name, package_root


class Closure:
    """A file and the local modules it imports, directly or indirectly."""

    def __init__(self, file: Path, project: Project):
        self.members = set()
        self._project = project
        self._roots = [package_root(file), project.folder]
        self._add(file)

    def hashes(self) -> list:
        """Returns the path of each member relative to the manifest's folder, and the hash of its bytes."""
        folder = self._project.folder
        paths = {Path(os.path.relpath(member, folder)).as_posix(): member for member in self.members}
        return [
            {"path": path, "sha256": hashlib.sha256(paths[path].read_bytes()).hexdigest()} for path in sorted(paths)
        ]

    def _add(self, file: Path) -> None:
        pending = [file]
        while pending:
            member = pending.pop()
            if member in self.members:
                continue
            self.members.add(member)
            pending.extend(self._imports(member))

    def _imports(self, file: Path) -> Iterator[Path]:
        root = package_root(file)
        # Importing a module runs the __init__.py of every package around it.
        yield from self._local(root, dotted_name(file, root))
        try:
            tree = self._project.module(file).tree
        except SourceError:
            # This is not the kernel's own file. Python reports the error if the file is ever imported.
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._find(alias.name)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                yield from self._find(node.module)
                for alias in node.names:
                    yield from self._find(f"{node.module}.{alias.name}")
            elif isinstance(node, ast.ImportFrom) and node.level <= len(file.parents):
                # Uses folders, since packages without an __init__.py have parents too.
                folder = file.parents[node.level - 1]
                base = [node.module] if node.module else []
                for name in (base, *([*base, alias.name] for alias in node.names)):
                    yield from self._local(folder, ".".join(name))

    def _find(self, name: str) -> Iterator[Path]:
        for root in self._roots:
            found = list(self._local(root, name))
            if found:
                yield from found
                return

    def _local(self, root: Path, name: str) -> Iterator[Path]:
        """Yields the module's file below `root`, and the __init__.py of the packages around it."""
        folder = root
        for part in filter(None, name.split(".")):
            candidates = [folder / part / "__init__.py", folder / f"{part}.py"]
            if part == "*" and self._names_modules(folder / "__init__.py"):
                candidates = [*folder.glob("*.py"), *folder.glob("*/__init__.py")]
            # Links are not resolved, since Python looks for other modules next to the link.
            yield from (file for file in candidates if file.is_file())
            folder = folder / part

    def _names_modules(self, package: Path) -> bool:
        """Whether `import *` may import modules of a package, because it has __all__."""
        return package.is_file() and b"__all__" in package.read_bytes()

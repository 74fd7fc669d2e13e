"""Python files as modules: where they are found, and which statements give a name its value."""

import ast
import contextlib
import difflib
import hashlib
import io
import os
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .files import Files
from .lazy_imports import name_lazy_imports
from .names import nodes_of

if TYPE_CHECKING:
    from aot_wire.messages import UnreadableSource

    from .changes import SharedChanges
    from .closure import Loaded
    from .effects import Effects

Kind = Literal["missing", "outside", "syntax", "encoding", "function", "unknown"]


class SourceError(Exception):
    """Something in the sources that the user must change."""

    # For an unknown value, as in `slices.explain`.
    key: str | None = None
    constant = True
    enough: list[tuple[str, str]] = []  # noqa: RUF012 (set on the error, never changed)

    def __init__(self, kind: Kind, message: str, file: Path | None = None, line: int | None = None, hint: str = ""):
        super().__init__(message)
        self.kind = kind
        self.file = file
        self.line = line
        self.hint = hint

    def as_answer(self, project: "Project") -> "UnreadableSource":
        file = None if self.file is None else project.shown(self.file)
        return {"error": {"kind": self.kind, "message": str(self), "file": file, "line": self.line, "hint": self.hint}}


@contextlib.contextmanager
def as_source_errors(file: Path | None = None) -> Iterator[None]:
    """Raises SourceError, which tells the user what to change, for files that cannot be read or parsed."""
    try:
        yield
    except OSError as error:
        name = "" if file is not None or error.filename is None else f" {error.filename}"
        raise SourceError("missing", f"cannot read{name}: {error.strerror}", file) from error
    except (RecursionError, MemoryError) as error:
        raise SourceError(
            "syntax", "the code is nested too deeply, or too large, for Python to read it", file
        ) from error


# Methods that may be called for their result and change the value.
CHANGING_METHODS = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse"),
    *("setdefault", "sort", "update"),
}


@dataclass(frozen=True)
class Branch:
    """A block of an `if` or a `try`: its statement, and the field that holds the block (`body`, `orelse`, …)."""

    node: ast.If | ast.Try
    block: str
    handler: ast.ExceptHandler | None = None


# From the outermost.
Branches = tuple[Branch, ...]


@dataclass(eq=False)
class Leaf:
    """A statement that is taken whole. All others are `if` and `try`: parts of these can be taken."""

    node: ast.stmt
    branches: Branches

    @property
    def line(self) -> int:
        return first_line(self.node)

    @property
    def place(self) -> tuple[int, int]:
        return self.node.lineno, self.node.col_offset


# By name, in the order of the file.
Leaves = dict[str, list[Leaf]]


@dataclass(eq=False)
class Module:
    """A parsed file. `name` is its dotted name below `root`, the first folder above it that is not a package."""

    file: Path
    name: str
    root: Path
    content: bytes
    tree: ast.Module
    lines: list[str]
    leaves: list[Leaf] = field(default_factory=list)
    # The leaves that bind a name, that set a part of its value, that call its methods,
    # that pass it to functions.
    binders: Leaves = field(default_factory=dict)
    setters: Leaves = field(default_factory=dict)
    callers: Leaves = field(default_factory=dict)
    receivers: Leaves = field(default_factory=dict)
    # Other names of the same object, as in `other = name`: a change through them counts too.
    aliases: dict[str, list[str]] = field(default_factory=dict)
    stars: list[Leaf] = field(default_factory=list)
    # The file, the folder or the name that each of `stars` imports from, when this is known.
    star_targets: list[Path | str] | None = None
    # By statement: the names that it reads when it runs (see bindings.py).
    loads: dict[Leaf, set[str]] = field(default_factory=dict)

    @property
    def is_package(self) -> bool:
        return self.file.name == "__init__.py"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def text_of(self, node: ast.AST) -> str:
        return ast.get_source_segment("\n".join(self.lines), node) or ast.unparse(node)


class Project:
    """The files below the manifest's folder, and those of packages. A file is parsed only if something in it is needed,
    and once. `packages` has the folders of unpacked wheels by the packages' names. `only` has the top-level modules that
    imports are followed to, of an installed package that has others beside it; None: all."""

    def __init__(
        self,
        folder: Path,
        packages: dict[str, Path] | None = None,
        files: Files | None = None,
        only: frozenset[str] | None = None,
    ):
        self.folder = folder
        self.packages = packages or {}
        self.files = files or Files()
        self.only = only
        self._modules: dict[Path, Module] = {}
        # All files that were parsed, also for other views of the folder.
        self._parsed: dict[Path, Module] = {}
        # The folders that modules, and packages without __init__.py, are imported from.
        self._roots: dict[Path, Path] = {}
        # What imports run (see closure.py).
        self.direct_imports: dict[tuple[str, tuple[str, str]], list[str]] = {}
        self.loaded: dict[Path, Loaded] = {}
        self.changes: dict[frozenset[str], SharedChanges] = {}
        # What statements change, also for other views of the folder.
        self.effects: dict[frozenset[str], Effects] = {}

    def module(self, file: Path) -> Module:
        """Returns the module of a file. It is imported from the folder where it was found first; by default from the
        first one that is not a package."""
        if file not in self._modules:
            with as_source_errors(file), self.files.basis.complete_if_done():
                if file not in self._parsed:
                    self._parsed[file] = read_module(file, self.files.read(file), self.root(file))
                self._modules[file] = self._parsed[file]
        return self._modules[file]

    def unread(self) -> "Project":
        """Returns the same folder with no modules in use, for another kernel. Files that were parsed are not parsed again."""
        other = Project(self.folder, self.packages, self.files, self.only)
        other._parsed, other._roots = self._parsed, self._roots
        other.direct_imports, other.loaded, other.effects = self.direct_imports, self.loaded, self.effects
        return other

    def modules(self) -> list[Module]:
        """The modules that were read so far."""
        return list(self._modules.values())

    def root(self, file: Path) -> Path:
        return self._roots.setdefault(file, Path(self.files.package_root(file)))

    def may_have(self, file: Path, name: str, same: str = "") -> bool:
        """True if a file may bind a name otherwise than by the statement `same`, or have it from an `import *`. It is
        not parsed."""
        return self.files.mentions(file, name, same) or self.files.has_stars(file)

    def kernel_module(self, name: str) -> Module:
        """Returns the module of a file, or of a package's module, that the manifest names."""
        if not name.endswith(".py"):
            return self.module(self._in_packages(name))
        try:
            file = self.files.resolve(self.folder / name)
        except RuntimeError as error:
            # Before Python 3.13, for links that lead in a circle.
            raise SourceError("missing", "its links lead in a circle") from error
        if not file.is_relative_to(self.folder):
            raise SourceError("outside", "the file is outside the manifest's folder")
        if not self.files.is_file(file):
            folders = [self.folder, file.parent] if file.parent.is_dir() else [self.folder]
            files = {found for folder in folders for found in self.files.found_in(folder, "*.py")}
            known = {found.relative_to(self.folder).as_posix() for found in files}
            near = difflib.get_close_matches(name, sorted(known), 1)
            raise SourceError("missing", f"no such file; did you mean `{near[0]}`?" if near else "no such file")
        return self.module(file)

    def has(self, name: str) -> bool:
        """False for the dotted name of a module that is not part of the project, wherever its file is."""
        return self.only is None or name.partition(".")[0] in self.only

    def find(self, name: str, importer: Module) -> Path | None:
        """Returns the file of a module, the folder of a package without __init__.py, or None."""
        top = name.partition(".")[0]
        if not self.has(name):
            return None
        # The packages around the importing file may have no __init__.py.
        outer = (importer.root, *importer.root.parents)
        around = (folder.parent for folder in outer if folder.name == top and folder.is_relative_to(self.folder))
        return self._locate(name, (importer.root, *around, self.folder, *self.packages.values()))

    def _locate(self, name: str, roots: Iterable[Path]) -> Path | None:
        for root in dict.fromkeys(roots):
            found = self.files.locate(root, name)
            if found is not None:
                self._roots.setdefault(found, root)
                return found
        return None

    def _in_packages(self, name: str) -> Path:
        """Returns the file of a package's module."""
        found = self._locate(name, self.packages.values())
        if found is not None and self.files.is_file(found):
            return found
        top = name.partition(".")[0]
        owners = {package: root for package, root in self.packages.items() if self.files.locate(root, top)}
        if not owners:
            own = f"{name.replace('.', '/')}.py"
            hint = f"Add the package that has it, such as `packages: {{ {top.replace('_', '-')}: VERSION }}`."
            if self.files.is_file(self.folder / own):
                hint = f"For the file beside the manifest, write `{own}:FUNCTION`."
            raise SourceError(
                "missing", f"`{top}` is in no package of `packages:` ({', '.join(self.packages)})", hint=hint
            )
        known = [dotted_name(file, root) for root in owners.values() for file in self.files.found_in(root, "**/*.py")]
        near = difflib.get_close_matches(name, known, 1)
        guess = f"; did you mean `{near[0]}`?" if near else ""
        raise SourceError("missing", f"{' and '.join(owners)} has no module `{name}`{guess}")

    def inside(self, place: Path, name: str) -> Path | None:
        """Returns the file or the folder of a module in a package, which is an __init__.py or a folder."""
        is_file = self.files.is_file(place)
        found = self.files.locate(place.parent if is_file else place, name)
        root = self.root(place) if is_file else self._roots.get(place)
        if found is not None and root is not None:
            self._roots.setdefault(found, root)
        return found

    def relative(self, node: ast.ImportFrom, importer: Module) -> Path | None:
        """Returns the file or folder that a relative import names."""
        if node.level > len(importer.file.parents):
            return None
        found = self.files.locate(importer.file.parents[node.level - 1], node.module or "")
        if found is not None and found.is_relative_to(importer.root):
            self._roots.setdefault(found, importer.root)
        return found

    def path(self, module: "Module") -> str:
        """The file's path relative to the manifest's folder."""
        return self.shown(module.file)

    def shown(self, file: Path) -> str:
        """A path relative to the manifest's folder; in a package as `NAME.whl/…`, which is the same on every machine,
        and in every version: slices contain it."""
        for name, root in self.packages.items():
            if file.is_relative_to(root):
                return f"{name}.whl/{file.relative_to(root).as_posix()}"
        return Path(os.path.relpath(file, self.folder)).as_posix()


def read_module(file: Path, content: bytes, root: Path) -> Module:
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        kind: Kind = "syntax" if is_utf8(content) else "encoding"
        raise SourceError(kind, error.msg, file, error.lineno or None) from error
    except ValueError as error:
        # For null bytes, in some versions of Python.
        raise SourceError("encoding", str(error), file) from error
    encoding, _lines = tokenize.detect_encoding(io.BytesIO(content).readline)
    # Lines end as Python counts them.
    text = content.decode(encoding, "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    name_lazy_imports(tree)
    module = Module(file, dotted_name(file, root), root, content, tree, text.split("\n"))
    for leaf in leaves_of(tree.body, ()):
        module.leaves.append(leaf)
        index(leaf, module)
        index_calls(leaf, module)
    return module


def is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def dotted_name(file: Path, root: Path) -> str:
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def leaves_of(body: list[ast.stmt], branches: Branches) -> Iterator[Leaf]:
    for node in body:
        binds = isinstance(node, ast.If) and any(isinstance(each, ast.NamedExpr) for each in nodes_of(node.test))
        if not isinstance(node, (ast.If, ast.Try)) or binds or is_crowded(node):
            yield Leaf(node, branches)
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from leaves_of(getattr(node, name, []), (*branches, Branch(node, name)))
        for handler in getattr(node, "handlers", []):
            yield from leaves_of(handler.body, (*branches, Branch(node, "handlers", handler)))


def is_changed(module: Module, name: str) -> bool:
    """True if a statement may change the value of a name, also through other names of it."""
    names = {name, *module.aliases.get(name, [])}
    return not names.isdisjoint(module.setters) or not names.isdisjoint(module.callers)


def is_crowded(node: ast.If | ast.Try) -> bool:
    """True if a block starts in the line of its keyword, as in `if x: y = 1`."""
    blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    starts = [node.test.end_lineno if isinstance(node, ast.If) else node.lineno]
    starts += [handler.lineno for handler in getattr(node, "handlers", [])]
    blocks += [handler.body for handler in getattr(node, "handlers", [])]
    firsts = {first_line(block[0]) for block in blocks if block}
    lasts = {block[-1].end_lineno for block in blocks if block}
    return bool(firsts & set(starts)) or bool(firsts & lasts - firsts)


def index(leaf: Leaf, module: Module) -> None:
    """Adds a leaf to the names that it binds or changes."""
    node = leaf.node
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        module.aliases.setdefault(node.value.id, []).extend(names)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        add(module.binders, node.name, leaf)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            if alias.name == "*":
                module.stars.append(leaf)
            else:
                add(module.binders, bound_name(node, alias), leaf)
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) and not (
        isinstance(node, ast.AnnAssign) and node.value is None
    ):
        for each in nodes_of(node):
            if isinstance(each, (ast.Import, ast.ImportFrom)):
                for alias in each.names:
                    add(module.binders, bound_name(each, alias), leaf)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                add(module.binders, each.id, leaf)
            elif isinstance(each, (ast.Attribute, ast.Subscript)) and isinstance(each.ctx, (ast.Store, ast.Del)):
                if isinstance(base := base_of(each), ast.Name):
                    add(module.setters, base.id, leaf)


def index_calls(leaf: Leaf, module: Module) -> None:
    """Adds a leaf to the names whose value its calls may change: `a.append(1)`, `fill(a)`."""
    node = leaf.node
    if not isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign, ast.For, ast.While, ast.With)):
        return
    is_assignment = isinstance(node, (ast.Assign, ast.AnnAssign))
    for each in nodes_of(node):
        if not isinstance(each, ast.Call):
            continue
        if isinstance(each.func, ast.Attribute) and isinstance(base := base_of(each.func), ast.Name):
            if not is_assignment or each.func.attr in CHANGING_METHODS:
                add(module.callers, base.id, leaf)
        if not is_assignment:
            for name in map(base_of, [*each.args, *(keyword.value for keyword in each.keywords)]):
                if isinstance(name, ast.Name):
                    add(module.receivers, name.id, leaf)


def add(leaves: Leaves, name: str, leaf: Leaf) -> None:
    known = leaves.setdefault(name, [])
    if leaf not in known:
        known.append(leaf)


def bound_name(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if alias.asname is not None:
        return alias.asname
    return alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name


def base_of(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node


def first_line(node: ast.stmt) -> int:
    """The line of a statement, or of its first decorator."""
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def last_line(node: ast.stmt | ast.expr) -> int:
    """The line in which a node ends, which Python says of all that it has parsed."""
    assert node.end_lineno is not None
    return node.end_lineno

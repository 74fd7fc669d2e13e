"""Reads kernel files without running them and without Triton: their imports, functions and @triton.autotune configs.

stdin: one JSON document {"manifestFolder": …, "sources": [{"file": …, "functions": […]}]}.
stdout: a JSON list with one entry for each source (see src/core/plan/inspect-python.ts).
"""

import ast
import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Iterator, Optional

CONFIG_FIELDS = ("kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg")
DTYPES = {
    *("int1", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float8e5", "float8e5b16", "float8e4nv", "float8e4b8", "float8e4b15"),
    *("float16", "bfloat16", "float32", "float64"),
}


class NotStatic(Exception):
    """The value is known only when the file runs."""


class SourceError(Exception):
    def __init__(self, kind: str, message: str, line: Optional[int] = None):
        super().__init__(message)
        self.kind = kind
        self.line = line


class Files:
    """Reads and parses every file once."""

    def __init__(self):
        self._trees = {}
        self._contents = {}

    def content(self, file: Path) -> bytes:
        if file not in self._contents:
            self._contents[file] = file.read_bytes()
        return self._contents[file]

    def tree(self, file: Path) -> ast.Module:
        if file not in self._trees:
            self._trees[file] = ast.parse(self.content(file))
        return self._trees[file]


def main() -> None:
    request = json.load(sys.stdin)
    folder = Path(request["manifestFolder"]).resolve()
    files = Files()
    json.dump([inspect(source, folder, files) for source in request["sources"]], sys.stdout)


def inspect(source: dict, folder: Path, files: Files) -> dict:
    try:
        return inspect_file(source, folder, files)
    except SourceError as error:
        failure = {"kind": error.kind, "message": str(error), "line": error.line}
        return {"file": source["file"], "error": failure}


def inspect_file(source: dict, folder: Path, files: Files) -> dict:
    file = (folder / source["file"]).resolve()
    if not file.is_relative_to(folder):
        raise SourceError("outside", "the file is outside the manifest's folder")
    if not file.is_file():
        raise SourceError("missing", "no such file")
    root = package_root(file)
    tree = parse(file, files)
    closure = Closure([root, folder], files)
    closure.add(file)
    hashes = {
        Path(os.path.relpath(member, folder)).as_posix(): hashlib.sha256(files.content(member)).hexdigest()
        for member in closure.members
    }
    return {
        "file": source["file"],
        "root": str(root),
        "module": dotted_name(file, root),
        "closure": [{"path": path, "sha256": hashes[path]} for path in sorted(hashes)],
        "external": sorted(closure.external),
        "functions": {name: read_function(tree, name) for name in source["functions"]},
    }


def package_root(file: Path) -> Path:
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def dotted_name(file: Path, root: Path) -> str:
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parse(file: Path, files: Files) -> ast.Module:
    try:
        return files.tree(file)
    except SyntaxError as error:
        kind = "syntax" if is_utf8(files.content(file)) else "encoding"
        raise SourceError(kind, error.msg, error.lineno or None) from error
    except ValueError as error:
        # For null bytes, in some versions of Python.
        raise SourceError("encoding", str(error)) from error


def is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


class Closure:
    """A file and the local modules it imports, directly or indirectly."""

    def __init__(self, roots: list, files: Files):
        self.members = set()
        self.external = set()
        self._roots = roots
        self._files = files

    def add(self, file: Path) -> None:
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
            tree = self._files.tree(file)
        except (SyntaxError, ValueError):
            # This is not the kernel's own file. Python reports the error if the file is ever imported.
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._find(alias.name)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                yield from self._find(node.module)
                for alias in node.names:
                    yield from self._find(f"{node.module}.{alias.name}", optional=True)
            elif isinstance(node, ast.ImportFrom) and node.level <= len(file.parents):
                # Uses folders, since packages without an __init__.py have parents too.
                folder = file.parents[node.level - 1]
                base = [node.module] if node.module else []
                for name in (base, *([*base, alias.name] for alias in node.names)):
                    yield from self._local(folder, ".".join(name))

    def _find(self, name: str, optional: bool = False) -> Iterator[Path]:
        for root in self._roots:
            found = list(self._local(root, name))
            if found:
                yield from found
                return
        top = name.partition(".")[0]
        if not optional and top not in sys.stdlib_module_names and not self._is_local_folder(top):
            self.external.add(top)

    def _is_local_folder(self, name: str) -> bool:
        return any((root / name).is_dir() for root in self._roots)

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
        return package.is_file() and b"__all__" in self._files.content(package)


def read_function(tree: ast.Module, name: str) -> Optional[dict]:
    """Returns None if the function is known only when the file runs."""
    definitions = list(definitions_of(tree.body, name))
    seen = {name}
    while len(definitions) == 1 and isinstance(definitions[0], ast.Assign):
        value = definitions[0].value
        if not isinstance(value, ast.Name) or value.id in seen:
            return None
        seen.add(value.id)
        definitions = list(definitions_of(tree.body, value.id))
    if len(definitions) != 1 or not isinstance(definitions[0], ast.FunctionDef):
        return None
    return describe(definitions[0])


def definitions_of(body: list, name: str) -> Iterator[ast.stmt]:
    """Yields the top-level statements that give `name` a value, including those in if, try and with."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            yield node
        elif isinstance(node, ast.Assign) and any(is_name(target, name) for target in node.targets):
            yield node
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            blocks = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            blocks += [handler.body for handler in getattr(node, "handlers", [])]
            for block in blocks:
                yield from definitions_of(block, name)


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def describe(function: ast.FunctionDef) -> Optional[dict]:
    decorators = {last_name(decorator): decorator for decorator in function.decorator_list}
    if function.args.vararg or decorators.keys() - {"jit", "autotune", "heuristics"} or "jit" not in decorators:
        # Other decorators may change anything.
        return None if decorators else {**outline(function), "jit": False, "autotune": None}
    return {**outline(function), "jit": True, "autotune": read_autotune(decorators.get("autotune"))}


def outline(function: ast.FunctionDef) -> dict:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults))
    parameters = [outline_parameter(argument, defaults.get(argument)) for argument in [*positional, *arguments.kwonlyargs]]
    return {"line": function.lineno, "parameters": parameters}


def outline_parameter(argument: ast.arg, default: Optional[ast.expr]) -> dict:
    parameter = {
        "name": argument.arg,
        "constexpr": is_constexpr(argument.annotation),
        "hasDefault": default is not None,
        "line": argument.lineno,
    }
    if default is not None:
        with contextlib.suppress(NotStatic):
            parameter["default"] = read_constant(default)
    return parameter


def is_constexpr(annotation: Optional[ast.expr]) -> bool:
    """As in Triton: the text of the annotation contains `constexpr`, quoted or not."""
    return annotation is not None and "constexpr" in ast.unparse(annotation)


def last_name(node: ast.expr) -> str:
    """Returns `jit` for `triton.jit`, `jit` and `triton.jit(…)`."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def read_autotune(decorator: Optional[ast.expr]):
    if decorator is None:
        return None
    if not isinstance(decorator, ast.Call):
        return "dynamic"
    configs = next((keyword.value for keyword in decorator.keywords if keyword.arg == "configs"), None)
    if configs is None and decorator.args:
        configs = decorator.args[0]
    try:
        return {"static": [read_config(config) for config in elements(configs)]}
    except NotStatic:
        return "dynamic"


def elements(node: Optional[ast.expr]) -> list:
    if not isinstance(node, (ast.List, ast.Tuple)) or not node.elts:
        raise NotStatic
    return node.elts


def read_config(node: ast.expr) -> dict:
    if not isinstance(node, ast.Call) or last_name(node) != "Config" or len(node.args) > len(CONFIG_FIELDS[:4]):
        raise NotStatic
    fields = dict(zip(CONFIG_FIELDS, node.args))
    fields.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg != "pre_hook"})
    constants = fields.pop("kwargs", None)
    if not isinstance(constants, ast.Dict) or fields.keys() - set(CONFIG_FIELDS):
        raise NotStatic
    # Triton's defaults.
    options = {"num_warps": 4, "num_stages": 3, "num_ctas": 1}
    options.update({name: read_whole(value) for name, value in fields.items()})
    return {
        "constants": {read_key(key): read_constant(value) for key, value in zip(constants.keys, constants.values)},
        "options": {name: value for name, value in options.items() if value is not None},
    }


def read_key(node: Optional[ast.expr]) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise NotStatic
    return node.value


def read_whole(node: ast.expr) -> Optional[int]:
    if not isinstance(node, ast.Constant) or not (node.value is None or type(node.value) is int):
        raise NotStatic
    return node.value


def read_constant(node: ast.expr) -> list:
    """Returns a constant in the form of WireConstant (see src/core/model/constant.ts)."""
    if isinstance(node, ast.Attribute) and node.attr in DTYPES and last_name(node.value) in ("tl", "language"):
        return ["dtype", node.attr]
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise NotStatic from error
    if value is None:
        return ["none", ""]
    if isinstance(value, bool):
        return ["bool", "true" if value else "false"]
    if isinstance(value, (int, float)) and abs(value) != float("inf"):
        return ["int" if isinstance(value, int) else "float", repr(value)]
    if isinstance(value, str):
        return ["string", value]
    raise NotStatic


if __name__ == "__main__":
    main()

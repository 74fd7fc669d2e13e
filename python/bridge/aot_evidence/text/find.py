"""Finds kernels in Python files, without running them and without Triton."""

import ast
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aot_sources.bindings import is_function
from aot_sources.modules import Leaf, Module, Project, SourceError
from aot_sources.names import Function, chain_of, nodes_of
from aot_sources.resolve import Definition
from aot_sources.slices import find_definition
from aot_sources.slicing import Slicer, results_of


@dataclass(frozen=True)
class FoundKernel:
    path: str
    function: str
    line: int
    parameters: list[str]


def kernels_below(path: Path, project: Project) -> list[FoundKernel]:
    """Raises SourceError for a file that cannot be read; in a folder, such files are left out."""
    if path.is_file():
        project.module(path.resolve())
    return [each for file in files_of(path) for each in kernels_of(file, project)]


SKIPPED = {"node_modules", "__pycache__", "site-packages"}


def files_of(path: Path) -> Iterable[Path]:
    """A file, or the Python files below a folder that mention `jit`, which is many times as fast as parsing all, in a fixed order."""
    if path.is_file():
        yield path.resolve()
    for inside, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in SKIPPED)
        for file in (Path(inside, name) for name in sorted(files) if name.endswith(".py")):
            try:
                content = file.read_bytes() if file.is_file() else b""
            except OSError:
                continue
            if b"jit" in content:
                yield file.resolve()


def kernels_of(file: Path, project: Project) -> list[FoundKernel]:
    """The functions with @triton.jit that no other kernel of their file calls."""
    try:
        module = project.module(file)
    except (SourceError, OSError):
        return []
    slicer = Slicer(project, {}, set())
    found = [leaf.node for leaf in module.leaves if is_function(leaf.node) and slicer.is_kernel(module, leaf)]
    called = {
        each.func.id
        for node in found
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }
    return [
        FoundKernel(
            str(file),
            node.name,
            node.lineno,
            [each.arg for each in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]],
        )
        for node in found
        if node.name not in called and returned_line(module, node, slicer) is None
    ]


def returned_line(module: Module, function: Function, slicer: Slicer, seen: tuple[Function, ...] = ()) -> int | None:
    """The line in which a function returns a value: then only other kernels can call it. Of a call, it is the value of
    the function that is called."""
    for each in own_nodes(function):
        if (
            not isinstance(each, ast.Return)
            or each.value is None
            or (isinstance(each.value, ast.Constant) and each.value.value is None)
        ):
            continue
        called = each.value.func if isinstance(each.value, ast.Call) else None
        found = slicer.definition(module, called.id) if isinstance(called, ast.Name) else None
        if found is None or not isinstance(found[1].node, ast.FunctionDef) or found[1].node in seen:
            return each.lineno
        if returned_line(found[0], found[1].node, slicer, (*seen, function)) is not None:
            return each.lineno
    return None


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions in it."""
    pending: list[ast.AST] = list(reversed(function.body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def find_kernel(path: str, function: str, slicer: Slicer) -> Definition:
    """The definition of a kernel. Raises SourceError for a function that is none, or that is known only when the file runs."""
    module = slicer.project.kernel_module(path)
    found = find_definition(module, function, slicer) or chosen_definition(module, function, slicer)
    if found is None or not is_function(found[1].node):
        raise SourceError(
            "function",
            f"`{function}` is known only when the file runs",
            module.file,
            None,
            "Write its entry by hand, with `source_mode: import`.",
        )
    line = returned_line(found[0], found[1].node, slicer)
    if line is not None:
        hint = "Name a kernel that calls it."
        raise SourceError("function", f"`{function}` is not a kernel: it returns a value", found[0].file, line, hint)
    return found


def chosen_definition(module: Module, name: str, slicer: Slicer) -> Definition | None:
    """A kernel that conditions choose, or that a function makes, as in `kernel = make(64)`: the first one in the text."""
    for leaf in module.binders.get(name, []):
        if isinstance(leaf.node, ast.FunctionDef) and slicer.is_kernel(module, leaf):
            return module, leaf
        if isinstance(leaf.node, ast.Assign):
            for value in results_of(leaf.node.value):
                found = made_by(module, value, slicer)
                if found is not None:
                    return found
    return None


def made_by(module: Module, node: ast.expr, slicer: Slicer) -> Definition | None:
    """The kernel that an expression gives: a name of one, a decorator of Triton that is called, or a function that returns
    one of its own."""
    if isinstance(node, ast.Name):
        found = slicer.definition(module, node.id)
        return found if found is not None and slicer.is_kernel(*found) else None
    if not isinstance(node, ast.Call):
        return None
    if len(node.args) == 1 and "triton" in slicer.origin(
        module, chain_of(getattr(node.func, "func", node.func)) or ("",)
    ):
        inner = node.args[0]
        found = function_of(module, inner.id, slicer) if isinstance(inner, ast.Name) else None
        return (
            found
            if found is not None and isinstance(found[1].node, ast.FunctionDef)
            else made_by(module, inner, slicer)
        )
    found = slicer.definition(module, node.func.id) if isinstance(node.func, ast.Name) else None
    if found is None or not isinstance(found[1].node, ast.FunctionDef):
        return None
    kernels = [
        each
        for each in nodes_of(found[1].node)
        if isinstance(each, ast.FunctionDef) and slicer.is_kernel(found[0], Leaf(each, ()))
    ]
    return (found[0], Leaf(kernels[0], ())) if kernels else None


def function_of(module: Module, name: str, slicer: Slicer) -> Definition | None:
    """The definition of a name, also of one that then stands for the kernel that a decorator makes of it, as in
    `kernel = triton.jit(kernel)`."""
    defined = [leaf for leaf in module.binders.get(name, []) if isinstance(leaf.node, ast.FunctionDef)]
    return (module, defined[0]) if len(defined) == 1 else slicer.definition(module, name)

"""Reads a file with kernels, without running it and without Triton."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .calls import call_of, launchers
from .examples import examples

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Kernel:
    """A kernel that host code can launch, with its line, and with that of its first decorator, which is Python's for it.

    `call` launches it, if a function of the file does.
    """

    name: str
    line: int
    first: int
    call: str = ""


@dataclass
class Source:
    """What the text of a file says. `file` is its path as the user gave it, and `problem` says why the file cannot be checked.

    `only` are the kernels that the user has named, if some are; `launched` are those that were, and `ran` is what has run for it.
    """

    file: str
    kernels: list[Kernel] = field(default_factory=list)
    problem: str = ""
    has_launch: bool = False
    is_program: bool = False
    is_module: bool = False
    names: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    only: list[str] = field(default_factory=list)
    launched: set[str] = field(default_factory=set)
    ran: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """Where it is."""
        return os.path.realpath(self.file)


def read_source(file: str) -> Source:
    """Reads a file. A problem of it is part of the result."""
    source = Source(file)
    try:
        with open(file, "rb") as opened:
            tree = ast.parse(opened.read(), file)
    except OSError as error:
        source.problem = f"{file}: {error.strerror}"
        return source
    except SyntaxError as error:
        source.problem = f"{file}{(error.lineno and f':{error.lineno}') or ''}: {error.msg}"
        return source
    except (ValueError, RecursionError) as error:
        source.problem = f"{file}: {error}"
        return source
    kernels = list(_kernels(tree))
    launching = launchers(tree)
    source.kernels = [Kernel(each.name, each.lineno, _first_line(each), call_of(tree, each.name)) for each in kernels]
    source.has_launch = bool(launching)
    source.names = [each.name for each in tree.body if isinstance(each, (*FUNCTIONS, ast.ClassDef))]
    source.is_module = any(isinstance(each, ast.ImportFrom) and each.level for each in ast.walk(tree))
    source.is_program = any(_runs(each, set(source.names)) for each in tree.body)
    source.examples = examples(tree, set(source.names))
    return source


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions with @triton.jit that return nothing and that no other kernel of the file calls."""
    names = {"triton", *_imported(tree)}
    # `kernel = triton.jit(function)`
    made = {
        argument.id
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and _is_jit(each.func, names)
        for argument in each.args
        if isinstance(argument, ast.Name)
    }
    found = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
        and (each.name in made or any(_is_jit(decorator, names) for decorator in each.decorator_list))
    ]
    called = {
        each.func.id
        for kernel in found
        for each in ast.walk(kernel)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }
    for kernel in found:
        returns = any(
            isinstance(each, ast.Return)
            and each.value is not None
            and not (isinstance(each.value, ast.Constant) and each.value.value is None)
            for each in ast.walk(kernel)
        )
        if kernel.name not in called and not returns:
            yield kernel


def _imported(tree: ast.Module) -> Iterator[str]:
    """What the file calls Triton, and what it imports from it."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Import):
            yield from (alias.asname for alias in each.names if alias.name == "triton" and alias.asname)
        elif isinstance(each, ast.ImportFrom) and (each.module or "").partition(".")[0] == "triton":
            yield from (alias.asname or alias.name for alias in each.names)


def _is_jit(decorator: ast.expr, names: Collection[str]) -> bool:
    """Whether a decorator is `triton.jit`, whatever the file calls it, also with options."""
    parts = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator).split(".")
    return parts[-1] == "jit" and parts[0] in names


def _runs(node: ast.stmt, names: set[str]) -> bool:
    """Whether a statement of a file calls functions of the file when the file is run as a program."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return False
    if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
        return True
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in names
        for each in ast.walk(node)
    )

"""Writes the line that launches a kernel: a call of the function that does, with the function's own parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

TENSOR = "torch.randn(64, 1000, device='cuda')"
# What arguments of these types can be.
VALUES = {"int": "64", "float": "1.0", "bool": "True"}
# What host code asks only tensors.
_OF_TENSORS = ("shape", "stride", "device", "dtype", "numel", "size", "is_contiguous", "contiguous", "view", "is_cuda")
_LIKE = ("empty_like", "zeros_like", "ones_like", "full_like")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def launchers(tree: ast.AST) -> list[ast.AST]:
    """The top-level functions and classes of a file with `NAME[grid](…)`."""
    return [each for each in getattr(tree, "body", []) if _is_definition(each) and any(_launched(each))]


def call_of(tree: ast.Module, kernel: str) -> str:
    """A call that launches a kernel; empty if no function of the file does.

    A function for everybody comes before one whose name begins with `_`, which others of the file call.
    """
    defined = {each.name: each for each in tree.body if isinstance(each, (*_FUNCTIONS, ast.ClassDef))}
    names = [name for name, each in defined.items() if kernel in _launched(each)]
    seen = set(names)
    for name in names:  # those that call them follow
        more = [each for each, node in defined.items() if each not in seen and name in _mentioned(node)]
        names += more
        seen.update(more)
    calls = [(name.startswith("_"), _call(defined[name])) for name in names if not _is_test(name)]
    return next((call for _, call in sorted(calls, key=lambda each: each[0]) if call), "")


def _is_definition(node: ast.AST) -> bool:
    return isinstance(node, (*_FUNCTIONS, ast.ClassDef))


def _is_test(name: str) -> bool:
    return name.startswith(("test", "bench")) or name == "main"


def _launched(node: ast.AST) -> Collection[str]:
    """The names by which a definition launches kernels; all that it mentions if it may choose one."""
    is_jit = any("jit" in ast.unparse(each) for each in getattr(node, "decorator_list", []))
    if is_jit:
        return ()
    roots = {
        ast.unparse(each.func.value).rpartition(".")[2]
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Subscript) and _is_grid(each.func.slice)
    }
    return roots | _mentioned(node) if roots else ()


def _is_grid(node: ast.expr) -> bool:
    return not isinstance(node, (ast.Constant, ast.Slice, ast.UnaryOp))


def _mentioned(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _call(node: ast.AST) -> str:
    if isinstance(node, ast.ClassDef):
        forward = next(
            (each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "forward"), None
        )
        if forward is None:
            return ""
        if any(ast.unparse(base).rpartition(".")[2] == "Function" for base in node.bases):
            return f"{node.name}.apply({', '.join(value for _, value in _arguments(forward, skip=1))})"
        init = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
        made = "" if init is None else _written(init, skip=1)
        return f"{node.name}({made}).cuda()({_written(forward, skip=1)})"
    return f"{node.name}({_written(node)})" if isinstance(node, ast.FunctionDef) else ""


def _written(function: ast.FunctionDef, skip: int = 0) -> str:
    return ", ".join(f"{name}={value}" for name, value in _arguments(function, skip))


def _arguments(function: ast.FunctionDef, skip: int = 0) -> Iterator[tuple[str, str]]:
    """The parameters without a default, each with a value that it can have."""
    of = function.args
    names = [*of.posonlyargs, *of.args]
    required = names[: len(names) - len(of.defaults)][skip:]
    required += [each for each, default in zip(of.kwonlyargs, of.kw_defaults) if default is None]
    for each in required:
        yield each.arg, _value(each, function)


def _value(argument: ast.arg, function: ast.FunctionDef) -> str:
    of = "" if argument.annotation is None else ast.unparse(argument.annotation).strip("'\"")
    if "Tensor" in of or (not of and _is_tensor(argument.arg, function)):
        return TENSOR
    return VALUES.get(of, "...")


def _is_tensor(name: str, function: ast.FunctionDef) -> bool:
    """Whether a function asks an argument what only tensors know."""
    for each in ast.walk(function):
        if isinstance(each, ast.Attribute) and each.attr in _OF_TENSORS:
            if isinstance(each.value, ast.Name) and each.value.id == name:
                return True
        elif isinstance(each, ast.Call) and ast.unparse(each.func).rpartition(".")[2] in _LIKE:
            if each.args and isinstance(each.args[0], ast.Name) and each.args[0].id == name:
                return True
    return False

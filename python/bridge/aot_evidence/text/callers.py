"""The function that a person calls to have a kernel launched, from the text of the kernel's file."""

import ast
from collections.abc import Iterator

# Where `torch.autograd.Function` and modules have what callers of them pass.
APPLIED, CALLED = "Function", "forward"


def call_of(tree: ast.Module, kernel: str) -> str | None:
    """A call with the parameters of the function that launches the kernel, such as `run(x, block_size=64)`. None if no function
    of the file does. Functions for everybody come before those whose name begins with `_`."""
    found = [(name, call) for node in tree.body for name, call in _calls(node, kernel)]
    return next((call for name, call in sorted(found, key=lambda each: each[0].startswith("_"))), None)


def _calls(node: ast.stmt, kernel: str) -> Iterator[tuple[str, str]]:
    if not _launches(node, kernel):
        return
    if isinstance(node, ast.FunctionDef):
        yield node.name, f"{node.name}({_parameters(node.args)})"
    elif isinstance(node, ast.ClassDef):
        forward = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == CALLED), None)
        is_applied = any(ast.unparse(base).rpartition(".")[2] == APPLIED for base in node.bases)
        if forward is not None:
            apply = ".apply" if is_applied else "(…)"
            yield node.name, f"{node.name}{apply}({_parameters(forward.args, skip=1)})"


def _launches(node: ast.stmt, kernel: str) -> bool:
    """Whether a statement has `kernel[grid](…)`, also of a module's kernel."""
    subscripts = (
        each.func.value
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Subscript)
    )
    return any(ast.unparse(each).rpartition(".")[2] == kernel for each in subscripts)


def _parameters(of: ast.arguments, skip: int = 0) -> str:
    names = [*of.posonlyargs, *of.args]
    defaults = [None] * (len(names) - len(of.defaults)) + list(of.defaults)
    pairs = [*zip(names, defaults, strict=True), *zip(of.kwonlyargs, of.kw_defaults, strict=True)]
    return ", ".join(
        each.arg if default is None and each not in of.kwonlyargs else f"{each.arg}={_value(default)}"
        for each, default in pairs[skip:]
    )


def _value(default: ast.expr | None) -> str:
    return "…" if default is None else ast.unparse(default)

"""Evaluates the code of `--call` in the module of a file, in a process whose launches are emulated."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import linecache
import os
import signal
import socket
import sys
import traceback
from typing import TYPE_CHECKING, Any

from .caller import end_at_launch, is_inside
from .findings import LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

# What tracebacks call the code.
NAME = "--call"
# Exit codes: the call or its file is wrong, or it did not end.
USAGE, UNKNOWN = 2, 3
# The import of the file and the call may take as many times as long as one launch.
LAUNCHES = 20
TENSORS = "`torch.…` in the code makes its tensors on `cuda`; others need `.cuda()`."


class TooLong(BaseException):
    """The call did not end in time. No `except Exception` of the program catches it."""


def is_code(text: str) -> None:
    """Raises ValueError unless it is Python."""
    try:
        compile(text, NAME, "exec")
    except (SyntaxError, ValueError) as error:
        at = f" at line {error.lineno}, column {error.offset}" if isinstance(error, SyntaxError) else ""
        raise ValueError(f"`{text}` is not Python: {getattr(error, 'msg', error)}{at}") from None


def command_of(codes: Sequence[str], file: str, limit: float) -> list[str]:
    """What starts a process that evaluates the codes."""
    return [sys.executable, "-c", f"from {__name__} import main; main()", file, f"{limit * LAUNCHES:g}", *codes]


def main() -> None:
    """The arguments are the file, the seconds for it and one code, 0 for no limit, and the codes."""
    _, file, seconds, *codes = sys.argv
    sys.argv[:] = [file]
    sys.exit(max(evaluate(each, os.path.abspath(file), float(seconds)) for each in codes))


def evaluate(code: str, file: str, seconds: float) -> int:
    """Returns the exit code. What a launch raised is in the report already."""
    shown = os.path.relpath(file)
    step, else_ = f"importing {shown}", "Any program that imports it ends so."
    try:
        _end_after(seconds)
        names = vars(_module_of(file))
        step, else_ = f"`{code}`", f"It runs in the module of {shown}. {TENSORS}"
        torch = {"torch": importlib.import_module("torch")} if "torch" in code else {}
        exec(compile(_on_cuda(code), NAME, "exec"), {**torch, **names, CUDA: _with_cuda})  # noqa: S102  the user's own code
        return 0
    except TooLong as error:
        _print_traceback(error, code)
        return _problem(
            f"{step} did not end within {seconds:g} s",
            f"Use smaller sizes, or raise `--limit`: a call may take {LAUNCHES} times as long as a launch.",
            UNKNOWN,
        )
    except (Exception, SystemExit) as error:
        if any(isinstance(each, LaunchError) for each in _causes(error)):
            return 0
        _print_traceback(error, code)
        if isinstance(error, SystemExit):
            return _problem(
                f"{step} ended the program with sys.exit({error.code!r})",
                'Put what runs as a program below `if __name__ == "__main__":`.',
            )
        text = f": {error}" if str(error) else ""
        return _problem(f"{step} raised {type(error).__name__}{text}", _remedy(error, shown) or else_)
    finally:
        _end_after(0)


def _remedy(error: BaseException, file: str) -> str:
    for kinds, remedy in (
        (
            ModuleNotFoundError,
            f"Install it for {sys.executable}, or use a Python that has it (of `triton-aot`, with --python).",
        ),
        (NameError, f"The code can use the names of {file}, and `torch`."),
        ((ConnectionError, socket.gaierror), "It needs a network. Call a function with tensors that the code makes."),
    ):
        if any(isinstance(each, kinds) for each in _causes(error)):
            return remedy
    return ""


def _problem(message: str, hint: str, code: int = USAGE) -> int:
    print(f"error: {message}\n    {hint}", file=sys.stderr)
    return code


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _print_traceback(error: BaseException, code: str) -> None:
    """Prints the lines of the program: what is above and below them is Python's, PyTorch's and ours."""
    lines = [f"{line}\n" for line in code.splitlines()]
    linecache.cache[NAME] = (len(code), None, lines, NAME)
    end_at_launch(error)
    first = error.__traceback__
    while first is not None and (is_inside(first.tb_frame) or "importlib" in first.tb_frame.f_code.co_filename):
        first = first.tb_next
    if first is not None:
        traceback.print_exception(type(error), error.with_traceback(first), first, chain=False)


def _end_after(seconds: float) -> None:
    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _module_of(file: str) -> Any:
    """Imports a file under the name that it has in its package, whose folder gets first on the path."""
    folder, base = os.path.split(os.path.splitext(file)[0])
    parts = [] if base == "__init__" else [base]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    sys.path.insert(0, folder)
    if len(parts) > 1:
        importlib.import_module(".".join(parts[:-1]))
    name = ".".join(parts)
    known = sys.modules.get(name)
    if known is not None:
        if getattr(known, "__file__", None) == file:
            return known
        # Another module, such as one of Python's, keeps its name.
        name += "_"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


CUDA = "__on_cuda"


def _on_cuda(code: str) -> ast.Module:
    """Makes `torch.randn(4)` of the code itself make a tensor on cuda. Functions that it calls are as they are."""

    class Calls(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.Call:
            self.generic_visit(node)
            root = node.func
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name) and root.id == "torch":
                node.func = ast.Call(ast.Name(CUDA, ast.Load()), [node.func], [])
            return node

    tree: ast.Module = Calls().visit(ast.parse(code, NAME))
    return ast.fix_missing_locations(tree)


def _with_cuda(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **named: Any) -> Any:
        with sys.modules["torch"].device("cuda"):
            return function(*args, **named)

    return call

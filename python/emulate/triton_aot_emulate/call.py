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
import threading
import time
import traceback
from typing import TYPE_CHECKING, Any

from .caller import end_at_launch, is_inside, is_of_program
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
# Seconds in which a program that is to end says where it was, and in which threads that a call leaves must end.
ENDS = 5


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
    status = max(evaluate(each, os.path.abspath(file), float(seconds)) for each in codes)
    sys.exit(status) if _threads_end(file) else os._exit(status or UNKNOWN)


def evaluate(code: str, file: str, seconds: float) -> int:
    """Returns the exit code. What a launch raised is in the report already."""
    shown = os.path.relpath(file)
    step, names = f"importing {shown}", ""
    try:
        _end_after(seconds)
        scope = vars(_module_of(file))
        step, names = f"`{code}`", f"The code can use the names of {shown}, and `torch`."
        torch = {"torch": importlib.import_module("torch")} if "torch" in code else {}
        exec(compile(_on_cuda(code), NAME, "exec"), {**torch, **scope, CUDA: _with_cuda})  # noqa: S102  the user's own code
        return 0
    except SyntaxError as error:
        return _problem(
            f"{step}: {os.path.relpath(error.filename or shown)}:{error.lineno}: {error.msg}",
            f"Python {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable}) cannot read this line.",
        )
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
        if isinstance(error, SystemExit):
            return _problem(
                f"{step} ended the program with sys.exit({error.code!r}){_place_of(error)}",
                'Put what runs as a program, such as what reads its arguments, below `if __name__ == "__main__":`.',
            )
        _print_traceback(error, code)
        text = f": {error}" if str(error) else ""
        return _problem(f"{step} raised {type(error).__name__}{text}", _remedy(error, names))
    finally:
        _end_after(0)


def _remedy(error: BaseException, names: str) -> str:
    """What to do about an error; empty if nobody but the author of the code can know."""
    for each in _causes(error):
        text = str(each)
        if isinstance(each, ModuleNotFoundError):
            package = (each.name or "").partition(".")[0]
            install = f"`{sys.executable} -m pip install {package}`" if package else "pip"
            return f"Install the package with {install}, or use a Python that has it (of `triton-aot`, with --python)."
        if isinstance(each, NameError) and names:
            return names
        if isinstance(each, (ConnectionError, socket.gaierror)):
            return "It needs a network. Call a function with tensors that the code makes."
        if "CUDA out of memory" in text:
            return "The GPU that is emulated has no memory for it. Use smaller sizes, or another GPU."
        if isinstance(each, MemoryError) or "can't allocate memory" in text:
            return "This machine has no memory for it. Use smaller sizes."
        if "cpu tensor?" in text or "tensors to be on the same device" in text:
            return "`torch.…` in the code makes its tensors on `cuda`; others need `.cuda()`."
    return ""


def _place_of(error: BaseException) -> str:
    """The line of the program that has ended it."""
    for each in reversed(traceback.extract_tb(error.__traceback__)):
        if each.filename != NAME and is_of_program(each.filename):
            return f" at {os.path.relpath(each.filename)}:{each.lineno}"
    return ""


def _threads_end(file: str) -> bool:
    """Waits for the threads of the program. Says so if one does not end."""
    end = time.monotonic() + ENDS
    for each in threading.enumerate():
        if each is not threading.main_thread() and not each.daemon:
            each.join(max(end - time.monotonic(), 0))
            if each.is_alive():
                _problem(f"the call has left a thread running: {each.name}", f"End the threads that {file} starts.")
                sys.stdout.flush()
                return False
    return True


def _problem(message: str, hint: str, code: int = USAGE) -> int:
    print(f"error: {message}", *filter(None, [hint]), sep="\n    ", file=sys.stderr)
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

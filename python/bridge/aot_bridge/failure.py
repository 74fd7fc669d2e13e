"""Describes why a request failed, as data."""

import ast
import difflib
import gc
import pathlib
import re
import traceback
from collections.abc import Callable
from typing import Literal

from aot_wire.messages import Failed, Failure
from triton.compiler.errors import CompilationError
from triton.runtime.jit import JITCallable

MESSAGE_LIMIT = 4000

Reason = Literal[
    "import", "unknown", "function", "parameters", "options", "compile", "run", "bounds", "assumption", "result"
]
# A file and a line, if they are known.
Place = tuple[str | None, int | None]
# Returns whether a file is the user's.
Owned = Callable[[str], bool]


class JobFailure(Exception):
    """A request that failed."""

    def __init__(
        self,
        reason: Reason,
        message: str,
        file: str | None = None,
        line: int | None = None,
        missing_module: str | None = None,
        hint: str | None = None,
        buffer: str | None = None,
    ):
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.file = file
        self.line = line
        self.missing_module = missing_module
        self.hint = hint
        self.buffer = buffer

    def as_answer(self) -> Failed:
        failure: Failure = {"reason": self.reason, "message": shorten(self.message)}
        if self.file is not None:
            failure["file"] = self.file
        if self.line is not None:
            failure["line"] = self.line
        if self.missing_module is not None:
            failure["missingModule"] = self.missing_module
        if self.hint is not None:
            failure["hint"] = self.hint
        if self.buffer is not None:
            failure["buffer"] = self.buffer
        return {"ok": False, "failure": failure}


def import_failure(error: BaseException, owned: Owned) -> JobFailure:
    """Explains an error during the import of a kernel file."""
    file, line = place_in_traceback(error, owned)
    missing = None
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        message = f"{type(error).__name__}: {error.msg}"
        if error.filename is not None and owned(error.filename):
            file, line = error.filename, error.lineno
    elif isinstance(error, SystemExit):
        message = f"the file ended Python while it was imported (SystemExit: {error.code})"
    elif isinstance(error, ModuleNotFoundError) and error.name is not None:
        missing = error.name.partition(".")[0]
    return JobFailure("import", message, file, line, missing)


def compile_failure(error: BaseException, owned: Owned) -> JobFailure:
    """Explains an error of the compiler, with the line in the user's files."""
    if isinstance(error, JobFailure):
        return error
    if isinstance(error, CompilationError):
        return front_end_failure(error, owned)
    message = f"{type(error).__name__}: {error}"
    if type(error).__name__ == "PTXASError":
        message = ptxas_message(str(error))
    return JobFailure("compile", message, *place_in_traceback(error, owned))


def front_end_failure(error: CompilationError, owned: Owned) -> JobFailure:
    """Follows the chain from the kernel into the functions it calls, as deep as the user's own files go."""
    file: str | None = None
    line: int | None = None
    innermost = error
    while True:
        place = place_of(innermost)
        if place is not None and owned(place[0]):
            file, line = place
        if not isinstance(innermost.__cause__, CompilationError):
            break
        innermost = innermost.__cause__
    message = front_end_message(innermost)
    return JobFailure("compile", message, file, line, hint=hint_on_name(message, file))


def hint_on_name(message: str, file: str | None) -> str | None:
    """Says which name of the file one that is not defined was probably meant for, such as another name of `triton.language`."""
    undefined = re.match(r"NameError: (?:name ')?(\w+)'? is not defined", message)
    if undefined is None or file is None:
        return None
    name = undefined[1]
    try:
        tree = ast.parse(pathlib.Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    names: dict[str, int] = {}
    language: str | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            origin = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for each in node.names:
                bound = each.asname or each.name.partition(".")[0]
                names.setdefault(bound, node.lineno)
                if each.asname is not None and f"{origin}{each.name}" == "triton.language":
                    language = bound
        elif isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, node.lineno)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    if name == "tl" and language is not None:
        return (
            f"Line {names[language]} imports triton.language as `{language}`: write `{language}`, or import it as `tl`."
        )
    if name == "tl":
        return "Add `import triton.language as tl` to the file."
    near = difflib.get_close_matches(name, names, 1)
    return f"Did you mean `{near[0]}`, of line {names[near[0]]}?" if near else None


def front_end_message(error: CompilationError) -> str:
    original = error.__cause__ or error.__context__
    # Triton shows Python's own errors as repr() or without their type.
    if original is not None and error.error_message in (repr(original), str(original)):
        return f"{type(original).__name__}: {original}"
    if type(error) is not CompilationError:
        return f"{type(error).__name__}: {error.error_message}" if error.error_message else type(error).__name__
    return error.error_message or str(error)


def place_of(error: CompilationError) -> tuple[str, int] | None:
    """Finds the function by its source text, since the error has only that and the line counted from the `def`."""
    if error.src is None or not hasattr(error.node, "lineno"):
        return None
    for candidate in gc.get_objects():
        if isinstance(candidate, JITCallable) and getattr(candidate, "src", None) is error.src:
            return candidate.fn.__code__.co_filename, def_line(candidate) + error.node.lineno - 1
    return None


def def_line(function: JITCallable) -> int:
    """Returns the line of the `def`, below the decorators."""
    start = function.starting_line_number
    for offset, text in enumerate(function.raw_src):
        if text.lstrip().startswith("def "):
            return start + offset
    return start


def place_in_traceback(error: BaseException, owned: Owned) -> Place:
    """Returns file and line of the deepest frame in the user's files."""
    place: Place = (None, None)
    for frame, line in traceback.walk_tb(error.__traceback__):
        if owned(frame.f_code.co_filename):
            place = (frame.f_code.co_filename, line)
    return place


def ptxas_message(text: str) -> str:
    """Returns the error lines of ptxas without the name of its input, its command line and warnings."""
    lines = [re.sub(r"^ptxas \S+, line", "ptxas: PTX line", line) for line in text.splitlines()]
    errors = [line for line in lines if line.startswith("ptxas") and re.search(r"\b(error|fatal)\b", line)]
    return "\n".join([lines[0], *errors[:20]])


def shorten(message: str) -> str:
    if len(message) <= MESSAGE_LIMIT:
        return message
    half = MESSAGE_LIMIT // 2
    return f"{message[:half]}\n[…]\n{message[-half:]}"

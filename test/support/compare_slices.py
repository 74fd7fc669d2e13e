"""Compares slices with what Triton would compile after really importing the files.

compare_slices.py BRIDGE: compares the programs of slice_forms.py, whose kernel is `f` of k.py. Writes a line for each
to stdout: "same", "refused: MESSAGE (HINT)", "both fail" or "DIFFERENT: …".
"""

import ast
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from types import ModuleType

BRIDGE = sys.argv[1]
sys.path.insert(0, BRIDGE)

import triton
import triton.language as tl
from aot_bridge.failure import JobFailure
from aot_bridge.slice_modules import Slice
from aot_sources.modules import Project, SourceError
from aot_sources.names import body_reads
from aot_sources.slices import slice_kernel
from slice_forms import FORMS


class StandIns:
    def make(self, name, values):
        raise NotImplementedError(name)


def main() -> None:
    signal.signal(signal.SIGALRM, too_long)
    for case in FORMS:
        print(f"{case['what']}: {compare(case)}")


def too_long(*_args):
    raise TimeoutError


def compare(case: dict) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for path, text in case["files"].items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        real = attempt(lambda: imported(folder))
        try:
            sliced = attempt(lambda: taken(folder, case["globals"]))
        except SourceError as error:
            place = f"{os.path.relpath(error.file, folder)}:{error.line}" if error.file else ""
            return f"refused: {place}: {error} ({error.hint})"
        except JobFailure as failure:
            return f"refused: {failure} ({failure.hint})"
    if real == sliced:
        return "same" if real[0] == "value" else "both fail"
    return f"DIFFERENT: {json.dumps(real)} but {json.dumps(sliced)}"


def attempt(give) -> tuple:
    signal.alarm(10)
    try:
        return ("value", give())
    except (SourceError, JobFailure):
        raise
    except Exception as error:
        return ("error", type(error).__name__)
    finally:
        signal.alarm(0)


def imported(folder: Path):
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        return described(vars(__import__("k"))["f"])
    finally:
        sys.path.remove(str(folder))
        sys.path_importer_cache.clear()
        for name in set(sys.modules) - before:
            del sys.modules[name]


def taken(folder: Path, answers: dict):
    source = {"file": "k.py", "function": "f", "globals": answers, "installed": [], "configs": False}
    code = slice_kernel(source, Project(folder))["code"]
    part = Slice(code, StandIns())
    try:
        try:
            module = part.module("k.py")
            part.finish()
            found = described(module.f)
        except BaseException:
            part.check()
            raise
        part.check()
        return found
    finally:
        part.forget()


def described(value, seen=()):
    """What the compiler sees of a value."""
    if isinstance(value, tl.constexpr):
        return ["constexpr", described(value.value)]
    function = getattr(value, "fn", value)
    if id(value) in seen or not hasattr(function, "__globals__"):
        kind = "module" if isinstance(value, ModuleType) else repr(value) if isinstance(value, (int, float, str, list, dict, tuple)) else type(value).__name__
        return [kind]
    tree = ast.parse(value.src if hasattr(value, "src") else "def none(): pass").body[0]
    reads = {read.chain for read in body_reads(tree)}
    names = function.__globals__
    values = {}
    for chain in sorted(reads):
        if chain[0] in names and chain[0] != "tl":
            found = names[chain[0]]
            for part in chain[1:]:
                found = getattr(found, part)
            values[".".join(chain)] = described(found, (*seen, id(value)))
    return [type(value).__name__, ast.unparse(tree), values]


main()

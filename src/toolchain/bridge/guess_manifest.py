"""Finds kernels in Python files and guesses their entries in a manifest, without running them and without Triton.

stdin: one JSON document {"folder": …, "path": …, "function": … or null}: `path` is a file or a folder, `folder` that of
the manifest. stdout: {"kernels": […]}, or for a function {"guess": …} or {"error": …} (see src/plan/init/guesses.ts).
"""

import ast
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aot_sources.guessing.kernel import guess_kernel
from aot_sources.kernels import wire
from aot_sources.modules import Project, SourceError, as_source_errors
from aot_sources.questions import ask
from aot_sources.slices import find_definition, from_wire
from aot_sources.slicing import Slicer

SKIPPED = {"node_modules", "__pycache__", "site-packages"}


def main() -> None:
    request = json.load(sys.stdin)
    folder = Path(request["folder"]).resolve()
    project = Project(folder)
    try:
        with as_source_errors():
            if request["function"] is None:
                answer = {"kernels": [each for file in files_of(Path(request["path"])) for each in kernels_of(file, project)]}
            else:
                answer = {"guess": guess(request["path"], request["function"], project)}
    except SourceError as error:
        answer = error.as_answer(project)
    json.dump(answer, sys.stdout)


def files_of(path: Path):
    if path.is_file():
        yield path.resolve()
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in SKIPPED)
        for name in sorted(files):
            file = Path(folder, name)
            if name.endswith(".py") and file.is_file() and mentions_jit(file):
                yield file.resolve()


def mentions_jit(file: Path) -> bool:
    try:
        return b"jit" in file.read_bytes()
    except OSError:
        return False


def kernels_of(file: Path, project: Project) -> list:
    """The functions with @triton.jit that no other kernel of their file calls."""
    try:
        module = project.module(file)
    except (SourceError, OSError):
        return []
    slicer = Slicer(project, {}, set())
    found = [leaf for leaf in module.leaves if slicer.is_kernel(module, leaf)]
    called = {
        each.func.id
        for leaf in found
        for each in ast.walk(leaf.node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }
    return [
        {
            "path": str(file),
            "function": leaf.node.name,
            "line": leaf.node.lineno,
            "parameters": [each.arg for each in [*leaf.node.args.posonlyargs, *leaf.node.args.args, *leaf.node.args.kwonlyargs]],
        }
        for leaf in found
        if leaf.node.name not in called and returned_line(leaf.node) is None
    ]


def returned_line(function: ast.FunctionDef):
    """The line in which a function returns a value: then only other kernels can call it."""
    lines = [each.lineno for each in ast.walk(function) if isinstance(each, ast.Return) and each.value is not None]
    return next(iter(lines), None)


def guess(path: str, function: str, project: Project) -> dict:
    module = project.kernel_module(path)
    answers, globals_, problem = unknown_values(path, function, project)
    slicer = Slicer(project, answers, set())
    found = find_definition(module, function, slicer)
    if found is None:
        raise SourceError("function", f"`{function}` is known only when the file runs", module.file, None, "Write its entry by hand, with `source_mode: import`.")
    line = returned_line(found[1].node)
    if line is not None:
        hint = "Name a kernel that calls it."
        raise SourceError("function", f"`{function}` is not a kernel: it returns a value", found[0].file, line, hint)
    return {**guess_kernel(*found, slicer), "globals": globals_, "problem": problem}


def unknown_values(path: str, function: str, project: Project) -> tuple:
    """Guesses the values that slicing asks for. Returns them for slicing and for the manifest, and what remains a
    problem."""
    found = []

    def answer(question: dict) -> tuple:
        # A function or an object of Triton has no guess. Any value lets the search go on.
        value = wire(guess_global(question["key"])) if question["constant"] else None
        found.append({"name": question["key"], "value": value, "message": question["message"]})
        return question["key"], value or wire(False)

    wires, error, _sliced = ask(path, function, project, answer)
    answers = {name: from_wire(value) for name, value in wires.items()}
    if error is None:
        return answers, found, None
    place = "" if error.file is None else f"{project.shown(error.file)}:{error.line}: "
    return answers, found, {"message": f"{place}{error}", "hint": error.hint}


def guess_global(name: str):
    last = name.removesuffix("()").rpartition(".")[2]
    if name in ("torch.version.hip", "torch.version.xpu"):
        return None
    if re.search("device_?(type|name)?$|backend$|platform$", last, re.I):
        return "cuda"
    if re.search("nvidia|cuda|tf32_supported|gather_supported", last, re.I) and not re.search("capab|version", last, re.I):
        return True
    if re.search("warps|stages|block|size|num_|_sms?$|count", last, re.I):
        return 4
    return False


if __name__ == "__main__":
    main()

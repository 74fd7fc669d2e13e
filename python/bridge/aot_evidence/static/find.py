"""Finds kernels in Python files and what their text says about them, without running them and without Triton."""

import ast
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aot_sources.bindings import is_function
from aot_sources.modules import Leaf, Module, Project, SourceError
from aot_sources.names import Function, chain_of, nodes_of
from aot_sources.questions import ask
from aot_sources.slices import find_definition
from aot_sources.slicing import Slicer, results_of
from aot_wire.messages import KernelFunction, WireConstant

from ..entry import Entry, Setting, Value
from ..text import KernelText
from .callers import call_of
from .computed import plainly
from .describe import entry_of, oldest_gpu
from .doubts import Doubt
from .evidence import wire_guess
from .functions import own_nodes
from .global_uses import is_plain_value
from .kernel import Found, guess_kernel
from .machine import Machine, guess_global, known_global
from .search import python_files

if TYPE_CHECKING:
    from aot_sources.questions import Question


@dataclass(frozen=True)
class FoundKernel:
    path: str
    function: str
    line: int
    parameters: list[str]


@dataclass(frozen=True)
class Problem:
    message: str
    hint: str


@dataclass(frozen=True)
class Tuned:
    """A value that configs of @triton.autotune set, and whether all of them set the same."""

    name: str
    value: Value | None
    is_fixed: bool


@dataclass(frozen=True)
class Guess:
    """The entry of a kernel, and what planning it takes."""

    entry: Entry
    function: KernelFunction
    # Guesses of what the configs of @triton.autotune set.
    tuned: list[Tuned]
    block_pointers: bool
    # The compute capability of the oldest GPU that can run it, and what needs it.
    oldest_gpu: tuple[int, str] | None
    # What the test takes for granted.
    doubts: list[Doubt]
    # The reason for which the kernel cannot be taken from its file, even with the globals.
    problem: Problem | None
    # A call of the function that launches it, such as `run(x)`.
    call: str | None


def kernels_below(path: Path, project: Project) -> list[FoundKernel]:
    """Raises SourceError for a file that cannot be read; in a folder, such files are left out."""
    if path.is_file():
        project.module(path.resolve())
    return [each for file in files_of(path) for each in kernels_of(file, project)]


def files_of(path: Path) -> Iterable[Path]:
    return [path.resolve()] if path.is_file() else python_files(path, b"jit", most=None)


def kernels_of(file: Path, project: Project) -> list:
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


def returned_line(module: Module, function: Function, slicer: Slicer, seen: tuple = ()) -> int | None:
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
        is_followed = found is not None and isinstance(found[1].node, ast.FunctionDef) and found[1].node not in seen
        if not is_followed or returned_line(*found[:1], found[1].node, slicer, (*seen, function)) is not None:  # type: ignore[call-arg, index]
            return each.lineno
    return None


def guess(path: str, function: str, project: Project) -> Guess:
    answers, globals_, problem = unknown_values(path, function, project)
    found = guess_function(path, function, Slicer(project, answers, set()))
    return Guess(
        entry_of(f"{path}:{function}", found, globals_),
        found.function,
        [Tuned(each.name, each.value, each.name in found.fixed) for each in found.parameters if each.kind == "config"],
        found.block_pointers,
        oldest_gpu(found.parameters, found.assembly, found.named_types),
        found.doubts,
        problem,
        call_of(project.kernel_module(path).tree, function),
    )


# Reading one kernel must not take the time of all. Most take a tenth of a second.
SECONDS_TO_READ = 30


def text_of(path: str, function: str, project: Project) -> KernelText:
    """What the text of a kernel says about its calls. A function that the text does not define says nothing; planning says what
    is wrong with it. A text that takes too long to read says nothing either."""
    try:
        with time_limit(SECONDS_TO_READ):
            # The configs of @triton.autotune are those of the recording.
            answers, _globals, _problem = unknown_values(path, function, project, configs=False)
            found = guess_function(path, function, Slicer(project, answers, set()))
            return KernelText(
                [each.condition for each in found.requirements],
                [plainly(each) for each in found.grid],
                {
                    each.name: [plainly(size) for size in each.shape]
                    for each in found.smoke.buffers
                    if each.shape is not None
                },
            )
    except (SourceError, OSError, RecursionError):
        return KernelText()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in the main thread if the body takes longer."""

    def end(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def guess_function(path: str, function: str, slicer: Slicer) -> Found:
    module = slicer.project.kernel_module(path)
    found = find_definition(module, function, slicer) or chosen_definition(module, function, slicer)
    if found is None:
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
    return guess_kernel(*found, function, slicer)  # type: ignore[call-arg]


def chosen_definition(module: Module, name: str, slicer: Slicer) -> tuple | None:
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


def made_by(module: Module, node: ast.expr, slicer: Slicer) -> tuple | None:
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


def function_of(module: Module, name: str, slicer: Slicer) -> tuple | None:
    """The definition of a name, also of one that then stands for the kernel that a decorator makes of it, as in
    `kernel = triton.jit(kernel)`."""
    defined = [leaf for leaf in module.binders.get(name, []) if isinstance(leaf.node, ast.FunctionDef)]
    return (module, defined[0]) if len(defined) == 1 else slicer.definition(module, name)


def unknown_values(path: str, function: str, project: Project, configs: bool = True) -> tuple:
    """Guesses the values that slicing asks for, with `configs` also those that the configs of @triton.autotune need. Returns them
    for slicing and for the manifest, and what remains a problem."""
    answers, found = {}, []

    def answer(question: "Question") -> "tuple[str, WireConstant] | None":
        name, constant = question["key"], question["constant"]
        if name is None or is_triton_itself(name, project) or (not constant and not question.get("certain")):
            return None
        machine = Machine(Slicer(project, {}, set()))
        modules = modules_with(name, project)
        if constant:
            known = known_global(name, modules, machine)
            if known is None:
                # What it is made of may be a fact of the machine, such as the name of the GPU.
                others = [each for each, _file in question["enough"] if each != name and each not in answers]
                facts = ((each, known_global(each, modules_with(each, project), machine)) for each in others)
                name, known = next(((each, fact) for each, fact in facts if fact is not None), (name, None))
            if known is None and not is_plain_value(name, project.modules()):
                found.append(Setting(name, None, comment=question["message"]))
                return None
            value = known[0] if known is not None else guess_global(name)
        else:
            value = next(filter(None, (machine.object_of(each, name) for each in modules)), None)
        # A function that is not Triton's has no guess. Any value lets the search go on.
        answers[name] = False if value is None and not constant else value
        wire = wire_guess(value) if constant or value is not None else None
        found.append(Setting(name, wire, comment=question["message"]))
        return name, list(wire_guess(answers[name]))

    _wires, error, _sliced = ask(path, function, project, answer, configs, whole=True)
    if error is None:
        return answers, found, None
    line = "" if error.line is None else f":{error.line}"
    place = "" if error.file is None else f"{project.shown(error.file)}{line}: "
    return answers, found, Problem(f"{place}{error}", error.hint)


def modules_with(key: str, project: Project) -> list[Module]:
    """The modules that bind the name of a key of `globals`; of an environment variable, all."""
    name = key.rpartition(":")[2].removesuffix("()")
    return [each for each in project.modules() if key.startswith("os.environ.") or name in each.binders]


def is_triton_itself(name: str | None, project: Project) -> bool:
    """True for Triton or its language, which files may import if they can: nothing else has its place."""
    slicer = Slicer(project, {}, set())
    names = ("triton", "triton.language")
    return any(name in module.binders and slicer.origin(module, (name,)) in names for module in project.modules())

"""Describes a kernel as far as its text says it for certain. A person, or a call of the kernel, must say the rest."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aot_sources.kernels import describe
from aot_sources.modules import Project
from aot_sources.questions import ask
from aot_sources.slicing import Slicer
from aot_wire.messages import KernelFunction, KernelParameter, WireConstant

from ..entry import Autotuned, Entry, Requires, Setting, Value
from .callers import call_of
from .find import find_kernel

if TYPE_CHECKING:
    from aot_sources.questions import Question


@dataclass(frozen=True)
class Problem:
    message: str
    hint: str


@dataclass(frozen=True)
class Described:
    entry: Entry
    # The reason for which the kernel cannot be taken from its file, even with the globals.
    problem: Problem | None
    # A call of the function that launches it, such as `run(x)`.
    call: str | None


def describe_kernel(path: str, name: str, project: Project) -> Described:
    globals_, problem = missing_values(path, name, project)
    slicer = Slicer(project, {each.name: False for each in globals_}, set())
    module, leaf = find_kernel(path, name, slicer)
    entry = entry_of(f"{path}:{name}", describe(module, leaf, slicer), globals_)
    return Described(entry, problem, call_of(project.kernel_module(path).tree, name))


def entry_of(source: str, function: KernelFunction, globals_: list[Setting]) -> Entry:
    """An entry in which what has no value is left to a person."""
    autotune = function["autotune"]
    configs = autotune["static"] if isinstance(autotune, dict) else []
    tuned = {name for config in configs for name in config["constants"]}
    heuristics = {each["parameter"]: each for each in function["heuristics"]}
    # The others need a value in the manifest, which nothing compares with what the heuristic computes.
    translated = {name for name, each in heuristics.items() if "expression" in each}
    places = {name: f"@triton.heuristics (line {each['line']})" for name, each in heuristics.items()}
    untranslated = [name for name in heuristics if name not in translated]

    def constant(parameter: KernelParameter) -> Setting:
        own = parameter["name"]
        if own in heuristics:
            return Setting(own, None, f"{places[own]} computes it")
        if autotune == "dynamic":
            return Setting(own, None, "remove it if the configs of @triton.autotune set it")
        default = parameter.get("default")
        return Setting(own, None) if default is None else Setting(own, value_of(default), "the default")

    fixed = [each for each in function["parameters"] if each["name"] not in tuned | translated]
    arguments = [each for each in fixed if not each["constexpr"] and each["name"] not in heuristics]
    return Entry(
        source=source,
        is_text=True,
        globals=globals_,
        arguments=[Setting(each["name"], ("type", each["type"]) if "type" in each else None) for each in arguments],
        constants=[constant(each) for each in fixed if each not in arguments],
        heuristics=[f"{name} comes from {places[name]}" for name in translated],
        requires=Requires(
            [],
            f"the conditions under which the values above are what {places[untranslated[0]]} computes, such as [n <= 1024]",
        )
        if untranslated
        else None,
        configs=[] if autotune is None else "autotune",
        autotuned=Autotuned(len(configs), []) if configs else None,
        grid=[],
        grid_note="the numbers of blocks in x, y and z, such as [cdiv(n, BLOCK)]",
    )


def value_of(constant: WireConstant) -> Value:
    kind, text = constant
    return (kind, text)


def missing_values(path: str, function: str, project: Project) -> tuple[list[Setting], Problem | None]:
    """The globals that the kernel cannot do without and that are known only when the program runs, and what remains a problem."""
    found: list[Setting] = []

    def answer(question: "Question") -> tuple[str, WireConstant] | None:
        key = question["key"]
        if key is None or is_triton_itself(key, project):
            return None
        note = None if question["constant"] else "an object of Triton that replaces it, such as tl.exp"
        found.append(Setting(key, None, note, question["message"]))
        # Any value lets the search go on.
        return key, ["bool", "false"]

    _values, error, _sliced = ask(path, function, project, answer, configs=False)
    if error is None:
        return found, None
    line = "" if error.line is None else f":{error.line}"
    place = "" if error.file is None else f"{project.shown(error.file)}{line}: "
    return found, Problem(f"{place}{error}", error.hint)


def is_triton_itself(name: str, project: Project) -> bool:
    """True for Triton or its language, which files may import if they can: nothing else has its place."""
    slicer = Slicer(project, {}, set())
    names = ("triton", "triton.language")
    return any(name in module.binders and slicer.origin(module, (name,)) in names for module in project.modules())

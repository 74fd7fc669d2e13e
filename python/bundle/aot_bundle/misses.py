"""Says why a kernel is not in the bundle, and writes it down so that it can be added."""

import functools
import os
import sys
from typing import Any

from .compiles import describe_compile, environment, function_changes
from .journal import Journal


def compile_of(frame: Any = None) -> Any:
    """Describes the compile that asks for a kernel. Looks at the variables of Triton's `compile`, since a manager gets
    only the digest of the key."""
    frame = frame or sys._getframe()
    while frame is not None:
        names = frame.f_locals
        if frame.f_code.co_name == "compile" and {"src", "target", "options"} <= set(names):
            return describe_compile(names["src"], names["target"], vars(names["options"]))
        frame = frame.f_back
    raise LookupError("the compile was not found")


@functools.cache
def journal_of(_process: int) -> Journal:
    """The file of a process, as the recorder writes it."""
    import triton

    journal = Journal(os.environ.get("TRITON_AOT_RECORD") or "triton-aot-misses")
    journal.write_process()
    journal.write("triton", version=triton.__version__)
    journal.write("environment", **environment())
    return journal


def report() -> None:
    """Writes down a missing kernel."""
    journal_of(os.getpid()).write("compile", **compile_of())


def explain(folder: str, bundle: dict) -> str:
    wanted = compile_of()
    name = f"{wanted['module']}:{wanted['function']}"
    head = f"{name} is not in the bundle {folder} for this call"
    different = [*different_environment(bundle), *different_kernel(wanted, bundle["entries"])]
    return "\n  ".join([f"{head}:", *different])


def different_environment(bundle: dict) -> list:
    """Returns what differs for all kernels."""
    here, there = environment(), bundle["environment"]
    found = []
    if here["triton"] != there["triton"]:
        found.append(
            f"this Triton is another one than that of the bundle ({there['version']}, Python {there['python']}): use the same wheel"
        )
    for variable in sorted({*here["variables"], *there["variables"]}):
        own, other = here["variables"].get(variable), there["variables"].get(variable)
        if own != other:
            found.append(f"{variable} is {shown(own)}; it was {shown(other)}")
    return found


def shown(value: Any) -> str:
    return "not set" if value is None else f"`{value}`"


def different_kernel(wanted: dict, entries: list) -> list:
    """Returns how the nearest entry differs."""
    own = [each for each in entries if (each["module"], each["function"]) == (wanted["module"], wanted["function"])]
    if not own:
        return ["it was not recorded"]
    return min((differences(wanted, each) for each in own), key=len)


def differences(wanted: dict, entry: dict) -> list:
    found = function_changes(wanted, entry)
    others = arguments(entry)
    for name, value in arguments(wanted).items():
        if value != others.get(name):
            found.append(f"`{name}` is {value}; the nearest entry has {others.get(name)}")
    if wanted["options"] != entry["options"]:
        found.append(f"the options are {wanted['options']}; the nearest entry has {entry['options']}")
    if wanted["target"][:2] != entry["target"][:2]:
        found.append(f"the GPU is {target_name(wanted)}; the nearest entry is for {target_name(entry)}")
    return found


def target_name(compile_: dict) -> str:
    backend, arch, _ = compile_["target"]
    return f"sm_{arch}" if backend == "cuda" else str(arch)


def arguments(compile_: dict) -> dict:
    """Returns each argument's type with its attributes, or its constant."""
    constants = {path[0]: value for path, value in compile_["constants"]}
    attributes = {path[0]: value for path, value in compile_["attributes"]}
    return {
        name: f"the constant {constants[index]!r}" if index in constants else text_of(type_, attributes.get(index))
        for index, (name, type_) in enumerate(compile_["signature"].items())
    }


def text_of(type_: Any, attributes: Any) -> str:
    values = dict(attributes or [])
    divisor = f", divisible by {values['tt.divisibility']}" if "tt.divisibility" in values else ""
    return f"{type_}{divisor}{', below 2 GB' if 'tt.pointer_range' in values else ''}"

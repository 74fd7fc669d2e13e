"""Slices as data: what the compiler runs for a kernel, and what is wrong with it."""

from __future__ import annotations

import ast
import difflib
import hashlib
import os
from typing import TYPE_CHECKING

from .bindings import is_function
from .constants import named_from_wire
from .kernels import autotune_of, configs_of, decorators_of, describe, made_by_calls, pruning_of, read_autotune
from .modules import Module, Project, SourceError
from .names import Read, chain_of, nodes_of, reads
from .parts import Local, Part, Unknown
from .slicing import Slicer, results_of
from .text import canonical, import_name, slice_text

if TYPE_CHECKING:
    from aot_wire.messages import (
        KernelFunction,
        ReadSource,
        Slice,
        SliceAnswer,
        SliceModule,
        SourceNote,
        SourceRequest,
        UnknownValue,
        UnusedGlobal,
    )

    from .resolve import Definition
    from .slicing import Note

    class Explained(UnknownValue):
        # The key of `globals` that can have the value.
        key: str | None
        # True if a constant can be the value.
        constant: bool
        # See `enough`.
        enough: list[tuple[str, str]]


def slice_kernel(source: SourceRequest, project: Project) -> ReadSource:
    """Returns the function's description, its slice, and notes."""
    module = project.kernel_module(source["file"])
    name = source["function"]
    answers = {key: named_from_wire(wire) for key, wire in source["globals"].items()}
    slicer = Slicer(project, answers, set(source["installed"]))
    found = find_definition(module, name, slicer)
    slicer.kernel_module, slicer.kernel_name = module, name
    slicer.kernel = None if found is None else found[1]
    slicer.need(module, Read((name,), 0, True))
    slicer.follow_changes(module)
    function = None
    tuner = None
    if found is not None:
        place, leaf = found
        function = describe(place, leaf, slicer)
        assert is_function(leaf.node)
        tuner = autotune_of(decorators_of(place, leaf.node, slicer)) if source["configs"] else None
    unknowns = slicer.unknowns()
    check(unknowns, slicer)
    result: ReadSource = {
        "function": function,
        "code": code_of(slicer, module, unknowns),
        "notes": [note(*each, project) for each in slicer.notes],
    }
    used = set(slicer.used_answers)
    if tuner is not None:
        pruning = pruning_of(tuner, place, slicer)
        early = pruning.pop("early_config_prune", None)
        ignored = [(", ".join(pruning), "`tune` measures every config")] if pruning else []
        if early is not None:
            try:
                result["prune"], more = slice_configs(tuner, place, slicer, source, early)
                used |= more
            except SourceError as error:
                ignored.append(("early_config_prune", str(error)))
        for what, why in ignored:
            result["notes"].append(note(place, tuner.lineno, f"ignoring {what} of {name}: {why}", project))
        if read_autotune(tuner, place, slicer) == "dynamic":
            result["configs"], more = slice_configs(tuner, place, slicer, source)
            used |= more
    result["unused"] = [unused(key, slicer) for key in source["globals"] if key not in used]
    return result


def find_function(module: Module, name: str, project: Project) -> tuple[KernelFunction | None, list[Note]]:
    """Describes a function of a file that is imported; None if it can only be described then."""
    slicer = Slicer(project, {}, set())
    slicer.kernel_module = module
    found = slicer.definition(module, name)
    if found is None or not isinstance(found[1].node, ast.FunctionDef):
        return None, []
    function = found[1].node
    kinds = [slicer.decorator_kind(found[0], each) for each in function.decorator_list]
    if function.args.vararg or "other" in kinds or "jit" in kinds or "kernel" not in kinds:
        # Other decorators may change anything.
        return None, []
    return describe(found[0], found[1], slicer), slicer.notes


def find_definition(module: Module, name: str, slicer: Slicer) -> Definition | None:
    """Returns the statement that defines a kernel; None if the kernel is known only when the file runs."""
    if name not in module.binders and not slicer.binds(module, name):
        check_inner(module, name)
        kernels = [
            leaf.node.name for leaf in module.leaves if is_function(leaf.node) and slicer.is_kernel(module, leaf)
        ]
        near = difflib.get_close_matches(name, kernels, 1)
        hint = f"Its kernels are {', '.join(kernels)}." if kernels else "It has no function with @triton.jit."
        guess = f"; did you mean `{near[0]}`?" if near else ""
        raise SourceError("function", f"the file has no function `{name}`{guess}", module.file, None, hint)
    made = made_by_calls(module, name, slicer)
    if made is not None:
        return module, made[0]
    found = slicer.definition(module, name)
    if found is None:
        return None
    place, leaf = found
    node = leaf.node
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and len(node.value.args) == 1:
        # kernel = triton.jit(function)
        inner = slicer.definition(place, node.value.args[0].id) if isinstance(node.value.args[0], ast.Name) else None
        if inner is not None and slicer.origin(place, chain_of(node.value.func) or ("",)) == "triton.jit":
            return inner if isinstance(inner[1].node, ast.FunctionDef) else None
        return None
    if isinstance(node, ast.ClassDef):
        raise SourceError(
            "function", f"`{name}` is a class", place.file, node.lineno, "Name a function with @triton.jit."
        )
    if not isinstance(node, ast.FunctionDef):
        return None
    if not slicer.is_kernel(place, leaf):
        hint = "Decorate it with @triton.jit."
        raise SourceError("function", f"`{name}` is not a kernel: it has no @triton.jit", place.file, node.lineno, hint)
    return None if node.args.vararg else found


def check_inner(module: Module, name: str) -> None:
    """Says what to do with a function that a class or another function defines."""
    *outer, last = name.split(".")
    for leaf in module.leaves:
        place = leaf.node
        if not isinstance(place, (ast.FunctionDef, ast.ClassDef)) or outer not in ([], [place.name]):
            continue
        for each in nodes_of(place):
            if isinstance(each, ast.FunctionDef) and each.name == last and each is not place:
                kind, value = (
                    ("class", f"{place.name}.{last}")
                    if isinstance(place, ast.ClassDef)
                    else ("function", f"{place.name}(…)")
                )
                hint = f"Write `{last} = {value}` at the end of the file, and name `{last}` in `source`."
                raise SourceError(
                    "function", f"`{last}` is defined inside the {kind} `{place.name}`", module.file, each.lineno, hint
                )


def slice_configs(
    tuner: ast.expr, module: Module, kernel: Slicer, source: SourceRequest, prune: ast.expr | None = None
) -> tuple[Slice, set[str]]:
    """Returns the slice that computes the configs of @triton.autotune, and the function that prunes them."""
    slicer = Slicer(kernel.project, kernel.answers, set(source["installed"]))
    expression = configs_of(tuner)
    if expression is None:
        message = f"the configs of `{source['function']}` are known only when the program runs"
        raise SourceError("unknown", message, module.file, tuner.lineno, "List the configs in the manifest.")
    assert kernel.kernel_module is not None
    slicer.kernel_module, slicer.kernel_name = kernel.kernel_module, kernel.kernel_name
    # The decorator is evaluated where it stands: later definitions of the same names do not count.
    slicer.before[module] = tuner.lineno
    for read in reads([each for each in (expression, prune) if each is not None]):
        slicer.need(module, read)
    slicer.part(module)
    slicer.follow_changes(slicer.kernel_module)
    unknowns = slicer.unknowns()
    try:
        check(unknowns, slicer)
    except SourceError as error:
        error.hint += " Or list the configs in the manifest."
        raise
    code = code_of(slicer, module, unknowns)
    code["expression"] = f"(\n{module.text_of(expression)}\n)"
    if prune is not None:
        code["prune"] = f"(\n{module.text_of(prune)}\n)"
    return code, slicer.used_answers


def code_of(slicer: Slicer, module: Module, unknowns: list[Unknown]) -> Slice:
    wanted = {module, *imported_modules(slicer), *(each for each, part in slicer.parts.items() if has_content(part))}
    return {
        "kind": "slice",
        "entry": slicer.project.path(module),
        "module": module.name,
        "modules": [module_data(each, slicer, unknowns) for each in sorted(wanted, key=slicer.project.path)],
        # With what `questions.ask` needs, which is more than the schema has.
        "unknown": [explain(each, slicer) for each in unknowns],
    }


def imported_modules(slicer: Slicer) -> set[Module]:
    """The modules that import statements of the slice name. A module without content, such as an empty `__init__.py`,
    is one of them if it is used as a value."""
    sources = (
        source for part in slicer.parts.values() for names in part.imported.values() for source in names.values()
    )
    return {source.module for source in sources if isinstance(source, Local)}


def has_content(part: Part) -> bool:
    return bool(part.leaves or part.answers or part.unknown or part.changed)


def module_data(module: Module, slicer: Slicer, unknowns: list[Unknown]) -> SliceModule:
    part = slicer.part(module)
    text = slice_text(module, slicer, unknowns)
    answers = {name: answer_data(module, name, *value) for name, value in sorted(part.answers.items())}
    missing = {name: unknowns.index(unknown) for (leaf, name), unknown in part.unknown.items() if leaf is None}
    content = [module.name, canonical(text), sorted(answers.items())]
    return {
        "path": slicer.project.path(module),
        # Of a package, the place beside the manifest that messages name: slices run from their text.
        "file": os.path.normpath(slicer.project.folder / slicer.project.path(module)),
        "name": module.name,
        "package": module.is_package,
        "importName": import_name(slicer.project.path(module)),
        "text": text,
        "answers": answers,
        "unknown": missing,
        "sha256": hashlib.sha256(repr(content).encode()).hexdigest(),
        "fileSha256": module.sha256,
    }


def answer_data(module: Module, name: str, value: object, call: str) -> SliceAnswer:
    return {"value": value, "called": call == "()", "constexpr": is_constexpr(module, name)}


def is_constexpr(module: Module, name: str) -> bool:
    """True if a name is a `tl.constexpr`, so that kernels can read it."""
    for leaf in module.binders[name]:
        node = leaf.node
        if isinstance(node, ast.Assign):
            calls = [each for each in results_of(node.value) if isinstance(each, ast.Call)]
            if any("constexpr" in ast.unparse(each.func) for each in calls):
                return True
    return False


def check(unknowns: list[Unknown], slicer: Slicer) -> None:
    """Refuses a slice that cannot be compiled without a value that is unknown."""
    for unknown in unknowns:
        if unknown.certain:
            known = explain(unknown, slicer)
            place = unknown.module if unknown.changer is None else unknown.changer[0]
            error = SourceError("unknown", known["message"], place.file, unknown.line or None, known["hint"])
            error.key, error.constant, error.enough = known["key"], known["constant"], known["enough"]
            raise error


def explain(unknown: Unknown, slicer: Slicer) -> Explained:
    """Returns a message that says what is unknown and where it comes from, and a hint that says what to do."""
    if unknown.reason.startswith("no file") or "does not define" in unknown.reason:
        where = "beside the kernel's package and in the manifest's folder"
        hint = f"Modules are looked for {where}. Name installed packages in `requirements:`."
        return {
            "message": f"`{unknown.name}` cannot be found: {unknown.reason}",
            "hint": hint,
            "key": None,
            "constant": True,
            "enough": [],
        }
    simple = [via for via in unknown.path if via.simple]
    if unknown.changer is not None:
        place = slicer.project.path(unknown.changer[0])
        message = f"`{unknown.name}` is known only when the program runs: {place}:{unknown.line} changes it in a way that a slice cannot follow"
        key = simple[-1].name if simple else None
        what = "its value" if key == unknown.name else f"the value of `{key}`"
        answer = "Write" if key is None else f"Give {what} in the manifest: `globals: {{ {quoted(key)}: … }}`, or write"
        return {
            "message": message,
            "hint": f"{answer} `source_mode: import`.",
            "key": key,
            "constant": True,
            "enough": enough(unknown),
        }
    if unknown.remedy:
        return {
            "message": f"`{unknown.name}` is known only when the program runs: {unknown.reason}",
            "hint": unknown.remedy,
            "key": None,
            "constant": False,
            "enough": [],
        }
    can_answer = not unknown.text.endswith(("(…)", "')"))
    calls = [via.name for via in unknown.path if via.name.endswith("()")]
    values = [via for via in unknown.path if via.name not in calls]
    value = simple[-1] if simple else None if can_answer or not values else values[-1]
    key = unknown.text if value is None else value.name
    setter = "" if value is None else f"{slicer.project.path(value.module)}:{value.leaf.line} sets it, and "
    ways = []
    is_key = value is not None or can_answer
    constant = value is None or value.simple
    if is_key:
        example = "…" if constant else "tl.NAME"
        ways.append(f"give its value in the manifest: `globals: {{ {quoted(key)}: {example} }}`")
    if value is not None and can_answer and unknown.text != unknown.name:
        ways.append(f"give that of `{unknown.text}`")
    ways += [f"give that of `{call}`" for call in dict.fromkeys(calls) if call != key]
    if unknown.package:
        has_kernels = not can_answer and unknown.package != "torch"
        where = "`requirements:`" + (", or in `packages:` if it has kernels" if has_kernels else "")
        ways.append(f"name the package of `{unknown.package}` in {where}")
    hint = ", or ".join(ways) or "write `source_mode: import`"
    message = f"`{key}` is known only when the program runs: {setter}{unknown.reason}"
    hint = f"{hint[0].upper()}{hint[1:]}."
    return {
        "message": message,
        "hint": hint,
        "key": key if is_key else None,
        "constant": constant,
        "enough": enough(unknown),
    }


def enough(unknown: Unknown) -> list[tuple[str, str]]:
    """The keys of `globals` of which one is enough, each with the file in which its name stands: values that are set on
    the way, what is read in the end, and functions that are called without arguments."""
    vias = [(via.name, str(via.module.file), via.simple) for via in reversed(unknown.path)]
    simple = [(name, file) for name, file, is_simple in vias if is_simple]
    calls = [(name, file) for name, file, _ in vias if name.endswith("()")]
    values = [(name, file) for name, file, is_simple in vias if not is_simple and not name.endswith("()")]
    if unknown.changer is not None:
        return simple
    read = [] if unknown.text.endswith(("(…)", "')")) else [(unknown.text, str(unknown.module.file))]
    return [*simple, *read, *calls, *values]


def quoted(key: str) -> str:
    return key if key.replace("_", "a").replace(".", "a").isalnum() else f'"{key}"'


def unused(key: str, slicer: Slicer) -> UnusedGlobal:
    near = difflib.get_close_matches(key, sorted(slicer.names), 1)
    return {"name": key, "near": near[0] if near else None}


def note(module: Module, line: int, message: str, project: Project) -> SourceNote:
    return {"file": project.path(module), "line": line, "message": message}

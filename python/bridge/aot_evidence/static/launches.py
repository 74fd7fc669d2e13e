"""Finds the launches of a kernel, `kernel[grid](…)`, and what they pass for each parameter."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from aot_sources.modules import Module, Project, SourceError
from aot_sources.names import chain_of, nodes_of

from .functions import own_nodes, parameters_of
from .host import Host
from .lookup import Scope
from .passed import arguments_of
from .program import Program
from .search import folders_around, python_files

MOST_LAUNCHES = 6


@dataclass(eq=False)
class Site:
    """One launch: its place, the grid's expression, and what it passes by the name of the parameter."""

    module: Module
    line: int
    scope: Scope
    grid: ast.expr | None
    passed: dict = field(default_factory=dict)
    # The options of the launch, such as num_warps.
    options: dict = field(default_factory=dict)


def find_launches(module: Module, names: set, parameters: dict, program: Program, project: Project) -> list:
    """The launches in the kernel's file; if it has none, those in the files around it that mention its name, nearest
    first. `names` are those of the kernel, `parameters` says by name whether a
    parameter is a constexpr."""
    found = list(launches_in(module, names, parameters, program))
    if not found:
        for folder in folders_around(module, project):
            for file in python_files(folder, *(each.encode() for each in sorted(names))):
                if file != module.file and len(found) < MOST_LAUNCHES:
                    try:
                        other = project.module(file)
                    except SourceError:
                        continue
                    if all(is_import(other, name, module, program) for name in names):
                        found += launches_in(other, names, parameters, program)
            if found:
                break
    return sorted(found, key=lambda each: is_test(each.module.file))[:MOST_LAUNCHES]


def is_import(other: Module, name: str, module: Module, program: Program) -> bool:
    """False if a name in another file is that of another kernel."""
    found = program.slicer.definition(other, name)
    if found is not None:
        return found[0] is module
    # The name of a kernel may be bound again where it is defined, as in `kernel = triton.autotune(…)(kernel)`.
    leaves = [each for each in other.binders.get(name, []) if isinstance(each.node, ast.ImportFrom)]
    return name not in other.binders or any(
        program.slicer.source(other, each, name)[0] == module.file for each in leaves
    )


def is_test(file: Path) -> bool:
    return re.search(r"(^|_)(tests?|bench\w*)(_|$|\.)", file.name) is not None


def launches_in(module: Module, names: set, parameters: dict, program: Program) -> Iterator[Site]:
    names = names_of(module, names)
    for node, scope in program.calls(module):
        for call, place in launches_by(node, scope, names, program):
            called = call.func
            grid = None
            if isinstance(called, ast.Subscript):
                grid = called.slice
            else:
                grid = next((word.value for word in call.keywords if word.arg == "grid"), None)
            yield Site(place.module, call.lineno, place, grid, *arguments_of(call, place, parameters, program))


def launches_by(node: ast.Call, scope: Scope, names: set, program: Program) -> Iterator[tuple[ast.Call, Scope]]:
    """The launches that a call makes: `kernel[grid](…)` itself, what a variable holds of one (`kernel[grid]`, or a `partial` of
    it), or those of a function that gets the kernel."""
    if is_launch(node.func, names):
        yield node, scope
    elif isinstance(node.func, ast.Name) and scope.function is not None:
        held = program.reaching(scope.function, node.func.id, node.lineno)
        value = held[-1].node if held and held[-1].how == "value" and not held[-1].path else None
        if value is not None and is_launch(value, names):
            yield ast.copy_location(ast.Call(value, node.args, node.keywords), node), scope
        elif isinstance(value, ast.Call) and chain_of(value.func)[-1:] == ("partial",) and value.args:
            if is_launch(value.args[0], names):
                parts = [*value.args[1:], *node.args], [*value.keywords, *node.keywords]
                yield ast.copy_location(ast.Call(value.args[0], *parts), node), scope
        elif any(is_kernel(each, names) for each in [*node.args, *(word.value for word in node.keywords)]):
            yield from launches_through(node, scope, names, program)


def is_launch(node: ast.expr, names: set) -> bool:
    if isinstance(node, ast.Subscript):
        return is_kernel(node.value, names)
    return isinstance(node, ast.Attribute) and node.attr == "run" and is_kernel(node.value, names)


def launches_through(node: ast.Call, scope: Scope, names: set, program: Program) -> Iterator[tuple[ast.Call, Scope]]:
    """The launches in a function of the project that is called with the kernel, with the values of its other parameters."""
    found = program.slicer.definition(scope.module, node.func.id)  # type: ignore[attr-defined]
    function = found[1].node if found is not None else None
    if not isinstance(function, ast.FunctionDef):
        return
    words = [each.arg for each in parameters_of(function)]
    passed = dict(zip(words, node.args))
    passed.update({each.arg: each.value for each in node.keywords if each.arg in words})
    rest = {each.arg: each.value for each in node.keywords if each.arg is not None and each.arg not in words}
    given = {name: program.value(each, scope, node.lineno) for name, each in passed.items()}
    if function.args.kwarg is not None:
        items = {name: program.value(each, scope, node.lineno) for name, each in rest.items()}
        given[function.args.kwarg.arg] = Host("dict", value=items)
    inner = Scope(found[0], (function,), None, {name: each for name, each in given.items() if each.kind})  # type: ignore[index]
    inner.written = {name: (each, scope, node.lineno) for name, each in passed.items()}
    kernels = {name for name, each in passed.items() if is_kernel(each, names)}
    for each in own_nodes(function):
        if isinstance(each, ast.Call) and is_launch(each.func, kernels):
            yield each, inner


def names_of(module: Module, names: set) -> set:
    """The names that stand for a kernel in a file, also those of variables that hold it."""
    names = set(names)
    for _turn in range(2):
        for node in nodes_of(module.tree):
            if isinstance(node, ast.ImportFrom):
                names |= {each.asname for each in node.names if each.name in names and each.asname}
            if isinstance(node, ast.Assign) and is_kernel(node.value, names):
                for target in node.targets:
                    chain = chain_of(target)
                    names |= {chain[-1]} if chain else set()
    return names


def is_kernel(node: ast.expr, names: set) -> bool:
    if isinstance(node, ast.IfExp):
        return is_kernel(node.body, names) or is_kernel(node.orelse, names)
    if isinstance(node, ast.Call):
        # A decorator that is called, as in `triton.autotune(configs)(kernel)`.
        return len(node.args) == 1 and not node.keywords and is_kernel(node.args[0], names)
    chain = chain_of(node)
    return bool(chain) and chain[-1] in names

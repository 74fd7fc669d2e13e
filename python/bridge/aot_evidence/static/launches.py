"""Finds the launches of a kernel, `kernel[grid](…)`, and what they pass for each parameter."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from aot_sources.modules import Module, Project, SourceError
from aot_sources.names import chain_of, nodes_of

from .host import UNKNOWN, Host
from .lookup import Scope
from .program import Program
from .search import folders_around, python_files
from .values import looks_like_pointer

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
    return (found is None and name not in other.binders) or (found is not None and found[0] is module)


def is_test(file: Path) -> bool:
    return re.search(r"(^|_)(tests?|bench\w*)(_|$|\.)", file.name) is not None


def launches_in(module: Module, names: set, parameters: dict, program: Program) -> Iterator[Site]:
    names = names_of(module, names)
    for node, scope in program.calls(module):
        called = node.func
        grid = None
        if isinstance(called, ast.Subscript) and is_kernel(called.value, names):
            grid = called.slice
        elif isinstance(called, ast.Attribute) and called.attr == "run" and is_kernel(called.value, names):
            grid = next((word.value for word in node.keywords if word.arg == "grid"), None)
        else:
            continue
        site = Site(module, node.lineno, scope, grid)
        pass_arguments(site, node, parameters, program)
        yield site


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


def pass_arguments(site: Site, node: ast.Call, parameters: dict, program: Program) -> None:
    keywords = {each.arg: each.value for each in node.keywords if each.arg is not None}
    scope, line = site.scope, node.lineno
    given = {}
    for each in node.keywords:
        if each.arg is None:
            given.update(items_of(each.value, scope, program))
    given.update(keywords)
    positional = [each for each in parameters if each not in given]
    for name, host in zip(positional, positions(node, positional, parameters, program, scope, line)):
        site.passed[name] = host
    for name, value in given.items():
        host = program.value(value, scope, line)
        (site.passed if name in parameters else site.options)[name] = host


def positions(node: ast.Call, names: list, parameters: dict, program: Program, scope: Scope, line: int) -> list:
    """What the positional arguments are for the parameters `names`. One with a star stands for as many as its tensor has axes:
    as another one with a star says, or the next tensor, which is for the next pointer. Else as many as the first tensor with
    a star, or an equal part of what is left."""
    stars = sum(isinstance(each, ast.Starred) for each in node.args)
    plain = [each for each in names if not parameters[each]]
    hosts: list = []
    axes: dict = {}
    for place, each in enumerate(node.args):
        if not isinstance(each, ast.Starred):
            hosts.append(program.value(each, scope, line))
            continue
        value = program.value(each.value, scope, line)
        if value.items:
            hosts += value.items
            continue
        tensor = str(value.value).rpartition(".")[0]
        left = max(0, len(plain) - (len(node.args) - stars)) // stars
        after = node.args[place + 1] if place + 1 < len(node.args) else None
        if (
            after is not None
            and not isinstance(after, ast.Starred)
            and program.value(after, scope, line).kind == "tensor"
        ):
            left = next(
                (at - len(hosts) for at in range(len(hosts), len(names)) if looks_like_pointer(names[at])), left
            )
            axes.setdefault(tensor, left)
        left = axes.get(tensor, next(iter(axes.values()), left))
        hosts += [
            Host("int", size=("name", f"{value.value}[{at}]")) if value.dtype == "int" else UNKNOWN
            for at in range(left)
        ]
    return hosts


def items_of(node: ast.expr, scope: Scope, program: Program) -> dict:
    """The keywords of a dict that is written out, or of a variable with one."""
    if isinstance(node, ast.Name) and scope.function is not None:
        bound = [each for each in program.bound(scope.function, node.id) if each.how == "value" and not each.path]
        node = bound[0].node if bound else node
    if isinstance(node, ast.Dict):
        return {key.value: value for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)}
    if isinstance(node, ast.Call) and chain_of(node.func) == ("dict",):
        return {each.arg: each.value for each in node.keywords if each.arg is not None}
    return {}


META = Host("meta")


def grid_of(site: Site, program: Program) -> list | None:
    """What the axes of the grid are; None if the text does not say it."""
    node, scope, line = site.grid, site.scope, site.line
    for _turn in range(4):
        function = scope.function
        if isinstance(node, ast.Name) and function is not None:
            local = next(
                (each for each in nodes_of(function) if isinstance(each, ast.FunctionDef) and each.name == node.id),
                None,
            )
            bound = [
                each
                for each in program.bound(function, node.id)
                if each.line < line and each.how == "value" and not each.path
            ]
            if local is not None:
                node = local  # type: ignore[assignment]
            elif bound:
                node, line = bound[-1].node, bound[-1].line
            else:
                return None
        elif isinstance(node, ast.Lambda):
            meta = [each.arg for each in node.args.args]
            scope = Scope(scope.module, scope.functions, scope.owner, {**scope.given, **dict.fromkeys(meta, META)})
            node, line = node.body, site.line
        elif isinstance(node, ast.FunctionDef):
            meta = [each.arg for each in node.args.args]
            returned = [each.value for each in nodes_of(node) if isinstance(each, ast.Return)]
            if len(returned) != 1:
                return None
            scope = Scope(scope.module, (node, *scope.functions), scope.owner, dict.fromkeys(meta, META))
            node, line = returned[0], 1 << 30
        elif isinstance(node, (ast.Tuple, ast.List)):
            return [program.value(each, scope, line) for each in node.elts]
        else:
            break
    if node is None:
        return None
    value = program.value(node, scope, line)
    return list(value.items) if value.kind == "tuple" and value.items else [value] if value.kind == "int" else None

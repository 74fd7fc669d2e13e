"""Finds the launches of a kernel, `kernel[grid](…)`, and what they pass for each parameter."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from aot_sources.modules import Module, Project, SourceError
from aot_sources.names import chain_of, nodes_of

from .functions import own_nodes, parameters_of
from .host import UNKNOWN, Host, chosen
from .lookup import Scope
from .program import Program
from .search import folders_around, python_files
from .values import looks_like_pointer

MOST_LAUNCHES = 6
# How many names and functions a grid goes through.
MOST_STEPS = 6


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
            site = Site(place.module, call.lineno, place, grid)
            pass_arguments(site, call, parameters, program)
            yield site


def launches_by(node: ast.Call, scope: Scope, names: set, program: Program) -> Iterator[tuple[ast.Call, Scope]]:
    """The launches that a call makes: `kernel[grid](…)` itself, what a variable holds of one (`kernel[grid]`, or a `partial` of
    it), or those of a function that gets the kernel."""
    if is_launch(node.func, names):
        yield node, scope
    elif isinstance(node.func, ast.Name) and scope.function is not None:
        held = [each for each in program.bound(scope.function, node.func.id) if each.line < node.lineno]
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


def pass_arguments(site: Site, node: ast.Call, parameters: dict, program: Program) -> None:
    scope, line = site.scope, node.lineno
    given: dict[str, Host] = {}
    for each in node.keywords:
        if each.arg is None:
            given.update(items_of(each.value, scope, line, program))
    given.update({each.arg: program.value(each.value, scope, line) for each in node.keywords if each.arg is not None})
    positional = [each for each in parameters if each not in given]
    for name, host in zip(positional, positions(node, positional, parameters, program, scope, line)):
        site.passed[name] = host
    for name, host in given.items():
        (site.passed if name in parameters else site.options)[name] = host


def positions(node: ast.Call, names: list, parameters: dict, program: Program, scope: Scope, line: int) -> list:
    """What the positional arguments are for the parameters `names`. One with a star stands for as many as its tensor has axes:
    as another one with a star says, or the next tensor, which is for the next pointer. Else as many as the first tensor with
    a star, or an equal part of what is left."""
    stars = sum(isinstance(each, ast.Starred) for each in node.args)
    plain = [each for each in names if not parameters[each]]
    hosts: list = []
    axes: dict = {}
    # How many parameters the stars of known rank stand for, and how many have none.
    counts = [count_of_star(each, program, scope, line) for each in node.args if isinstance(each, ast.Starred)]
    known, unknown = sum(each for each in counts if each is not None), counts.count(None)
    for place, each in enumerate(node.args):
        if not isinstance(each, ast.Starred):
            hosts.append(program.value(each, scope, line))
            continue
        value = program.value(each.value, scope, line)
        if value.items:
            hosts += value.items
            continue
        tensor = str(value.value).rpartition(".")[0]
        if tensor not in axes and (rank := rank_of(tensor, scope)) is not None:
            axes[tensor] = rank
        left = max(0, len(plain) - (len(node.args) - stars) - known) // max(1, unknown)
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
        if tensor not in axes and stars > 1:
            left = strides_after(names, len(hosts)) or left
        left = axes.get(tensor, left if unknown == 1 and left > 0 else next(iter(axes.values()), left))
        hosts += [
            Host("int", size=("name", f"{value.value}[{at}]")) if value.dtype == "int" else UNKNOWN
            for at in range(left)
        ]
    return hosts


def count_of_star(node: ast.Starred, program: Program, scope: Scope, line: int) -> int | None:
    """How many parameters a star stands for, if the text says it."""
    value = program.value(node.value, scope, line)
    return len(value.items) or rank_of(str(value.value).rpartition(".")[0], scope)


def rank_of(tensor: str, scope: Scope) -> int | None:
    """The number of axes of a tensor, by `M, N = x.shape` or `x.ndim == 2` in the function around a launch."""
    shapes = (f"{tensor}.shape", f"{tensor}.size()", f"{tensor}.stride()")
    ranks = (f"{tensor}.ndim", f"{tensor}.dim()", f"len({tensor}.shape)")
    for each in own_nodes(scope.function) if scope.function is not None else ():
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], (ast.Tuple, ast.List)):
            if ast.unparse(each.value) in shapes and not any(
                isinstance(at, ast.Starred) for at in each.targets[0].elts
            ):
                return len(each.targets[0].elts)
        test = each.test if isinstance(each, ast.Assert) else None
        for part in test.values if isinstance(test, ast.BoolOp) else [test]:
            if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Eq) and ast.unparse(part.left) in ranks:
                count = part.comparators[0]
                if isinstance(count, ast.Constant) and isinstance(count.value, int):
                    return count.value
    return None


def strides_after(names: list, at: int) -> int:
    """The number of parameters from a place on that are named as strides of one tensor: `stride_qb, stride_qh`, not `stride_kb`."""
    first = names[at] if at < len(names) else ""
    if "stride" not in first.lower():
        return 0
    stem = re.sub(r"_?[^_]$|_[^_]+$", "", first)
    count = 0
    while at + count < len(names) and names[at + count].startswith(stem):
        count += 1
    return count


def items_of(node: ast.expr, scope: Scope, line: int, program: Program) -> dict[str, Host]:
    """The keywords of a dict that is written out, of a variable with one, or of those that a function was called with."""
    if isinstance(node, ast.Name) and scope.function is not None:
        given = scope.given.get(node.id)
        if given is not None and given.kind == "dict":
            return given.value
        bound = [each for each in program.bound(scope.function, node.id) if each.how == "value" and not each.path]
        node = bound[0].node if bound else node
    items: dict = {}
    if isinstance(node, ast.Dict):
        items = {key.value: value for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)}
    if isinstance(node, ast.Call) and chain_of(node.func) == ("dict",):
        items = {each.arg: each.value for each in node.keywords if each.arg is not None}
    return {name: program.value(each, scope, line) for name, each in items.items()}


META = Host("meta")


def grid_of(site: Site, program: Program) -> list | None:
    """What the axes of the grid are; None if the text does not say it."""
    value = None if site.grid is None else grid_value(site.grid, site.scope, site.line, program)
    if value is None:
        return None
    return list(value.items) if value.kind == "tuple" and value.items else [value] if value.kind == "int" else None


def grid_value(node: ast.AST, scope: Scope, line: int, program: Program, depth: int = 0) -> Host | None:
    """What an expression for a grid is: a tuple or a number, also one that a function of the configs returns."""
    function = scope.function
    if depth > MOST_STEPS:
        return None
    if isinstance(node, ast.Name) and function is not None:
        local = next(
            (each for each in nodes_of(function) if isinstance(each, ast.FunctionDef) and each.name == node.id), None
        )
        bound = [
            each
            for each in program.bound(function, node.id)
            if each.line < line and each.how == "value" and not each.path
        ]
        if local is not None:
            return grid_value(local, scope, line, program, depth + 1)
        if len(bound) > 1 and bound[-1].loose:
            chooser = chooser_of(function, bound[-2].node, bound[-1].node)
            if chooser is not None:
                values = [grid_value(each.node, scope, each.line, program, depth + 1) for each in bound[-2:]]
                if None in values:
                    return None
                return chosen(program.value(chooser.test, scope, chooser.lineno), *values)  # type: ignore[arg-type]
        if bound:
            return grid_value(bound[-1].node, scope, bound[-1].line, program, depth + 1)
        if node.id not in scope.written:
            return None
        passed, outside, place = scope.written[node.id]
        return grid_value(passed, outside, place, program, depth + 1)
    if isinstance(node, ast.Lambda):
        meta = dict.fromkeys([each.arg for each in node.args.args], META)
        inner = Scope(scope.module, scope.functions, scope.owner, {**scope.given, **meta}, scope.written)
        return grid_value(node.body, inner, line, program, depth + 1)
    if isinstance(node, ast.FunctionDef):
        meta = dict.fromkeys([each.arg for each in node.args.args], META)
        returned = [each.value for each in nodes_of(node) if isinstance(each, ast.Return)]
        if len(returned) != 1 or returned[0] is None:
            return None
        inner = Scope(scope.module, (node, *scope.functions), scope.owner, meta)
        return grid_value(returned[0], inner, 1 << 30, program, depth + 1)
    if isinstance(node, ast.IfExp):
        values = [grid_value(each, scope, line, program, depth + 1) for each in (node.body, node.orelse)]
        test = program.value(node.test, scope, line)
        if test.value is not None:
            return values[0 if test.value else 1]
        return None if None in values else chosen(test, *values)  # type: ignore[arg-type]
    return program.value(node, scope, line) if isinstance(node, ast.expr) else None


def chooser_of(function: ast.FunctionDef, one: ast.expr, other: ast.expr) -> ast.If | None:
    """The `if` that runs one expression if its test is true, and the other one else."""
    for each in nodes_of(function):
        if isinstance(each, ast.If):
            sides = [{id(inner) for part in side for inner in ast.walk(part)} for side in (each.body, each.orelse)]
            if id(one) in sides[0] and id(other) in sides[1]:
                return each
    return None

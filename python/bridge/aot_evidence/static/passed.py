"""Reads what a launch passes: keywords, those of dicts, and positional arguments, of which one with a star stands for several."""

import ast
import re
from dataclasses import replace

from aot_sources.names import chain_of, nodes_of

from .functions import own_nodes
from .host import UNKNOWN, Host
from .lookup import Scope
from .program import Program
from .values import looks_like_pointer


def arguments_of(
    node: ast.Call, scope: Scope, parameters: dict, program: Program
) -> tuple[dict[str, Host], dict[str, Host]]:
    """What a launch passes for parameters, and its options, such as num_warps, by name."""
    line = node.lineno
    given: dict[str, Host] = {}
    for each in node.keywords:
        if each.arg is None:
            given.update(items_of(each.value, scope, line, program))
    words = {each.arg: program.value(each.value, scope, line) for each in node.keywords if each.arg is not None}
    given.update({name: with_rank(host, scope) for name, host in words.items()})
    positional = [each for each in parameters if each not in given]
    passed = dict(zip(positional, positions(node, positional, parameters, program, scope, line)))
    passed.update({name: host for name, host in given.items() if name in parameters})
    options = {name: host for name, host in given.items() if name not in parameters}
    return passed, options


def positions(node: ast.Call, names: list, parameters: dict, program: Program, scope: Scope, line: int) -> list:
    """What the positional arguments are for the parameters `names`. One with a star stands for as many as its tensor has axes:
    as another one with a star says, or the next tensor, which is for the next pointer. Else as many as the first tensor with
    a star, or an equal part of what is left."""
    plain = [each for each in names if not parameters[each]]
    hosts: list = []
    axes: dict = {}
    # How many parameters each star stands for, by its place; None if the text does not say it.
    stars = {
        place: count_of_star(each, program, scope, line)
        for place, each in enumerate(node.args)
        if isinstance(each, ast.Starred)
    }
    known, unknown = sum(filter(None, stars.values())), list(stars.values()).count(None)
    for place, each in enumerate(node.args):
        if not isinstance(each, ast.Starred):
            hosts.append(with_rank(program.value(each, scope, line), scope))
            continue
        value = program.value(each.value, scope, line)
        if value.items:
            hosts += value.items
            continue
        tensor = str(value.value).rpartition(".")[0]
        count = stars[place]
        if count is not None:
            axes.setdefault(tensor, count)
        left = max(0, len(plain) - (len(node.args) - len(stars)) - known) // max(1, unknown)
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
        if tensor not in axes and len(stars) > 1:
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


def with_rank(host: Host, scope: Scope) -> Host:
    """The shape or the strides of a tensor, with an item for each axis, if the text says how many it has."""
    if host.kind != "tuple" or host.items or host.dtype != "int":
        return host
    return with_items(host, rank_of(str(host.value).rpartition(".")[0], scope) or 0)


def with_items(host: Host, count: int) -> Host:
    return replace(host, items=tuple(Host("int", size=("name", f"{host.value}[{at}]")) for at in range(count)))


def items_used(name: str, kernel: ast.FunctionDef) -> int:
    """How many items a tuple has that a kernel passes beside one that is written out, as in `offset((batch, row), STRIDES)`."""
    for each in nodes_of(kernel):
        if isinstance(each, ast.Call) and any(isinstance(arg, ast.Name) and arg.id == name for arg in each.args):
            counts = [len(arg.elts) for arg in each.args if isinstance(arg, ast.Tuple)]
            if counts:
                return counts[0]
    return 0


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
        reaching = [each for each in program.reaching(scope.function, node.id, line) if each in bound]
        node = (reaching or bound)[0].node if bound else node
    items: dict = {}
    if isinstance(node, ast.Dict):
        items = {key.value: value for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)}
    if isinstance(node, ast.Call) and chain_of(node.func) == ("dict",):
        items = {each.arg: each.value for each in node.keywords if each.arg is not None}
    return {name: program.value(each, scope, line) for name, each in items.items()}

"""What the text of a function says about its names: where they are bound, and how they are used."""

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from aot_sources.names import Function, chain_of, nodes_of

from .host import DTYPES
from .torch_calls import OF_TENSORS

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Binding:
    """A statement that binds a name: the line, how (value, each, change, type), the expression, and the place in a tuple."""

    line: int
    how: str
    node: ast.expr
    path: tuple
    # True if it is not run whenever the function is.
    loose: bool


@functools.cache
def own_nodes(function: Function) -> tuple[ast.AST, ...]:
    """The nodes of a function without those of functions in it. Each function, which never changes, is walked once."""
    found = []
    pending: list[ast.AST] = list(reversed(function.body))
    while pending:
        node = pending.pop()
        found.append(node)
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))
    return tuple(found)


def bindings_of(body: list, loose: bool) -> Iterator[tuple]:
    """The names that statements bind, in their order."""
    for node in body:
        line = node.lineno
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from targets_of(target, line, "value", node.value, (), loose)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            how = "type" if node.value is None else "value"
            yield node.target.id, Binding(line, how, node.annotation if node.value is None else node.value, (), loose)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, Binding(line, "change", node.value, (), True)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            yield from targets_of(node.target, line, "each", node.iter, (), True)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            continue
        inner = loose or not isinstance(node, (ast.With, ast.Try))
        for name in ("body", "orelse", "finalbody"):
            yield from bindings_of(getattr(node, name, []), inner)
        for handler in getattr(node, "handlers", []):
            yield from bindings_of(handler.body, True)


def targets_of(target: ast.expr, line: int, how: str, value: ast.expr, path: tuple, loose: bool) -> Iterator[tuple]:
    if isinstance(target, ast.Name):
        yield target.id, Binding(line, how, value, path, loose)
    elif isinstance(target, (ast.Tuple, ast.List)) and not path and (parts := unpacked(target, value)):
        for each, part, place in parts:
            yield from targets_of(each, line, how, part, place, loose)
    elif isinstance(target, (ast.Tuple, ast.List)):
        starred = next((at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)), None)
        for at, each in enumerate(target.elts):
            place = at if starred is None or at < starred else at - len(target.elts)
            if not isinstance(each, ast.Starred):
                yield from targets_of(each, line, how, value, (*path, place), loose)


def unpacked(target: ast.Tuple | ast.List, value: ast.expr) -> list:
    """What each name gets of a list with a star, as in `B, H, T, V = *q.shape, v.shape[-1]`: the name, the expression, and the
    place in its value. Empty for other lists."""
    if not isinstance(value, (ast.Tuple, ast.List)) or any(isinstance(each, ast.Starred) for each in target.elts):
        return []
    stars = [at for at, each in enumerate(value.elts) if isinstance(each, ast.Starred)]
    room = len(target.elts) - len(value.elts) + 1
    if len(stars) != 1 or room < 0:
        return []
    parts: list = [(each, ()) for each in value.elts]
    star = value.elts[stars[0]]
    if isinstance(star, ast.Starred):
        parts[stars[0] : stars[0] + 1] = [(star.value, (at,)) for at in range(room)]
    return [(each, part, place) for each, (part, place) in zip(target.elts, parts, strict=True)]


def parameters_of(function: Function) -> list:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def default_of(function: Function, parameter: ast.arg) -> ast.expr | None:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: dict = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults))
    return defaults.get(parameter)


def takes_remainders(function: Function | None) -> bool:
    """True if a function computes a remainder, as in `assert n % BLOCK == 0`."""
    return function is not None and any(isinstance(each, ast.Mod) for each in own_nodes(function))


def used_as_tensor(function: ast.FunctionDef, name: str) -> bool:
    """True if code uses what only tensors have, as in `x.stride(0)`."""
    for each in nodes_of(function):
        if (
            isinstance(each, ast.Attribute)
            and each.attr in OF_TENSORS
            and isinstance(each.value, ast.Name)
            and each.value.id == name
        ):
            return True
        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Name) and each.args[0].id == name:
            if (chain_of(each.func) or ("",))[-1].endswith("_like"):
                return True
    return False


def tested_types(function: ast.FunctionDef, name: str) -> list:
    """The element types that a function demands of a tensor, as in `assert x.dtype == torch.int32`."""
    for each in nodes_of(function):
        if not isinstance(each, (ast.Assert, ast.If)):
            continue
        is_demand = isinstance(each, ast.Assert)
        if isinstance(each, ast.If) and not isinstance(each.body[0], ast.Raise):
            continue
        wanted = (ast.Eq, ast.In, ast.Is) if is_demand else (ast.NotEq, ast.NotIn, ast.IsNot)
        for test in nodes_of(each.test):
            if not isinstance(test, ast.Compare) or not all(isinstance(op, wanted) for op in test.ops):
                continue
            sides = [test.left, *test.comparators]
            if not any(chain_of(side) == (name, "dtype") for side in sides):
                continue
            options = [option for side in sides for option in getattr(side, "elts", [side])]
            found = [
                DTYPES[chain[-1]] for chain in map(chain_of, options) if chain[:1] == ("torch",) and chain[-1] in DTYPES
            ]
            if found:
                return list(dict.fromkeys(found))
    return []


def slice_of(node: ast.Slice) -> slice:
    def number(part: ast.expr | None) -> int | None:
        try:
            return None if part is None else int(ast.literal_eval(part))
        except (ValueError, TypeError):
            return None

    return slice(number(node.lower), number(node.upper), number(node.step))

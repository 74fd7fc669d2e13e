"""Finds the sizes that one block of a kernel has to cover: a kernel that compares `n` with nothing but `tl.arange(0, BLOCK)` handles
no more than BLOCK of n elements. A recording has some sizes only, and its constants are those of these sizes."""

import ast
from collections.abc import Iterator

# What gives integers that depend on those in it, and functions that do.
ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.IfExp)
FUNCTIONS = ("cdiv", "minimum", "maximum", "to")


def conditions_of(kernel: ast.FunctionDef) -> list[str]:
    """The conditions `n <= BLOCK` for the arguments of which every use as a limit is such a mask. Where it is also the limit of
    something else, or another function gets it, it has no condition."""
    nodes = list(ast.walk(kernel))
    arguments = [*kernel.args.posonlyargs, *kernel.args.args, *kernel.args.kwonlyargs]
    passed = [each.arg for each in arguments if "constexpr" not in ast.unparse(each.annotation or ast.Constant(0))]
    bound = [each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    assigned = list(assignments(nodes))
    lanes = {name: value for name, value in assigned if bound.count(name) == 1}
    masks = [(node, mask) for node in nodes if (mask := masked(node, lanes)) is not None]
    others = [node for node in nodes if not any(node is mask for mask, _found in masks)]
    found = []
    for name in (each for each in passed if each not in bound):
        blocks = {block for _node, (size, block) in masks if size == name}
        names = {name, *derived(name, assigned)}
        if len(blocks) == 1 and not any(limits(node, names) for node in others):
            found.append(f"{name} <= {blocks.pop()}")
    return found


def masked(node: ast.AST, lanes: dict[str, ast.expr]) -> tuple[str, str] | None:
    """`n` and `BLOCK` of a comparison `tl.arange(0, BLOCK) < n`, also by a name and with more axes. None for everything else."""
    match node:
        case ast.Compare(left, [ast.Lt()], [ast.Name(size)]) | ast.Compare(ast.Name(size), [ast.Gt()], [left]):
            lane: ast.AST = left
            while isinstance(lane, ast.Subscript):
                lane = lane.value
            if isinstance(lane, ast.Name):
                lane = lanes.get(lane.id, lane)
            match lane:
                case ast.Call(ast.Attribute(_, "arange"), [ast.Constant(0), ast.Name(block)]):
                    return size, block
    return None


def assignments(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """The names that statements bind, each with what it depends on."""
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for each in (part for target in targets for part in ast.walk(target)):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    yield each.id, node.value


def derived(name: str, assigned: list[tuple[str, ast.expr]]) -> set[str]:
    """The names that are computed from a name."""
    found = {name}
    known = 0
    while known != len(found):
        known = len(found)
        found |= {each for each, value in assigned if not found.isdisjoint(computed_from(value))}
    return found - {name}


def computed_from(value: ast.expr) -> Iterator[str]:
    """The names in arithmetic, also in calls such as `tl.cdiv(n, 2)`. What is loaded, or compared, is not computed from them."""
    parts: list[ast.AST] = []
    if isinstance(value, ast.Name):
        yield value.id
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in FUNCTIONS:
        parts = [value.func.value, *value.args]
    elif isinstance(value, ARITHMETIC):
        parts = list(ast.iter_child_nodes(value))
    for each in parts:
        if isinstance(each, ast.expr):
            yield from computed_from(each)


# Functions of Triton that take the end of something.
ENDS = ("range", "static_range", "make_block_ptr", "make_tensor_descriptor")


def limits(node: ast.AST, names: set[str]) -> bool:
    """True if a comparison, a loop, a block pointer, or a function that is not Triton's gets one of these names."""
    match node:
        case ast.Compare(left, _, others):
            inside = [left, *others]
        case ast.Call(ast.Attribute(ast.Name("tl"), function)) if function not in ENDS:
            return False
        case ast.Call(_, arguments, keywords):
            inside = [*arguments, *(each.value for each in keywords)]
        case _:
            return False
    return any(isinstance(each, ast.Name) and each.id in names for part in inside for each in ast.walk(part))

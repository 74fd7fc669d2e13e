"""Faults of those who write kernels: each changes one place of the Python source."""

import ast
import copy

from order_mutations import ORDERS, WEAKER

COMPARISONS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq}
OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.RShift: ast.LShift}
FUNCTIONS = {"minimum": "maximum", "maximum": "minimum", "sum": "max", "max": "sum", "exp": "exp2", "exp2": "exp", "cos": "sin", "sin": "cos", "cdiv": None, "cumsum": "sort"}
TYPES = {"float32": "float16", "int64": "int32", "int32": "int16", "int8": "int16"}


def mutations(tree: ast.Module, function: str, source: str) -> list:
    """All changes of a function and of those that it calls in its file: (kind, what, changed tree, by rules).

    By rules is as in `order_mutations.py`.
    """
    lines = source.split("\n")
    names = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    wanted, waiting = [], [function]
    while waiting:
        name = waiting.pop()
        if name in names and name not in wanted:
            wanted.append(name)
            waiting += [node.id for node in ast.walk(names[name]) if isinstance(node, ast.Name)]
    found = []
    for name in wanted:
        for place, node in enumerate(ast.walk(names[name])):
            parameters = [each.arg for each in names[name].args.args]
            line = lines[node.lineno - 1] if hasattr(node, "lineno") else ""
            plain = [(*each, None) for each in changes(node, parameters)]
            for kind, change, rule in [*plain, *(orders(node, line) if ORDERS in line else ())]:
                changed = copy.deepcopy(tree)
                target = next(each for each in changed.body if getattr(each, "name", None) == name)
                at = list(ast.walk(target))[place]
                before = ast.unparse(at)
                after = change(at)
                if after is not None:
                    _Replace(at, after).visit(target)
                ast.fix_missing_locations(changed)
                found.append((kind, f"line {node.lineno}: {before} -> {ast.unparse(after if after is not None else at)}", changed, rule))
    return found


class _Replace(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else self.generic_visit(node)


def changes(node, parameters: list):
    """Yields (kind, function): the function changes a copy of the node, or returns what replaces it."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield "source: comparison", lambda at: setattr(at, "ops", [COMPARISONS[type(at.ops[0])]()])
        yield "source: mask", lambda at: ast.BinOp(at, ast.BitOr(), ast.Compare(at.left, [ast.GtE()], at.comparators))
    if isinstance(node, ast.Call):
        yield from calls(node)
    if isinstance(node, ast.BinOp):
        if type(node.op) in OPERATORS:
            yield "source: operator", lambda at: setattr(at, "op", OPERATORS[type(at.op)]())
        if isinstance(node.op, (ast.Sub, ast.Div)):
            yield "source: swapped operands", lambda at: ast.BinOp(at.right, at.op, at.left)
        if isinstance(node.op, ast.BitAnd):
            yield "source: mask", lambda at: at.left
            yield "source: mask", lambda at: at.right
        if isinstance(node.op, ast.Mult) and isinstance(node.right, ast.Name):
            yield "source: stride", lambda at: ast.BinOp(at.left, ast.Mult(), ast.BinOp(at.right, ast.Add(), ast.Constant(1)))
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in parameters:
        others = [each for each in parameters if each != node.id and alike(each, node.id)]
        if others:
            other = others[(parameters.index(node.id)) % len(others)]
            yield "source: wrong name", lambda at: ast.Name(other, ast.Load())
    if isinstance(node, ast.AugAssign):
        yield "source: dropped sum", lambda at: ast.Assign([at.target], at.value)
    if isinstance(node, ast.Subscript) and ast.unparse(node.slice) in ("(:, None)", "(None, :)"):
        other = "x[None, :]" if ast.unparse(node.slice) == "(:, None)" else "x[:, None]"
        yield "source: axis", lambda at: ast.Subscript(at.value, ast.parse(other, mode="eval").body.slice, ast.Load())
    if isinstance(node, ast.Attribute) and node.attr in TYPES and isinstance(node.value, ast.Name) and node.value.id == "tl":
        yield "source: type", lambda at: setattr(at, "attr", TYPES[at.attr])
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool) and node.value < 100:
        yield "source: constant", lambda at: setattr(at, "value", at.value + 1)
    if isinstance(node, ast.For) and len(node.iter.args) == 3:
        yield "source: iterations", lambda at: at.iter.args.__setitem__(1, ast.BinOp(at.iter.args[1], ast.Sub(), at.iter.args[2]))
        yield "source: iterations", lambda at: at.iter.args.__setitem__(0, ast.BinOp(at.iter.args[0], ast.Add(), at.iter.args[2]))
        yield "source: iterations", lambda at: at.iter.args.__setitem__(1, ast.BinOp(at.iter.args[1], ast.Add(), at.iter.args[2]))


def calls(node: ast.Call):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    keywords = {each.arg for each in node.keywords}
    if "mask" in keywords:

        def without(at, gone):
            at.keywords = [each for each in at.keywords if each.arg not in gone]

        yield "source: no mask", lambda at: without(at, ("mask", "other"))
        if "other" in keywords:
            yield "source: other", lambda at: without(at, ("other",))

            def change(at):
                for each in at.keywords:
                    if each.arg == "other":
                        each.value = ast.Constant(1)

            yield "source: other", change
    if FUNCTIONS.get(name) and isinstance(node.func, ast.Attribute):
        yield "source: function", lambda at: setattr(at.func, "attr", FUNCTIONS[name])
    if name in ("where",) and len(node.args) == 3:
        yield "source: swapped operands", lambda at: setattr(at, "args", [at.args[0], at.args[2], at.args[1]])
    if name in ("sum", "max") and len(node.args) == 2 and isinstance(node.args[1], ast.Constant):
        yield "source: axis", lambda at: at.args.__setitem__(1, ast.Constant(1 - at.args[1].value))
    if name == "dot" and len(node.args) == 3:
        yield "source: dropped sum", lambda at: at.args.pop()
    if name in ("program_id", "num_programs"):
        one = ast.Add() if name == "program_id" else ast.Sub()
        yield "source: off by one block", lambda at: ast.BinOp(copy.deepcopy(at), one, ast.Constant(1))
    if name == "program_id":
        yield "source: program", lambda at: at.args.__setitem__(0, ast.Constant((at.args[0].value + 1) % 2))
    if name == "to" and isinstance(node.func, ast.Attribute):
        yield "source: type", lambda at: at.func.value
    if name == "cdiv":
        yield "source: iterations", lambda at: ast.BinOp(at.args[0], ast.FloorDiv(), at.args[1])


def orders(node, line: str):
    """Changes of what orders memory: a statement that is not done, a poll that does not wait, another order or scope."""
    if isinstance(node, ast.While):
        yield "source: poll that does not wait", lambda at: ast.Pass(), "wrong"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        name = called.attr if isinstance(called, ast.Attribute) else called.id
        is_alone = line.endswith(ORDERS)
        if name == "debug_barrier":
            yield "source: dropped barrier", lambda at: ast.Pass(), "wrong" if is_alone else "equal"
        elif name.startswith("atomic"):
            yield "source: dropped atomic operation", lambda at: ast.Pass(), "wrong"
        elif isinstance(called, ast.Name):
            yield "source: dropped barrier of the grid", lambda at: ast.Pass(), "wrong"
    if isinstance(node, ast.Call) and any(each.arg == "sem" for each in node.keywords):
        order = next(each.value.value for each in node.keywords if each.arg == "sem")

        def change(at, weaker):
            next(each for each in at.keywords if each.arg == "sem").value = ast.Constant(weaker)

        for weaker in WEAKER.get(order, ()):
            yield f"source: {order} to {weaker}", lambda at, weaker=weaker: change(at, weaker), "wrong"
        if order in ("acquire", "release"):
            other = "release" if order == "acquire" else "acquire"
            yield f"source: {order} to {other}", lambda at: change(at, other), "wrong"
        yield "source: scope cta", lambda at: at.keywords.append(ast.keyword("scope", ast.Constant("cta"))), "wrong"


def alike(a: str, b: str) -> bool:
    """Names that are confused: two strides, two sizes, two pointers."""
    kinds = (lambda n: n.startswith("stride"), lambda n: n.isupper() and len(n) == 1, lambda n: n in ("rows", "cols", "heads", "outputs", "features", "half"),
             lambda n: n.startswith("seqlen"), lambda n: n.startswith("BLOCK"), lambda n: n.endswith("_ptr"))  # fmt: skip
    return any(kind(a) and kind(b) for kind in kinds)

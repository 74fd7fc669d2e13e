"""Reads @triton.heuristics, and writes their functions in the grid language (see docs/reference/manifest.md)."""

import ast
from typing import TYPE_CHECKING

from .modules import Module
from .names import argument_of, chain_of
from .slicing import Slicer

if TYPE_CHECKING:
    from aot_wire.messages import Heuristic

OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
FUNCTIONS = {"cdiv": "cdiv", "min": "min", "max": "max"}


class NoTranslation(Exception):
    """The expression has no form in the grid language."""


def read_heuristics(decorators: list[ast.expr], module: Module, slicer: Slicer) -> "list[Heuristic]":
    """Returns one entry for each value, in the order in which Triton computes them."""
    found: list[Heuristic] = []
    for decorator in decorators:
        if not isinstance(decorator, ast.Call) or chain_of(decorator.func)[-1:] != ("heuristics",):
            continue
        found += read_values(argument_of(decorator, "values", 0), module, slicer, decorator)
    return found


def read_values(node: ast.expr | None, module: Module, slicer: Slicer, decorator: ast.Call) -> "list[Heuristic]":
    place, values = follow(node, module, slicer)
    if isinstance(values, ast.Dict):
        named = [(key.value, value) for key, value in zip(values.keys, values.values) if isinstance(key, ast.Constant)]
        if len(named) == len(values.keys):
            found = [read_value(str(name), value, place, slicer) for name, value in named]
            return [each for each in found if not is_identity(each)]
    # The names of its parameters are unknown, too.
    return [{"parameter": "*", "line": decorator.lineno, "untranslated": one_line(decorator)}]


def read_value(parameter: str, node: ast.expr, module: Module, slicer: Slicer) -> "Heuristic":
    entry: Heuristic = {"parameter": parameter, "line": node.lineno}
    place, function = follow(node, module, slicer)
    try:
        argument, body = argument_and_body(function)
        return {**entry, "expression": Translation(argument, place, slicer).text(body)}
    except NoTranslation:
        return {**entry, "untranslated": one_line(node)}


def is_identity(entry: "Heuristic") -> bool:
    """True for `lambda args: args["X"]` for X, also with `bool`: what the launch passes is the value."""
    name = entry["parameter"]
    return entry.get("expression") in (name, f"({name} != 0)")


def follow(node: ast.expr | None, module: Module, slicer: Slicer) -> tuple[Module, ast.expr | ast.FunctionDef | None]:
    """Follows a name to the function or the value that it stands for."""
    if isinstance(node, ast.Name):
        found = slicer.constant(module, node.id)
        if found is not None:
            statement = found[1].node
            if isinstance(statement, ast.FunctionDef):
                return found[0], statement
            if isinstance(statement, (ast.Assign, ast.AnnAssign)):
                return found[0], statement.value
    return module, node


def argument_and_body(function: ast.AST | None) -> tuple[str, ast.expr]:
    if isinstance(function, ast.Lambda):
        body = function.body
    elif isinstance(function, ast.FunctionDef):
        statements = [each for each in function.body if not is_docstring(each)]
        if len(statements) != 1 or not isinstance(statements[0], ast.Return) or statements[0].value is None:
            raise NoTranslation
        body = statements[0].value
    else:
        raise NoTranslation
    arguments = function.args
    names = [each.arg for each in [*arguments.posonlyargs, *arguments.args]]
    if len(names) != 1:
        raise NoTranslation
    return names[0], body


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def one_line(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


class Translation:
    """Translates expressions over `argument`, the dict of a call's arguments by name."""

    def __init__(self, argument: str, module: Module, slicer: Slicer):
        self._argument = argument
        self._module = module
        self._slicer = slicer
        # The elements that the names of a generator stand for.
        self._bound: dict[str, ast.expr] = {}

    def text(self, node: ast.expr) -> str:
        """Every result is an operand: a name, a number, a call or in parentheses."""
        if isinstance(node, ast.Name) and node.id in self._bound:
            return self.text(self._bound[node.id])
        name = self._name(node)
        if name is not None:
            return name
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return str(int(node.value))
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return f"({self.text(node.left)} {OPERATORS[type(node.op)]} {self.text(node.right)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"(0 - {self.text(node.operand)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"({self.condition(node.operand)} == 0)"
        if isinstance(node, ast.BoolOp):
            return self._joined(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._comparison(node.left, node.ops[0], node.comparators[0])
        if isinstance(node, ast.IfExp):
            return f"({self.condition(node.test)} ? {self.text(node.body)} : {self.text(node.orelse)})"
        if isinstance(node, ast.Call):
            return self._call(node)
        return str(self._constant(node))

    def condition(self, node: ast.expr) -> str:
        """The truth of a value as 0 or 1. A value that is not a comparison is compared with 0."""
        text = self.text(node)
        return text if is_boolean(node) else f"({text} != 0)"

    def _name(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Subscript) and chain_of(node.value) == (self._argument,):
            key = node.slice
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.isidentifier():
                return key.value
        return None

    def _joined(self, node: ast.BoolOp) -> str:
        # `a and b` is b if a is true: only the truth of comparisons is translated.
        if not all(is_boolean(each) for each in node.values):
            raise NoTranslation
        return joined([self.text(each) for each in node.values], isinstance(node.op, ast.And))

    def _comparison(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        if isinstance(operator, (ast.Is, ast.IsNot)) and isinstance(right, ast.Constant) and right.value is None:
            name = self._name(left)
            if name is None:
                raise NoTranslation
            return f"defined({name})" if isinstance(operator, ast.IsNot) else f"(defined({name}) == 0)"
        if type(operator) not in COMPARISONS:
            raise NoTranslation
        return f"({self.text(left)} {COMPARISONS[type(operator)]} {self.text(right)})"

    def _call(self, node: ast.Call) -> str:
        origin = self._slicer.origin(self._module, chain_of(node.func)) if chain_of(node.func) else ""
        package, _dot, name = origin.rpartition(".")
        if package == "builtins" and name in ("all", "any") and len(node.args) == 1:
            return self._unrolled(node.args[0], name)
        if node.keywords or name not in FUNCTIONS or package.partition(".")[0] not in ("triton", "builtins"):
            if origin == "builtins.bool" and len(node.args) == 1 and not node.keywords:
                return self.condition(node.args[0])
            if origin == "builtins.int" and len(node.args) == 1 and not node.keywords:
                return self.text(node.args[0])
            raise NoTranslation
        return f"{FUNCTIONS[name]}({', '.join(self.text(each) for each in node.args)})"

    def _unrolled(self, node: ast.expr, name: str) -> str:
        """`all` and `any` over a list that is written out."""
        texts = []
        if isinstance(node, (ast.List, ast.Tuple)):
            texts = [self.condition(part) for part in node.elts]
        elif isinstance(node, (ast.GeneratorExp, ast.ListComp)) and len(node.generators) == 1:
            loop = node.generators[0]
            if isinstance(loop.iter, (ast.List, ast.Tuple)) and isinstance(loop.target, ast.Name) and not loop.ifs:
                for element in loop.iter.elts:
                    self._bound[loop.target.id] = element
                    texts.append(self.condition(node.elt))
                self._bound.pop(loop.target.id, None)
        if not texts:
            raise NoTranslation
        return joined(texts, name == "all")

    def _constant(self, node: ast.expr) -> int:
        if isinstance(node, ast.Name):
            _module, value = follow(node, self._module, self._slicer)
            if isinstance(value, ast.Constant) and isinstance(value.value, int):
                return int(value.value)
        raise NoTranslation


def joined(conditions: list[str], both: bool) -> str:
    text = conditions[-1]
    for each in reversed(conditions[:-1]):
        text = f"({each} ? {text} : 0)" if both else f"({each} ? 1 : {text})"
    return text


def is_boolean(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(is_boolean(each) for each in node.values)
    if isinstance(node, ast.Call):
        return chain_of(node.func) in (("bool",), ("all",), ("any",))
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )

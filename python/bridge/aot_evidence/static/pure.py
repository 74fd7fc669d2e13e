"""Evaluates small functions of the program by their text, such as `def round_up(n, by): …`: those that only compute with numbers.
Nothing runs."""

import ast
import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from aot_sources.modules import Module
from aot_sources.names import Function, chain_of
from aot_sources.slicing import Slicer

from ..expressions import COMPARE, cdiv
from .functions import FUNCTIONS, default_of, parameters_of
from .host import next_power_of_2

MOST_STEPS = 2000
MOST_CALLS = 4

BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Pow: operator.pow,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    **COMPARE,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
KNOWN: dict[str, Callable[..., Any]] = {
    **{each.__name__: each for each in (abs, bool, float, int, len, max, min, range, round, sum)},
    **{
        f"math.{name}": getattr(math, name) for name in ("ceil", "floor", "log2", "sqrt", "gcd", "isqrt", "log", "prod")
    },
    "triton.cdiv": cdiv,
    "triton.next_power_of_2": next_power_of_2,
}


class NotPure(ValueError):
    """The function does something else than to compute with numbers."""


@dataclass(frozen=True, eq=False)
class PureFunction:
    """A function of the program, with its module."""

    function: Function
    module: Module
    slicer: Slicer

    def __call__(self, *values: Any) -> Any:
        """Raises NotPure, or what the function raises."""
        return Run(self.slicer).call(self, list(values), {})

    def result(self, *values: Any) -> Any:
        """What it returns; None if it fails, or does something else than to compute."""
        try:
            return self(*values)
        except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None

    def is_like(self, other: Callable[..., Any], samples: tuple[tuple[int, ...], ...]) -> bool:
        """True if it gives the same numbers as another function."""
        return all(self.result(*each) == other(*each) for each in samples)


class Run:
    """One evaluation, with a limit of steps."""

    def __init__(self, slicer: Slicer):
        self._slicer = slicer
        self._steps = 0
        self._calls = 0

    def call(self, pure: PureFunction, values: list, named: dict[str, Any]) -> Any:
        self._calls += 1
        parameters = [each.arg for each in parameters_of(pure.function)]
        has_more = pure.function.args.vararg or pure.function.args.kwarg or pure.function.decorator_list
        if self._calls > MOST_CALLS or len(values) > len(parameters) or has_more or set(named) - set(parameters):
            raise NotPure
        scope = {**dict(zip(parameters, values)), **named}
        for each in parameters_of(pure.function):
            if each.arg not in scope:
                default = default_of(pure.function, each)
                if default is None:
                    raise NotPure
                scope[each.arg] = self._value(default, {}, pure.module)
        for returned in self._run(pure.function.body, scope, pure.module):
            return returned
        return None

    def _run(self, body: list[ast.stmt], scope: dict, module: Module) -> Iterator[Any]:
        """Runs statements. Yields what they return, if they do."""
        for node in body:
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise NotPure
            match node:
                case ast.Return(value):
                    yield None if value is None else self._value(value, scope, module)
                    return
                case ast.Assign([target], value):
                    self._bind(target, self._value(value, scope, module), scope)
                case ast.AnnAssign(target, _, value) if value is not None:
                    self._bind(target, self._value(value, scope, module), scope)
                case ast.AugAssign(ast.Name(name), op, value):
                    scope[name] = BINARY[type(op)](scope[name], self._value(value, scope, module))
                case ast.If(test, then, other):
                    chosen = then if self._value(test, scope, module) else other
                    for returned in self._run(chosen, scope, module):
                        yield returned
                        return
                case ast.While(test, inner, []):
                    while self._value(test, scope, module):
                        for returned in self._run(inner, scope, module):
                            yield returned
                            return
                case ast.For(target, items, inner, []):
                    for each in self._value(items, scope, module):
                        self._bind(target, each, scope)
                        for returned in self._run(inner, scope, module):
                            yield returned
                            return
                case ast.Expr(ast.Constant()) | ast.Pass() | ast.Assert():
                    continue
                case _:
                    raise NotPure

    def _bind(self, target: ast.expr, value: Any, scope: dict) -> None:
        match target:
            case ast.Name(name):
                scope[name] = value
            case ast.Tuple(targets) if isinstance(value, tuple) and len(value) == len(targets):
                for each, part in zip(targets, value):
                    self._bind(each, part, scope)
            case _:
                raise NotPure

    def _value(self, node: ast.expr, scope: dict, module: Module) -> Any:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotPure
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(name):
                return scope[name] if name in scope else self._constant(name, module)
            case ast.BinOp(left, op, right) if type(op) in BINARY:
                sides = self._value(left, scope, module), self._value(right, scope, module)
                if isinstance(op, (ast.Pow, ast.LShift)) and not (
                    isinstance(sides[1], (int, float)) and abs(sides[1]) < 64
                ):
                    raise NotPure
                return BINARY[type(op)](*sides)
            case ast.UnaryOp(op, operand):
                return UNARY[type(op)](self._value(operand, scope, module))
            case ast.BoolOp(op, values):
                found = None
                for each in values:
                    found = self._value(each, scope, module)
                    if bool(found) is isinstance(op, ast.Or):
                        break
                return found
            case ast.Compare(left, ops, rights):
                sides_ = [self._value(each, scope, module) for each in (left, *rights)]
                return all(BINARY[type(op)](*pair) for op, pair in zip(ops, pairwise(sides_)))
            case ast.IfExp(test, body, other):
                return self._value(body if self._value(test, scope, module) else other, scope, module)
            case ast.Tuple(items) | ast.List(items):
                return tuple(self._value(each, scope, module) for each in items)
            case ast.Subscript(owner, index):
                found = self._value(owner, scope, module)
                return found[self._value(index, scope, module)]
            case ast.Call(ast.Attribute(owner, "bit_length"), [], []):
                return self._value(owner, scope, module).bit_length()
            case ast.Call(function, arguments, words):
                values = [self._value(each, scope, module) for each in arguments]
                named = {each.arg or "": self._value(each.value, scope, module) for each in words}
                return self._called(function, values, named, module)
        raise NotPure

    def _called(self, function: ast.expr, values: list, named: dict[str, Any], module: Module) -> Any:
        chain = chain_of(function)
        found = self._slicer.definition_of(module, chain) if chain else None
        if found is not None and isinstance(found[1].node, FUNCTIONS):
            return self.call(PureFunction(found[1].node, found[0], self._slicer), values, named)
        known = KNOWN.get(".".join(chain))
        if known is None or named or found is not None:
            raise NotPure
        return known(*values)

    def _constant(self, name: str, module: Module) -> Any:
        found = self._slicer.constant(module, name)
        if found is None or not isinstance(found[1].node, (ast.Assign, ast.AnnAssign)) or found[1].node.value is None:
            raise NotPure
        return self._value(found[1].node.value, {}, found[0])

"""What a kernel does with its parameters: which are addresses, what is read and written through them, which values
bound the indices, and how program ids become indices. Follows the text of the function and of the functions that it
calls; nothing runs."""

import ast
from typing import Optional

from ..modules import Module
from ..names import chain_of
from ..slicing import Slicer
from . import polynomials as poly
from .accesses import ATOMICS
from .expressions import MOST_STEPS, Expressions
from .operations import operation
from .reading import Reading, mark_integer
from .values import Uses, Value, freeze, merged


def read_uses(module: Module, function: ast.FunctionDef, slicer: Slicer, parameters: dict, constants: Optional[dict] = None) -> Uses:
    """Reads a kernel. `parameters` says by name whether a parameter is a constexpr. With the values of `constants`,
    conditions on them decide which branches count."""
    reading = Reading(slicer, parameters, constants)
    Statements(reading).read(module, function)
    return reading.uses


class Returned(Exception):
    pass


class Statements(Expressions):
    """Reads statements."""

    def read(self, module: Module, function: ast.FunctionDef) -> None:
        values = {each: Value(poly.name(each), None, frozenset([each])) for each in self._reading.parameters}
        self._call(module, function, values)

    def _call(self, module: Module, function: ast.FunctionDef, values: dict) -> Value:
        self._reading.functions.append((module, values, []))
        try:
            self._body(function.body)
        except Returned:
            pass
        returned = self._reading.functions.pop()[2]
        return next((each for each in returned if each is not None), Value())

    def _body(self, body: list) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        self._reading.steps += 1
        if self._reading.steps > MOST_STEPS:
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if node.value is None:
                return
            value = self._value(node.value)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._assign(target, value)
        elif isinstance(node, ast.AugAssign):
            left = self._value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node)) if isinstance(node.target, ast.Name) else Value()
            self._assign(node.target, operation(self._reading, left, node.op, self._value(node.value), node))
        elif isinstance(node, ast.Expr):
            self._value(node.value)
        elif isinstance(node, ast.If):
            self._if(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.While):
            self._condition(node.test)
            self._reading.uses.waits = self._reading.uses.waits or is_wait(node)
            self._loop(node.body, None, poly.name(self._reading.atom("other", node)))
        elif isinstance(node, ast.Return):
            value = None if node.value is None else self._value(node.value)
            self._reading.functions[-1][2].append(value)
            raise Returned
        elif isinstance(node, ast.With):
            self._body(node.body)

    def _assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._values[target.id] = value
            for atom in poly.names_of(value.integer or {}):
                axis = self._reading.uses.atoms.get(atom)
                if axis is not None and axis.kind == "pid" and value.integer == {(atom,): 1}:
                    self._reading.uses.names.setdefault(axis.details[0], target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            items = value.items or [Value(None, value.type, value.parameters)] * len(target.elts)
            for each, item in zip(target.elts, items):
                self._assign(each, item)

    def _if(self, node: ast.If) -> None:
        known = self._condition(node.test)
        ended = 0
        branches = [node.body, node.orelse] if known is None else [node.body if known else node.orelse]
        before = dict(self._values)
        after = []
        for branch in branches:
            self._values.clear()
            self._values.update(before)
            try:
                self._body(branch)
                after.append(dict(self._values))
            except Returned:
                ended += 1
        if ended == len(branches):
            raise Returned
        self._values.clear()
        for each in after:
            for name, value in each.items():
                self._values[name] = merged(self._values[name], value, before.get(name)) if name in self._values else value

    def _for(self, node: ast.For) -> None:
        function = node.iter.func if isinstance(node.iter, ast.Call) else None
        last = (chain_of(function) or ("",))[-1] if function is not None else ""
        arguments = [self._value(each) for each in node.iter.args] if function is not None else []
        for each in arguments:
            mark_integer(self._reading, each)
        whole = [each.integer for each in arguments]
        count = None
        atom = self._reading.atom("other", node)
        if last in ("range", "static_range") and arguments and all(each is not None for each in whole):
            first, end = (poly.constant(0), whole[0]) if len(whole) == 1 else whole[:2]
            step = whole[2] if len(whole) > 2 else poly.constant(1)
            atom = self._reading.atom("loop", node, freeze(first), freeze(end), freeze(step))
            if poly.value_of(first) == 0 or not self._reading.indices(first):
                count = (freeze(poly.add(end, first, -1)), freeze(step))
        self._assign(node.target, Value(poly.name(atom), "i32"))
        self._loop(node.body, node.target, poly.name(self._reading.atom("turn", node.iter, *(count or ()))))

    def _loop(self, body: list, target: Optional[ast.expr], turn: dict) -> None:
        """Reads the body twice: in the second turn, what each turn adds is multiplied with the turn's number."""
        before = dict(self._values)
        self._turn(body)
        after = dict(self._values)
        own = {each.id for each in ast.walk(target) if isinstance(each, ast.Name)} if target is not None else set()
        self._values.clear()
        self._values.update(after)
        for name, value in before.items():
            later = after.get(name)
            if name in own or later is None or later is value:
                continue
            if value.integer is not None and later.integer is not None:
                step = poly.add(later.integer, value.integer, -1)
                if step is not None and step and not self._reading.indices(step):
                    moved = poly.multiply(step, turn)
                    start = None if moved is None else poly.add(value.integer, moved)
                    self._values[name] = Value(start, value.type, value.parameters | later.parameters)
        self._turn(body)

    def _turn(self, body: list) -> None:
        try:
            self._body(body)
        except Returned:
            pass


def is_wait(loop: ast.While) -> bool:
    """Whether a loop ends when another program writes to memory."""
    called = [each for each in ast.walk(loop) if isinstance(each, ast.Call)]
    names = {(chain_of(each.func) or ("",))[-1] for each in called}
    return bool(names & ATOMICS) or any(word.arg == "volatile" for each in called for word in each.keywords)

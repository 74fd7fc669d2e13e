"""Reads what a kernel does with its parameters: which are addresses, what is read and written through them, which values
bound the indices, and how program ids become indices. Follows the text of the function and of the functions that it
calls; nothing runs."""

import ast
from dataclasses import replace
from typing import Any

from aot_sources.modules import Module
from aot_sources.names import Function, chain_of
from aot_sources.slicing import Slicer

from ..expressions import COMPARE
from . import polynomials as poly
from .loaded import is_loaded
from .operations import ATOMICS, compare, descriptor, operation, result_of
from .signs import sign_of_call
from .values import SHORT, Reading, Uses, Value, freeze, is_index, mark_integer, merged, only_name

DEEPEST = 8
MOST_STEPS = 60_000

UNKNOWN = object()
ARGUMENT = object()


def read_uses(
    module: Module,
    function: Function,
    slicer: Slicer,
    parameters: dict,
    constants: dict | None = None,
    types: dict | None = None,
) -> Uses:
    """Reads a kernel. `parameters` says by name whether a parameter is a constexpr. With the values of `constants`,
    conditions on them decide which branches count. `types` are those of constexprs that are types."""
    reading = Reading(slicer, parameters, constants, types)
    Statements(reading).read(module, function)
    return reading.uses


class Returned(Exception):
    pass


class Statements:
    """Reads statements and expressions: names, operators, conditions and calls become values."""

    def __init__(self, reading: Reading):
        self._reading = reading

    @property
    def _values(self) -> dict:
        return self._reading.functions[-1][1]

    def _value(self, node: ast.expr) -> Value:
        self._reading.steps += 1
        if self._reading.steps > MOST_STEPS:
            return Value()
        method = getattr(self, f"_read_{type(node).__name__}", None)
        if method is not None:
            return method(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._value(child)
        return Value()

    def _read_Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value(poly.constant(int(node.value)), "number")
        if isinstance(node.value, int):
            return Value(poly.constant(node.value), "number")
        return Value(None, "real" if isinstance(node.value, float) else None, word=node.value)

    def _read_Name(self, node: ast.Name) -> Value:
        if node.id in self._values:
            self._reading.uses.seen |= self._values[node.id].parameters
            return self._values[node.id]
        module = self._reading.functions[-1][0]
        found = self._reading.slicer.definition(module, node.id)
        if (
            found is not None
            and isinstance(found[1].node, (ast.Assign, ast.AnnAssign))
            and found[1].node.value is not None
        ):
            value = found[1].node.value
            if isinstance(value, ast.Call) and len(value.args) == 1 and chain_of(value.func)[-1:] == ("constexpr",):
                value = value.args[0]
            if isinstance(value, ast.Constant):
                return self._read_Constant(value)
        return Value()

    def _read_Tuple(self, node: ast.Tuple) -> Value:
        return Value(items=[self._value(each) for each in node.elts])

    _read_List = _read_Tuple

    def _read_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr == "T":
            return self._value(node.value)
        chain = chain_of(node)
        if chain and chain[0] not in self._values:
            if chain[-1] not in SHORT:
                return Value()
            self._reading.uses.named_types.add(chain[-1])
            return Value(word=chain[-1])
        value = self._value(node.value)
        if node.attr in ("dtype", "type"):
            name = only_name(value.integer)
            if value.type is None and name in self._reading.parameters:
                return Value(word=f"@{name}")
            return Value(word=value.type, type=value.type)
        if node.attr in ("element_ty", "scalar"):
            return Value(word=value.word)
        return Value()

    def _read_Subscript(self, node: ast.Subscript) -> Value:
        value = self._value(node.value)
        if isinstance(node.slice, ast.Tuple) and any(
            isinstance(each, ast.Constant) and each.value is None for each in node.slice.elts
        ):
            self._reading.uses.tiles = True
            self._reading.uses.axes = max(self._reading.uses.axes, len(node.slice.elts))
        if value.items is not None and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return (
                value.items[node.slice.value] if -len(value.items) <= node.slice.value < len(value.items) else Value()
            )
        return value

    def _read_IfExp(self, node: ast.IfExp) -> Value:
        known = self._condition(node.test)
        if known is not None:
            return self._value(node.body if known else node.orelse)
        return merged(self._value(node.body), self._value(node.orelse), None)

    def _read_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            self._condition(node.operand)
            return Value(loaded=self._is_loaded(node.operand))
        value = self._value(node.operand)
        if isinstance(node.op, ast.USub) and value.integer is not None:
            return Value(poly.multiply(value.integer, poly.constant(-1)), value.type, value.parameters)
        return (
            value
            if not isinstance(node.op, ast.Invert)
            else Value(None, value.type, value.parameters, loaded=is_loaded(self._reading, value))
        )

    def _read_BoolOp(self, node: ast.BoolOp) -> Value:
        self._condition(node)
        return Value(loaded=self._is_loaded(node))

    def _read_Compare(self, node: ast.Compare) -> Value:
        left = self._value(node.left)
        limits: frozenset = frozenset()
        loaded = is_loaded(self._reading, left)
        for how, other in zip(node.ops, node.comparators):
            right = self._value(other)
            loaded = loaded or is_loaded(self._reading, right)
            limits |= compare(self._reading, left, how, right)
            left = right
        return Value(limits=limits, loaded=loaded)

    def _read_BinOp(self, node: ast.BinOp) -> Value:
        return operation(self._reading, self._value(node.left), node.op, self._value(node.right), node)

    def _condition(self, node: ast.expr) -> bool | None:
        """Reads a condition; returns its value if the constants decide it."""
        if isinstance(node, ast.BoolOp):
            all_ = [self._condition(each) for each in node.values]
            decisive = isinstance(node.op, ast.Or)
            return decisive if decisive in all_ else None if None in all_ else not decisive
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self._condition(node.operand)
            return None if inner is None else not inner
        value = self._value(node)
        parameter = only_name(value.integer)
        if self._reading.parameters.get(parameter):
            self._reading.uses.flags.add(parameter)
        elif parameter in self._reading.parameters and not isinstance(node, ast.Compare):
            self._reading.uses.integers.add(parameter)
        found = self._static(node)
        return None if found is UNKNOWN else bool(found)

    def _is_loaded(self, node: ast.expr) -> bool:
        """True if what is loaded decides a condition."""
        if isinstance(node, ast.BoolOp):
            return any(map(self._is_loaded, node.values))
        return is_loaded(self._reading, self._value(node))

    def _static(self, node: ast.expr) -> Any:
        if self._reading.constants is None:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = self._static(node.left), self._static(node.comparators[0])
            if left is UNKNOWN or right is UNKNOWN:
                return UNKNOWN
            try:
                return COMPARE[type(node.ops[0])](left, right)
            except (KeyError, TypeError):
                return UNKNOWN
        value = self._value(node)
        if value.integer is not None:
            parameter = only_name(value.integer)
            if parameter in self._reading.constants:
                return self._reading.constants[parameter]
            known = poly.value_of(value.integer)
            if known is not None:
                return known
            if parameter in self._reading.uses.accesses or (
                parameter in self._reading.parameters and value.integer == {(parameter,): 1}
            ):
                # Not None: the manifest gives it a type.
                return ARGUMENT if not self._reading.parameters[parameter] else UNKNOWN
        return UNKNOWN

    def _read_Call(self, node: ast.Call) -> Value:
        chain = chain_of(node.func)
        is_method = isinstance(node.func, ast.Attribute) and not (chain and chain[0] not in self._values)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else (chain or ("",))[-1]
        arguments = [self._value(each.value if isinstance(each, ast.Starred) else each) for each in node.args]
        named = {each.arg: self._value(each.value) for each in node.keywords if each.arg is not None}
        if not is_method:
            called = self._called(node, chain, arguments, named)
            if called is not None:
                return called
        if is_method and isinstance(node.func, ast.Attribute):
            owner = self._value(node.func.value)
            if name in ("load", "store", "gather", "scatter", "atomic_add") and name != "to":
                return descriptor(self._reading, owner, name, arguments, node)
            arguments = [owner, *arguments]
        result = result_of(self._reading, name, arguments, named, node)
        sign = sign_of_call(self._reading, name, arguments, named, result)
        return result if any(result is each for each in arguments) else replace(result, sign=sign)

    def _called(self, node: ast.Call, chain: tuple, arguments: list, named: dict) -> Value | None:
        """Reads the body of a function of the project."""
        module = self._reading.functions[-1][0]
        if not chain or chain[0] in self._values or len(self._reading.functions) > DEEPEST:
            return None
        if len(chain) != 1 or self._reading.slicer.origin(module, chain):
            return None
        found = self._reading.slicer.definition(module, chain[0])
        if found is None or not isinstance(found[1].node, ast.FunctionDef):
            return None
        function = found[1].node
        if function.args.vararg or function.args.kwarg or any(function is each for each in self._reading.stack):
            return None
        names = [each.arg for each in [*function.args.posonlyargs, *function.args.args]]
        values = {}
        defaults = dict(zip(reversed(names), reversed(function.args.defaults)))
        for each, default in defaults.items():
            values[each] = self._value(default) if isinstance(default, ast.Constant) else Value()
        values.update(zip(names, arguments))
        values.update(named)
        for each in names:
            values.setdefault(each, Value())
        path = self._reading.path
        self._reading.path = (*path, node.lineno, node.col_offset)
        self._reading.stack = (*self._reading.stack, function)
        result = self._call(found[0], function, values)
        self._reading.path = path
        self._reading.stack = self._reading.stack[:-1]
        return result

    def read(self, module: Module, function: Function) -> None:
        values = {
            each: Value(poly.name(each), None, frozenset([each]), pointer=None if is_constexpr else each)
            for each, is_constexpr in self._reading.parameters.items()
        }
        self._call(module, function, values)

    def _call(self, module: Module, function: Function, values: dict) -> Value:
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
            left = (
                self._value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
                if isinstance(node.target, ast.Name)
                else Value()
            )
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
            returned = None if node.value is None else self._value(node.value)
            self._reading.functions[-1][2].append(returned)
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
        bounds = len(self._reading.uses.bounds)
        known = self._condition(node.test)
        ended = 0
        branches = [node.body, node.orelse] if known is None else [node.body if known else node.orelse]
        if known is None and self._is_loaded(node.test):
            self._reading.uses.skips = self._reading.uses.skips or any(map(may_skip, ast.walk(node)))
        if not any(may_skip(each) or is_load(each) for part in (*node.body, *node.orelse) for each in ast.walk(part)):
            # It decides a value and no access, as in `if row < n % parts: count += 1`.
            del self._reading.uses.bounds[bounds:]
        before = dict(self._values)
        after = []
        for branch in branches:
            self._values.clear()
            self._values.update(before)
            narrowed = self._narrow(node.test, branch is node.body)
            try:
                self._body(branch)
                after.append({**self._values, **{name: before[name] for name in narrowed}})
            except Returned:
                ended += 1
        if ended == len(branches):
            raise Returned
        self._values.clear()
        for each in after:
            for name, value in each.items():
                self._values[name] = (
                    merged(self._values[name], value, before.get(name)) if name in self._values else value
                )

    def _narrow(self, test: ast.expr, is_true: bool) -> set[str]:
        """Notes of an index that a branch is for those that are not 0: at least 1. Returns its name."""
        if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name) or len(test.ops) != 1:
            return set()
        bound = test.comparators[0]
        value = bound.value if isinstance(bound, ast.Constant) else None
        if (type(test.ops[0]), value, is_true) not in NOT_ZERO:
            return set()
        index = self._values.get(test.left.id, Value()).integer
        if index is not None and is_index(self._reading, index):
            atom = self._reading.atom("max", test, freeze(index), freeze(poly.constant(1)))
            self._values[test.left.id] = Value(poly.name(atom), "i32")
            return {test.left.id}
        return set()

    def _for(self, node: ast.For) -> None:
        call = node.iter if isinstance(node.iter, ast.Call) else None
        last = (chain_of(call.func) or ("",))[-1] if call is not None else ""
        arguments = [self._value(each) for each in call.args] if call is not None else []
        for each in arguments:
            mark_integer(self._reading, each)
        whole = [each.integer for each in arguments if each.integer is not None]
        count = None
        atom = self._reading.atom("other", node)
        if last in ("range", "static_range") and arguments and len(whole) == len(arguments):
            first, end = (poly.constant(0), whole[0]) if len(whole) == 1 else whole[:2]
            step = whole[2] if len(whole) > 2 else poly.constant(1)
            atom = self._reading.atom("loop", node, freeze(first), freeze(end), freeze(step))
            turns = poly.add(end, first, -1)
            if last == "static_range":
                self._reading.uses.unrolled |= {only_name(end)} - {None}
            count = None if turns is None else (freeze(turns), freeze(step))
        self._assign(node.target, Value(poly.name(atom), "i32"))
        self._loop(node.body, node.target, poly.name(self._reading.atom("turn", node.iter, *(count or ()))))

    def _loop(self, body: list, target: ast.expr | None, turn: dict) -> None:
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


# The comparisons of an index with a number that say that it is not 0, with whether they are true.
NOT_ZERO = {
    (ast.Eq, 0, False),
    (ast.NotEq, 0, True),
    (ast.Gt, 0, True),
    (ast.GtE, 1, True),
    (ast.LtE, 0, False),
    (ast.Lt, 1, False),
}


def may_skip(node: ast.AST) -> bool:
    """True for what decides whether something is stored: a store, a return, or a call of a function that may store."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) or (
            isinstance(node.func, ast.Attribute) and node.func.attr.startswith(("store", "atomic"))
        )
    return isinstance(node, ast.Return)


def is_load(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "load"


def is_wait(loop: ast.While) -> bool:
    """True if a loop ends when another program writes to memory."""
    called = [each for each in ast.walk(loop) if isinstance(each, ast.Call)]
    names = {(chain_of(each.func) or ("",))[-1] for each in called}
    return bool(names & ATOMICS) or any(word.arg == "volatile" for each in called for word in each.keywords)

"""Computes a digest of everything in Python that affects a kernel's code, and of nothing else in its file.

Triton's key of a function misses some of it: plain values of other modules, the types of constants, and what Python
code that runs at compile time can read. So this module also looks up each name in a function's source, even if it may
be local, and records its meaning. If it cannot record something, there is no digest: compiling a kernel again takes a
second, but a wrong kernel would go unnoticed.
"""

import ast
import builtins
import contextlib
import hashlib
import inspect
import json
import os
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Optional

import triton
import triton.language as tl
from triton.runtime.jit import ConstexprFunction, JITCallable, JITFunction

# The releases whose code generator and key have been checked.
KNOWN_RELEASES = ("3.6", "3.8", "3.9")

SETTINGS = ("version", "noinline", "debug")
SETTINGS_OF_PARAMETERS = ("do_not_specialize", "do_not_specialize_on_alignment")

# Python code that runs at compile time may call these: their results depend on their arguments only.
PURE_BUILTINS = {
    *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "int", "isinstance", "len"),
    *("list", "map", "max", "min", "pow", "range", "reversed", "round", "set", "sorted", "str", "sum", "tuple"),
    *("type", "zip"),
    *("AssertionError", "Exception", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"),
}

TRITON_FOLDER = os.path.join(os.path.dirname(triton.__file__), "")

LITERALS = (bool, int, float, str, bytes, type(None))


class NotRecordable(Exception):
    """Something that may affect the code cannot be recorded."""


def function_digest(function: JITFunction) -> Optional[str]:
    """Returns 64 hexadecimal digits, or None if there is no digest."""
    if triton.__version__.rpartition(".")[0] not in KNOWN_RELEASES:
        return None
    try:
        facts = Facts()
        facts.of(function)
        content = [triton_key(function, facts.functions), facts.records]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()
    except Exception:
        # Triton's key raises various errors for what it does not know.
        return None


def triton_key(function: JITFunction, reached) -> str:
    """Returns Triton's key as if every function it covers were at the start of its file."""
    with contextlib.ExitStack() as restored:
        for each in reached:
            restored.callback(vars(each).update, hash=each.hash, starting_line_number=each.starting_line_number)
            each.hash, each.starting_line_number = None, 0
        return function.cache_key


class Facts:
    """Records of a function and of those it calls. They refer to each other by number, so that cycles end."""

    def __init__(self):
        self.functions = []
        self.records = []

    def of(self, function: JITCallable) -> list:
        for number, known in enumerate(self.functions):
            if known is function:
                return ["function", number]
        self.functions.append(function)
        record = {}
        self.records.append(record)
        number = len(self.records) - 1
        check_kind(function)
        record.update(
            kind=type(function).__name__,
            # The symbols of functions that are not inlined contain both.
            module=function.__module__,
            name=function.__qualname__,
            source=function.src,
            settings=[self.constant(getattr(function, name, None)) for name in SETTINGS],
            unspecialised=[self.constant(tuple(getattr(function, name, ()))) for name in SETTINGS_OF_PARAMETERS],
            parameters=[
                [name, self.default(each), str(each.kind)] for name, each in function.signature.parameters.items()
            ],
            types=[[each.annotation, each.is_constexpr, each.is_const] for each in getattr(function, "params", ())],
        )
        record["names"] = Names(function, self).meanings()
        return ["function", number]

    def default(self, parameter: inspect.Parameter) -> list:
        return [] if parameter.default is inspect.Parameter.empty else self.constant(parameter.default)

    def constant(self, value) -> list:
        """Records a value with its type, since 1, True and 1.0 give different code."""
        if type(value) in LITERALS:
            return [type(value).__name__, repr(value)]
        if type(value) is tuple:
            return ["tuple", [self.constant(each) for each in value]]
        return self.object(value)

    def object(self, value) -> list:
        """Records a value that the code generator takes from a global name."""
        if type(value) is tl.constexpr:
            return ["constexpr", self.constant(value.value)]
        if type(value) is tl.dtype:
            return ["dtype", repr(value)]
        if is_tritons(value):
            return ["triton", value.__module__, value.__qualname__]
        if isinstance(value, JITCallable):
            return self.of(value)
        if type(value) is BuiltinFunctionType and value.__module__ == "math":
            return ["math", value.__name__]
        raise NotRecordable(repr(value))


def check_kind(function: JITCallable) -> None:
    kind = type(function)
    known = kind in (JITFunction, ConstexprFunction) or is_tritons(kind) and kind.__name__ == "GluonJITFunction"
    # With another decorator, different code runs, or the same code with different globals.
    plain = type(function.fn) is FunctionType and not hasattr(function.fn, "__wrapped__")
    # _repr is a Python function that computes the kernel's name.
    if not known or not plain or getattr(function, "_repr", None) is not None:
        raise NotRecordable(function.__qualname__)


def is_tritons(value) -> bool:
    """Whether a value belongs to the Triton release: a module of Triton has it under its own name."""
    name = getattr(value, "__module__", None)
    if not isinstance(name, str) or name.partition(".")[0] != "triton":
        return False
    found = sys.modules.get(name)
    for part in getattr(value, "__qualname__", "").split("."):
        found = getattr(found, part, None)
    return found is value


def is_builtin(value, module: ModuleType) -> bool:
    """Whether a value is a builtin that a module of Triton has under another name, as in Gluon."""
    origins = [getattr(value, "__code__", None), module]
    files = [getattr(each, "co_filename", None) or getattr(each, "__file__", None) or "" for each in origins]
    return hasattr(value, "__triton_builtin__") and all(file.startswith(TRITON_FOLDER) for file in files)


class Names(ast.NodeVisitor):
    """Finds the names in a function's source that are not certainly local, and their meanings."""

    def __init__(self, function: JITCallable, facts: Facts):
        self._facts = facts
        self._runs = isinstance(function, ConstexprFunction)
        captured = zip(function.fn.__code__.co_freevars, function.fn.__closure__ or ())
        self._scopes = [{name: cell.cell_contents for name, cell in captured}, function.__globals__]
        self._definition = function.parse().body[0]
        self._parameters = set(function.signature.parameters)
        stored = (each for each in ast.walk(self._definition) if isinstance(each, (ast.Name, ast.arg)))
        self._bound = {getattr(each, "arg", None) or each.id for each in stored if not is_read(each)}
        self._found = []

    def meanings(self) -> list:
        # The parameters already contain the values of defaults and annotations.
        for statement in self._definition.body:
            self.visit(statement)
        return self._found

    def visit_Name(self, node: ast.Name) -> None:
        self._refer(node.id, [])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        attributes = []
        while isinstance(node, ast.Attribute):
            # Special attributes may lead to anything, and a written attribute may be read elsewhere.
            if node.attr.startswith("__") or not is_read(node):
                raise NotRecordable(node.attr)
            attributes.insert(0, node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            self._refer(node.id, attributes)
        else:
            self.visit(node)

    def _refuse(self, node: ast.AST) -> None:
        raise NotRecordable(type(node).__name__)

    visit_Import = visit_ImportFrom = visit_Global = visit_Nonlocal = visit_ClassDef = _refuse

    def _refer(self, name: str, attributes: list) -> None:
        if name in self._parameters:
            return
        values = [scope[name] for scope in self._scopes if name in scope]
        if not values and self._runs and name not in self._bound | PURE_BUILTINS and hasattr(builtins, name):
            raise NotRecordable(name)
        for value in values:
            self._found.append([".".join([name, *attributes]), self._meaning(name, value, list(attributes))])

    def _meaning(self, name: str, value, attributes: list) -> list:
        module = None
        while attributes and isinstance(value, ModuleType):
            module, attribute = value, attributes.pop(0)
            value = getattr(module, attribute)
        if attributes and isinstance(value, JITCallable):
            raise NotRecordable(name)
        if module is not None and is_builtin(value, module):
            return ["builtin", module.__name__, attribute]
        # The code generator takes plain values only from modules; a local variable may have the name of a global one.
        return self._facts.constant(value) if module is not None or name in self._bound else self._facts.object(value)


def is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Load)

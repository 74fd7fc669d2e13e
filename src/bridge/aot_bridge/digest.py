"""A digest of everything in Python that decides a kernel's code, and of nothing else in its file.

Triton's own key of a function misses some of it: plain values of other modules, the types of constants, what Python
code run at compile time may see. So each name in a function's text is looked up here as well, whether it turns out to
be local or not, and what it means is written down. Where anything cannot be, there is no digest: a kernel that is
compiled again costs a second, a wrong one is never noticed.
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

# The releases whose code generator and key were read.
KNOWN_RELEASES = ("3.6", "3.8", "3.9")

SETTINGS = ("version", "noinline", "debug")
SETTINGS_OF_PARAMETERS = ("do_not_specialize", "do_not_specialize_on_alignment")

# Python code that runs at compile time may call these: what they give depends on their arguments alone.
PURE_BUILTINS = {
    *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "int", "isinstance", "len"),
    *("list", "map", "max", "min", "pow", "range", "reversed", "round", "set", "sorted", "str", "sum", "tuple"),
    *("type", "zip"),
    *("AssertionError", "Exception", "KeyError", "NotImplementedError", "RuntimeError", "TypeError", "ValueError"),
}

TRITON_FOLDER = os.path.join(os.path.dirname(triton.__file__), "")

LITERALS = (bool, int, float, str, bytes, type(None))


class Uncovered(Exception):
    """Something that decides the code, or may, cannot be written down."""


def function_digest(function: JITFunction) -> Optional[str]:
    """64 hexadecimal digits, or None where the function's file as a whole must stand for it."""
    if triton.__version__.rpartition(".")[0] not in KNOWN_RELEASES:
        return None
    try:
        facts = Facts()
        facts.of(function)
        content = [triton_key(function, facts.functions), facts.records]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()
    except Exception:
        # Triton's key refuses what it does not know with whatever error comes up.
        return None


def triton_key(function: JITFunction, reached) -> str:
    """Triton's own key as if every function it covers began its file."""
    with contextlib.ExitStack() as restored:
        for each in reached:
            restored.callback(vars(each).update, hash=each.hash, starting_line_number=each.starting_line_number)
            each.hash, each.starting_line_number = None, 0
        return function.cache_key


class Facts:
    """What is known of a function and of those it calls. They refer to each other by number, so cycles end."""

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
            # Symbols of functions that are not inlined bear both.
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
        """A value with its type: 1, True and 1.0 give different code."""
        if type(value) in LITERALS:
            return [type(value).__name__, repr(value)]
        if type(value) is tuple:
            return ["tuple", [self.constant(each) for each in value]]
        return self.object(value)

    def object(self, value) -> list:
        """A value the code generator takes from a global name."""
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
        raise Uncovered(repr(value))


def check_kind(function: JITCallable) -> None:
    kind = type(function)
    known = kind in (JITFunction, ConstexprFunction) or is_tritons(kind) and kind.__name__ == "GluonJITFunction"
    # Under another decorator the text is not what runs, or does not run in these globals.
    plain = type(function.fn) is FunctionType and not hasattr(function.fn, "__wrapped__")
    # A function that names kernels is Python code of its own.
    if not known or not plain or getattr(function, "_repr", None) is not None:
        raise Uncovered(function.__qualname__)


def is_tritons(value) -> bool:
    """Whether the release decides what this is: it stands in Triton's own module under its own name."""
    name = getattr(value, "__module__", None)
    if not isinstance(name, str) or name.partition(".")[0] != "triton":
        return False
    found = sys.modules.get(name)
    for part in getattr(value, "__qualname__", "").split("."):
        found = getattr(found, part, None)
    return found is value


def is_builtin(value, module: ModuleType) -> bool:
    """Whether it is a builtin that a module of Triton's offers under a name of its own, as Gluon's do."""
    own = [getattr(value, "__code__", None), module]
    files = [getattr(each, "co_filename", None) or getattr(each, "__file__", None) or "" for each in own]
    return hasattr(value, "__triton_builtin__") and all(file.startswith(TRITON_FOLDER) for file in files)


class Names(ast.NodeVisitor):
    """Every name in a function's text and what it means, if it is not sure to be local."""

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
        # Defaults and annotations have been evaluated: the parameters say to what.
        for statement in self._definition.body:
            self.visit(statement)
        return self._found

    def visit_Name(self, node: ast.Name) -> None:
        self._refer(node.id, [])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        attributes = []
        while isinstance(node, ast.Attribute):
            # What Python keeps under such names leads anywhere; what is written to may be read elsewhere.
            if node.attr.startswith("__") or not is_read(node):
                raise Uncovered(node.attr)
            attributes.insert(0, node.attr)
            node = node.value
        if isinstance(node, ast.Name):
            self._refer(node.id, attributes)
        else:
            self.visit(node)

    def _refuse(self, node: ast.AST) -> None:
        raise Uncovered(type(node).__name__)

    visit_Import = visit_ImportFrom = visit_Global = visit_Nonlocal = visit_ClassDef = _refuse

    def _refer(self, name: str, attributes: list) -> None:
        if name in self._parameters:
            return
        values = [scope[name] for scope in self._scopes if name in scope]
        if not values and self._runs and name not in self._bound | PURE_BUILTINS and hasattr(builtins, name):
            raise Uncovered(name)
        for value in values:
            self._found.append([".".join([name, *attributes]), self._meaning(name, value, list(attributes))])

    def _meaning(self, name: str, value, attributes: list) -> list:
        module = None
        while attributes and isinstance(value, ModuleType):
            module, attribute = value, attributes.pop(0)
            value = getattr(module, attribute)
        if attributes and isinstance(value, JITCallable):
            raise Uncovered(name)
        if module is not None and is_builtin(value, module):
            return ["builtin", module.__name__, attribute]
        # The code generator takes plain values from modules only; a local variable may bear a global's name.
        return self._facts.constant(value) if module is not None or name in self._bound else self._facts.object(value)


def is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Load)

"""Follows names of the program around a kernel: variables to their assignments, parameters to annotations, uses and calls,
attributes to the class. Nothing runs."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from aot_sources.modules import Module, SourceError
from aot_sources.names import chain_of
from aot_sources.slicing import Slicer

from .branches import ANY_LINE, Blocks
from .functions import (
    FUNCTIONS,
    Binding,
    bindings_of,
    default_of,
    own_nodes,
    parameters_of,
    tested_types,
    used_as_tensor,
)
from .host import INT, TENSOR, UNKNOWN, Host, annotated, chosen, joined, literal
from .search import folders_around, python_files

MOST_SEARCHES = 4
# How many calls of a function are looked at, and how many calls after each other.
MOST_CALLS = 4
DEEPEST_CALLS = 3


@dataclass(eq=False)
class Scope:
    """Where an expression is: its module, the function around it with those around that, innermost first, the class around
    them, and the values of parameters, if one call is looked at."""

    module: Module
    functions: tuple = ()
    owner: ast.ClassDef | None = None
    given: dict = field(default_factory=dict)
    # The expressions of these parameters in the call: each with its scope and line.
    written: dict = field(default_factory=dict)
    # The line of the function around it in which the innermost function is called.
    called_at: int = ANY_LINE

    @property
    def function(self) -> ast.FunctionDef | None:
        return self.functions[0] if self.functions else None

    @property
    def outer(self) -> "Scope":
        return Scope(self.module, self.functions[1:], self.owner)


class Lookup:
    """Finds the values of names. Subclasses evaluate expressions."""

    def __init__(self, slicer: Slicer):
        self.slicer = slicer
        # The name of a variable that holds an expression, to call a parameter of the grid so.
        self.labels: dict = {}
        # The element types that the program allows for a tensor, by the mark of its type.
        self.choices: dict = {}
        self._bindings: dict = {}
        self._blocks: dict = {}
        self._scopes: dict = {}
        self._active: set = set()
        self._searched: set = set()
        self._depth = 0

    def value(self, node: ast.expr | None, scope: Scope, line: int) -> Host:
        """What an expression in a line is."""
        raise NotImplementedError

    def calls(self, module: Module) -> list:
        """The calls in a module, each with its scope."""
        if module not in self._scopes:
            self._scopes[module] = list(calls_in(module.tree, Scope(module)))
        return self._scopes[module]

    def named(self, name: str, scope: Scope, line: int) -> Host:
        function = scope.function
        if function is None:
            return self._of_module(scope.module, (name,))
        parameter = next((each for each in parameters_of(function) if each.arg == name), None)
        found = []
        is_certain = False
        for each in reversed(self.reaching(function, name, line)):
            chosen_ = self._chosen(each, name, scope, line)
            value = chosen_ or self._at(each, scope)
            if each.how == "value" and value.size is not None and value.size[0] == "name":
                self.labels.setdefault(value.size[1], name)
            if value.kind is None and each.how == "value":
                value = replace(value, kind="tensor", dtype=None) if used_as_tensor(function, name) else value
            if value.kind == "tensor" and value.dtype is None:
                value = replace(value, dtype=next(iter(tested_types(function, name)), None))
            found.append(value)
            if not each.loose or chosen_ is not None or self._is_certain(function, each, line):
                is_certain = True
                break
        if parameter is not None and not is_certain:
            found.append(self._parameter(function, parameter, scope))
        if found:
            result = joined([*reversed(found)])
            return result if result.size or result.kind not in (None, "int") else replace(result, size=("name", name))
        return self.named(name, scope.outer, scope.called_at)

    def _at(self, binding: Binding, scope: Scope) -> Host:
        if binding.how == "type":
            return annotated(ast.unparse(binding.node))
        value = self.value(binding.node, scope, binding.line)
        if binding.how == "each":
            called = chain_of(binding.node.func)[-1:] if isinstance(binding.node, ast.Call) else ()
            value = (
                Host("tuple", items=(INT, UNKNOWN))
                if called == ("enumerate",)
                else INT
                if called == ("range",)
                else value.items[0]
                if value.items
                else UNKNOWN
            )
        if binding.how == "change":
            return value if value.kind in ("float", "tensor") else UNKNOWN
        for place in binding.path:
            if value.kind == "tuple" and value.dtype == "int":
                value = Host("int", size=("name", f"{value.value}[{place}]"))
            elif value.kind == "tuple" and -len(value.items) <= place < len(value.items):
                value = value.items[place]
            else:
                value = UNKNOWN
        return value

    def _parameter(self, function: ast.FunctionDef, parameter: ast.arg, scope: Scope) -> Host:
        name = parameter.arg
        if name in scope.given:
            return scope.given[name]
        said = annotated(None if parameter.annotation is None else ast.unparse(parameter.annotation))
        default = default_of(function, parameter)
        found = said
        if default is not None:
            value = self.value(default, Scope(scope.module), 1 << 30)
            if said.kind == "float" and isinstance(value.value, int):
                value = literal(float(value.value))
            if said.kind in (None, value.kind) and value.kind != "none":
                found = replace(value, size=("name", name) if value.kind == "int" else None)
        if found.kind is None and used_as_tensor(function, name):
            found = TENSOR
        if self._depth < DEEPEST_CALLS and (
            found.kind is None or (found.kind in ("tensor", "dtype") and found.dtype is None)
        ):
            self._depth += 1
            called = joined(
                [self.value(node, each, node.lineno) for node, each in self._arguments(function, name, scope)]
            )
            self._depth -= 1
            if called.kind not in (None, "none") and (found.kind is None or called.dtype):
                found = replace(called, value=None, size=None)
        if found.kind == "tensor":
            tested = tested_types(function, name)
            symbol = f"@{function.name}.{name}"
            if len(tested) > 1:
                self.choices[symbol] = tested
            found = replace(found, dtype=tested[0] if len(tested) == 1 else symbol if tested else found.dtype or symbol)
        if found.kind == "dtype" and found.dtype is None:
            found = replace(found, dtype=f"@{function.name}.{name}")
        return replace(found, size=("name", name) if found.kind in ("int", "bool", None) else None)

    def _arguments(self, function: ast.FunctionDef, name: str, scope: Scope) -> Iterator[tuple]:
        """What calls pass for a parameter, with the place. Calls in other files count if there are none in its own."""
        found = list(self._arguments_in(scope.module, function, name, scope))
        if not found and function not in self._searched and len(self._searched) < MOST_SEARCHES:
            self._searched.add(function)
            word = scope.owner.name if scope.owner is not None else function.name
            for file in self._mentions(scope.module, word):
                try:
                    found += self._arguments_in(self.slicer.project.module(file), function, name, scope)
                except SourceError:
                    continue
                if len(found) > 2:
                    break
        yield from found[:MOST_CALLS]

    def _mentions(self, module: Module, word: str) -> Iterator:
        """Other files of the project that mention a word, nearest first."""
        seen = {module.file}
        for folder in folders_around(module, self.slicer.project):
            for file in python_files(folder, word.encode()):
                if file not in seen:
                    seen.add(file)
                    yield file

    def _arguments_in(self, module: Module, function: ast.FunctionDef, name: str, scope: Scope) -> Iterator[tuple]:
        names = [each.arg for each in parameters_of(function)]
        owner = scope.owner.name if scope.owner is not None and names[:1] in (["self"], ["ctx"], ["cls"]) else None
        for node, each in self.calls(module):
            chain = chain_of(node.func)
            is_own = chain[-1:] == (function.name,) or (
                owner is not None
                and (
                    (chain[-2:] == (owner, "apply") and function.name == "forward")
                    or (chain[-1:] == (owner,) and function.name == "__init__")
                )
            )
            if not is_own or each.function is function:
                continue
            if module is not scope.module and not self._is_import(module, chain[0], function, scope):
                continue
            place = names.index(name) - (1 if owner is not None or names[:1] == ["self"] else 0)
            keyword = next((word.value for word in node.keywords if word.arg == name), None)
            if keyword is not None:
                yield keyword, each
            elif 0 <= place < len(node.args) and not any(
                isinstance(arg, ast.Starred) for arg in node.args[: place + 1]
            ):
                yield node.args[place], each

    def _is_import(self, module: Module, name: str, function: ast.FunctionDef, scope: Scope) -> bool:
        """True if a name in another file is that of a function, or of its class."""
        found = self.slicer.definition(module, name)
        return found is not None and found[1].node in (function, scope.owner)

    def _of_class(self, scope: Scope, name: str) -> Host:
        """An attribute of `self` or `ctx`: what a method assigns."""
        key = (scope.owner, name)
        if key in self._active:
            return UNKNOWN
        self._active.add(key)
        found = []
        for method in scope.owner.body if scope.owner is not None else ():
            if isinstance(method, ast.AnnAssign) and isinstance(method.target, ast.Name) and method.target.id == name:
                found.append(annotated(ast.unparse(method.annotation)))
            if isinstance(method, ast.Assign) and any(
                isinstance(each, ast.Name) and each.id == name for each in method.targets
            ):
                found.append(self.value(method.value, Scope(scope.module), 1 << 30))
            if not isinstance(method, FUNCTIONS):
                continue
            inner = Scope(scope.module, (method,), scope.owner)
            for each in own_nodes(method):
                if (
                    name == "saved_tensors"
                    and isinstance(each, ast.Call)
                    and chain_of(each.func)[-1:] == ("save_for_backward",)
                ):
                    found.append(
                        Host(
                            "tuple",
                            items=tuple(joined([self.value(arg, inner, each.lineno), TENSOR]) for arg in each.args),
                        )
                    )
                if isinstance(each, ast.Assign):
                    for target in each.targets:
                        if (
                            isinstance(target, ast.Attribute)
                            and target.attr == name
                            and chain_of(target)[:-1] in (("self",), ("ctx",))
                        ):
                            found.append(self.value(each.value, inner, each.lineno))  # noqa: PERF401
        self._active.discard(key)
        return joined(found) if found else TENSOR if name == "saved_tensors" else UNKNOWN

    def _of_module(self, module: Module, chain: tuple) -> Host:
        key = (module, chain)
        if key in self._active:
            return UNKNOWN
        found = self.slicer.definition(module, chain[0]) if len(chain) == 1 else None
        if found is None or not isinstance(found[1].node, (ast.Assign, ast.AnnAssign)):
            return UNKNOWN
        node = found[1].node
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if node.value is None or not isinstance(target, ast.Name):
            return UNKNOWN
        self._active.add(key)
        result = self.value(node.value, Scope(found[0]), 1 << 30)
        self._active.discard(key)
        return result

    def _is_certain(self, function: ast.FunctionDef, binding: Binding, line: int) -> bool:
        """True if a statement always gives a name its value before a line."""
        return binding.how == "value" and self.blocks(function).always_reaches(binding.line, line)

    def _chosen(self, binding: Binding, name: str, scope: Scope, line: int) -> Host | None:
        """What an `if` gives a name before a line that binds it in all branches; None for another statement."""
        function = scope.function
        assert function is not None
        chooser = self.blocks(function).choosing(binding.line, line) if binding.loose else None
        return None if chooser is None else self._of_branches(chooser, name, scope)

    def _of_branches(self, node: ast.If, name: str, scope: Scope) -> Host | None:
        function = scope.function
        assert function is not None
        values = []
        for body in (node.body, node.orelse):
            last = body[-1].end_lineno or body[-1].lineno if body else 0
            own = [
                each
                for each in self.bound(function, name)
                if body and body[0].lineno <= each.line <= last and each.how == "value"
            ]
            if not own:
                return None
            nested = next((each for each in body if isinstance(each, ast.If) and each.lineno < own[-1].line), None)
            if nested is not None and any(own[-1].line == each.lineno for each in body):
                nested = None
            value = self._at(own[-1], scope) if nested is None else self._of_branches(nested, name, scope)
            if value is None:
                return None
            values.append(value)
        if "none" in (each.kind for each in values):
            # Whether something is passed is a choice of the caller.
            return joined(values)
        test = self.value(node.test, scope, node.lineno)
        if test.value is not None or test.kind == "none":
            return values[0 if test.value else 1]
        return chosen(test, *values)

    def reaching(self, function: ast.FunctionDef, name: str, line: int) -> list:
        """The statements before a line that can give a name its value there."""
        blocks = self.blocks(function)
        return [each for each in self.bound(function, name) if each.line < line and blocks.may_reach(each.line, line)]

    def blocks(self, function: ast.FunctionDef) -> Blocks:
        if function not in self._blocks:
            self._blocks[function] = Blocks(function)
        return self._blocks[function]

    def bound(self, function: ast.FunctionDef, name: str) -> list:
        if function not in self._bindings:
            self._bindings[function] = {}
            for each, binding in bindings_of(function.body, False):
                self._bindings[function].setdefault(each, []).append(binding)
        return self._bindings[function].get(name, [])


def calls_in(node: ast.AST, scope: Scope) -> Iterator[tuple]:
    for child in ast.iter_child_nodes(node):
        inner = scope
        if isinstance(child, FUNCTIONS):
            inner = Scope(scope.module, (child, *scope.functions), scope.owner)
        elif isinstance(child, ast.ClassDef):
            inner = Scope(scope.module, scope.functions, child)
        if isinstance(child, ast.Call):
            yield child, scope
        yield from calls_in(child, inner)

"""Finds what statements change when they run: attributes of modules and of objects, also in the functions that they call."""

import ast
import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from .bindings import is_function, is_import
from .modules import CHANGING_METHODS, Branch, Leaf, Module, SourceError, bound_name
from .names import Chain, Function, chain_of, local_names, nodes_of
from .resolve import Resolver

# Calls that give the names of a module as a dictionary.
NAMESPACES = {"globals", "locals", "vars"}
ANY = ".*"

# What a statement does to a name of a module, or to the names that a pattern fits (`hidden`); or to what a parameter of
# its function stands for.
NameEffect = tuple[Literal["bind", "change", "hidden"], Module, str]
ParameterEffect = tuple[Literal["parameter"], str]
Effect = NameEffect | ParameterEffect

# The module that an expression gives, or else the effects of changing its value.
Object = tuple[Module | None, list[Effect]]
# A name that is written out, or a pattern for the names that an expression can give.
Name = str | re.Pattern[str]


class Scope:
    """Where code stands: in a module, or in a function of it."""

    def __init__(self, module: Module, function: Function | None = None):
        self.module = module
        self.inner: dict[str, Leaf] = {}
        self.globals: set[str] = set()
        self.local: set[str] = set()
        self.parameters: list[str] = []
        if function is None:
            return
        for each in nodes_of(function):
            if is_import(each):
                self.inner.update(
                    {bound_name(each, alias): Leaf(each, ()) for alias in each.names if alias.name != "*"}
                )
            elif isinstance(each, ast.Global):
                self.globals.update(each.names)
        arguments = function.args
        self.parameters = [each.arg for each in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]]
        self.local = local_names(function) - self.globals - self.inner.keys()


class Effects:
    """The effects of statements."""

    def __init__(self, resolver: Resolver):
        self._resolver = resolver
        self._project = resolver.project
        self._leaves: dict[tuple[Module, Leaf], set[Effect]] = {}
        self._functions: dict[Function, set[Effect]] = {}

    def of(self, module: Module, leaf: Leaf) -> set[Effect]:
        """The effects that a statement has when its module is imported."""
        key = (module, leaf)
        if key not in self._leaves:
            runs = not is_import(leaf.node) and not any(is_skipped(branch) for branch in leaf.branches)
            self._leaves[key] = set()
            # A file that is not Python is reported if the slice needs it.
            with contextlib.suppress(SourceError):
                self._leaves[key] = self._effects(Scope(module), [leaf.node]) if runs else set()
        return self._leaves[key]

    def of_function(self, module: Module, function: Function) -> set[Effect]:
        """The effects of a call, also of the functions inside, which decorators return."""
        if function not in self._functions:
            self._functions[function] = set()
            inner = [each for each in nodes_of(function) if is_function(each)]
            self._functions[function] = {
                effect for each in inner for effect in self._effects(Scope(module, each), each.body)
            }
        return self._functions[function]

    def _effects(self, scope: Scope, body: Sequence[ast.AST]) -> set[Effect]:
        found: set[Effect] = set()
        for node in executed(body):
            if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
                found |= self._store(scope, node)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in scope.globals:
                found.add(("bind", scope.module, node.id))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                found |= self._method(scope, node.value.func, True)
            elif isinstance(node, ast.Call):
                found |= self._call(scope, node)
            elif (
                isinstance(node, ast.AugAssign)
                and isinstance(node.target, ast.Name)
                and node.target.id not in scope.local
            ):
                # Of a list, `+=` changes the list that another module has too.
                found |= set(self._places(scope, (node.target.id,))[1])
            elif isinstance(node, ast.ClassDef):
                found = found.union(*(self._callee(scope, base, [], "__init_subclass__") for base in node.bases))
            for decorator in getattr(node, "decorator_list", []):
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                found |= self._method(scope, called, True) | self._callee(scope, called, [])
        return found

    def _store(self, scope: Scope, node: ast.Attribute | ast.Subscript) -> set[Effect]:
        if isinstance(node, ast.Attribute):
            place = self._object(scope, node.value)
            return self._set(place, node.attr) if chain_of(node.value) else self._set(place, exactly(node.attr))
        if chain_of(node.value) == ("sys", "modules"):
            replaced = self._object(scope, node)
            return {("hidden", replaced[0], ANY)} if replaced[0] else set()
        space = self._namespace(scope, node.value)
        if space is not None:
            return self._set(space, exactly(pattern_of(node.slice)))
        return set(self._object(scope, node.value)[1])

    def _set(self, place: Object, name: Name) -> set[Effect]:
        """The effect of setting an attribute of an object."""
        module, names = place
        if module is not None:
            return {("bind", module, name) if isinstance(name, str) else ("hidden", module, name.pattern)}
        return set(names)

    def _call(self, scope: Scope, node: ast.Call) -> set[Effect]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("setattr", "delattr") and len(node.args) > 1:
            place, key = self._object(scope, node.args[0]), pattern_of(node.args[1])
            return self._set(place, key if chain_of(node.args[0]) else exactly(key))
        if name == "exec" and node.args:
            space = self._namespace(scope, node.args[1]) if len(node.args) > 1 else (scope.module, [])
            return {("hidden", space[0], names_bound_by(node.args[0]))} if space and space[0] else set()
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING_METHODS:
            space = self._namespace(scope, node.func.value)
            if space is not None:
                names = [
                    *(each.arg for each in node.keywords),
                    *(key for each in node.args for key in (each.keys if isinstance(each, ast.Dict) else [None])),
                ]
                return {effect for each in names for effect in self._set(space, exactly(pattern_of(each)))}
        return self._method(scope, node.func, False) | self._callee(scope, node.func, node.args)

    def _method(self, scope: Scope, func: ast.expr, is_statement: bool) -> set[Effect]:
        """The effect of calling a method of an object."""
        if not isinstance(func, ast.Attribute):
            return set()
        module, names = self._object(scope, func.value)
        if module is not None or not names:
            return set()
        method = self._method_of(names[-1], func.attr)
        if method is not None:
            place, function = method
            own = function.args.args[0].arg if function.args.args else ""
            effects = self.of_function(place, function)
            return {each for each in effects if each[0] != "parameter"} | (
                set(names) if ("parameter", own) in effects else set()
            )
        return set(names) if is_statement or func.attr in CHANGING_METHODS else set()

    def _method_of(self, effect: Effect, name: str) -> tuple[Module, Function] | None:
        """The module and the function of a method, if the class of the object is known."""
        if effect[0] != "change":
            return None
        found = self._resolver.definition(effect[1], effect[2])
        value = getattr(found[1].node, "value", None) if found is not None else None
        if found is not None and isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            found = self._resolver.definition(found[0], value.func.id)
        if found is None or not isinstance(found[1].node, ast.ClassDef):
            return None
        function = next((each for each in found[1].node.body if is_function(each) and each.name == name), None)
        return None if function is None else (found[0], function)

    def _callee(self, scope: Scope, func: ast.expr, arguments: list[ast.expr], method: str = "__init__") -> set[Effect]:
        """The effects of calling a function of the project, or a method of a class."""
        chain = chain_of(func)
        if not chain or chain[0] in scope.local:
            return set()
        names = self._places(scope, chain)[1]
        last = names[-1] if names else None
        found = self._resolver.definition(last[1], last[2]) if last is not None and last[0] != "parameter" else None
        if found is None:
            return set()
        place = found[0]
        node: ast.stmt = found[1].node
        value = getattr(node, "value", None)
        if isinstance(value, ast.Lambda):
            return self._effects(Scope(place), [value.body])
        if isinstance(value, ast.Call) and chain_of(value.func)[-1:] == ("partial",) and value.args:
            return self._callee(Scope(place), value.args[0], value.args[1:])
        if isinstance(node, ast.ClassDef):
            node = next((each for each in node.body if is_function(each) and each.name == method), node)
        if not is_function(node):
            return set()
        effects = self.of_function(place, node)
        parameters = node.args.args[1:] if isinstance(found[1].node, ast.ClassDef) else node.args.args
        given = {parameter.arg: argument for parameter, argument in zip(parameters, arguments)}
        changed = [given[each[1]] for each in effects if each[0] == "parameter" and each[1] in given]
        passed = [set(self._object(scope, each)[1]) for each in changed]
        return {each for each in effects if each[0] != "parameter"}.union(*passed)

    def _namespace(self, scope: Scope, node: ast.expr) -> Object | None:
        """The object whose names an expression gives as a dictionary."""
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            return self._object(scope, node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMESPACES:
            return self._object(scope, node.args[0]) if node.args else (scope.module, [])
        return None

    def _object(self, scope: Scope, node: ast.expr) -> Object:
        """What an expression gives."""
        chain = chain_of(node)
        if chain:
            return self._places(scope, chain)
        if isinstance(node, ast.Subscript) and chain_of(node.value) == ("sys", "modules"):
            if chain_of(node.slice) == ("__name__",):
                return scope.module, []
            name = node.slice.value if isinstance(node.slice, ast.Constant) else None
            file = self._project.find(name, scope.module) if isinstance(name, str) else None
            if file is None or not self._project.files.is_file(file):
                return None, []
            return self._project.module(file), []
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return None, self._object(scope, node.value)[1]
        return None, []

    def _places(self, scope: Scope, chain: Chain) -> Object:
        """As `_object`, of a name with attributes: the effects name each module that has the value under a name."""
        module = scope.module
        found: list[Effect] = []
        if chain[0] in scope.local:
            return None, [("parameter", chain[0])] if chain[0] in scope.parameters else []
        while ("change", module, chain[0]) not in found:
            found.append(("change", module, chain[0]))
            inner = scope.inner.get(chain[0]) if len(found) == 1 else None
            leaves = self._resolver.choose(module, chain[0], self._resolver.live(module, chain[0]))
            leaf = inner or next((each for each in reversed(leaves) if not isinstance(each.node, ast.AugAssign)), None)
            if leaf is None:
                break
            if isinstance(leaf.node, ast.Assign) and chain_of(leaf.node.value):
                chain = (*chain_of(leaf.node.value), *chain[1:])
                continue
            if not is_import(leaf.node):
                break
            target, attribute = self._resolver.source(module, leaf, chain[0])
            if isinstance(target, str):
                return None, []
            place, rest = self._resolver.descend(target, [*([attribute] if attribute else []), *chain[1:]])
            if place is None or not rest:
                return place, []
            if len(rest) < len(chain):
                # The name is that of a module.
                found.pop()
            module, chain = place, tuple(rest)
        return None, found


def concerns(effect: Effect, module: Module, name: str) -> bool:
    if effect[0] == "parameter" or effect[1] is not module:
        return False
    return re.fullmatch(effect[2], name) is not None if effect[0] == "hidden" else effect[2] == name


def executed(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of statements that run with them: those of functions only when they are called."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        if is_function(node) or isinstance(node, ast.Lambda):
            pending.extend([*getattr(node, "decorator_list", []), *node.args.defaults])
        else:
            pending.extend(ast.iter_child_nodes(node))


def is_skipped(branch: Branch) -> bool:
    """True if a block does not run when its file is imported."""
    test = branch.node.test if isinstance(branch.node, ast.If) and branch.block == "body" else None
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        return chain_of(test.left) == ("__name__",)
    return test is not None and chain_of(test)[-1:] == ("TYPE_CHECKING",)


def pattern_of(name: ast.expr | str | None) -> Name:
    """The names that an expression can give."""
    if isinstance(name, str):
        return name
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        return name.value
    if isinstance(name, ast.JoinedStr):
        # What stands between the braces of a text is always a text.
        parts = (re.escape(str(each.value)) if isinstance(each, ast.Constant) else ANY for each in name.values)
        return re.compile("".join(parts))
    return re.compile(ANY)


def exactly(name: Name) -> re.Pattern[str]:
    """Of a name that a slice cannot follow, the pattern."""
    return re.compile(re.escape(name)) if isinstance(name, str) else name


def names_bound_by(text: ast.expr) -> str:
    """A pattern for the names that code in a text binds."""
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return ANY
    try:
        tree = ast.parse(text.value)
    except SyntaxError:
        return ANY
    names = set()
    for node in nodes_of(tree):
        if is_import(node):
            names |= {ANY if alias.name == "*" else re.escape(bound_name(node, alias)) for alias in node.names}
        elif is_function(node) or isinstance(node, ast.ClassDef):
            names.add(re.escape(node.name))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(re.escape(node.id))
    return "|".join(sorted(names))

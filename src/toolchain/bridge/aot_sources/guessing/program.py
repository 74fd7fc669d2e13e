"""Evaluates expressions of the program around a kernel by their text: follows names to their assignments, parameters to
annotations, uses and calls, and attributes to the class. Nothing runs."""

import ast
from dataclasses import dataclass, field, replace
from typing import Iterator, Optional

from ..modules import Module, SourceError
from ..names import chain_of, nodes_of
from ..slicing import Slicer
from . import torch_calls
from .search import folders_around, python_files
from .host import BOOL, DTYPES, INT, NONE, TENSOR, UNKNOWN, Host, annotated, arithmetic, joined, literal, named

DEEPEST = 24
MOST_STEPS = 40_000
MOST_SEARCHES = 4
# How many calls of a function are looked at, and how many calls after each other.
MOST_CALLS = 4
DEEPEST_CALLS = 3
SYMBOLS = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"},
    **{ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|"},
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(eq=False)
class Scope:
    """Where an expression is: its module, the function around it with those around that, innermost first, the class around
    them, and the values of parameters, if one call is looked at."""

    module: Module
    functions: tuple = ()
    owner: Optional[ast.ClassDef] = None
    given: dict = field(default_factory=dict)

    @property
    def function(self) -> Optional[ast.FunctionDef]:
        return self.functions[0] if self.functions else None

    @property
    def outer(self) -> "Scope":
        return Scope(self.module, self.functions[1:], self.owner)


@dataclass(frozen=True)
class Binding:
    """A statement that binds a name: the line, how (value, each, change, type), the expression, and the place in a tuple."""

    line: int
    how: str
    node: ast.expr
    path: tuple
    # True if it is not run whenever the function is.
    loose: bool


class Program:
    """Evaluates expressions. `facts` are the values of dotted names that are known of the machine."""

    def __init__(self, slicer: Slicer, facts: Optional[dict] = None):
        self.slicer = slicer
        self.facts = facts or {}
        # The name of a variable that holds an expression, to call a parameter of the grid so.
        self.labels = {}
        self._steps = 0
        self._bindings = {}
        self._scopes = {}
        self._active = set()
        self._names = {}
        self._searched = set()
        self._depth = 0

    def value(self, node: Optional[ast.expr], scope: Scope, line: int) -> Host:
        """What an expression in a line is."""
        self._steps += 1
        if node is None or self._steps > MOST_STEPS or len(self._active) > DEEPEST:
            return UNKNOWN
        method = getattr(self, f"_{type(node).__name__}", None)
        return method(node, scope, line) if method is not None else UNKNOWN

    def calls(self, module: Module) -> list:
        """The calls in a module, each with its scope."""
        if module not in self._scopes:
            self._scopes[module] = list(calls_in(module.tree, Scope(module)))
        return self._scopes[module]

    def _Constant(self, node: ast.Constant, _scope: Scope, _line: int) -> Host:
        return literal(node.value)

    def _JoinedStr(self, _node, _scope: Scope, _line: int) -> Host:
        return Host("text")

    def _Tuple(self, node, scope: Scope, line: int) -> Host:
        items = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                items += self.value(each.value, scope, line).items
            else:
                items.append(self.value(each, scope, line))
        return Host("tuple", items=tuple(items))

    _List = _Tuple

    def _IfExp(self, node: ast.IfExp, scope: Scope, line: int) -> Host:
        test = self.value(node.test, scope, line)
        if test.value is not None or test.kind == "none":
            return self.value(node.body if test.value else node.orelse, scope, line)
        return joined([self.value(node.body, scope, line), self.value(node.orelse, scope, line)])

    def _UnaryOp(self, node: ast.UnaryOp, scope: Scope, line: int) -> Host:
        found = self.value(node.operand, scope, line)
        if isinstance(node.op, ast.Not):
            known = found.kind == "none" or found.value is not None
            return literal(not found.value) if known else BOOL
        if isinstance(node.op, ast.USub):
            return arithmetic("-", literal(0), found) if found.kind in ("int", "float") else found
        return found

    def _BinOp(self, node: ast.BinOp, scope: Scope, line: int) -> Host:
        symbol = SYMBOLS.get(type(node.op))
        left, right = self.value(node.left, scope, line), self.value(node.right, scope, line)
        return arithmetic(symbol, left, right) if symbol else joined([left, right])

    def _BoolOp(self, node: ast.BoolOp, scope: Scope, line: int) -> Host:
        is_and = isinstance(node.op, ast.And)
        found = [self.value(each, scope, line) for each in node.values]
        for each in found:
            if each.kind in ("bool", "none", "int", "text") and (each.value is not None or each.kind == "none") and bool(each.value) is not is_and:
                # Decided whatever comes before it, if only the truth counts.
                if each is found[0] or all(other.kind == "bool" for other in found):
                    return each
        if all(each.value is not None for each in found):
            return found[-1]
        return BOOL if is_and and "bool" in {each.kind for each in found} else joined(found)

    def _Compare(self, node: ast.Compare, scope: Scope, line: int) -> Host:
        if len(node.ops) != 1:
            return BOOL
        left, right = self.value(node.left, scope, line), self.value(node.comparators[0], scope, line)
        if isinstance(node.ops[0], (ast.Is, ast.IsNot)) and right.kind == "none":
            if left.kind is None:
                return BOOL
            return literal((left.kind == "none") is isinstance(node.ops[0], ast.Is)) if left.kind == "none" or left.value is not None else BOOL
        return torch_calls.compared(left, node.ops[0], right)

    def _Starred(self, node: ast.Starred, scope: Scope, line: int) -> Host:
        return self.value(node.value, scope, line)

    def _NamedExpr(self, node: ast.NamedExpr, scope: Scope, line: int) -> Host:
        return self.value(node.value, scope, line)

    def _Dict(self, node: ast.Dict, scope: Scope, line: int) -> Host:
        return UNKNOWN

    def _Subscript(self, node: ast.Subscript, scope: Scope, line: int) -> Host:
        if isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            if node.value.id in scope.given and scope.given[node.value.id].kind == "meta":
                return Host("int", size=("param", node.slice.value))
        if isinstance(node.value, ast.Dict):
            return joined([self.value(each, scope, line) for each in node.value.values])
        owner = self.value(node.value, scope, line)
        if owner.kind == "tuple":
            if isinstance(node.slice, ast.Slice):
                return Host("tuple", items=owner.items[slice_of(node.slice)]) if owner.items else owner
            place = self.value(node.slice, scope, line).value
            if isinstance(place, int) and owner.items and -len(owner.items) <= place < len(owner.items):
                return owner.items[place]
            return owner.items[0] if owner.items and len({each.kind for each in owner.items}) == 1 and place is None else self._part(owner, place)
        if owner.kind == "tensor":
            return replace(owner, value=None)
        return UNKNOWN

    def _part(self, owner: Host, place) -> Host:
        """An element of a shape or of strides whose length is not known."""
        return Host("int", size=("name", f"{owner.value}[{place}]")) if owner.dtype == "int" else UNKNOWN

    def _Attribute(self, node: ast.Attribute, scope: Scope, line: int) -> Host:
        chain = chain_of(node)
        dotted = ".".join(chain)
        if dotted in self.facts:
            return self.facts[dotted]
        if chain and chain[0] in ("torch", "tl", "triton", "language", "jnp", "np", "numpy") and chain[-1] in DTYPES:
            return Host("dtype", DTYPES[chain[-1]])
        if chain and len(chain) == 2 and scope.owner is not None and chain[0] in ("self", "ctx", "cls"):
            found = self._of_class(scope, chain[1])
            if found.kind is not None:
                return found
        known = torch_calls.attribute(node.attr, lambda: self.value(node.value, scope, line), self._text(node.value, scope, line))
        if known is not None:
            return known
        if chain and len(chain) == 2:
            return self._of_module(scope.module, chain)
        return UNKNOWN

    def _text(self, node: ast.expr, scope: Scope, line: int) -> str:
        """The text of a tensor's expression: that of the parameter that it is a contiguous copy of."""
        for _turn in range(8):
            if not isinstance(node, ast.Name) or scope.function is None:
                break
            last = [each for each in self.bound(scope.function, node.id) if each.line < line][-1:]
            value = last[0].node if last and last[0].how == "value" and not last[0].path else None
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in ("contiguous", "detach", "to", "cuda"):
                value, line = value.func.value, last[0].line
            if not isinstance(value, ast.Name):
                break
            node = value
        return ast.unparse(node)

    def _Call(self, node: ast.Call, scope: Scope, line: int) -> Host:
        chain = chain_of(node.func)
        dotted = ".".join(chain)
        if f"{dotted}()" in self.facts:
            return self.facts[f"{dotted}()"]
        arguments = [self.value(each, scope, line) for each in node.args]
        keywords = {each.arg: self.value(each.value, scope, line) for each in node.keywords if each.arg is not None}
        called = self._called(node, chain, arguments, keywords, scope)
        if called is not None and called.kind is not None:
            return called
        owner, text = None, ""
        if isinstance(node.func, ast.Attribute):
            text = self._text(node.func.value, scope, line)
            if not (chain and chain[0] in torch_calls.MODULES):
                owner = self.value(node.func.value, scope, line)
        return torch_calls.call(node, chain, owner, text, arguments, keywords)

    def _called(self, node: ast.Call, chain: tuple, arguments: list, keywords: dict, scope: Scope) -> Optional[Host]:
        """What a function of the project returns."""
        if len(chain) != 1:
            return None
        local = next((each for function in scope.functions for each in function.body if isinstance(each, FUNCTIONS) and each.name == chain[0]), None)
        found = None if local is not None else self.slicer.definition(scope.module, chain[0])
        if local is None and (found is None or not isinstance(found[1].node, FUNCTIONS) or self.slicer.is_kernel(*found)):
            return None
        function, module = (local, scope.module) if local is not None else (found[1].node, found[0])
        key = (function, "returned")
        if key in self._active:
            return None
        if function.returns is not None:
            said = annotated(ast.unparse(function.returns))
            if said.kind not in (None, "tuple", "bool") and not (said.kind == "tensor" and said.dtype is None):
                return said
        names = [each.arg for each in [*function.args.posonlyargs, *function.args.args]]
        given = {**dict(zip(names, arguments)), **keywords}
        inner = Scope(module, (function, *(scope.functions if local is not None else ())), None, {name: each for name, each in given.items() if each.kind})
        self._active.add(key)
        found = [self.value(each.value, inner, each.lineno) for each in own_nodes(function) if isinstance(each, ast.Return) and each.value is not None]
        self._active.discard(key)
        if len(found) > 1 and self.facts and found[0].value is None:
            return UNKNOWN
        result = joined(found) if found else NONE
        return result if result.kind is not None or function.returns is None else annotated(ast.unparse(function.returns))

    def _Name(self, node: ast.Name, scope: Scope, line: int) -> Host:
        if node.id in self.facts:
            return self.facts[node.id]
        key = (scope.module, scope.functions, node.id, line, id(scope.given) if scope.given else 0)
        if key in self._names:
            return self._names[key]
        if key in self._active:
            return UNKNOWN
        self._active.add(key)
        found = self._named(node.id, scope, line)
        self._active.discard(key)
        self._names[key] = found
        return found

    def _named(self, name: str, scope: Scope, line: int) -> Host:
        function = scope.function
        if function is None:
            return self._of_module(scope.module, (name,))
        parameter = next((each for each in parameters_of(function) if each.arg == name), None)
        found = []
        is_certain = False
        for each in reversed([each for each in self.bound(function, name) if each.line < line]):
            value = self._at(each, scope)
            if each.how == "value" and value.size is not None and value.size[0] == "name":
                self.labels.setdefault(value.size[1], name)
            if value.kind is None and each.how == "value":
                value = replace(value, kind="tensor", dtype=None) if used_as_tensor(function, name) else value
            if value.kind == "tensor" and value.dtype is None:
                value = replace(value, dtype=tested_type(function, name, self, scope))
            found.append(value)
            if not each.loose:
                is_certain = True
                break
        if parameter is not None and not is_certain:
            found.append(self._parameter(function, parameter, scope))
        if found:
            result = joined([*reversed(found)])
            return result if result.size or result.kind not in (None, "int") else replace(result, size=("name", name))
        return self._named(name, scope.outer, 1 << 30)

    def _at(self, binding: Binding, scope: Scope) -> Host:
        if binding.how == "type":
            return annotated(ast.unparse(binding.node))
        value = self.value(binding.node, scope, binding.line)
        if binding.how == "each":
            called = chain_of(binding.node.func)[-1:] if isinstance(binding.node, ast.Call) else ()
            value = Host("tuple", items=(INT, UNKNOWN)) if called == ("enumerate",) else INT if called == ("range",) else value.items[0] if value.items else UNKNOWN
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
            default = self.value(default, Scope(scope.module), 1 << 30)
            if said.kind == "float" and isinstance(default.value, int):
                default = literal(float(default.value))
            if said.kind in (None, default.kind) and default.kind != "none":
                found = replace(default, size=("name", name) if default.kind == "int" else None)
        if found.kind is None and used_as_tensor(function, name):
            found = TENSOR
        if self._depth < DEEPEST_CALLS and (found.kind is None or found.kind in ("tensor", "dtype") and found.dtype is None):
            self._depth += 1
            called = joined([self.value(node, each, node.lineno) for node, each in self._arguments(function, name, scope)])
            self._depth -= 1
            if called.kind not in (None, "none") and (found.kind is None or called.dtype):
                found = replace(called, value=None, size=None)
        if found.kind == "tensor":
            tested = tested_type(function, name, self, scope)
            found = replace(found, dtype=tested or found.dtype or f"@{function.name}.{name}")
        if found.kind == "dtype" and found.dtype is None:
            found = replace(found, dtype=f"@{function.name}.{name}")
        return replace(found, size=("name", name)) if found.kind in ("int", None) else replace(found, size=None)

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
            is_own = chain[-1:] == (function.name,) or owner is not None and (chain[-2:] == (owner, "apply") and function.name == "forward" or chain[-1:] == (owner,) and function.name == "__init__")
            if not is_own or each.function is function:
                continue
            place = names.index(name) - (1 if owner is not None or names[:1] == ["self"] else 0)
            keyword = next((word.value for word in node.keywords if word.arg == name), None)
            if keyword is not None:
                yield keyword, each
            elif 0 <= place < len(node.args) and not any(isinstance(arg, ast.Starred) for arg in node.args[: place + 1]):
                yield node.args[place], each

    def _of_class(self, scope: Scope, name: str) -> Host:
        """An attribute of `self` or `ctx`: what a method assigns."""
        key = (scope.owner, name)
        if key in self._active:
            return UNKNOWN
        self._active.add(key)
        found = []
        for method in scope.owner.body:
            if isinstance(method, ast.AnnAssign) and isinstance(method.target, ast.Name) and method.target.id == name:
                found.append(annotated(ast.unparse(method.annotation)))
            if isinstance(method, ast.Assign) and any(isinstance(each, ast.Name) and each.id == name for each in method.targets):
                found.append(self.value(method.value, Scope(scope.module), 1 << 30))
            if not isinstance(method, FUNCTIONS):
                continue
            inner = Scope(scope.module, (method,), scope.owner)
            for each in own_nodes(method):
                if name == "saved_tensors" and isinstance(each, ast.Call) and chain_of(each.func)[-1:] == ("save_for_backward",):
                    found.append(Host("tuple", items=tuple(joined([self.value(arg, inner, each.lineno), TENSOR]) for arg in each.args)))
                if isinstance(each, ast.Assign):
                    for target in each.targets:
                        if isinstance(target, ast.Attribute) and target.attr == name and chain_of(target)[:-1] in (("self",), ("ctx",)):
                            found.append(self.value(each.value, inner, each.lineno))
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


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions in it."""
    pending = list(reversed(function.body))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def bindings_of(body: list, loose: bool) -> Iterator[tuple]:
    """The names that statements bind, in their order."""
    for node in body:
        line = node.lineno
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from targets_of(target, line, "value", node.value, (), loose)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            how = "type" if node.value is None else "value"
            yield node.target.id, Binding(line, how, node.annotation if node.value is None else node.value, (), loose)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, Binding(line, "change", node.value, (), True)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            yield from targets_of(node.target, line, "each", node.iter, (), True)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            continue
        inner = loose or not isinstance(node, (ast.With, ast.Try))
        for name in ("body", "orelse", "finalbody"):
            yield from bindings_of(getattr(node, name, []), inner)
        for handler in getattr(node, "handlers", []):
            yield from bindings_of(handler.body, True)


def targets_of(target: ast.expr, line: int, how: str, value: ast.expr, path: tuple, loose: bool) -> Iterator[tuple]:
    if isinstance(target, ast.Name):
        yield target.id, Binding(line, how, value, path, loose)
    elif isinstance(target, (ast.Tuple, ast.List)):
        starred = next((at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)), None)
        for at, each in enumerate(target.elts):
            place = at if starred is None or at < starred else at - len(target.elts)
            if not isinstance(each, ast.Starred):
                yield from targets_of(each, line, how, value, (*path, place), loose)


def parameters_of(function: ast.FunctionDef) -> list:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def default_of(function: ast.FunctionDef, parameter: ast.arg) -> Optional[ast.expr]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults))
    return defaults.get(parameter)


def used_as_tensor(function: ast.FunctionDef, name: str) -> bool:
    """True if code uses what only tensors have, as in `x.stride(0)`."""
    for each in nodes_of(function):
        if isinstance(each, ast.Attribute) and each.attr in torch_calls.OF_TENSORS and isinstance(each.value, ast.Name) and each.value.id == name:
            return True
        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Name) and each.args[0].id == name:
            if (chain_of(each.func) or ("",))[-1].endswith("_like"):
                return True
    return False


def tested_type(function: ast.FunctionDef, name: str, program: Program, scope: Scope) -> Optional[str]:
    """The element type that a function demands of a tensor, as in `assert x.dtype == torch.int32`."""
    for each in nodes_of(function):
        is_demand = isinstance(each, ast.Assert)
        is_refusal = isinstance(each, ast.If) and each.body and isinstance(each.body[0], ast.Raise)
        if not is_demand and not is_refusal:
            continue
        wanted = (ast.Eq, ast.In, ast.Is) if is_demand else (ast.NotEq, ast.NotIn, ast.IsNot)
        for test in nodes_of(each.test):
            if not isinstance(test, ast.Compare) or not all(isinstance(op, wanted) for op in test.ops):
                continue
            sides = [test.left, *test.comparators]
            if not any(chain_of(side) == (name, "dtype") for side in sides):
                continue
            for side in sides:
                options = side.elts if isinstance(side, (ast.Tuple, ast.List, ast.Set)) else [side]
                for option in options:
                    chain = chain_of(option)
                    if chain[:1] == ("torch",) and chain[-1] in DTYPES:
                        return DTYPES[chain[-1]]
    return None


def slice_of(node: ast.Slice) -> slice:
    def number(part):
        try:
            return None if part is None else int(ast.literal_eval(part))
        except (ValueError, TypeError):
            return None

    return slice(number(node.lower), number(node.upper), number(node.step))

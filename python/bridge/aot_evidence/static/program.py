"""Evaluates expressions of the program around a kernel by their text. Nothing runs."""

import ast
from dataclasses import replace

from aot_sources.names import chain_of
from aot_sources.slicing import Slicer

from . import torch_calls
from .functions import FUNCTIONS, own_nodes, parameters_of, slice_of
from .host import BOOL, DTYPES, NONE, UNKNOWN, Host, annotated, arithmetic, chosen, joined, literal
from .lookup import Lookup, Scope
from .pure import PureFunction
from .pure_calls import of_pure

DEEPEST = 24
MOST_STEPS = 40_000
SYMBOLS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
}

COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Program(Lookup):
    """Evaluates expressions. `facts` are the values of dotted names that are known of the machine."""

    def __init__(self, slicer: Slicer, facts: dict | None = None):
        super().__init__(slicer)
        self.facts = facts or {}
        self._steps = 0
        self._names: dict = {}

    def value(self, node: ast.expr | None, scope: Scope, line: int) -> Host:
        self._steps += 1
        if node is None or self._steps > MOST_STEPS or len(self._active) > DEEPEST:
            return UNKNOWN
        method = getattr(self, f"_{type(node).__name__}", None)
        return method(node, scope, line) if method is not None else UNKNOWN

    def _Constant(self, node: ast.Constant, _scope: Scope, _line: int) -> Host:
        return literal(node.value)

    def _JoinedStr(self, _node: ast.JoinedStr, _scope: Scope, _line: int) -> Host:
        return Host("text")

    def _Tuple(self, node: ast.Tuple, scope: Scope, line: int) -> Host:
        items: list = []
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
        return chosen(test, self.value(node.body, scope, line), self.value(node.orelse, scope, line))

    def _UnaryOp(self, node: ast.UnaryOp, scope: Scope, line: int) -> Host:
        found = self.value(node.operand, scope, line)
        if isinstance(node.op, ast.Not):
            known = found.kind == "none" or found.value is not None
            if known:
                return literal(not found.value)
            return replace(BOOL, size=None if found.size is None else ("==", found.size, ("int", 0)))
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
            if (
                each.kind in ("bool", "none", "int", "text")
                and (each.value is not None or each.kind == "none")
                and bool(each.value) is not is_and
            ):
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
            return (
                literal((left.kind == "none") is isinstance(node.ops[0], ast.Is))
                if left.kind == "none" or left.value is not None
                else BOOL
            )
        found = torch_calls.compared(left, node.ops[0], right)
        symbol = COMPARISONS.get(type(node.ops[0]))
        if found != BOOL or None in (symbol, left.size, right.size):
            return found
        return replace(BOOL, size=(symbol, left.size, right.size))

    def _Starred(self, node: ast.Starred, scope: Scope, line: int) -> Host:
        return self.value(node.value, scope, line)

    def _NamedExpr(self, node: ast.NamedExpr, scope: Scope, line: int) -> Host:
        return self.value(node.value, scope, line)

    def _Dict(self, node: ast.Dict, scope: Scope, line: int) -> Host:
        return UNKNOWN

    def _Subscript(self, node: ast.Subscript, scope: Scope, line: int) -> Host:
        if (
            isinstance(node.value, ast.Name)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, str)
        ):
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
            return (
                owner.items[0]
                if owner.items and len({each.kind for each in owner.items}) == 1 and place is None
                else self._part(owner, place)
            )
        if owner.kind == "tensor":
            return replace(owner, value=None, made=None)
        return UNKNOWN

    def _part(self, owner: Host, place: object) -> Host:
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
        known = torch_calls.attribute(
            node.attr, lambda: self.value(node.value, scope, line), self._text(node.value, scope, line)
        )
        if known is not None:
            return known
        if len(chain) == 2 and scope.function is not None:
            return self._of_object(scope, *chain)
        return UNKNOWN

    def _of_object(self, scope: Scope, owner: str, name: str) -> Host:
        """An attribute of a parameter whose annotation is a class of the project."""
        annotation = next((each.annotation for each in parameters_of(scope.function) if each.arg == owner), None)  # type: ignore[arg-type]
        found = self.slicer.definition(scope.module, annotation.id) if isinstance(annotation, ast.Name) else None
        for each in found[1].node.body if found is not None and isinstance(found[1].node, ast.ClassDef) else ():
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id == name:
                said = annotated(ast.unparse(each.annotation))
                return replace(said, size=("name", f"{owner}.{name}")) if said.kind == "int" else said
        return Host(size=("name", f"{owner}.{name}"))

    def _text(self, node: ast.expr, scope: Scope, line: int) -> str:
        """The text of a tensor's expression: that of the parameter that it is a contiguous copy of."""
        for _turn in range(8):
            function = scope.function
            if not isinstance(node, ast.Name) or function is None:
                break
            if node.id in scope.written:
                node, scope, line = scope.written[node.id]
                continue
            last = self.reaching(function, node.id, line)[-1:]
            value = last[0].node if last and last[0].how == "value" and not last[0].path else None
            if (
                isinstance(value, ast.Call)
                and isinstance(value.func, ast.Attribute)
                and value.func.attr in ("contiguous", "detach", "to", "cuda")
            ):
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
        first = [*node.args, *(each.value for each in node.keywords)][:1]
        descriptor = torch_calls.descriptor_of(
            chain[-1] if chain else "", self._text(first[0], scope, line) if first else "", arguments, keywords
        )
        if descriptor is not None:
            return descriptor
        owner, text = None, ""
        if isinstance(node.func, ast.Attribute):
            text = self._text(node.func.value, scope, line)
            if not (chain and chain[0] in torch_calls.MODULES):
                owner = self.value(node.func.value, scope, line)
        return torch_calls.call(node, chain, owner, text, arguments, keywords)

    def _called(self, node: ast.Call, chain: tuple, arguments: list, keywords: dict, scope: Scope) -> Host | None:
        """What a function of the project returns."""
        if len(chain) != 1:
            return None
        local = next(
            (
                each
                for function in scope.functions
                for each in function.body
                if isinstance(each, FUNCTIONS) and each.name == chain[0]
            ),
            None,
        )
        function, module = local, scope.module
        if function is None:
            definition = self.slicer.definition(scope.module, chain[0])
            if definition is None or self.slicer.is_kernel(*definition):
                return None
            module, leaf = definition
            if not isinstance(leaf.node, FUNCTIONS):
                return None
            function = leaf.node
        key = (function, "returned")
        if key in self._active:
            return None
        computed = of_pure(PureFunction(function, module, self.slicer), arguments, keywords)
        if computed is not None:
            return computed
        if function.returns is not None:
            said = annotated(ast.unparse(function.returns))
            if said.kind not in (None, "tuple", "bool") and not (said.kind == "tensor" and said.dtype is None):
                return said
        names = [each.arg for each in [*function.args.posonlyargs, *function.args.args]]
        given = {**dict(zip(names, arguments)), **keywords}
        inner = Scope(
            module,
            (function, *(scope.functions if local is not None else ())),
            None,
            {name: each for name, each in given.items() if each.kind},
        )
        self._active.add(key)
        found = [
            self.value(each.value, inner, each.lineno)
            for each in own_nodes(function)
            if isinstance(each, ast.Return) and each.value is not None
        ]
        self._active.discard(key)
        if len(found) > 1 and self.facts and found[0].value is None:
            return UNKNOWN
        result = joined(found) if found else NONE
        return (
            result if result.kind is not None or function.returns is None else annotated(ast.unparse(function.returns))
        )

    def _Name(self, node: ast.Name, scope: Scope, line: int) -> Host:
        if node.id in self.facts:
            return self.facts[node.id]
        key = (scope.module, scope.functions, node.id, line, id(scope.given) if scope.given else 0)
        if key in self._names:
            return self._names[key][0]
        if key in self._active:
            return UNKNOWN
        self._active.add(key)
        found = self.named(node.id, scope, line)
        self._active.discard(key)
        # What was given is kept: another dict could have its id else.
        self._names[key] = found, scope.given
        return found

"""Finds the names that code reads from its module, with the attributes that follow them."""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

Function = ast.FunctionDef | ast.AsyncFunctionDef

# A name, and the attributes that are read from it: ("a", "b", "c") for `a.b.c`.
Chain = tuple[str, ...]

Use = Literal["load", "store"]


@dataclass(frozen=True)
class Read:
    """A name with the attributes read from it, such as ("torch", "version", "cuda")."""

    chain: Chain
    line: int
    # True if it is read whenever the code runs: not in a branch, a loop or a nested function.
    certain: bool
    # "()" if it is called without arguments, "(…)" if with some.
    call: str = ""


# The nodes of trees. They never change.
NODES: dict[ast.AST, list[ast.AST]] = {}


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """As ast.walk, in a fraction of the time: each tree is walked once."""
    nodes = NODES.get(tree)
    if nodes is None:
        nodes = NODES[tree] = [tree]
        for node in nodes:
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, list):
                    nodes.extend(each for each in value if isinstance(each, ast.AST))
                elif isinstance(value, ast.AST):
                    nodes.append(value)
    return nodes


def reads(nodes: Iterable[ast.AST], certain: bool = True) -> Iterator[Read]:
    for node in nodes:
        yield from reads_of(node, certain)


def reads_of(node: ast.AST, certain: bool) -> Iterator[Read]:
    if isinstance(node, ast.Call):
        variable = environment_variable(node)
        if variable is not None:
            yield Read(("os", "environ", variable), node.lineno, certain)
            yield from reads(node.args[1:], certain)
            return
        name = imported_module(node)
        if name is not None:
            yield Read(("importlib", f"import_module({name!r})"), node.lineno, certain)
            return
        attribute = attribute_of_torch(node)
        if attribute is not None:
            yield Read(attribute, node.lineno, certain)
            yield from reads(node.args[2:], certain)
            return
        for read in reads_of(node.func, certain):
            is_called = chain_of(node.func) == read.chain
            call = "()" if not node.args and not node.keywords else "(…)"
            yield Read(read.chain, read.line, read.certain, call if is_called else read.call)
        yield from reads([*node.args, *(keyword.value for keyword in node.keywords)], certain)
        return
    if isinstance(node, ast.Subscript) and chain_of(node.value) == ("os", "environ"):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            yield Read(("os", "environ", node.slice.value), node.lineno, certain)
            return
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and chain_of(node.comparators[0]) == ("os", "environ"):
        if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            yield Read(("os", "environ", node.left.value), node.lineno, certain)
            return
    chain = chain_of(node)
    if isinstance(node, (ast.Attribute, ast.Name)) and chain:
        if isinstance(node.ctx, ast.Load):
            yield Read(chain, node.lineno, certain)
        return
    own = names_in(node.args) if isinstance(node, ast.Lambda) else set()
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        own = local_names(node)
    for child, runs in children(node):
        for read in reads_of(child, certain and runs):
            if read.chain[0] not in own:
                yield read


def children(node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """Yields the parts of a node, and whether they run whenever the node runs."""
    certain: list[ast.expr]
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        certain = [node.test]
    elif isinstance(node, ast.BoolOp):
        certain = node.values[:1]
    elif isinstance(node, (ast.For, ast.comprehension)):
        certain = [node.iter]
    elif isinstance(node, FUNCTIONS):
        # Annotations are left out: they are replaced if they cannot be known.
        yield from ((each, True) for each in getattr(node, "decorator_list", []))
        yield from ((each, True) for each in [*node.args.defaults, *node.args.kw_defaults] if each is not None)
        body = node.body if isinstance(node.body, list) else [node.body]
        yield from ((each, False) for each in body)
        return
    elif isinstance(node, ast.AnnAssign):
        yield from ((each, True) for each in (node.target, node.value) if each is not None)
        return
    elif isinstance(node, ast.Try):
        certain = []
    else:
        yield from ((child, True) for child in ast.iter_child_nodes(node))
        return
    yield from ((child, child in certain) for child in ast.iter_child_nodes(node))


def chain_of(node: ast.AST) -> Chain:
    """Returns ("a", "b", "c") for `a.b.c`, and () for anything else."""
    attributes = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    return (node.id, *reversed(attributes)) if isinstance(node, ast.Name) else ()


def argument_of(decorator: ast.expr | None, name: str, index: int | None) -> ast.expr | None:
    """Returns an argument of a decorator, given by name or, with an index, by position."""
    if not isinstance(decorator, ast.Call):
        return None
    named = next((keyword.value for keyword in decorator.keywords if keyword.arg == name), None)
    if named is not None or index is None or len(decorator.args) <= index:
        return named
    return decorator.args[index]


def environment_variable(call: ast.Call) -> str | None:
    """Returns the variable that `os.getenv("NAME", …)` or `os.environ.get("NAME", …)` reads."""
    if chain_of(call.func) not in (("os", "getenv"), ("os", "environ", "get")) or not call.args:
        return None
    name = call.args[0]
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else None


def attribute_of_torch(call: ast.Call) -> Chain | None:
    """Returns the attribute that `getattr(torch.version, "cuda", …)` reads."""
    if chain_of(call.func) != ("getattr",) or len(call.args) < 2 or chain_of(call.args[0])[:1] != ("torch",):
        return None
    name = call.args[1]
    known = isinstance(name, ast.Constant) and isinstance(name.value, str)
    return (*chain_of(call.args[0]), name.value) if known else None  # type: ignore[attr-defined]


def imported_module(call: ast.Call) -> str | None:
    """Returns the module other than Triton's that `importlib.import_module("NAME")` imports."""
    name = call.args[0].value if len(call.args) == 1 and isinstance(call.args[0], ast.Constant) else None
    is_import = chain_of(call.func) == ("importlib", "import_module")
    return name if is_import and isinstance(name, str) and name.partition(".")[0] != "triton" else None


def body_reads(function: Function) -> Iterator[Read]:
    """The names that a function's body reads from its module."""
    own = local_names(function)
    for read in reads(function.body):
        if read.chain[0] not in own:
            yield read


def local_names(function: Function) -> set[str]:
    """Parameters, and names that the body assigns before it reads them."""
    own = names_in(function.args)
    bound = {
        each.id
        for statement in function.body
        for each in nodes_of(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    first: dict[str, Use] = {}
    for statement in function.body:
        for name, kind in uses_in_order(statement):
            first.setdefault(name, kind)
    # Of a name that is read first, Triton takes the module's value.
    own |= {name for name in bound if first.get(name) != "load"}
    for statement in function.body:
        for each in nodes_of(statement):
            if isinstance(each, (ast.FunctionDef, ast.ClassDef)):
                own.add(each.name)
            elif isinstance(each, ast.arg):
                own.add(each.arg)
    return own


def names_in(arguments: ast.arguments) -> set[str]:
    return {each.arg for each in nodes_of(arguments) if isinstance(each, ast.arg)}


def uses_in_order(node: ast.AST) -> Iterator[tuple[str, Use]]:
    """Yields each name that code uses, and whether it is a `load` or a `store`, in the order in which they run."""
    if isinstance(node, ast.Name):
        yield node.id, "load" if isinstance(node.ctx, ast.Load) else "store"
        return
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, "load"
    parts: Iterable[ast.AST] = ast.iter_child_nodes(node)
    own: set[str] = set()
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
        parts = [node.value, *(node.targets if isinstance(node, ast.Assign) else [node.target])]
    elif isinstance(node, ast.For):
        parts = [node.iter, node.target, *node.body, *node.orelse]
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        own = {each.id for part in node.generators for each in nodes_of(part.target) if isinstance(each, ast.Name)}
    for part in parts:
        for use in uses_in_order(part):
            if use[0] not in own:
                yield use


def is_builtin(name: str) -> bool:
    return hasattr(builtins, name)

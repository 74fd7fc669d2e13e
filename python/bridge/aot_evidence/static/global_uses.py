"""Says whether a global can be a number, a flag or a text, by what the program does with it."""

import ast
from collections.abc import Iterator

from aot_sources.modules import Module
from aot_sources.names import chain_of, nodes_of

# Functions that take lists.
OF_LISTS = {("len",), ("list",), ("tuple",), ("iter",), ("enumerate",), ("zip",), ("sorted",)}


def is_plain_value(key: str, modules: list[Module]) -> bool:
    """False if the program uses what a key of `globals` names as a module, a function or a list: these have no guess. If it
    does so in a `try` block too, it goes on without it, and any value serves."""
    name = key.rpartition(":")[2]
    if name.endswith("()"):
        return True
    last = name.rpartition(".")[2]
    guarded = {each for module in modules for each in guarded_nodes(module.tree)}
    uses = [each for module in modules for each in nodes_of(module.tree) if is_other(each, last)]
    return not uses or not guarded.isdisjoint(uses)


def guarded_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes in `try` blocks with handlers."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Try) and node.handlers:
            for each in node.body:
                yield from nodes_of(each)


def is_other(node: ast.AST, name: str) -> bool:
    """True if an expression uses a name as something else than a plain value."""
    match node:
        case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
            return names(inner, name)
        case ast.Call(func=function, args=arguments, keywords=words):
            takes_list = chain_of(function) in OF_LISTS and any(names(each, name) for each in arguments)
            is_list = any(each.arg in ("configs", "key") and names(each.value, name) for each in words)
            return names(function, name) or takes_list or is_list
        case ast.For(iter=inner) | ast.comprehension(iter=inner):
            return names(inner, name)
    return False


def names(node: ast.expr, name: str) -> bool:
    """True for a name, also as an attribute of a module."""
    return chain_of(node)[-1:] == (name,)

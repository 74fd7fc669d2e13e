"""Reads statements that import Triton when it is first used, such as `triton = OptionalImport("triton")`, as imports: slices
are only taken where there is Triton."""

import ast
import re

# The names of functions that give a module, such as `LazyLoader` or `importlib.import_module`.
IMPORTING = re.compile("import|lazy", re.IGNORECASE)


def name_lazy_imports(tree: ast.Module) -> None:
    """Replaces such statements outside functions by import statements in the same place. The name must be used as a module, as
    in `triton.jit`: other functions say whether there is Triton."""
    used = {
        each.value.id for each in ast.walk(tree) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
    }
    bodies: list[list[ast.stmt]] = [tree.body]
    while bodies:
        body = bodies.pop()
        for at, node in enumerate(body):
            found = lazy_import(node)
            if found is not None and found[0] in used:
                body[at] = as_import(node, *found)
            elif isinstance(node, (ast.If, ast.Try)):
                bodies += [node.body, node.orelse, getattr(node, "finalbody", [])]
                bodies += [each.body for each in getattr(node, "handlers", [])]


def lazy_import(node: ast.stmt) -> tuple[str, str] | None:
    """The name and the module of Triton that a statement gives it; None for other statements."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(function, [ast.Constant(str(module)), *_])):
            called = ast.unparse(function).rpartition(".")[2]
            if module.partition(".")[0] == "triton" and IMPORTING.search(called):
                return name, module
    return None


def as_import(node: ast.stmt, name: str, module: str) -> ast.Import:
    alias = ast.copy_location(ast.alias(module, None if name == module else name), node)
    return ast.copy_location(ast.Import([alias]), node)

"""Reads the grid of a launch: a tuple, or what a function of the configs returns, also if a condition chooses it."""

import ast

from aot_sources.names import nodes_of

from .branches import ANY_LINE
from .host import Host, chosen
from .launches import Site
from .lookup import Scope
from .program import Program

# How many names and functions a grid goes through.
MOST_STEPS = 6

META = Host("meta")


def grid_of(site: Site, program: Program) -> list | None:
    """What the axes of the grid are; None if the text does not say it."""
    value = None if site.grid is None else grid_value(site.grid, site.scope, site.line, program)
    if value is None:
        return None
    return list(value.items) if value.kind == "tuple" and value.items else [value] if value.kind == "int" else None


def grid_value(node: ast.AST, scope: Scope, line: int, program: Program, depth: int = 0) -> Host | None:
    """What an expression for a grid is: a tuple or a number, also one that a function of the configs returns."""
    function = scope.function
    if depth > MOST_STEPS:
        return None
    if isinstance(node, ast.Name) and function is not None:
        local = local_function(node.id, function, line, program)
        bound = [each for each in program.reaching(function, node.id, line) if each.how == "value" and not each.path]
        if local is not None:
            return grid_value(local, scope, line, program, depth + 1)
        if len(bound) > 1 and bound[-1].loose:
            chooser = chooser_of(function, bound[-2].node, bound[-1].node)
            if chooser is not None:
                values = [grid_value(each.node, scope, each.line, program, depth + 1) for each in bound[-2:]]
                if None in values:
                    return None
                return chosen(program.value(chooser.test, scope, chooser.lineno), *values)  # type: ignore[arg-type]
        if bound:
            return grid_value(bound[-1].node, scope, bound[-1].line, program, depth + 1)
        if node.id not in scope.written:
            return None
        passed, outside, place = scope.written[node.id]
        return grid_value(passed, outside, place, program, depth + 1)
    if isinstance(node, ast.Lambda):
        meta = dict.fromkeys([each.arg for each in node.args.args], META)
        inner = Scope(scope.module, scope.functions, scope.owner, {**scope.given, **meta}, scope.written)
        return grid_value(node.body, inner, line, program, depth + 1)
    if isinstance(node, ast.FunctionDef):
        meta = dict.fromkeys([each.arg for each in node.args.args], META)
        returned = [each.value for each in nodes_of(node) if isinstance(each, ast.Return)]
        if len(returned) != 1 or returned[0] is None:
            return None
        inner = Scope(scope.module, (node, *scope.functions), scope.owner, meta, called_at=line)
        return grid_value(returned[0], inner, ANY_LINE, program, depth + 1)
    if isinstance(node, ast.IfExp):
        values = [grid_value(each, scope, line, program, depth + 1) for each in (node.body, node.orelse)]
        test = program.value(node.test, scope, line)
        if test.value is not None:
            return values[0 if test.value else 1]
        return None if None in values else chosen(test, *values)  # type: ignore[arg-type]
    return program.value(node, scope, line) if isinstance(node, ast.expr) else None


def local_function(name: str, function: ast.FunctionDef, line: int, program: Program) -> ast.FunctionDef | None:
    """The function of a name that is defined in another one: of several, the last one that a line comes after."""
    found = [each for each in nodes_of(function) if isinstance(each, ast.FunctionDef) and each.name == name]
    blocks = program.blocks(function)
    before = [each for each in found if each.lineno < line < ANY_LINE and blocks.may_reach(each.lineno, line)]
    return max(before, key=lambda each: each.lineno) if before else next(iter(found), None)


def chooser_of(function: ast.FunctionDef, one: ast.expr, other: ast.expr) -> ast.If | None:
    """The `if` that runs one expression if its test is true, and the other one else."""
    for each in nodes_of(function):
        if isinstance(each, ast.If):
            sides = [{id(inner) for part in side for inner in ast.walk(part)} for side in (each.body, each.orelse)]
            if id(one) in sides[0] and id(other) in sides[1]:
                return each
    return None

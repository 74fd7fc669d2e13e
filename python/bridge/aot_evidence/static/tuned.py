"""What the configs of @triton.autotune set, as far as their text says it."""

import ast

from aot_sources.constants import named_from_wire
from aot_sources.kernels import configs_of, read_autotune
from aot_sources.modules import Module
from aot_sources.slicing import Slicer


def largest_of(tuner: ast.expr | None, module: Module, slicer: Slicer) -> dict[str, int]:
    """The largest value of each integer that differs between the configs of @triton.autotune. Of configs that are computed,
    the numbers in the text count."""
    static = read_autotune(tuner, module, slicer)
    values: dict[str, list[int]] = {}
    if tuner is not None and not isinstance(static, dict):
        add_numbers(configs_of(tuner), module, slicer, values, set())
    for config in static["static"] if isinstance(static, dict) else []:
        for name, constant in config["constants"].items():
            value = named_from_wire(list(constant))
            if type(value) is int:
                values.setdefault(name, []).append(value)
    return {name: max(found) for name, found in values.items() if len(set(found)) > 1}


def add_numbers(node: ast.AST | None, module: Module, slicer: Slicer, values: dict[str, list[int]], seen: set) -> None:
    """Adds the numbers that dicts in an expression have by name, and those of the lists that a name of a comprehension goes through.
    Follows the definitions that the expression names."""
    inside = [] if node is None else list(ast.walk(node))
    lists = {
        each.target.id: integers_in(each.iter)
        for each in inside
        if isinstance(each, (ast.comprehension, ast.For)) and isinstance(each.target, ast.Name)
    }
    for each in inside:
        if isinstance(each, ast.Dict):
            for key, value in zip(each.keys, each.values):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found = lists.get(value.id, []) if isinstance(value, ast.Name) else integers_in(value)
                    values.setdefault(key.value, []).extend(found)
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and (module, each.id) not in seen:
            seen.add((module, each.id))
            definition = slicer.definition(module, each.id)
            if definition is not None and not isinstance(definition[1].node, ast.ClassDef):
                add_numbers(definition[1].node, definition[0], slicer, values, seen)


def integers_in(node: ast.AST) -> list[int]:
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and type(each.value) is int]


def tuned_names(tuner: ast.expr | None, module: Module, slicer: Slicer) -> set:
    """The parameters that the configs of @triton.autotune set."""
    if tuner is None:
        return set()
    static = read_autotune(tuner, module, slicer)
    if isinstance(static, dict):
        return {name for config in static["static"] for name in config["constants"]}
    return texts_of(configs_of(tuner), module, slicer, set())


def texts_of(node: ast.AST | None, module: Module, slicer: Slicer, seen: set) -> set:
    """The texts and the names of arguments in an expression, and in the definitions that it names."""
    found = set()
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            found.add(each.value)
        elif isinstance(each, ast.keyword) and each.arg is not None:
            found.add(each.arg)
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and (module, each.id) not in seen:
            seen.add((module, each.id))
            definition = slicer.definition(module, each.id)
            if definition is not None and not isinstance(definition[1].node, ast.ClassDef):
                found |= texts_of(definition[1].node, definition[0], slicer, seen)
    return found

"""What the configs of @triton.autotune set, as far as their text says it."""

import ast
from collections.abc import Iterator
from typing import Literal

from aot_sources.constants import named_from_wire
from aot_sources.kernels import configs_of
from aot_sources.modules import Module
from aot_sources.names import chain_of
from aot_sources.slicing import Slicer
from aot_wire.messages import StaticConfigs

# As `read_autotune` returns them.
Configs = StaticConfigs | Literal["dynamic"] | None


def numbers_of(tuner: ast.expr | None, configs: Configs, module: Module, slicer: Slicer) -> dict[str, set[int | None]]:
    """The values of each integer in the configs of @triton.autotune. Of configs that are computed, the numbers in the text count;
    None stands for a value that the text does not say."""
    values: dict[str, list[int | None]] = {}
    if isinstance(configs, dict):
        for config in configs["static"]:
            for name, constant in config["constants"].items():
                value = named_from_wire(list(constant))
                if type(value) is int:
                    values.setdefault(name, []).append(value)
    elif tuner is not None:
        for each in expressions_of(configs_of(tuner), module, slicer):
            add_numbers(each, values)
    return {name: set(found) for name, found in values.items() if found}


def add_numbers(node: ast.AST, values: dict[str, list[int | None]]) -> None:
    """Adds the numbers that dicts in an expression have by name, and those of the lists that a name of a comprehension goes through."""
    inside = list(ast.walk(node))
    lists = {
        each.target.id: integers_in(each.iter)
        for each in inside
        if isinstance(each, (ast.comprehension, ast.For)) and isinstance(each.target, ast.Name)
    }
    for each in inside:
        for key, value in zip(each.keys, each.values) if isinstance(each, ast.Dict) else ():
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found = lists.get(value.id, []) if isinstance(value, ast.Name) else integers_in(value)
                is_said = found and (
                    isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in lists)
                )
                values.setdefault(key.value, []).extend([*found, *([] if is_said else [None])])


def integers_in(node: ast.AST) -> list[int]:
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and type(each.value) is int]


def tuned_names(tuner: ast.expr | None, configs: Configs, module: Module, slicer: Slicer) -> set:
    """The parameters that the configs of @triton.autotune set. Of configs that are computed, the texts and the names of arguments
    count."""
    if tuner is None:
        return set()
    if isinstance(configs, dict):
        return {name for config in configs["static"] for name in config["constants"]}
    found = set()
    for node in expressions_of(configs_of(tuner), module, slicer):
        for each in ast.walk(node):
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                found.add(each.value)
            elif isinstance(each, ast.keyword) and each.arg is not None:
                found.add(each.arg)
    return found


def expressions_of(node: ast.AST | None, module: Module, slicer: Slicer) -> Iterator[ast.AST]:
    """An expression, and the definitions that it names, each once."""
    pending = [] if node is None else [(node, module)]
    seen: set = set()
    while pending:
        expression, place = pending.pop()
        yield expression
        for each in ast.walk(expression):
            chain = chain_of(each)
            if not chain or (place, chain) in seen:
                continue
            seen.add((place, chain))
            definition = slicer.definition_of(place, chain)
            if definition is not None and not isinstance(definition[1].node, ast.ClassDef):
                pending.append((definition[1].node, definition[0]))

"""Describes kernel functions from their text: parameters, configs and heuristics."""

from __future__ import annotations

import ast
import contextlib
import math
from typing import TYPE_CHECKING, Literal

from .annotations import annotated_type
from .bindings import is_function
from .constants import to_wire
from .heuristics import read_heuristics
from .hooks import read_hooks
from .names import Function, argument_of, chain_of

if TYPE_CHECKING:
    from aot_wire.messages import AutotuneConfig, KernelFunction, KernelParameter, StaticConfigs, WireConstant

    from .modules import Leaf, Module
    from .slicing import Slicer

CONFIG_FIELDS = ("kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg")
DTYPES = {
    *("int1", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float8e5", "float8e5b16", "float8e4nv", "float8e4b8", "float8e4b15"),
    *("float16", "bfloat16", "float32", "float64"),
}


class NotStatic(Exception):
    """The value is known only when the file runs."""


def describe(module: Module, leaf: Leaf, slicer: Slicer) -> KernelFunction:
    """Describes the function that a statement defines."""
    function = leaf.node
    assert is_function(function)
    decorators = decorators_of(module, function, slicer)
    kinds = [slicer.decorator_kind(module, each) for each in decorators]
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: dict[ast.arg, ast.expr | None] = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults))
    parameters = [*positional, *arguments.kwonlyargs]
    tuner = autotune_of(decorators)
    return {
        "line": function.lineno,
        "parameters": [describe_parameter(each, defaults.get(each), module, slicer) for each in parameters],
        "jit": "kernel" in kinds or "jit" in kinds,
        "autotune": read_autotune(tuner, module, slicer),
        "autotuneKey": read_autotune_key(tuner, module, slicer),
        "heuristics": read_heuristics(decorators, module, slicer),
        "hooks": read_hooks(configs_of(tuner) if tuner is not None else None, function.name, module, slicer),
    }


def decorators_of(module: Module, function: Function, slicer: Slicer) -> list[ast.expr]:
    """The decorators of a kernel, outermost first: those of calls, as in `kernel = triton.jit(kernel)`, then those above it."""
    made = [made_by_calls(module, name, slicer) for name in module.binders]
    chains = [calls for leaf, calls in filter(None, made) if leaf.node is function]
    return [*max(chains, key=len, default=[]), *function.decorator_list]


def made_by_calls(module: Module, name: str, slicer: Slicer) -> tuple[Leaf, list[ast.expr]] | None:
    """The function that calls of Triton's decorators make a kernel of, as in `kernel = triton.heuristics(…)(triton.jit(function))`,
    also in several statements, and the decorators, outermost first."""
    leaves = module.binders.get(name, [])
    calls: list[ast.expr] = []
    while leaves and isinstance(leaves[-1].node, ast.Assign):
        value = leaves[-1].node.value
        while isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
            calls.append(value.func)
            value = value.args[0]
        if not calls or not isinstance(value, ast.Name):
            return None
        leaves = [each for each in module.binders.get(value.id, []) if each.line < leaves[-1].line]
    if not calls or not leaves or not isinstance(leaves[-1].node, ast.FunctionDef) or leaves[-1].branches:
        return None
    kinds = {slicer.decorator_kind(module, each) for each in [*calls, *leaves[-1].node.decorator_list]}
    return (leaves[-1], calls) if "kernel" in kinds and kinds <= {"kernel", "triton", "call"} else None


def describe_parameter(argument: ast.arg, default: ast.expr | None, module: Module, slicer: Slicer) -> KernelParameter:
    parameter: KernelParameter = {
        "name": argument.arg,
        "constexpr": is_constexpr(argument.annotation),
        "hasDefault": default is not None and not slicer.is_unknown(module, default),
        "line": argument.lineno,
    }
    type_ = annotated_type(argument.annotation, module, slicer)
    if type_ is not None:
        parameter["type"] = type_
    if default is not None:
        with contextlib.suppress(NotStatic):
            parameter["default"] = read_constant(default, module, slicer)
    return parameter


def is_constexpr(annotation: ast.expr | None) -> bool:
    """As in Triton: the text of the annotation contains `constexpr`, quoted or not."""
    return annotation is not None and "constexpr" in ast.unparse(annotation)


def autotune_of(decorators: list[ast.expr]) -> ast.expr | None:
    """Returns the decorator with the configs."""
    for decorator in decorators:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if (chain_of(called) or ("",))[-1] == "autotune" or configs_of(decorator, by_name=True) is not None:
            return decorator
    return None


def configs_of(decorator: ast.expr, by_name: bool = False) -> ast.expr | None:
    """Returns the expression with the configs."""
    return argument_of(decorator, "configs", None if by_name else 0)


def pruning_of(decorator: ast.expr, module: Module, slicer: Slicer) -> dict[str, ast.expr]:
    """Returns what `prune_configs_by` has, by name. Empty if it is no literal, except for what cannot be told apart."""
    given = argument_of(decorator, "prune_configs_by", 2)
    found = resolved(given, module, slicer)
    if isinstance(found, ast.Dict):
        named = [(key.value, value) for key, value in zip(found.keys, found.values) if isinstance(key, ast.Constant)]
        if len(named) == len(found.keys):
            return {str(name): value for name, value in named}
    return {} if given is None else {"prune_configs_by": given}


def read_autotune(
    decorator: ast.expr | None, module: Module, slicer: Slicer
) -> StaticConfigs | Literal["dynamic"] | None:
    """Returns the configs if they are literals, `dynamic` if they must be computed, None without a decorator."""
    if decorator is None:
        return None
    try:
        configs = resolved(configs_of(decorator), module, slicer)
        if not isinstance(configs, (ast.List, ast.Tuple)) or not configs.elts:
            raise NotStatic
        return {"static": [read_config(config, module, slicer) for config in configs.elts]}
    except NotStatic:
        return "dynamic"


def read_autotune_key(decorator: ast.expr | None, module: Module, slicer: Slicer) -> list[str]:
    """Returns the names that the choice of a config depends on. Empty if they are not literals."""
    names = resolved(argument_of(decorator, "key", 1), module, slicer)
    if not isinstance(names, (ast.List, ast.Tuple)):
        return []
    with contextlib.suppress(NotStatic):
        return [read_key(name) for name in names.elts]
    return []


def read_config(node: ast.expr, module: Module, slicer: Slicer) -> AutotuneConfig:
    if not isinstance(node, ast.Call):
        raise NotStatic
    origin = slicer.origin(module, chain_of(node.func))
    if not (origin.startswith("triton.") and origin.endswith("Config")) or len(node.args) > len(CONFIG_FIELDS[:4]):
        raise NotStatic
    fields: dict[str | None, ast.expr] = dict(zip(CONFIG_FIELDS, node.args))
    # Without a name for `**fields`.
    fields.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg != "pre_hook"})
    constants = fields.pop("kwargs", None)
    if not isinstance(constants, ast.Dict) or fields.keys() - set(CONFIG_FIELDS):
        raise NotStatic
    # Triton's defaults.
    options: dict[str, int | None] = {"num_warps": 4, "num_stages": 3, "num_ctas": 1}
    options.update(
        {name: read_whole(resolved(value, module, slicer)) for name, value in fields.items() if name is not None}
    )
    return {
        "constants": {
            read_key(key): read_constant(value, module, slicer) for key, value in zip(constants.keys, constants.values)
        },
        "options": {name: value for name, value in options.items() if value is not None},
    }


def read_key(node: ast.expr | None) -> str:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        raise NotStatic
    return node.value


def read_whole(node: ast.expr | None) -> int | None:
    if not isinstance(node, ast.Constant) or not (node.value is None or type(node.value) is int):
        raise NotStatic
    return node.value


def resolved(node: ast.expr | None, module: Module, slicer: Slicer) -> ast.expr | None:
    """Follows a name to the literal that the same module assigns to it once and never changes."""
    if isinstance(node, ast.Name) and node.id not in slicer.part(module).answers:
        found = slicer.constant(module, node.id)
        if (
            found is not None
            and found[0] is module
            and not found[1].branches
            and isinstance(found[1].node, (ast.Assign, ast.AnnAssign))
        ):
            value = found[1].node.value
            if isinstance(value, ast.Call) and len(value.args) == 1 and chain_of(value.func)[-1:] == ("constexpr",):
                value = value.args[0]
            return value
    if isinstance(node, ast.Attribute):
        return attribute_of_class(node, module, slicer) or node
    return node


def attribute_of_class(node: ast.Attribute, module: Module, slicer: Slicer) -> ast.expr | None:
    """Follows `Sizes.BLOCK` to the value that the class `Sizes` gives it; None for anything else."""
    *chain, name = chain_of(node) or ("",)
    found = slicer.definition_of(module, tuple(chain)) if chain else None
    if found is None or not isinstance(found[1].node, ast.ClassDef) or found[1].branches:
        return None
    if found[1].node.name in found[0].setters:
        return None
    values = []
    for each in found[1].node.body:
        match each:
            case ast.Assign([ast.Name(bound)], value) | ast.AnnAssign(ast.Name(bound), _, value) if bound == name:
                values.append(value)
    return values[0] if len(values) == 1 else None


def read_constant(node: ast.expr, module: Module, slicer: Slicer) -> WireConstant:
    found = resolved(node, module, slicer)
    if found is None:
        raise NotStatic
    if isinstance(found, ast.Attribute) and found.attr in DTYPES:
        origin = slicer.origin(module, chain_of(found))
        if origin.startswith("triton."):
            return ["dtype", found.attr]
    try:
        value = ast.literal_eval(found)
    except (ValueError, TypeError) as error:
        raise NotStatic from error
    return wire(value)


def wire(value: object) -> WireConstant:
    # Python writes infinity as a number that is too large, and nobody means that.
    if isinstance(value, float) and math.isinf(value):
        raise NotStatic
    try:
        return to_wire(value)
    except TypeError as error:
        raise NotStatic from error

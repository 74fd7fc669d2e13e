"""Guesses what a manifest says about a kernel: types, constants, the grid and a test, from its text."""

import ast
from typing import Optional

from ..kernels import autotune_of, configs_of, describe, read_autotune
from ..modules import Leaf, Module
from ..slices import from_wire
from ..slicing import Slicer
from .buffers import buffer_of, outline
from .launch import Launch, NotKnown, guess_grid, guess_values
from .parameters import element_types, guess_constant, guess_parameter, wire_guess
from .statements import read_uses
from .values import Uses


def guess_kernel(module: Module, leaf: Leaf, slicer: Slicer) -> dict:
    """Returns what `init` writes for a kernel (see kernelGuessSchema in src/plan/init/guesses.ts)."""
    function = leaf.node
    described = describe(module, leaf, slicer)
    tuner = autotune_of(function)
    tuned = tuned_names(tuner, module, slicer)
    computed = {each["parameter"]: each["line"] for each in described["heuristics"]}
    # The others need a value in the manifest.
    translated = {each["parameter"] for each in described["heuristics"] if "expression" in each}
    constexprs = {each["name"]: each["constexpr"] for each in described["parameters"]}
    # Without annotation, too, a value of @triton.autotune or @triton.heuristics is a constexpr.
    constexprs.update({name: True for name in constexprs if name in tuned or name in computed})
    uses = read_uses(module, function, slicer, constexprs)
    parameters = []
    for each in described["parameters"]:
        name = each["name"]
        if name in tuned:
            guess = guess_constant(name, uses)
            parameters.append({"name": name, "kind": "config", "value": wire_guess(guess), "guess": True})
        elif name in translated:
            parameters.append({"name": name, "kind": "heuristic", "line": computed[name]})
        else:
            guess = guess_parameter(each, constexprs[name], uses)
            parameters.append({"name": name, **guess, **({"computed": computed[name]} if name in computed else {})})
    types = element_types([each["name"] for each in parameters if each["kind"] == "pointer"], uses)
    for each in parameters:
        if each["kind"] == "pointer":
            each["type"] = f"*{types[each['name']]}"
    constants = {each["name"]: from_wire(each["value"]) for each in parameters if each["kind"] == "constant"}
    known = read_uses(module, function, slicer, constexprs, {**constants, **guessed_configs(parameters, uses)})
    known.wanted = uses.wanted
    return {
        "line": described["line"],
        "function": described,
        "parameters": parameters,
        "autotune": tuner is not None and bool(tuned or read_autotune(tuner, module, slicer)),
        "blockPointers": uses.block_pointers,
        **guess_launch(Launch(known, parameters, constants)),
    }


def guess_launch(launch: Launch) -> dict:
    """The grid, and a test."""
    origins = guess_grid(launch)
    try:
        if launch.uses.waits:
            raise NotKnown("programs wait for each other, which the interpreter cannot do")
        smoke = {"complete": True, "buffers": [buffer_of(launch, each) for each in launch.pointers()]}
    except NotKnown as error:
        smoke = {"complete": False, "why": str(error), "buffers": [outline(launch, each) for each in launch.pointers()]}
    smoke["arguments"], smoke["cases"] = guess_values(launch)
    return {
        "grid": [{"axis": text, "guess": origin} for text, origin in zip(launch.grid, origins)],
        "gridParameters": launch.grid_parameters,
        "smoke": smoke,
    }


def guessed_configs(parameters: list, uses: Uses) -> dict:
    """Values of autotuned flags, so that conditions on them are decided."""
    return {each["name"]: False for each in parameters if each["kind"] == "config" and each["name"] in uses.flags}


def tuned_names(tuner: Optional[ast.expr], module: Module, slicer: Slicer) -> set:
    """The parameters that the configs of @triton.autotune set."""
    if tuner is None:
        return set()
    static = read_autotune(tuner, module, slicer)
    if isinstance(static, dict):
        return {name for config in static["static"] for name in config["constants"]}
    return texts_of(configs_of(tuner), module, slicer, set())


def texts_of(node: Optional[ast.AST], module: Module, slicer: Slicer, seen: set) -> set:
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

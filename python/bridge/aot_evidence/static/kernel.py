"""Guesses what a manifest says about a kernel: types, constants, the grid and a test, from its text and that of its launches."""

import ast
import re
from dataclasses import replace
from typing import Any

from aot_sources.constants import named_from_wire
from aot_sources.kernels import autotune_of, configs_of, describe, read_autotune
from aot_sources.modules import Leaf, Module
from aot_sources.slicing import Slicer

from .buffers import buffers_of, outline
from .elements import element_types
from .evidence import LAUNCH, USE, Passed, decide, dtype_constant, guess_constants, wire_guess
from .grid import guess_grid
from .host import NONE, joined
from .launch import Launch, NotKnown, guess_values
from .launches import Site, find_launches
from .program import Program
from .requirements import guess_requirements
from .rounding import rounded_outputs
from .statements import read_uses
from .values import Uses, only_name


def guess_kernel(module: Module, leaf: Leaf, name: str, slicer: Slicer) -> dict:
    """Returns what `init` writes for a kernel (see kernelGuessSchema in src/features/authoring/guesses.ts). `name` is that by which
    programs launch it."""
    function: Any = leaf.node
    described = describe(module, leaf, slicer)
    tuner = autotune_of(function)
    computed = {each["parameter"]: each["line"] for each in described["heuristics"]}
    # The others need a value in the manifest.
    translated = {each["parameter"] for each in described["heuristics"] if "expression" in each}
    constexprs = {each["name"]: each["constexpr"] for each in described["parameters"]}
    program = Program(slicer)
    sites = find_launches(module, {name, function.name}, constexprs, program, slicer.project)
    # Triton refuses a launch that passes a value of the configs.
    tuned = tuned_names(tuner, module, slicer) - {each for site in sites for each in site.passed}
    # Without annotation, too, a value of @triton.autotune or @triton.heuristics is a constexpr.
    constexprs.update({name: True for name in constexprs if name in tuned or name in computed})
    passed = passed_by(sites, constexprs, slicer)
    data_types = {
        each: passed[each].host.dtype
        for each in passed
        if passed[each].host.kind == "dtype" and is_concrete(passed[each].host.dtype)
    }
    uses = read_uses(module, function, slicer, constexprs, None, data_types)
    evidence = {
        each["name"]: decide(dict(each), constexprs[each["name"]], passed.get(each["name"]), uses)
        for each in described["parameters"]
        if each["name"] not in tuned and each["name"] not in translated
    }
    parameters: list[dict] = [
        {"name": name, "kind": "config"}
        if name in tuned
        else {"name": name, "kind": "heuristic", "line": computed[name]}
        if name in translated
        else {
            "name": name,
            "kind": evidence[name][0].kind,
            **({"computed": computed[name]} if name in computed and evidence[name][0].kind == "constant" else {}),
        }
        for name in constexprs
    ]
    dtypes = add_types(parameters, evidence, passed, uses, program.choices)
    add_values(parameters, evidence, passed, uses)
    place = place_of(sites[0], slicer) if sites else None
    for each in parameters:
        each["note"] = each.get("note", "").removeprefix(f"from the launch at {place}").removeprefix(", ")
    constants = {each["name"]: named_from_wire(each["value"]) for each in parameters if each["kind"] == "constant"}
    known = read_uses(
        module,
        function,
        slicer,
        {**constexprs, **dict.fromkeys(constants, True)},
        {**constants, **guessed_configs(parameters, uses), **presences(described["heuristics"], parameters)},
    )
    known.wanted = uses.wanted
    return {
        "line": described["line"],
        "launch": place,
        "dtypes": dtypes,
        "function": described,
        "parameters": parameters,
        "options": launch_options(sites) if tuner is None else [],
        "autotune": tuner is not None and bool(tuned or read_autotune(tuner, module, slicer)),
        "blockPointers": uses.block_pointers,
        **guess_launch(Launch(known, parameters, constants, slicer.project), sites, passed, program),
    }


def passed_by(sites: list, parameters: dict, slicer: Slicer) -> dict:
    """What launches pass for each parameter. Of several launches the first one counts that says it."""
    found = {}
    for name in parameters:
        given = [(site.passed[name], site) for site in sites if name in site.passed]
        known = (
            [each for each in given if each[0].kind not in (None, "none")]
            or [each for each in given if each[0].kind == "none"]
            or given
        )
        if known:
            host = joined([known[0][0], *(each[0] for each in known[1:] if each[0].kind == known[0][0].kind)])
            # The names of sizes are those of the first launch.
            host = replace(host, size=known[0][0].size)
            if known[0][0] == NONE and any(each[0].kind is None for each in given):
                continue
            site = known[0][1]
            found[name] = Passed(host, place_of(site, slicer))
    return found


def launch_options(sites: list) -> list:
    """The options that the first launch sets to a number, such as num_warps."""
    options = sites[0].options if sites else {}
    known = {name: options[name].value for name in ("num_warps", "num_stages", "num_ctas") if name in options}
    return [[name, value] for name, value in known.items() if type(value) is int and value > 0]


def place_of(site: Site, slicer: Slicer) -> str:
    return f"{slicer.project.path(site.module)}:{site.line}"


def is_concrete(dtype: str | None) -> bool:
    return dtype is not None and not dtype.startswith("@")


def add_types(parameters: list, evidence: dict, passed: dict, uses: Uses, choices: dict) -> list | None:
    """Adds the types of arguments. Returns those that `{dtype}` in them stands for."""
    pointers = [each["name"] for each in parameters if each["kind"] == "pointer"]
    known, symbols = {}, {}
    for name in pointers:
        best = next((each for each in evidence[name] if each.type is not None and each.rank >= LAUNCH), None)
        if best is not None and best.type.startswith(("fp", "bf")) and "i32" in uses.wanted.get(name, []):
            # The kernel makes addresses of it: another call than this launch is out of date.
            best = None
        if best is not None:
            known[name] = best.type
        elif name in passed and passed[name].host.kind == "tensor" and passed[name].host.dtype is not None:
            symbols[name] = passed[name].host.dtype
    dtypes = {symbol: choices[symbol] for symbol in symbols.values() if symbol in choices}
    known.update({name: dtypes[symbol][0] for name, symbol in symbols.items() if symbol in dtypes})
    types = element_types(pointers, known, symbols, uses)
    generic = generic_pointers(
        parameters, passed, {name for name, symbol in symbols.items() if symbol in dtypes}, dtypes, uses
    )
    for each in parameters:
        if each["kind"] == "pointer":
            found = evidence[each["name"]]
            each["type"] = "*{dtype}" if each["name"] in generic else f"*{types[each['name']]}"
            each["note"] = found[0].source
            if each["name"] not in known and found[0].rank > USE:
                each["note"] += f", guess: {types[each['name']]}"
        elif each["kind"] in ("scalar", "tensor"):
            best = next(found for found in evidence[each["name"]] if found.type is not None)
            each.update({"type": best.type, "note": best.source})
            if best.value is not None:
                each["value"] = best.value
    for name, hint in alignment_of(parameters, uses).items():
        each = next(each for each in parameters if each["name"] == name)
        each["type"] += f":{hint}"
        each["note"] = ", ".join(filter(None, [each["note"], "its descriptor needs it"]))
    # A type that a launch takes from a tensor, as in `OUT=x.dtype`.
    for each in parameters:
        host = passed[each["name"]].host if each["name"] in passed else None
        if each["kind"] == "constant" and host is not None and host.kind == "dtype" and host.dtype in symbols.values():
            name = next(name for name, symbol in symbols.items() if symbol == host.dtype)
            each.update(
                {
                    "value": dtype_constant(types[name]),
                    "note": f"{passed[each['name']].place} passes the type of {name}",
                }
            )
    return next(iter(dtypes.values())) if generic else None


# The bytes that descriptors need an address and the distance of two rows to be a multiple of.
ALIGNMENT = 16
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def alignment_of(parameters: list, uses: Uses) -> dict:
    """The hints that descriptors need, by parameter: aligned pointers and strides, and 1 for the last stride."""
    types = {each["name"]: each["type"] for each in parameters if each["kind"] in ("pointer", "scalar")}
    found = {}
    for name, made in uses.described.items():
        bits = re.search(r"\d+", types.get(name, ""))
        size = BYTES.get(bits[0], 1) if bits is not None else 2
        for strides in made if name in types else ():
            found[name] = ALIGNMENT
            for at, stride in enumerate(strides):
                parameter = only_name(stride)
                if types.get(parameter, "").startswith(("i", "u")):
                    found[parameter] = 1 if at == len(strides) - 1 else max(found.get(parameter, 2), ALIGNMENT // size)
    return found


def generic_pointers(parameters: list, passed: dict, found: set, dtypes: dict, uses: Uses) -> set:
    """The pointers among `found` whose element type is a choice of the caller: if the program allows the same types for all,
    and nothing else of the kernel depends on the choice."""
    hosts = [passed[each["name"]].host for each in parameters if each["kind"] != "pointer" and each["name"] in passed]
    is_bound = any(host.kind == "dtype" for host in hosts) or any(
        (one in found) is not (other in found) for one, other in uses.same
    )
    options = list(dtypes.values())
    is_plain = all(each == options[0] and set(each) <= {"fp16", "bf16", "fp32"} for each in options)
    return found if is_plain and not is_bound else set()


def add_values(parameters: list, evidence: dict, passed: dict, uses: Uses) -> None:
    constants = [each for each in parameters if each["kind"] == "constant" and "value" not in each]
    known = {}
    for each in constants:
        best = next((found for found in evidence[each["name"]] if found.value is not None), None)
        if best is not None:
            known[each["name"]] = best.value
            each["note"] = best.source
    guessed = guess_constants(
        [
            each["name"]
            for each in parameters
            if each["kind"] in ("constant", "config") and each["name"] not in known and "value" not in each
        ],
        passed,
        known,
        uses,
    )
    for each in parameters:
        if each["name"] in known and each["kind"] == "constant":
            each["value"] = known[each["name"]]
        elif each["name"] in guessed:
            each["value"] = wire_guess(guessed[each["name"]])
            each["note"] = "guess"


def guess_launch(launch: Launch, sites: list, passed: dict, program: Program) -> dict:
    """The grid, and a test."""
    origins = guess_grid(launch, sites, passed, program)
    launch.requirements = guess_requirements(launch, sites, program)
    try:
        if launch.uses.waits:
            raise NotKnown("programs wait for each other, which the interpreter cannot do")
        smoke = {"complete": True, "buffers": buffers_of(launch), "rounded": rounded_outputs(launch)}
    except NotKnown as error:
        smoke = {
            "complete": False,
            "why": str(error),
            "rounded": [],
            "buffers": [outline(launch, each) for each in launch.pointers()],
        }
    smoke["arguments"], smoke["cases"] = guess_values(launch)
    smoke["deterministic"] = not adds_floats(launch)
    return {
        "grid": [{"axis": text, "note": origin} for text, origin in zip(launch.grid, origins)],
        "gridParameters": launch.grid_parameters,
        "requires": [
            {"condition": f"{each['low']} <= {each['high']}", "note": each["note"]} for each in launch.requirements
        ],
        "smoke": smoke,
    }


def presences(heuristics: list, parameters: list) -> dict:
    """The values of heuristics that ask whether an argument is passed: a test passes every pointer."""
    kinds = {each["name"]: each["kind"] for each in parameters}
    found = {each["parameter"]: re.fullmatch(r"defined\((\w+)\)", each.get("expression", "")) for each in heuristics}
    return {
        name: kinds[asked[1]] != "constant" for name, asked in found.items() if asked is not None and asked[1] in kinds
    }


def adds_floats(launch: Launch) -> bool:
    """True if the order of atomic operations decides how floats are rounded, or which value stays."""
    for name, accesses in launch.uses.accesses.items():
        is_float = launch.parameters.get(name, {}).get("type", "").startswith(("*fp", "*bf", "*{"))
        if any(
            each.function in ("atomic_xchg", "atomic_cas") or (each.function == "atomic_add" and is_float)
            for each in accesses
        ):
            return True
    return False


def guessed_configs(parameters: list, uses: Uses) -> dict:
    """Values of autotuned flags, so that conditions on them are decided."""
    return {each["name"]: False for each in parameters if each["kind"] == "config" and each["name"] in uses.flags}


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

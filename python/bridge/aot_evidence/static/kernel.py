"""Guesses what a manifest says about a kernel: types, constants, the grid and a test, from its text and that of its launches."""

import re
from dataclasses import dataclass, replace
from typing import Any

from aot_sources.constants import named_from_wire
from aot_sources.kernels import autotune_of, decorators_of, describe, read_autotune
from aot_sources.modules import Leaf, Module
from aot_sources.slicing import Slicer
from aot_wire.messages import KernelFunction

from ..entry import Reference, Setting, Smoke, Value
from ..facts import Fact, Parameter
from .argument_types import add_hints, add_types, is_concrete
from .buffers import buffers_of, outline
from .cases import guess_values
from .corrections import fewer_programs, fitting_strides, smaller_tiles, written_strides
from .doubts import Doubt, Guessed, doubt_of_test, doubts_of
from .evidence import Passed, decide, guess_constants, wire_guess
from .functions import takes_remainders
from .grid import Written, guess_grid
from .host import NONE, joined
from .launch import Launch, NotKnown
from .launch_conditions import conditions_of, fitting_conditions
from .launch_grid import grid_of
from .launch_options import launch_options
from .launches import Site, find_launches
from .made import as_made
from .passed import items_used, with_items
from .program import Program
from .requirements import Requirement, guess_requirements
from .rounding import rounded_outputs
from .statements import read_uses
from .tied import tie_scalars
from .tuned import numbers_of, tuned_names
from .values import Uses


@dataclass(frozen=True)
class Found:
    """What the text says about a kernel."""

    # The place of the launch that facts without a note come from; None if there is none.
    launch: str | None
    # The types that `{dtype}` stands for in the types of pointers, if the program allows several.
    dtypes: list[str] | None
    function: KernelFunction
    parameters: list[Parameter]
    # The options of the launch.
    options: list[Setting]
    is_autotuned: bool
    # The number of its configs, if the text says it.
    config_count: int | None
    # The values that all of them have, by name.
    fixed: dict[str, int]
    block_pointers: bool
    # The texts of inline assembly.
    assembly: list[str]
    # The element types that the body names, such as `float16`.
    named_types: set[str]
    # The axes of the grid, and where each comes from.
    grid: list[str]
    origins: list[str]
    grid_parameters: list[str]
    requirements: list[Requirement]
    smoke: Smoke
    # What the test takes for granted.
    doubts: list[Doubt]


def guess_kernel(module: Module, leaf: Leaf, name: str, slicer: Slicer) -> Found:
    """`name` is that by which programs launch the kernel."""
    function: Any = leaf.node
    described = describe(module, leaf, slicer)
    tuner = autotune_of(decorators_of(module, function, slicer))
    computed = {each["parameter"]: each["line"] for each in described["heuristics"]}
    # The others need a value in the manifest.
    translated = {each["parameter"] for each in described["heuristics"] if "expression" in each}
    constexprs = {each["name"]: each["constexpr"] for each in described["parameters"]}
    program = Program(slicer)
    sites = find_launches(module, {name, function.name}, constexprs, program, slicer.project)
    # Triton refuses a launch that passes a value of the configs.
    configs = read_autotune(tuner, module, slicer)
    tuned = tuned_names(tuner, configs, module, slicer) - {each for site in sites for each in site.passed}
    # Without annotation, too, a value of @triton.autotune or @triton.heuristics is a constexpr.
    constexprs.update({name: True for name in constexprs if name in tuned or name in computed})
    passed = passed_by(sites, constexprs, slicer)
    for parameter, each in passed.items():
        if each.host.kind == "tuple" and each.host.dtype == "int" and not each.host.items:
            passed[parameter] = replace(each, host=with_items(each.host, items_used(parameter, function)))
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
    parameters = [
        Parameter(
            name,
            "config" if name in tuned else "heuristic" if name in translated else evidence[name][0].kind,
            line=computed.get(name),
        )
        for name in constexprs
    ]
    dtypes = add_types(parameters, evidence, passed, uses, program.choices)
    numbers = numbers_of(tuner, configs, module, slicer)
    fixed = {name: each for name, (each, *others) in numbers.items() if not others and each is not None}
    grids = [each.size for site in sites[:1] for each in grid_of(site, program) or () if each.size is not None]
    add_values(parameters, evidence, passed, uses, fixed, grids, conditions_of(sites[0], program) if sites else [])
    if uses.described:
        # Only those in branches that run with these values.
        values = {each.name: named_from_wire(list(each.value or ())) for each in parameters if each.kind == "constant"}
        alive = read_uses(module, function, slicer, {**constexprs, **dict.fromkeys(values, True)}, values)
        add_hints(parameters, alive)
    place = place_of(sites[0], slicer) if sites else None
    for each in parameters:
        each.note = each.note.removeprefix(f"from the launch at {place}").removeprefix(", ")
    constants = {each.name: named_from_wire(list(each.value or ())) for each in parameters if each.kind == "constant"}
    said = {name: [each for each in values if each is not None] for name, values in numbers.items()}
    largest = {name: max(values) for name, values in said.items() if len(values) > 1}

    def called_without(absent: set[str]) -> tuple[Launch, list[str], Smoke]:
        flags = presences(described["heuristics"], parameters, absent)
        known = read_uses(
            module,
            function,
            slicer,
            {**constexprs, **dict.fromkeys(constants, True)},
            {**constants, **guessed_configs(parameters, uses), **flags},
        )
        known.wanted = uses.wanted
        called = Launch(known, parameters, constants, slicer.project)
        called.largest = largest
        found = guess_grid(called, sites, passed, program)
        called.may_be_whole = any(takes_remainders(site.scope.function) for site in sites)
        called.requirements = guess_requirements(called, sites, program)
        called.described = described_sizes(called, passed, program)
        written = Written(called, passed, program, may_add=False)
        tie_scalars(called, passed, Written(called, passed, program, may_add=False, has_blocks=False))
        return called, found, guess_smoke(called, passed, written)

    launch, origins, smoke = first = called_without(set())
    for correct in (smaller_tiles, fewer_programs, written_strides, fitting_strides):
        fitting = correct(launch, smoke)
        if {**constants, **fitting} == constants:
            continue
        for each in parameters:
            each.value = wire_guess(fitting[each.name]) if each.name in fitting else each.value
        constants.update(fitting)
        launch, origins, smoke = first = called_without(set())
    # With some pointers, a kernel does what no test can call: then without them.
    if smoke.problem is not None:
        others = map(called_without, optional_pointers(described["heuristics"], parameters))
        launch, origins, smoke = next((each for each in others if each[2].problem is None), first)
    guessed = Guessed(launch, origins, smoke)
    return Found(
        launch=place,
        dtypes=dtypes,
        function=described,
        parameters=parameters,
        options=launch_options(sites, passed, constants) if tuner is None else [],
        is_autotuned=tuner is not None and bool(tuned or configs),
        fixed=fixed,
        config_count=len(configs["static"]) if isinstance(configs, dict) else None,
        block_pointers=uses.block_pointers,
        assembly=uses.assembly,
        named_types=uses.named_types,
        grid=launch.grid,
        origins=origins,
        grid_parameters=launch.grid_parameters,
        requirements=launch.requirements,
        smoke=replace(smoke, doubt=doubt_of_test(guessed)),
        doubts=doubts_of(guessed),
    )


def described_sizes(launch: Launch, passed: dict, program: Program) -> dict[str, list[str]]:
    """The sizes of the tensors that descriptors are made of, of those whose sizes are all parameters."""
    written = Written(launch, passed, program, may_add=False)
    found = {}
    for each in launch.pointers():
        made = passed[each.name].host.made if each.kind == "tensor" and each.name in passed else None
        try:
            if made:
                found[each.name] = [written.text(size) for size in made if size is not None]
        except NotKnown:
            continue
    return {name: sizes for name, sizes in found.items() if len(sizes) == len(passed[name].host.made)}


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


def place_of(site: Site, slicer: Slicer) -> str:
    return f"{slicer.project.path(site.module)}:{site.line}"


def add_values(
    parameters: list[Parameter],
    evidence: dict[str, list[Fact]],
    passed: dict,
    uses: Uses,
    fixed: dict[str, int],
    grid: list[tuple],
    conditions: list[tuple[tuple, bool]],
) -> None:
    """`fixed` are the integers that are the same in all configs of @triton.autotune, `grid` the expressions of a launch's grid,
    `conditions` those under which it runs, and how they turn out."""
    open_ = [each for each in parameters if each.kind in ("constant", "config") and each.value is None]
    known: dict[str, Value] = {}
    for each in open_:
        best = next((found for found in evidence.get(each.name, []) if found.value is not None), None)
        if best is not None and best.value is not None and each.kind == "constant":
            known[each.name] = each.value = best.value
            each.note = best.source
        elif each.kind == "config" and each.name in fixed:
            known[each.name] = each.value = ("int", str(fixed[each.name]))
    guessed = guess_constants([each.name for each in open_ if each.name not in known], passed, known, uses, grid)
    for name, value in fitting_conditions({**known_numbers(known), **guessed}, passed, conditions).items():
        guessed[name] = value
    for each in open_:
        if each.name in guessed:
            each.value, each.note = wire_guess(guessed[each.name]), "guess"


def known_numbers(known: dict[str, Value]) -> dict[str, int]:
    return {name: int(value[1]) for name, value in known.items() if value[0] == "int"}


def guess_smoke(launch: Launch, passed: dict, written: Written) -> Smoke:
    """A test. To be called once the grid and the requirements are known."""
    problem = None
    try:
        if launch.uses.waits:
            raise NotKnown("programs wait for each other, which the interpreter cannot do")
        if launch.uses.assembly:
            raise NotKnown("the interpreter cannot execute the inline assembly of the kernel")
        if launch.uses.addresses:
            raise NotKnown(f"`{min(launch.uses.addresses)}` is an address")
        buffers, rounded = as_made(launch, buffers_of(launch), passed, written), rounded_outputs(launch)
    except NotKnown as error:
        problem, rounded = str(error), []
        buffers = [outline(launch, each) for each in launch.pointers()]
    arguments, cases = guess_values(launch)
    return Smoke(
        reference=Reference("interpreter", "or a NumPy function of yours: reference.py:FUNCTION"),
        buffers=buffers,
        arguments=[Setting(name, ("expression", text)) for name, text in arguments.items()],
        cases=[[Setting(name, ("int", str(value))) for name, value in case.items()] for case in cases],
        rounded=rounded,
        deterministic=not adds_floats(launch),
        problem=problem,
    )


def presences(heuristics: list, parameters: list[Parameter], absent: set[str]) -> dict[str, bool]:
    """The values of heuristics that ask whether an argument is passed: a test passes every pointer, but those that are absent."""
    kinds = {each.name: each.kind for each in parameters}
    return {
        name: kinds[asked] != "constant" and asked not in absent
        for name, asked in asked_for(heuristics).items()
        if asked in kinds
    }


def asked_for(heuristics: list) -> dict[str, str]:
    """The argument of each heuristic that asks whether it is passed."""
    found = {each["parameter"]: re.fullmatch(r"defined\((\w+)\)", each.get("expression", "")) for each in heuristics}
    return {name: asked[1] for name, asked in found.items() if asked is not None}


def optional_pointers(heuristics: list, parameters: list[Parameter]) -> list[set[str]]:
    """Sets of pointers that a test can leave out: those to integers, such as the starts of sequences, and all."""
    asked = set(asked_for(heuristics).values())
    every = {each.name for each in parameters if each.kind == "pointer" and each.name in asked}
    integers = {each.name for each in parameters if each.name in every and each.points_to_integers}
    return [each for at, each in enumerate((integers, every)) if each and (at == 0 or each != integers)]


def adds_floats(launch: Launch) -> bool:
    """True if the order of atomic operations decides how floats are rounded, or which value stays."""
    for name, accesses in launch.uses.accesses.items():
        is_float = launch.type_of(name).startswith(("*fp", "*bf", "*{"))
        if any(
            each.function in ("atomic_xchg", "atomic_cas") or (each.function == "atomic_add" and is_float)
            for each in accesses
        ):
            return True
    return False


def guessed_configs(parameters: list[Parameter], uses: Uses) -> dict:
    """Values of autotuned flags, so that conditions on them are decided."""
    return {each.name: False for each in parameters if each.kind == "config" and each.name in uses.flags}

"""Writes down what was found in the text of a kernel as its entry."""

import re
from dataclasses import replace

from aot_wire.messages import Heuristic

from ..entry import Autotuned, Entry, Requires, Setting
from ..facts import Parameter, arguments_of, constants_of
from .kernel import Found
from .requirements import Requirement


def entry_of(source: str, found: Found, globals_: list[Setting]) -> Entry:
    parameters = [with_heuristics(each) for each in found.parameters]
    return Entry(
        source=source,
        is_guess=True,
        choices={} if found.dtypes is None else {"dtype": [("type", each) for each in found.dtypes]},
        launch=found.launch,
        globals=globals_,
        arguments=arguments_of(parameters),
        constants=constants_of(parameters),
        heuristics=[f"{each.name} comes from {each.note}" for each in parameters if each.kind == "heuristic"],
        requires=requires_of(found.requirements, found.function["heuristics"]),
        configs="autotune" if found.is_autotuned else [],
        autotuned=None if found.config_count is None or not found.is_autotuned else Autotuned(found.config_count, []),
        grid_parameters=found.grid_parameters,
        grid=found.grid,
        grid_note=grid_note(found.origins),
        options=found.options,
        smoke=found.smoke,
    )


def with_heuristics(parameter: Parameter) -> Parameter:
    """Adds to the note of a value that @triton.heuristics computes where that is."""
    if parameter.line is None or parameter.kind not in ("constant", "heuristic"):
        return parameter
    place = heuristics_of(parameter.line)
    if parameter.kind == "heuristic":
        return replace(parameter, note=place)
    return replace(parameter, note=": ".join(filter(None, [parameter.note, f"{place} computes it"])))


def heuristics_of(line: int) -> str:
    return f"@triton.heuristics (line {line})"


def requires_of(requirements: list[Requirement], heuristics: list[Heuristic]) -> Requires | None:
    """Nothing checks values of heuristics without translation: a person must add their conditions."""
    untranslated = [each for each in heuristics if "untranslated" in each]
    conditions = [each.condition for each in requirements]
    note = "; ".join(dict.fromkeys(each.note for each in requirements))
    if not untranslated:
        return Requires(conditions, note) if conditions else None
    names = [each["parameter"] for each in untranslated if each["parameter"] != "*"]
    return Requires(
        conditions,
        note or "guess: they are always right",
        f"{heuristics_of(untranslated[0]['line'])} computes {', '.join(names) or 'the constants'} for each call, and nothing "
        "checks the values above: list the conditions under which they are right, such as `n <= 1024`",
    )


def grid_note(origins: list[str]) -> str:
    if len(set(origins)) <= 1:
        return "".join(origins[:1])
    return "; ".join(f"axis {axis}: {origin}" for axis, origin in enumerate(origins))


# The instructions of inline assembly that earlier GPUs do not have, with the compute capability as in sm_90. Source: the
# target notes of NVIDIA's PTX manual 9.0.
INSTRUCTIONS = (
    (100, r"tcgen05\.|e2m1x2|e2m3x2|e3m2x2|ue8m0x2|cvt\.rs\.|\.(add|mul|fma)\.\S*f32x2|redux\.sync\.\S*f32"),
    (
        90,
        r"wgmma\.|mbarrier\.try_wait|cp\.async\.bulk|setmaxnreg|elect\.sync|griddepcontrol|multimem\.|barrier\.cluster|mapa\.|fence\.proxy\.async|e4m3x2|e5m2x2|(add|sub|mul)\.(rn\.)?bf16",
    ),
)


def oldest_gpu(parameters: list[Parameter], assembly: list[str], named_types: set[str]) -> tuple[int, str] | None:
    """The compute capability, as in sm_90, of the oldest GPU that has what the kernel needs, and what that is; None if it is plain."""
    for capability, pattern in INSTRUCTIONS:
        found = next((match for each in assembly if (match := re.search(pattern, each))), None)
        if found is not None:
            return capability, f"`{found[0].rstrip('.')}` in inline assembly"
    has_types = "float8e4nv" in named_types or any(
        each.kind == "tensor"
        or each.type.startswith("*fp8e4nv")
        or (each.kind in ("constant", "config") and each.value == ("dtype", "float8e4nv"))
        for each in parameters
    )
    return (90, "fp8e4nv or a tensor descriptor") if has_types else None

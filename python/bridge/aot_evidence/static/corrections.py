"""Corrects guessed constants by the test that follows from them: strides are those of tensors without gaps, and few programs run."""

import math

from ..entry import Smoke
from ..expressions import tried
from ..facts import Parameter
from .launch import Launch


def fitting_strides(launch: Launch, smoke: Smoke) -> dict[str, int]:
    """Values with which the rows of the tensors of a test do not overlap in any case and have no gaps, by the name of the constant."""
    guessed = {each.name for each in launch.parameters.values() if is_guess(each)}
    values = {name: value for name, value in launch.constants.items() if type(value) is int}
    found: dict[str, int] = {}
    for case in smoke.cases:
        known = dict(values)
        for each in [*case, *smoke.arguments]:
            value = 0 if each.value is None else tried(each.value[1], known)
            if value is not None:
                known[each.name] = value
        for buffer in smoke.buffers:
            if buffer.shape is None or buffer.strides is None or len(buffer.shape) != len(buffer.strides):
                continue
            reach = 1
            for size, stride in reversed(list(zip(buffer.shape, buffer.strides))):
                if stride in guessed:
                    found[stride] = max(found.get(stride, 1), reach)
                step, count = tried(stride, {**known, **found}), tried(size, known)
                if step is None or count is None:
                    break
                reach = max(reach, count * (step or 1))
    # What is called a stride has no other use. Another constant is only made large enough.
    return {name: value for name, value in found.items() if value > values[name] or "stride" in name.lower()}


# The interpreter runs so many programs in seconds.
MOST_PROGRAMS = 2048
# How many programs there then are for each of what a constant counts.
FEW = 4


def fewer_programs(launch: Launch, smoke: Smoke) -> dict[str, int]:
    """Lower values of guessed constants that count programs, such as H in a grid of `cdiv(n, BLOCK) * H`, if there were too many."""
    counted = {
        name
        for axis in launch.grid
        for name in axis.replace("(", " ").replace(")", " ").split(" * ")
        if name in launch.parameters and is_guess(launch.parameters[name]) and name not in launch.uses.lanes
    }
    values = {name: value for name, value in launch.constants.items() if type(value) is int}
    for case in smoke.cases:
        known = {**dict.fromkeys(launch.largest, 16), **values}
        known.update({each.name: int(each.value[1]) for each in case if each.value is not None})
        programs = [tried(axis, known) for axis in launch.grid]
        if None in programs:
            return {}
        if math.prod(each for each in programs if each is not None) > MOST_PROGRAMS:
            return {name: FEW for name in counted if values[name] > FEW}
    return {}


def is_guess(parameter: Parameter) -> bool:
    return parameter.kind == "constant" and parameter.note == "guess" and (parameter.value or ("",))[0] == "int"

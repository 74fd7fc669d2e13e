"""Corrects guessed constants by the test that follows from them: strides are those of tensors without gaps, and few programs run."""

import math

from ..entry import Smoke
from ..expressions import tried
from ..facts import Parameter
from . import polynomials as poly
from .launch import Launch
from .values import thaw


def fitting_strides(launch: Launch, smoke: Smoke) -> dict[str, int]:
    """Values with which the rows of the tensors of a test do not overlap in any case and have no gaps, by the name of the constant."""
    guessed = {each.name for each in launch.parameters.values() if is_guess(each)}
    values = launch.numbers
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


def written_strides(launch: Launch, _smoke: Smoke) -> dict[str, int]:
    """The values of guessed constants that are strides of tensors whose sizes the program writes, if constants decide them."""
    found = {name: tried(text, launch.numbers) for name, text in launch.constant_strides.items()}
    return {name: value for name, value in found.items() if value is not None and is_guess(launch.parameters[name])}


# The interpreter and the emulator run so many programs in seconds.
MOST_PROGRAMS = 512
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
    values = launch.numbers
    for case in smoke.cases:
        known = {**dict.fromkeys(launch.largest, 16), **values}
        known.update({each.name: int(each.value[1]) for each in case if each.value is not None})
        programs = [tried(axis, known) for axis in launch.grid]
        if None in programs:
            return {}
        if math.prod(each for each in programs if each is not None) > MOST_PROGRAMS:
            return {name: FEW for name in counted if values[name] > FEW}
    return {}


# A program of 16 warps holds so many elements of a tile, and Triton compiles it in seconds.
MOST_ELEMENTS = 8192
# The smallest axis of a block of tl.dot.
LEAST_OF_DOT = 16


def smaller_tiles(launch: Launch, _smoke: Smoke) -> dict[str, int]:
    """Lower values of guessed constants that are the sizes of a tile, if it had too many elements: of the largest first. What another
    size must fit in stays."""
    kept = {each.high for each in launch.requirements}
    least = LEAST_OF_DOT if launch.uses.dots else 1
    found: dict[str, int] = {}
    for tile in tiles_of(launch):
        while (count := elements_of(launch, tile, found)) is not None and count > MOST_ELEMENTS:
            sizes = {
                name: found.get(name, launch.constants[name])
                for size in tile
                for name in poly.names_of(size)
                if name in launch.parameters and is_guess(launch.parameters[name]) and name not in kept
            }
            name = max(sizes, key=lambda each: sizes[each], default=None)
            if name is None or sizes[name] <= least:
                break
            found[name] = sizes[name] // 2
    return found


def tiles_of(launch: Launch) -> list[list[dict]]:
    """The sizes of the axes of each tile: of those that are written, and of the lanes of each address."""
    tiles = [[each.integer or {} for each in shape] for shape in launch.uses.shapes]
    for access in (each for accesses in launch.uses.accesses.values() for each in accesses):
        lanes = [
            launch.uses.atoms[each] for each in launch.moving(access.offset or {}) if launch.kind_of(each) == "lane"
        ]
        tiles.append([thaw(each.details[0]) for each in lanes if each.details])
    return tiles


def elements_of(launch: Launch, tile: list[dict], found: dict[str, int]) -> int | None:
    counts = [tried(poly.text_of(each), {**launch.numbers, **found}) for each in tile]
    return None if None in counts else math.prod(counts)  # type: ignore[arg-type]


def is_guess(parameter: Parameter) -> bool:
    return parameter.kind == "constant" and parameter.note == "guess" and (parameter.value or ("",))[0] == "int"

"""Fills buffers with what the program used: random numbers can be indices or square roots."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..rules import Rule, first_of
from ..types import ArgumentType

Range = tuple[float, float]


@dataclass(frozen=True)
class Seen:
    """What a buffer had before calls: the least and the greatest element, over all calls or in each of them."""

    type: ArgumentType
    least: float
    greatest: float
    # The mean and the standard deviation in the call with the greatest deviation, if they are known.
    moments: tuple[float, float] | None = None


# A fill of the manifest that is the default.
NORMAL = "normal"


def fill_of(type_: ArgumentType, ranges: list[Range], moments: Sequence[tuple[float, float]] = ()) -> Any:
    """None for the default."""
    if not ranges:
        return None
    least, greatest = union_of(ranges) if type_.is_float else common_of(ranges)
    if not math.isfinite(least) or not math.isfinite(greatest):
        return None
    widest = max(moments, key=lambda each: each[1], default=None)
    found = first_of(FILLS, Seen(type_, least, greatest, widest))
    return None if found == NORMAL else found


def union_of(ranges: list[Range]) -> Range:
    return min(each for each, _ in ranges), max(each for _, each in ranges)


def common_of(ranges: list[Range]) -> Range:
    """Integers can be indices: what the buffer held in a small call is right for a large one too."""
    least, greatest = max(each for each, _ in ranges), min(each for _, each in ranges)
    return (least, greatest) if least <= greatest else union_of(ranges)


def of_integers(at: Seen) -> Any:
    if at.type.is_float:
        return None
    is_safe = max(abs(at.least), abs(at.greatest)) < 2**53
    return {"uniform": {"from": at.least, "to": at.greatest}} if is_safe else NORMAL


def of_normal(at: Seen) -> Any:
    if not (at.least < 0 < at.greatest and 0.1 < max(-at.least, at.greatest) < 100):
        return None
    mean, deviation = at.moments or (0.0, 1.0)
    # Rows of norm 1 are not those of the default, and a kernel that solves equations with them may need that.
    if 0.5 < deviation < 2 and abs(mean) < deviation / 2:
        return NORMAL
    return {"normal": {"mean": short(mean) if abs(mean) > deviation / 10 else 0.0, "deviation": short(deviation)}}


def of_range(at: Seen) -> Any:
    is_from_zero = 0 < at.least < at.greatest / 100
    least, greatest = 0.0 if is_from_zero else short(at.least), short(at.greatest)
    return {"uniform": {"from": least, "to": greatest}} if least < greatest else {"constant": least}


def short(number: float) -> float:
    return float(f"{number:.3g}")


FILLS = (
    Rule[Seen, Any]("all are 0", lambda at: "zeros" if at.least == at.greatest == 0 else None),
    Rule[Seen, Any]("all are 1", lambda at: "ones" if at.least == at.greatest == 1 else None),
    Rule[Seen, Any]("all are equal", lambda at: {"constant": at.least} if at.least == at.greatest else None),
    Rule[Seen, Any]("flags differ anyway", lambda at: NORMAL if at.type.is_flag else None),
    Rule[Seen, Any]("integers were in a range", of_integers),
    Rule[Seen, Any]("floats look like those of a normal distribution", of_normal),
    Rule[Seen, Any]("floats were in a range", of_range),
)

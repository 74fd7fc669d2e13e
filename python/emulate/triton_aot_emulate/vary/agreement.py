"""How far the results of two calls agree: to the bit, within rounding, or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import torch

from .trying import difference, first

if TYPE_CHECKING:
    from collections.abc import Mapping

# From the closest on.
Level = Literal["bits", "rounding", "different"]
LEVELS: tuple[Level, Level, Level] = ("bits", "rounding", "different")
BITS, ROUNDING, DIFFERENT = LEVELS


@dataclass(frozen=True)
class Agreement:
    """`how` is one of `LEVELS`. Unless it is `bits`, `says` has an element that differs, of the result at `path`."""

    how: Level = BITS
    says: str = ""
    path: str = ""


def agreement(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Agreement:
    """Compares results that have the same names. NaN equals NaN, and 0 equals -0."""
    return worst(*(_of_result(path, one, got) for path, one in expected.items()))


def _of_result(path: str, expected: Any, got: Mapping[str, Any]) -> Agreement:
    says = difference({path: expected}, got)
    if says:
        return Agreement(DIFFERENT, says, path)
    one, other = expected.to(torch.float64), got[path].to(torch.float64)
    differs = ~((one == other) | (one.isnan() & other.isnan()))
    if not bool(differs.any()):
        return Agreement()
    distance = torch.where(differs, (one - other).abs(), 0.0)
    at = first(distance == distance.max())
    count = f"{int(differs.sum())} of {differs.numel()} elements of {path}"
    values = f"{float(one[at]):.9g} and {float(other[at]):.9g}"
    return Agreement(
        ROUNDING, f"{count} differ by at most {float(distance[at]):.2g}, such as element {at}: {values}", path
    )


def worst(*found: Agreement) -> Agreement:
    """The one that agrees least."""
    return max(found, key=lambda each: LEVELS.index(each.how), default=Agreement())

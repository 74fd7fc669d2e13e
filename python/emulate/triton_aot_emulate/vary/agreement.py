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
    """`how` is one of `LEVELS`. Unless it is `bits`, `says` has the element that differs most."""

    how: Level = BITS
    says: str = ""


def agreement(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Agreement:
    """Compares results that have the same names. NaN equals NaN, and 0 equals -0."""
    says = difference(expected, got)
    if says:
        return Agreement(DIFFERENT, says)
    for path in expected:
        one, other = expected[path].to(torch.float64), got[path].to(torch.float64)
        differs = ~((one == other) | (one.isnan() & other.isnan()))
        if bool(differs.any()):
            distance = torch.where(differs, (one - other).abs(), 0.0)
            at = first(distance == distance.max())
            count = f"{int(differs.sum())} of {differs.numel()} elements of {path}"
            values = f"{float(one[at]):.9g} and {float(other[at]):.9g}"
            says = f"{count} differ by at most {float(distance[at]):.2g}, such as element {at}: {values}"
            return Agreement(ROUNDING, says)
    return Agreement()


def worst(*found: Agreement) -> Agreement:
    """The one that agrees least."""
    return max(found, key=lambda each: LEVELS.index(each.how), default=Agreement())

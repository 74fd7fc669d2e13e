"""Changes the random numbers that a test draws: others, with other ranges, or rounded otherwise."""

from __future__ import annotations

import contextlib
import random
import sys
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.contents import EQUAL_ROWS, LARGE, ZERO_ROW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SMALL, OFFSET, ZEROS = "values around -1000", "values around 1000", "zeros"


def _zero_row(values: Any) -> Any:
    made = values.clone()
    (made[0] if made.dim() > 1 else made).zero_()
    return made


def _moved(by: float) -> Callable[[Any], Any]:
    # In narrow types, the numbers around 1000 are too few.
    return lambda values: values + (by if values.dtype.itemsize >= 4 else by / 100)


# By name, what becomes of the numbers, and whether only of those that can have any sign and size.
ALTERED: dict[str, tuple[Callable[[Any], Any], bool]] = {
    ZERO_ROW: (_zero_row, False),
    ZEROS: (torch.zeros_like, False),
    EQUAL_ROWS: (lambda values: values[:1].expand_as(values) if values.dim() else values, False),
    LARGE: (lambda values: values * 100, True),
    SMALL: (_moved(-1000.0), True),
    OFFSET: (_moved(1000.0), True),
}

# What a test must make sure of to exclude these contents.
EXCLUDED = {
    ZERO_ROW: "{name}.ne(0).any(-1).all()",
    ZEROS: "{name}.ne(0).any()",
    EQUAL_ROWS: "{name}.unique(dim=0).shape == {name}.shape",
    LARGE: "{name}.abs().max() <= {largest:.4g}",
    SMALL: "{name}.min() >= -{largest:.4g}",
    OFFSET: "{name}.mean().abs() <= {largest:.4g}",
}


def rounded(sign: int, alter: Callable[[str, int, Any], Any] | None, name: str, at: int, values: Any) -> Any:
    """The numbers as `alter` makes them, each moved to a neighbour."""
    values = values if alter is None else alter(name, at, values)
    return to_neighbours(values, sign)


def to_neighbours(values: Any, sign: int, eps: float | None = None) -> Any:
    """Floats, a third of them each moved up, down and not at all, by what rounding may be."""
    if not values.is_floating_point() or values.dtype.itemsize == 1:
        return values
    pattern = torch.arange(values.numel(), device=values.device).reshape(values.shape) * 7 % 3 - 1
    return values * (1 + sign * (eps or torch.finfo(values.dtype).eps) * pattern.to(values.dtype))


@contextlib.contextmanager
def seeds(by: int) -> Iterator[None]:
    """Other random numbers inside, if `by` is not 0: each seed is another one."""
    seed = torch.manual_seed
    if by:
        seed(by)
        random.seed(by)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(by)
        torch.manual_seed = lambda given: seed(int(given) + by)
    try:
        yield
    finally:
        torch.manual_seed = seed

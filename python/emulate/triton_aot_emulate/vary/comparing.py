"""Says whether a comparison of a test is wrong by so much that neither its tolerance nor rounding explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .watching import Compared

# A test's tolerance may be too tight by so much, for other sizes and values than those it was chosen for.
TOO_TIGHT = 4.0
# How often the rounding of inputs may be seen in what is computed. A sum of n terms is rounded n times, with either sign.
ROUNDINGS = 16.0
# Of integers and flags, the share that may be rounded to a neighbour.
NEIGHBOURS = 0.02


class Sides:
    """Which side of each comparison kernels have computed: the one that is another if they do nothing."""

    def __init__(self, base: Sequence[Compared], idle: Sequence[Compared]) -> None:
        self._of: list[int | None] = []
        for one, other in zip(base, idle):
            changed = [not _is_same(one.one, other.one), not _is_same(one.two, other.two)]
            self._of.append(changed.index(True) if changed.count(True) == 1 else None)

    def known(self) -> bool:
        return any(each is not None for each in self._of)

    def of(self, at: int, compared: Compared) -> tuple[Any, Any] | None:
        """What kernels have computed, and what is expected; None if this is not known."""
        side = self._of[at] if at < len(self._of) else None
        if side is None:
            return None
        return (compared.one, compared.two) if side == 0 else (compared.two, compared.one)


def judged(
    sides: Sides,
    at: int,
    compared: Compared,
    base: Compared,
    growth: float,
    again: Callable[[], list[Compared]],
    has_other_values: bool,
) -> str:
    """What is wrong; empty if it may be right. `again` gives the comparison with inputs that are rounded otherwise."""
    now, before = sides.of(at, compared), sides.of(at, base)
    if now is None or before is None or now[0].shape != now[1].shape or not now[0].numel():
        return ""
    if compared.is_error:
        return "" if has_other_values else _error(now[0], compared.atol, growth)
    if _is_same(now[0], before[0]) or _is_same(now[1], before[1]):
        return ""  # One side does not follow what was changed.
    got, expected = (each.to(torch.float64) for each in now)
    if not bool(expected.isfinite().all()) and bool(before[1].to(torch.float64).isfinite().all()):
        return ""  # What is expected cannot be computed either.
    if not now[0].is_floating_point():
        others = [sides.of(at, each) for each in again()]
        return far_integers(got, expected, [None if each is None else each[1] for each in others])
    most, most_before = largest(expected), largest(before[1].to(torch.float64))
    least = torch.finfo(now[0].dtype).eps * 8 * most
    scale = max(1.0, most / most_before) if most_before else 1.0
    allowed = TOO_TIGHT * growth**0.5 * (compared.atol * scale + compared.rtol * expected.abs() + least)
    if not far(got, expected, allowed):
        return ""
    others = [sides.of(at, each) for each in again()]
    return far(got, expected, allowed + moved(expected, [None if each is None else each[1] for each in others]))


def far(got: Any, expected: Any, allowed: Any) -> str:
    """Which elements are further than allowed from what is expected; empty if none is."""
    away = (got - expected).abs()
    away = torch.where((got == expected) | (got.isnan() & expected.isnan()), 0.0, away).nan_to_num(nan=torch.inf)
    return _says(away > allowed, got, expected)


def far_integers(got: Any, expected: Any, others: Sequence[Any]) -> str:
    """The same for integers. What rounding made may be the other neighbour: `others` are expected if inputs are rounded otherwise."""
    wrong = got != expected
    for other in others:
        if other is None or other.shape != expected.shape:
            return ""
        wrong &= other.to(torch.float64) == expected
    away = (got - expected).abs()[wrong]
    if largest(away) <= 1 and away.numel() <= NEIGHBOURS * wrong.numel():
        return ""
    return _says(wrong, got, expected)


def moved(expected: Any, others: Sequence[Any]) -> float:
    """How far rounding of inputs may move what is computed, by what it moves what is expected."""
    if any(each is None or each.shape != expected.shape for each in others):
        return float("inf")
    return ROUNDINGS * max((largest(each.to(torch.float64) - expected) for each in others), default=0.0)


def _error(error: Any, most: float, growth: float) -> str:
    value = float(error)
    is_wrong = value != value or value > TOO_TIGHT * growth * most
    return f"the error is {value:.4g}, and the test allows {most:.4g}" if is_wrong else ""


def _says(wrong: Any, got: Any, expected: Any) -> str:
    if not bool(wrong.any()):
        return ""
    at = tuple(int(each) for each in wrong.nonzero()[0])
    where = f"element {at}" if at else "it"
    values = f"{float(got[at]):.6g}, and {float(expected[at]):.6g} is expected"
    return f"{int(wrong.sum())} of {wrong.numel()} elements are wrong, such as {where}: {values}"


def largest(values: Any) -> float:
    """The largest finite value, without sign."""
    finite = values[values.isfinite()]
    return float(finite.abs().max()) if finite.numel() else 0.0


def _is_same(one: Any, other: Any) -> bool:
    return one.shape == other.shape and bool(
        ((one == other) | ((one != one) & (other != other))).all() if one.device == other.device else False
    )

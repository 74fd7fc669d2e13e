"""Other values of the flags, numbers and optional tensors that a call passes, and other types of its tensors."""

from __future__ import annotations

import gc
import math
from types import FunctionType
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.conditions import RIGHT, WRONG
from aot_variations.sizes import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from aot_variations.sizes import Size

    from .cases import Call
    from .catching import Caught
    from .reporting import Reporting
    from .trying import Outcome, Tried

# Types of which a function that takes one often takes the others, and those of indices.
FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int32", "int64")
# Equal sizes with which the call is made to find out whether a flag is wrong with all sizes.
EQUAL = (17, 16)


class Arguments:
    """Tries other arguments of a call, which has the outcome `base`.

    `if_wrong` tries a case and gives it if it is wrong, and `same` compares its results with others.
    """

    def __init__(
        self,
        caught: Caught,
        call: Call,
        base: Outcome,
        if_wrong: Callable[[Case], Tried | None],
        same: Callable[[Case, Outcome | None], Tried | None],
    ) -> None:
        self._caught, self._call, self._base = caught, call, base
        self._if_wrong, self._same = if_wrong, same

    def check(self, report: Reporting) -> None:
        for name, value in self._caught.tree.items():
            if type(value) is bool:
                wrong = self._wrong([not value], name)
                if wrong and self._is_free(wrong[0]):
                    report.fault(wrong[0], f"with {report.says(wrong[0].case)}")
                elif wrong:
                    report.assume(name if value else f"not {name}", wrong[0])
            elif type(value) in (int, float) and name not in self._call.tied:
                tried = [each for each in _numbers(value) if each != value]
                wrong = self._wrong(tried, name)
                if wrong:
                    values = [each.case.argument[0] for each in wrong]
                    right = [value, *(each for each in tried if each not in values)]
                    report.assume(_limit(name, right, values), wrong[0])
        for name in self._optional():
            for each in self._wrong([None], name):
                report.fault(each, f"with {report.says(each.case)}")
        self._types(report)

    def _wrong(self, values: Sequence[Any], name: str, sizes: Mapping[Size, int] = {}) -> list[Tried]:
        tried = [self._if_wrong(Case(sizes, path=name, argument=(each,))) for each in values]
        return [each for each in tried if each is not None and _is_shown(each)]

    def _is_free(self, wrong: Tried) -> bool:
        """Whether a flag is wrong with equal sizes too: these suit also a flag that exchanges axes."""
        for size in EQUAL:
            sizes = dict.fromkeys(self._call.sizes, size)
            base = self._same(Case(sizes), None)
            if base is not None and base.outcome.verdict == RIGHT:
                return bool(self._wrong(wrong.case.argument, wrong.case.path, sizes))
        return False

    def _optional(self) -> Iterator[str]:
        """Parameters that are None unless callers pass something, and get a tensor here."""
        code = self._caught.code
        for function in gc.get_referrers(code):
            if isinstance(function, FunctionType) and (function.__defaults__ or function.__kwdefaults__):
                values = function.__defaults__ or ()
                names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
                defaults = {**dict(zip(names, values)), **(function.__kwdefaults__ or {})}
                yield from (name for name, each in defaults.items() if each is None and name in self._call.tensors)
                return

    def _types(self, report: Reporting) -> None:
        """Tries all tensors of a type as those of another type of its family."""
        for family in (FLOATS, INTEGERS):
            for name in family:
                paths = self._call.of_type(name)
                others = [each for each in family if paths and each != name]
                for each in others:
                    if _holds(each, name):
                        self._same(Case(path=name, dtype=each), self._base)
                tried = [self._if_wrong(Case(path=name, dtype=each)) for each in others]
                wrong = [each for each in tried if each is not None and _is_shown(each)]
                if wrong:
                    types = " and ".join(f"{paths[0]}.dtype != torch.{each.case.dtype}" for each in wrong)
                    report.assume(types, wrong[0])


def _holds(wide: str, narrow: str) -> bool:
    """Whether a type has all numbers of another."""
    one, other = (
        torch.finfo(each) if each.is_floating_point else torch.iinfo(each) for each in map(_type, (wide, narrow))
    )
    return one.max >= other.max and getattr(one, "eps", 0) <= getattr(other, "eps", 0)


def _type(name: str) -> Any:
    return getattr(torch, name)


def _is_shown(tried: Tried) -> bool:
    """Whether a call is wrong, and not only NaN: that may be what an argument means."""
    return tried.outcome.verdict == WRONG and tried.outcome.kind != "nan"


def _numbers(value: float) -> list[float]:
    if type(value) is int:
        return [0, 1, -1, value + 1]
    return [0.0, 1.0, -abs(value) or -1.0, 2 * value + 0.5] if math.isfinite(value) else [0.0, 1.0]


def _limit(name: str, right: Sequence[Any], wrong: Sequence[Any]) -> str:
    """The condition that wrong values break, and that right ones keep."""
    if max(wrong) < min(right):
        return f"{name} > {max(wrong)!r}"
    return (
        f"{name} < {min(wrong)!r}" if min(wrong) > max(right) else " and ".join(f"{name} != {each!r}" for each in wrong)
    )

"""Which other contents the tensors of a call get, and how they are made of their own."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.contents import (
    CONDITIONS,
    EQUAL,
    EQUAL_ROW,
    EQUAL_ROWS,
    FALSE,
    FALSE_ROW,
    INFINITE,
    INFINITE_ROW,
    LARGE,
    NEGATIVE,
    REPEATED,
    REVERSED,
    SORTED,
    TRUE,
    ZERO_ROW,
)
from aot_variations.sizes import Case

from .kernel_text import tests_sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .cases import Call
    from .reporting import Reporting
    from .trying import Outcome, Tried


def check_contents(call: Call, base: Outcome, wrong: Callable[[Case], Tried | None], report: Reporting) -> None:
    """Tries other contents of each tensor. `wrong` tries a case, and gives it if it is wrong."""
    has_zeros: set[str] = set()
    for case in _contents(call):
        one = None if case.contents == EQUAL_ROW and case.path in has_zeros else wrong(case)
        if one is None:
            continue
        if case.contents == ZERO_ROW:
            has_zeros.add(case.path)
        if case.contents not in CONDITIONS:
            report.fault(one, f"with {report.says(case)}")
        elif case.contents == NEGATIVE and case.path in base.results and _tests_sign(base, case.path):
            report.fault(one, f"with {report.says(case)}, which the kernel tests for")
        else:
            largest = float(call.tensors[case.path].abs().max()) if case.contents == LARGE else 0.0
            # A power of ten, so that other random values have the same condition.
            largest = 10.0 ** math.ceil(math.log10(largest or 1.0))
            report.assume(CONDITIONS[case.contents].format(path=case.path, source=case.source, largest=largest), one)


def _tests_sign(base: Outcome, path: str) -> bool:
    address = base.results[path].data_ptr()
    return any(tests_sign(each, address) for each in base.requests)


def _contents(call: Call) -> Iterator[Case]:
    """Other contents of each tensor of a call, one after the other."""
    for path, tensor in call.tensors.items():
        if tensor.dtype is torch.bool and tensor.numel() > 1:
            yield from (Case(path=path, contents=each) for each in (FALSE_ROW, FALSE, TRUE))
        if tensor.is_floating_point() and tensor.dtype.itemsize >= 2 and tensor.numel() > 1:
            yield from (Case(path=path, contents=each) for each in (ZERO_ROW, EQUAL_ROW))
            if bool(tensor.isneginf().any()):
                yield Case(path=path, contents=INFINITE_ROW)
            if tensor.dtype.itemsize == 4 or tensor.dtype is torch.bfloat16:
                yield Case(path=path, contents=LARGE)
            for source, other in call.tensors.items():
                same = source != path and other.shape == tensor.shape and other.dtype == tensor.dtype
                if same and bool(other.isneginf().any()):
                    yield Case(path=path, contents=INFINITE, source=source)
    for path, tensor in call.indices.items():
        yield Case(path=path, contents=REPEATED)
        yield Case(path=path, contents=NEGATIVE)
        if is_sorted(tensor):
            yield Case(path=path, contents=REVERSED)
        elif len(call.integers) == 1:
            # What belongs to other integers cannot be sorted alone.
            yield Case(path=path, contents=SORTED)


def infinite(source: Any, values: Any) -> Any:
    """The values, and -inf where another tensor has it."""
    return torch.where(source.isneginf(), source, values)


def _first_row(values: Any, number: Any) -> Any:
    made = values.clone()
    (made[0] if made.dim() > 1 else made).fill_(number)
    return made


def is_sorted(values: Any) -> bool:
    """Whether no element is smaller than the one before."""
    return bool((values.flatten().diff() >= 0).all())


def ordered(values: Any, is_descending: bool = False) -> Any:
    """The values in order."""
    return values.flatten().sort(descending=is_descending).values.reshape(values.shape)


def _last(values: Any, number: Any) -> Any:
    made = values.clone().reshape(-1)
    made[-1] = number
    return made.reshape(values.shape)


CONTENTS = {
    ZERO_ROW: lambda values: _first_row(values, 0.0),
    EQUAL_ROW: lambda values: _first_row(values, values.flatten()[0]),
    INFINITE_ROW: lambda values: _first_row(values, float("-inf")),
    SORTED: ordered,
    REVERSED: partial(ordered, is_descending=True),
    FALSE_ROW: lambda values: _first_row(values, False),
    FALSE: torch.zeros_like,
    TRUE: torch.ones_like,
    LARGE: lambda values: values * 100,
    EQUAL_ROWS: lambda values: values[:1].expand_as(values),
    EQUAL: lambda values: values.flatten()[:1].expand_as(values.flatten()).reshape(values.shape),
    NEGATIVE: lambda values: _last(values, -1),
    REPEATED: lambda values: _last(values, values.reshape(-1)[0]),
}

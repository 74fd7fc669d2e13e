"""Contents that tensors are tried with, by name, and the conditions that exclude them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

# Of floats, and of integers.
ZERO_ROW, LARGE = "zeros in the first row", "values 100 times as large"
EQUAL_ROWS, INFINITE = "equal rows", "-inf"
EQUAL_ROW, INFINITE_ROW = "one value in the first row", "-inf in the first row"
EQUAL = "one value"
NEGATIVE, REPEATED = "a value of -1", "a value that repeats"
SORTED, REVERSED = "sorted values", "values in the reverse order"
# Of booleans.
FALSE_ROW, FALSE, TRUE = "false in the first row", "false everywhere", "true everywhere"

# What host code has to check if a function cannot take them.
CONDITIONS = {
    ZERO_ROW: "{path}.ne(0).any(-1).all()",
    LARGE: "{path}.abs().max() <= {largest:.4g}",
    INFINITE: "not ({path}.isneginf() & {source}.isneginf()).any()",
    NEGATIVE: "{path}.min() >= 0",
    REPEATED: "{path}.unique().numel() == {path}.numel()",
    EQUAL_ROW: "{path}.ne({path}[..., :1]).any(-1).all()",
    INFINITE_ROW: "not {path}.isneginf().all(-1).any()",
    REVERSED: "{path}.flatten().diff().ge(0).all()",
    FALSE_ROW: "{path}.any(-1).all()",
    FALSE: "{path}.any()",
    TRUE: "not {path}.all()",
}


@dataclass(frozen=True)
class Contents:
    """Contents that are made anew, as `fill` of a manifest describes them: a `constant`, numbers `between` two, or its own fill, changed."""

    words: str
    fill: Any


def of_booleans() -> Sequence[Contents]:
    return _constant(FALSE, 0), _constant(TRUE, 1)


def of_floats(source: str) -> Sequence[Contents]:
    """Contents that random numbers hardly ever are, for a kernel with this code: values below 0 show what masked elements add, zeros show divisions.

    The range is narrow enough that means and variances stay as exact as those of normal numbers.
    """
    low = Contents("values far below 0", {"between": [-64, -32]})
    some = Contents(INFINITE, {"between": [-1, 1], "sentinel": "-Infinity"})
    # In a product of matrices, a mean far from 0 cancels, and what is left is as large as the rounding.
    is_product = re.search(r"\bdot(?:_scaled)?\(|mma", source)
    # What the reference makes NaN or infinite is left out.
    is_masked = re.search(r"float\(\s*[\"']-inf[\"']|-\s*float\(\s*[\"']inf[\"']|-\s*(?:math|np|torch)\.inf\b", source)
    infinite = (some, _constant("-inf everywhere", "-Infinity")) if is_masked else ()
    return *(() if is_product else (low,)), _constant("zeros", 0), *infinite


def of_integers(source: str, is_signed: bool, is_between: bool, has_sentinel: bool) -> Sequence[Contents]:
    """Contents that keep between the limits of the manifest, if there are such: repeated, sorted, with what the code compares with."""
    if not is_between:
        return [_constant("zeros", 0)]
    sentinel = _compared(source) if is_signed and not has_sentinel else None
    return (
        *(() if sentinel is None else (Contents(f"a value of {sentinel}", {"sentinel": sentinel}),)),
        Contents("only the largest value", {"only": "to"}),
        Contents("only the smallest value", {"only": "from"}),
        *(() if has_sentinel else (Contents(SORTED, {"sorted": True}),)),
    )


def _compared(source: str) -> int | None:
    """A number below 0 that the code compares something with: -1 if it only asks for the sign."""
    number = re.search(r"(?:==|!=)\s*(-\d+)\b", source)
    if number is not None:
        return int(number[1])
    return -1 if re.search(r"(?:>=|<)\s*0\b|>\s*-1\b", source) else None


def _constant(words: str, value: int | str) -> Contents:
    return Contents(words, {"constant": value})

"""What a function assumes of the layout of a tensor, by which layouts are wrong."""

from __future__ import annotations

PADDED, TRANSPOSED, LATER, EXPANDED = (
    "padded rows",
    "transposed storage",
    "a start one element later",
    "one expanded row",
)


def layout_assumption(path: str, wrong: set[str], right: set[str]) -> str:
    """The condition that the wrong layouts break and the right ones keep."""
    if wrong == {EXPANDED}:
        return f"{path}.stride(0) != 0"
    if wrong == {LATER}:
        return f"{path}.data_ptr() % 16 == 0"
    if TRANSPOSED in wrong and PADDED in right:
        return f"{path}.stride(-1) == 1"
    return f"{path}.is_contiguous()"

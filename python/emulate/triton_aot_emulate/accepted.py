"""The marker with which a test accepts a kind of finding."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

MARKER = "triton_emulate_accepts"
HELP = f"{MARKER}(kind, *, reason): the test may show findings of this kind, such as `race`, and fails if it shows none"
# Those of `aot_emulate.fault`, and of `emulation.py`, `known_wrong.py`, `trials.py` and `vary`.
KINDS = [
    "out-of-bounds",
    "misaligned",
    "undefined",
    "race",
    "deadlock",
    "approximation",
    "assertion",
    "batch",
    "execution",
    "unsupported",
    "too-long",
    "launch",
    "layout",
    "miscompilation",
    "nan",
    "not-repeatable",
    "order",
    "tuning",
    "unwatched",
    "unwritten",
]


def accepted_by(item: pytest.Item) -> dict[str, str]:
    """The kinds that a test accepts, and why. Raises ValueError if a marker is wrong."""
    found = {}
    for mark in item.iter_markers(MARKER):
        if len(mark.args) != 1 or mark.kwargs.keys() != {"reason"} or not mark.kwargs["reason"]:
            raise ValueError(f'the marker {MARKER} takes a kind and a reason, as in {MARKER}("race", reason="…")')
        (kind,) = mark.args
        if kind not in KINDS:
            meant = "".join(f"; did you mean {each}?" for each in get_close_matches(str(kind), KINDS, 1))
            raise ValueError(f"{MARKER}: unknown kind `{kind}`; it must be one of {', '.join(KINDS)}{meant}")
        found[kind] = str(mark.kwargs["reason"])
    return found
